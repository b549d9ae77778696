"""A session's summary without a model: what is certain, and nothing that is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.journal import stored
from memory_store.sessions import evidence, summary
from memory_store.text import retold, wording

SLOW = ("Why is the checkout slow?", "The cart query had no index.")
INDEX = ("Add an index to the cart table", "Added an index on cart.user_id.")


def automatic(*turns: tuple[str, str], language: str = "en", **others: Any) -> summary.Draft:
    events = [
        stored.Entry(type=kind, text=text)
        for turn in turns
        for kind, text in zip(("prompt", "response"), turn, strict=True)
        if text
    ]
    made = summary.automatic(events, language, **others)
    assert made is not None
    return made


def test_a_short_session_tells_each_request_with_what_came_of_it() -> None:
    made = automatic(SLOW, INDEX)

    assert made.topic == SLOW[0]
    assert made.text == f"{SLOW[1]} «{INDEX[0]}»: {INDEX[1]}"
    assert wording.turns(made.topic, made.text) == [  # recall reads it so
        f"«{SLOW[0]}»: {SLOW[1]}",
        f"«{INDEX[0]}»: {INDEX[1]}",
    ]


def test_an_answer_is_told_whole_where_it_fits() -> None:
    answer = "\n".join(f"Moved part {at} of the sessions to Redis." for at in range(8))

    assert automatic(("Move the sessions to Redis", answer)).text == answer.replace("\n", " ")


@pytest.mark.parametrize(("language", "most"), [("en", 1_500), ("zh", 975)])
def test_a_long_session_fits_its_limit_and_tells_its_main_work(language: str, most: int) -> None:
    session = [
        (f"Please rework part{at} of the billing service for customer{at}", "Done so. " * 60)
        for at in range(91)
    ]
    session[40] = (
        "Now move all invoices into the ledger",
        "Moved the invoices to the ledger. " * 80,
    )

    made = automatic(*session, language=language)

    assert len(made.topic) + len(made.text) <= most
    assert "move all invoices into the ledger" in made.text
    assert "rework part90 " in made.text  # the last request


def test_a_small_order_at_the_end_leaves_the_result_to_the_work_before() -> None:
    work = ("Move the sessions to Redis", "The sessions live in Redis now; all 42 tests pass.")

    assert automatic(work, ("commit this", "Done.")).text == work[1]


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ([(SLOW[0], "")], f"«{SLOW[0]}» (no answer)"),
        ([(SLOW[0], "```\nSELECT 1\n```")], "No result stated."),
        ([("/review feat/login", "No fault was found.")], "No fault was found."),
    ],
)
def test_what_a_session_of_one_request_tells(turns: list[tuple[str, str]], text: str) -> None:
    made = automatic(*turns)

    assert (made.topic, made.text) == (turns[0][0], text)


def test_what_the_transcript_proves_is_told_at_the_end() -> None:
    proof = evidence.Evidence(["src/cart.py"], ["«Add an index»"], ["`npm test`"], [])

    assert automatic((SLOW[0], "It lacked an index."), proof=proof).text == (
        "It lacked an index. Files written: src/cart.py. Commits: «Add an index». "
        "Failed at last: `npm test`."
    )


def test_of_many_requests_the_last_is_told_with_its_answer_and_those_left_out_are_counted() -> (
    None
):
    session = [(f"Add page number{at} to the shop", f"Page {at} is there.") for at in range(19)]
    session.append(("Now add a footer to all pages", ""))

    text = automatic(*session).text

    assert text.startswith("Asked: “Add page number")
    assert " and 11 more. «Add page number18 to the shop»: Page 18 is there." in text
    assert text.endswith("«Now add a footer to all pages» (no answer)")
    assert text.count("is there.") == 1


def test_many_long_requests_leave_room_for_the_last_answer() -> None:
    request = (
        "Add page number{} to the shop, with the header and the footer of all others, and give its"
        " title the new font"
    )
    session = [(request.format(at), f"Page {at} is there.") for at in range(19)]
    answer = " ".join(f"Page {at} of the shop has a footer now." for at in range(40))

    text = automatic(*session, (request.format(19), answer)).text

    told = text.partition(" more. ")[2]  # the last request is the topic
    assert len(told) >= 500 - len("Page 39 of the shop has a footer now.")


def test_it_speaks_chinese_to_who_speaks_it() -> None:
    made = automatic(
        ("购物车结账的时候为什么这么慢？", "购物车表缺少索引，查询都读全表。"),
        ("给购物车表加上索引", "已经在 cart.user_id 上加了索引"),
        language="zh",
        proof=evidence.Evidence(["cart.sql"], [], [], []),
    )

    assert made.topic == "购物车结账的时候为什么这么慢？"
    assert made.text == (
        "购物车表缺少索引，查询都读全表。 “给购物车表加上索引”：已经在 cart.user_id 上加了索引。 "
        "改动的文件：cart.sql。"
    )


def test_an_agents_own_summary_stands_and_what_came_after_is_added() -> None:
    before = stored.Summary(topic="Screens", summary="The login works.", todos=["help screen"])

    made = automatic(("Build the order screen", "It lists orders."), before=before)

    assert (made.topic, made.todos) == ("Screens", ["help screen"])
    assert made.text == "The login works. After that: It lists orders."


def test_nothing_is_decided_or_left_to_do_by_a_rule() -> None:
    made = automatic(("We decided to use Postgres. Set it up.", "It runs.\n- [ ] write the docs"))

    assert (made.decisions, made.todos) == ([], [])


def test_what_was_taken_back_is_not_told() -> None:
    rule = "Always use tabs for indentation"
    made = automatic(
        (rule, f"I {rule.lower()} now."),
        ("Fix the login page", f"### {rule}\nThe login page works."),
        gone=retold.Gone([rule], []),
    )

    assert "tabs" not in made.topic + made.text


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"type": "session_start"}],
        [{"type": "prompt"}, {"type": "response"}],
        [{"type": "prompt", "text": " \n"}],
        [{"type": "response", "text": "```py\nonly_code()\n```"}],
    ],
)
def test_where_nothing_was_said_there_is_nothing_to_tell(events: list[dict[str, str]]) -> None:
    assert summary.automatic([stored.Entry(one) for one in events], "en") is None
