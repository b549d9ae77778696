"""A session's summary without a model: what is certain, and nothing that is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.journal import stored
from memory_store.language import wording
from memory_store.sessions import evidence, summary
from memory_store.text import retold

SLOW = ("Why is the checkout slow?", "The cart query had no index.")
ANSWER = " ".join(f"Page {at:03} of the shop works." for at in range(90))
INDEX = (
    "Add an index to the cart table",
    "Added an index on cart.user_id, so that it reads few rows.",
)


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


def test_the_first_request_is_the_topic_and_the_last_answer_is_told_with_its_request() -> None:
    made = automatic(SLOW, ("Does the shop keep a cache?", "No."), INDEX)

    assert made.topic == SLOW[0]
    assert made.text == f"{SLOW[1]} «Does the shop keep a cache?»: No. «{INDEX[0]}»: {INDEX[1]}"
    assert wording.turns(made.topic, made.text)[-1] == f"«{INDEX[0]}»: {INDEX[1]}"  # so recall


@pytest.mark.parametrize(
    "between", [(), (("Rename the branch to main please", "Done."), ("Push it as well", "OK."))]
)
def test_the_last_result_is_told_before_answers_that_say_hardly_anything(
    between: tuple[tuple[str, str], ...],
) -> None:
    last = ("I will put that into the changelog later", "Sounds good!")

    made = automatic(SLOW, INDEX, *between, last)

    assert f"«{INDEX[0]}»: {INDEX[1]} «{last[0]}»: {last[1]}" in made.text


@pytest.mark.parametrize(("language", "most"), [("en", 1_500), ("zh", 975)])
def test_of_many_requests_the_first_and_the_last_are_told_within_the_limit(
    language: str, most: int
) -> None:
    session = [
        (f"Please rework part{at} of the billing service for customer{at}. " * 3, ANSWER)
        for at in range(91)
    ]
    proof = evidence.Evidence([f"file{at}.py" for at in range(90)], [], [], [])

    made = automatic(*session, ("Add a footer to all pages", ""), language=language, proof=proof)

    assert len(made.topic) + len(made.text) <= most
    for at, is_told in ((0, True), (45, False), (89, True), (90, True)):
        assert (f"rework part{at} " in made.topic + made.text) == is_told
    assert made.text.index("Add a footer to all pages") > made.text.index("rework part90 ")
    assert made.text.count("of the shop works") >= most // 80


def test_a_small_order_at_the_end_leaves_the_result_to_the_work_before() -> None:
    work = ("Move the sessions to Redis", "The sessions live in Redis now; all 42 tests pass.")

    assert automatic(work, ("commit this", "Done.")).text == f"{work[1]} Done."


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ([(SLOW[0], "")], f"«{SLOW[0]}» (no answer)"),
        ([(SLOW[0], "```\n" + "SELECT 1;\n" * 20 + "```")], "No result stated."),
        ([(SLOW[0], "```\nSELECT 1\n```")], "SELECT 1"),
        ([(SLOW[0], "stg2")], "stg2"),
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


def test_a_question_is_told_with_its_answer_or_not_at_all() -> None:
    made = automatic(
        ("Which host is staging on?", "stg2"),
        ("Which port does the gateway use?", "It depends on the cluster and the region. " * 9),
        ("Which database do we run?", "pg16"),
        ("Rename the helper module", "Renamed it in all of the 14 files that import it."),
        ("Fix the flaky login test", "It waits for the mail now, and passed 50 times."),
    )

    assert "stg2" in made.text
    assert "«Which database do we run?»: pg16" in made.text
    assert "gateway" not in made.topic + made.text


def test_it_speaks_chinese_to_who_speaks_it() -> None:
    made = automatic(
        ("购物车结账的时候为什么这么慢？", "购物车表缺少索引，查询都读全表。"),
        ("给购物车表加上索引", "已经在 cart.user_id 上加了索引，只读几行"),
        language="zh",
        proof=evidence.Evidence(["cart.sql"], [], [], []),
    )

    assert made.topic == "购物车结账的时候为什么这么慢？"
    assert made.text == (
        "购物车表缺少索引，查询都读全表。 "
        "“给购物车表加上索引”：已经在 cart.user_id 上加了索引，只读几行。 改动的文件：cart.sql。"
    )


def test_an_agents_own_summary_stands_and_what_came_after_is_added() -> None:
    before = stored.Summary(topic="Screens", summary="The login works.", todos=["help screen"])

    made = automatic(("Build the order screen", "It lists orders."), before=before)

    assert (made.topic, made.todos) == ("Screens", ["help screen"])
    assert made.text == "Not summed up yet: “Build the order screen” • The login works."


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
        [{"type": "response", "text": "```py\n" + "only_code()\n" * 20 + "```"}],
    ],
)
def test_where_nothing_was_said_there_is_nothing_to_tell(events: list[dict[str, str]]) -> None:
    assert summary.automatic([stored.Entry(one) for one in events], "en") is None
