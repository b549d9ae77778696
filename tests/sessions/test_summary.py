"""A session's summary without a model: what is certain, and nothing that is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.journal import stored
from memory_store.sessions import evidence, summary
from memory_store.text import retold


def turn(prompt: str = "", response: str = "") -> list[stored.Entry]:
    texts = (("prompt", prompt), ("response", response))
    return [stored.Entry(type=kind, text=text) for kind, text in texts if text]


def automatic(*turns: list[stored.Entry], language: str = "en", **others: Any) -> summary.Draft:
    made = summary.automatic([event for one in turns for event in one], language, **others)
    assert made is not None
    return made


def test_a_short_session_tells_each_request_with_what_came_of_it() -> None:
    made = automatic(
        turn("Why is the checkout slow?", "The cart query had no index."),
        turn("Add an index to the cart table", "Added an index on cart.user_id."),
    )

    assert made.topic == "Why is the checkout slow?"
    assert made.text == (
        "The cart query had no index. «Add an index to the cart table»: "
        "Added an index on cart.user_id."
    )
    assert (made.decisions, made.todos) == ([], [])


def test_an_outcome_is_the_beginning_of_its_answer_without_links_and_lines_that_lead_to_code() -> (
    None
):
    made = automatic(
        turn(
            "Why is the checkout slow?",
            "The cause is in [cart.py](/w/shop(2)/cart.py:12).\nCall it so:\n```\nadd()\n```\n",
        ),
        turn("Add an index to the cart table", "Added an index on cart.user_id."),
    )

    assert made.text.startswith("The cause is in cart.py. «Add an index")


def test_an_answer_that_only_says_yes_is_no_outcome() -> None:
    made = automatic(
        turn("Use tabs in the cart module", "Understood."),
        turn("Add an index to the cart table", "Added an index on cart.user_id."),
    )

    assert "Understood" not in made.text


def test_a_slash_command_is_a_request() -> None:
    assert automatic(turn("/review feat/login", "No fault was found.")).topic == (
        "/review feat/login"
    )


def test_the_last_words_are_whole_where_they_fit() -> None:
    answer = "Moved the sessions to Redis. " * 20

    made = automatic(turn("Move the sessions to Redis", answer.strip()))

    assert made.text == answer.strip()


def test_of_longer_last_words_the_beginning_is_told_in_whole_sentences() -> None:
    answer = "\n".join(f"Sentence number {at} of the answer stands here." for at in range(40))

    told = automatic(turn("Move the sessions to Redis", answer)).text

    assert told.startswith("Sentence number 0 of the answer stands here.")
    assert told.endswith("stands here.")
    assert 500 < len(told) <= 600


def test_a_small_order_at_the_end_leaves_the_last_words_to_the_work_before() -> None:
    made = automatic(
        turn("Move the sessions to Redis", "The sessions live in Redis now; all 42 tests pass."),
        turn("commit this", "Done."),
    )

    assert "all 42 tests pass" in made.text
    assert "commit this" not in made.text


def test_a_long_session_fits_its_limit_and_tells_first_and_last() -> None:
    session = [
        turn(f"Please rework part{at} of the billing service for customer{at}", "Done so. " * 60)
        for at in range(91)
    ]

    made = automatic(*session)

    assert len(made.topic) + len(made.text) <= summary.LIMIT
    for at in (0, 88, 89, 90):
        assert f"rework part{at} " in made.text + made.topic


def test_nothing_is_decided_or_left_open_by_a_rule() -> None:
    made = automatic(
        turn("We decided to use Postgres. Set it up.", "Set it up.\n- [ ] write the migration")
    )

    assert (made.decisions, made.todos) == ([], [])


def test_a_request_that_got_no_answer_is_told_as_that() -> None:
    told = automatic(turn("Why is the checkout slow?")).text

    assert told == "«Why is the checkout slow?» (no answer)"


def test_what_the_transcript_proves_is_told_before_the_last_words() -> None:
    proof = evidence.Evidence(["src/cart.py"], ["«Add an index»"], ["`npm test`"], [])

    told = automatic(turn("Why is the checkout slow?", "It lacked an index."), proof=proof).text

    assert "Files written: src/cart.py. Commits: «Add an index»." in told
    assert "Failed at last: `npm test`." in told


def test_it_speaks_chinese_to_who_speaks_it() -> None:
    made = automatic(
        turn("购物车结账的时候为什么这么慢？", "购物车表缺少索引。"),
        turn("给购物车表加上索引", "已经在 cart.user_id 上加了索引。"),
        language="zh",
        proof=evidence.Evidence(["cart.sql"], [], [], []),
    )

    assert made.topic == "购物车结账的时候为什么这么慢？"
    assert "“给购物车表加上索引”：已经在 cart.user_id 上加了索引。" in made.text
    assert "改动的文件：cart.sql。" in made.text


def test_an_agents_own_summary_stands_and_what_came_after_is_added() -> None:
    before = stored.Summary(topic="Screens", summary="The login works.", todos=["help screen"])

    made = automatic(turn("Build the order screen", "It lists orders."), before=before)

    assert made.topic == "Screens"
    assert made.text == "The login works. After that: It lists orders."
    assert made.todos == ["help screen"]


def test_what_an_agent_offers_is_no_outcome() -> None:
    answer = (
        "Moved the sessions to Redis.\n\nIf you want, I can also:\n- tune the pool\n- add a graph"
    )
    made = automatic(
        turn("Move the sessions to Redis", answer),
        turn("把日志切到 JSON", "日志已改成 JSON。\n\n如需回退，请告诉我。"),
    )

    assert "Moved the sessions to Redis" in made.text
    assert "日志已改成 JSON" in made.text
    assert not any(one in made.text for one in ("If you want", "tune the pool", "如需"))


def test_a_request_that_was_sent_again_at_greater_length_is_told_once() -> None:
    made = automatic(
        turn("Review the deployment docs"),
        turn("Review the deployment docs and fix the port.", "The port is right."),
        turn("Add a graph of the queue. Add a graph of the queue.", "It is on the dashboard."),
    )

    assert (made.topic + made.text).count("Review the deployment docs") == 1
    assert (made.topic + made.text).count("Add a graph") == 1


def test_what_a_program_printed_is_no_request() -> None:
    made = automatic(turn("❌ Sending failed: file not found\nWhy does sending fail?", "A typo."))

    assert "❌" not in made.topic + made.text


def test_what_was_taken_back_is_not_told() -> None:
    gone = retold.Gone(["always use tabs for indentation"], [])

    made = automatic(
        turn("Always use tabs for indentation.", "I always use tabs for indentation now."),
        turn("Fix the login page", "The login page works."),
        gone=gone,
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
