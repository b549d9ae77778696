"""The line with which an agent ends a task is the session's summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.sessions import todos, topic_lines
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from memory_store.journal import stored

ANSWER = (
    "Sessions live in Redis now.\n\n"
    "S @sessions: Moved to Redis, tests pass. TODO: migrate staging; drop the old table"
)


def keep(store: layout.Store, *events: stored.Entry) -> list[given.Record]:
    topic_lines.keep(store, list(events))
    return given.lines(store, layout.SESSIONS)


@pytest.mark.parametrize(
    ("line", "topic", "text", "todos"),
    [
        ("S @auth: Logins expire after a day.", "auth", "Logins expire after a day.", []),
        ("- S @the cart: It is fast. TODO: none left?", "the cart", "It is fast.", ["none left?"]),
        (
            "S @购物车：加了索引，快了十倍。待办：给订单表也加；压测。",
            "购物车",
            "加了索引，快了十倍。",
            ["给订单表也加", "压测"],
        ),
        (
            "S @熱抽換：可以不燒韌體。 待辦：確認 /tmp 的大小",
            "熱抽換",
            "可以不燒韌體。",
            ["確認 /tmp 的大小"],
        ),
        ("S @auth: Logins expire. TODO: None.", "auth", "Logins expire.", []),
        (
            "S @auth: Logins expire. TODO:\n- [ ] docs\n- tests\n\nBye",
            "auth",
            "Logins expire.",
            ["docs", "tests"],
        ),
        ("**S @auth: Logins expire** TODO: **docs**", "auth", "Logins expire", ["docs"]),
        ("* S @auth: Run `make test`", "auth", "Run `make test`", []),
        ("S @auth: The todo: comments are gone.", "auth", "The todo: comments are gone.", []),
        ("- ```\n  S @x: an example\n  ```\nS @auth: It works.", "auth", "It works.", []),
        ("```make test```\nS @auth: It works.", "auth", "It works.", []),
        ("S @购物车：快了十倍。待办：无。", "购物车", "快了十倍。", []),
        ("S @topic: Moved to Redis", "Moved to Redis", "Moved to Redis", []),
        ("`S @auth: Logins expire.`", "auth", "Logins expire.", []),
    ],
)
def test_it_names_a_topic_what_came_out_and_what_is_left(
    line: str, topic: str, text: str, todos: list[str]
) -> None:
    (found,) = topic_lines.parse(f"Done.\n{line}\n")

    assert (found.topic, found.text, found.todos) == (topic, text, todos)


@pytest.mark.parametrize(
    "answer",
    [
        "```\nS @auth: an example\n```",
        "We write S @topic: … at the end",
        "S @auth",
        "S @: nothing",
        "W @auth: a fact",
        "S@auth: no blank",
        "S @　: nothing",
        "S @<topic>: <what was done> TODO: <what is open>",
        "~~~\nS @auth: an example\n~~~",
    ],
)
def test_other_lines_are_none(answer: str) -> None:
    assert topic_lines.parse(answer) == []


def test_it_is_the_summary_of_the_session_by_its_agent(store: layout.Store) -> None:
    answer = given.event(store, "response", ago=60, text=ANSWER)

    (made,) = keep(store, answer)

    assert (made["topic"], made["summary"]) == ("sessions", "Moved to Redis, tests pass.")
    assert made["todos"] == ["migrate staging", "drop the old table"]
    assert (made["origin"], made["source"]["via"]) == ("agent", "agent")
    assert made["created_at"] == answer["timestamp"]
    assert given.journal(store, "summary")[0]["record_id"] == made["id"]


def test_it_is_kept_once_however_often_the_answer_is_looked_at(store: layout.Store) -> None:
    answer = given.event(store, "response", ago=60, text=ANSWER)

    keep(store, answer)

    assert len(keep(store, answer)) == 1


def test_a_later_line_replaces_that_of_its_topic_and_stands_before_those_of_others(
    store: layout.Store,
) -> None:
    first = given.event(store, "response", ago=60, text="S @cart: It has an index.")
    second = given.event(store, "response", ago=50, text="S @mails: They go by the queue.")
    third = given.event(store, "response", ago=40, text="S @cart: It is cached as well.")
    fourth = given.event(store, "response", ago=30, text="S @logo: It is blue.")

    told = keep(store, first, second, third, fourth)[-1]

    assert told["summary"] == (
        "logo: It is blue. • cart: It is cached as well. • mails: They go by the queue."
    )
    assert told["topic"] == "cart"  # most lines are about it


def test_a_todo_that_was_closed_stays_closed_when_the_agent_lists_it_again(
    store: layout.Store,
) -> None:
    first = given.event(store, "response", ago=60, text=ANSWER)
    keep(store, first)
    todos.close(store, lambda listed: [one for one in listed if "staging" in one.text])
    second = given.event(store, "response", ago=-1, text=ANSWER)

    told = keep(store, first, second)[-1]

    assert (told["todos"], told["done"]) == (["drop the old table"], ["migrate staging"])


def test_the_last_answer_with_a_line_says_what_is_open(store: layout.Store) -> None:
    first = given.event(store, "response", ago=60, text=ANSWER)
    assert keep(store, first)[-1]["todos"] == ["migrate staging", "drop the old table"]

    later = "S @logo: Blue it is.\nS @staging: It is migrated. TODO: drop the old table"
    second = given.event(store, "response", ago=50, text=later)

    assert keep(store, first, second)[-1]["todos"] == ["drop the old table"]


def test_what_the_agent_saved_by_the_command_stands_in_front(store: layout.Store) -> None:
    then = clock.stamp(clock.now() - 100)
    given.summary(
        store,
        "Screens",
        session=given.SESSION,
        text="The login works.",
        todos=["help screen"],
        created_at=then,
    )
    answer = given.event(
        store, "response", ago=60, text="S @orders: They are listed. TODO: page them"
    )

    told = keep(store, answer)[-1]

    assert told["topic"] == "Screens"
    assert told["summary"] == "The login works. • orders: They are listed."
    assert told["todos"] == ["help screen", "page them"]


def test_a_summary_that_was_saved_after_the_line_is_not_replaced_by_it(
    store: layout.Store,
) -> None:
    answer = given.event(store, "response", ago=60, text=ANSWER)
    given.summary(store, "All of it", session=given.SESSION)

    assert [one["topic"] for one in keep(store, answer)] == ["All of it"]
