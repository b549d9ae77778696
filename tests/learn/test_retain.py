"""From captured turns to facts, each once, whatever is run again."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors, layout, lock
from memory_store.learn import retain
from memory_store.learn.rules import answer_signs
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "Remember that we deploy with Argo CD"


def keep(store: layout.Store, *events: given.Record) -> int:
    return retain.keep(given.where(store), events)


def contents(store: layout.Store) -> list[str]:
    return [str(one["content"]) for one in given.living(store)]


def test_what_a_person_states_becomes_a_fact_that_says_where_it_comes_from(
    store: layout.Store,
) -> None:
    event = given.event(store, "prompt", "s-1", text=SAID)

    assert keep(store, event) == 1

    (fact,) = given.lines(store, layout.FACTS)
    assert fact["content"] == "we deploy with Argo CD"
    assert fact["source"] == {"host": "cursor", "session_id": "s-1", "via": "capture"}
    assert fact["evidence"] == [event["id"]]


def test_an_event_that_was_kept_before_changes_nothing(store: layout.Store) -> None:
    event = given.event(store, "prompt", text=SAID + ". Never push to main.")
    keep(store, event)
    before = Path(store.path, layout.FACTS).read_bytes()

    assert keep(store, event) == keep(store, event, event) == 0

    assert Path(store.path, layout.FACTS).read_bytes() == before


def test_the_same_said_again_is_evidence_and_no_second_fact(store: layout.Store) -> None:
    first = given.event(store, "prompt", "s-1", text=SAID)
    again = given.event(store, "prompt", "s-2", text="remember that  we deploy with argo cd")

    keep(store, first)
    keep(store, again)

    (fact,) = given.living(store)
    assert fact["evidence"] == [first["id"], again["id"]]


def _retract(store: layout.Store, fact: given.Record) -> None:
    given.retraction(store, fact)


def _supersede(store: layout.Store, fact: given.Record) -> None:
    given.fact(store, "we deploy with Flux", supersedes=fact["id"])


@pytest.mark.parametrize("away", [_retract, _supersede])
def test_what_was_taken_back_or_replaced_does_not_come_back_from_the_same_event(
    store: layout.Store, away: Callable[[layout.Store, given.Record], None]
) -> None:
    event = given.event(store, "prompt", text=SAID)
    keep(store, event)
    away(store, given.living(store)[0])

    assert keep(store, event) == 0

    assert "we deploy with Argo CD" not in contents(store)


def test_what_was_taken_back_and_is_said_again_holds_again(store: layout.Store) -> None:
    keep(store, given.event(store, "prompt", text=SAID))
    given.retraction(store, given.living(store)[0])

    keep(store, given.event(store, "prompt", text=SAID))

    assert contents(store) == ["we deploy with Argo CD"]


def test_an_answer_gives_what_its_retain_lines_say_and_nothing_else(store: layout.Store) -> None:
    text = "We decided to use tabs.\nO(c=0.9) @小王: 喜欢简短的回答\n"

    keep(store, given.event(store, "response", text=text))

    (fact,) = given.living(store)
    assert (fact["type"], fact["content"]) == ("O", "喜欢简短的回答")
    assert (fact["entities"], fact["confidence"]) == (["小王"], 0.9)


def test_a_settled_result_of_an_answer_is_kept(store: layout.Store) -> None:
    text = "I compared both.\n\nDecision: uploads go straight to S3 with presigned URLs."

    assert keep(store, given.event(store, "response", text=text)) == 1
    assert contents(store) == ["uploads go straight to S3 with presigned URLs."]


def test_an_answer_that_says_again_what_the_person_said_is_no_second_fact(
    store: layout.Store,
) -> None:
    said = "From now on, run make check before each commit."
    answer = "Understood. From now on I will run make check before each commit."

    keep(store, given.event(store, "prompt", "s-1", text=said))
    assert keep(store, given.event(store, "response", "s-1", text=answer)) == 0
    other = "Understood. From now on I will sign off each commit."
    assert keep(store, given.event(store, "response", "s-2", text=other)) == 1


@pytest.mark.parametrize(
    "text", ["ok", "继续", "What does this do?", "为什么会这样？", "  \n ", "Is it on port 8080 ?"]
)
def test_a_word_or_a_question_alone_is_not_looked_at(text: str) -> None:
    assert not retain.may_state({"type": "prompt", "text": text})


@pytest.mark.parametrize("signs", [answer_signs.HEADS, answer_signs.CLOSINGS])
def test_no_answer_that_rules_could_take_is_held_back(signs: tuple[str, ...]) -> None:
    events: list[given.Record] = [
        {"type": "response", "text": f"Then.\n{one}: x"} for one in signs
    ]

    assert [one for one in events if not retain.may_state(one)] == []


def test_other_events_hold_nothing_to_keep(store: layout.Store) -> None:
    events = [given.event(store, kind, text=SAID) for kind in ("session_start", "warning")]

    assert keep(store, *events, {}, {"type": "prompt"}, {"type": "prompt", "text": 5}) == 0


def test_extraction_can_be_switched_off(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = given.event(store, "prompt", text=SAID)
    monkeypatch.setenv("MEMORY_STORE_EXTRACT", "0")

    assert keep(store, event) == 0
    assert not Path(store.path, layout.FACTS).exists()


def test_secrets_are_gone_before_they_are_kept(store: layout.Store) -> None:
    text = "Remember that the key is AKIAIOSFODNN7EXAMPLF <private>for me</private>"
    event = {
        "type": "prompt",
        "id": "e_1",
        "text": text,
        "session_id": "s",
    }  # as no hook writes it

    keep(store, event)

    assert given.holding("AKIAIOSFODNN7EXAMPLF", store.path) == []
    assert given.holding("for me", store.path) == []
    assert "[redacted:" in contents(store)[0]


def test_what_cannot_be_a_fact_costs_no_other_fact(store: layout.Store) -> None:
    hidden = given.event(store, "prompt", text="Remember that \u200b\u200b\u200b\u200b\u200b")
    good = given.event(store, "prompt", text=SAID)

    assert keep(store, {**hidden, "text": "Remember that \u200b\u200b\u200b\u200b"}, good) == 1


def test_a_locked_store_is_told_and_nothing_is_written(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retain, "_LOCK_SECONDS", 0.05)
    event = given.event(store, "prompt", text=SAID)

    with lock.Held(store.path), pytest.raises(errors.StoreError, match="locked"):
        keep(store, event)

    assert not Path(store.path, layout.FACTS).exists()


def test_two_that_keep_the_same_event_at_once_keep_it_once(store: layout.Store) -> None:
    event = given.event(store, "prompt", text=SAID)
    where = given.where(store)
    threads = [threading.Thread(target=retain.keep, args=(where, [event])) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert len(given.lines(store, layout.FACTS)) == 1


def test_a_place_without_a_project_keeps_nothing(user_store: layout.Store) -> None:
    where = given.where(user_store)

    assert retain.keep(where, [{"type": "prompt", "id": "e_1", "text": SAID}]) == 0


def test_a_retain_line_that_is_too_long_stops_nothing(store: layout.Store) -> None:
    text = f"W @all: {'x' * 3000}\nW @all: short enough"

    assert keep(store, given.event(store, "response", text=text)) == 1
    assert contents(store) == ["short enough"]


def test_a_fact_with_strange_evidence_is_survived(store: layout.Store) -> None:
    given.fact(store, "we deploy with Argo CD", evidence=[["a"], {"b": 1}, 5, None])
    event = given.event(store, "prompt", text=SAID)

    assert keep(store, event) == 1
    assert given.living(store)[0]["evidence"] == [event["id"]]
