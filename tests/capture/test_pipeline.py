"""From captured turns to facts, each once, whatever is run again."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.capture import pipeline, stated_fact
from memory_store.journal import stored
from memory_store.store import layout, lock
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "Remember that we deploy with Argo CD"


def keep(store: layout.Store, *events: stored.Entry) -> int:
    return pipeline.keep(given.where(store), events)


def contents(store: layout.Store) -> list[str]:
    return [str(one["content"]) for one in given.living(store)]


def test_what_a_person_states_becomes_a_fact_that_says_where_it_comes_from(
    store: layout.Store,
) -> None:
    event = given.event(store, "prompt", "s-1", text=SAID)

    assert keep(store, event) == 1

    (fact,) = given.lines(store, layout.FACTS)
    assert fact["content"] == SAID
    assert fact["source"] == {
        "host": "cursor",
        "session_id": "s-1",
        "via": "capture",
        "how": "asked",
    }
    assert fact["status"] == "standing"
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


def _retract(store: layout.Store, fact: stored.Fact) -> None:
    given.retraction(store, fact)


def _supersede(store: layout.Store, fact: stored.Fact) -> None:
    given.fact(store, "we deploy with Flux", supersedes=fact["id"])


@pytest.mark.parametrize("away", [_retract, _supersede])
def test_what_was_taken_back_or_replaced_does_not_come_back_from_the_same_event(
    store: layout.Store, away: Callable[[layout.Store, stored.Fact], None]
) -> None:
    event = given.event(store, "prompt", text=SAID)
    keep(store, event)
    away(store, given.living(store)[0])

    assert keep(store, event) == 0

    assert SAID not in contents(store)


def test_what_was_taken_back_and_is_said_again_holds_again(store: layout.Store) -> None:
    keep(store, given.event(store, "prompt", text=SAID))
    given.retraction(store, given.living(store)[0])

    keep(store, given.event(store, "prompt", text=SAID))

    assert contents(store) == [SAID]


def test_an_answer_gives_what_its_retain_lines_say_and_nothing_else(store: layout.Store) -> None:
    text = "We decided to use tabs.\nO(c=0.9) @小王: 喜欢简短的回答\n"

    keep(store, given.event(store, "response", text=text))

    (fact,) = given.living(store)
    assert (fact["type"], fact["content"]) == ("O", "喜欢简短的回答")
    assert (fact["entities"], fact["confidence"]) == (["小王"], 0.9)


@pytest.mark.parametrize(
    "answer",
    [
        "I compared both.\n\nDecision: uploads go straight to S3 with presigned URLs.",
        "Understood. From now on I will run make check before each commit.",
        "I could also add a cache. Remember that it needs Redis.",
        "以后每次推送都会自动部署。",
    ],
)
def test_what_an_agent_says_beside_retain_lines_is_not_kept(
    store: layout.Store, answer: str
) -> None:
    assert keep(store, given.event(store, "response", text=answer)) == 0


@pytest.mark.parametrize("taken_back", [False, True])
def test_an_agent_that_says_again_what_the_store_holds_or_held_adds_nothing(
    store: layout.Store,
    taken_back: bool,  # noqa: FBT001
) -> None:
    keep(store, given.event(store, "prompt", text=SAID))
    if taken_back:
        given.retraction(store, given.living(store)[0])

    line = "W @deploy: We deploy with Argo CD."
    assert keep(store, given.event(store, "response", text=line)) == 0
    other = "W @deploy: We deploy the docs with Flux."
    assert keep(store, given.event(store, "response", text=other)) == 1


def _candidate(store: layout.Store, session: str) -> stored.Fact:
    return given.fact(
        store, SAID, status="candidate", confidence=0.6,
        source={"host": "cursor", "session_id": session, "via": "capture"},
    )  # fmt: skip


def test_a_candidate_that_is_asked_for_stands(store: layout.Store) -> None:
    _candidate(store, "s-1")

    keep(store, given.event(store, "prompt", "s-1", text=SAID))

    (fact,) = given.living(store)
    assert (fact["status"], fact["confidence"]) == ("standing", 1.0)
    assert fact.source["how"] == "asked"


def test_other_events_hold_nothing_to_keep(store: layout.Store) -> None:
    events = [given.event(store, kind, text=SAID) for kind in ("session_start", "warning")]
    odd = [stored.Entry(), stored.Entry(type="prompt"), stored.Entry(type="prompt", text=5)]

    assert keep(store, *events, *odd) == 0


def test_extraction_can_be_switched_off(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = given.event(store, "prompt", text=SAID)
    monkeypatch.setenv("MEMORY_STORE_EXTRACT", "0")

    assert keep(store, event) == 0
    assert not Path(store.path, layout.FACTS).exists()


def test_secrets_are_gone_before_they_are_kept(store: layout.Store) -> None:
    text = "Remember that the key is AKIAIOSFODNN7EXAMPLF <private>for me</private>"
    event = stored.Entry(type="prompt", id="e_1", text=text, session_id="s")  # as no hook does

    keep(store, event)

    assert given.holding("AKIAIOSFODNN7EXAMPLF", store.path) == []
    assert given.holding("for me", store.path) == []
    assert "[redacted:" in contents(store)[0]


def test_what_cannot_be_a_fact_costs_no_other_fact(store: layout.Store) -> None:
    hidden = given.event(store, "prompt", text="Remember that \u200b\u200b\u200b\u200b\u200b")
    good = given.event(store, "prompt", text=SAID)

    assert keep(store, hidden.with_(text="Remember that \u200b\u200b\u200b\u200b"), good) == 1


def test_a_locked_store_is_told_and_nothing_is_written(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "_LOCK_SECONDS", 0.05)
    event = given.event(store, "prompt", text=SAID)

    with lock.Held(store.path), pytest.raises(errors.StoreError, match="locked"):
        keep(store, event)

    assert not Path(store.path, layout.FACTS).exists()


def test_two_that_keep_the_same_event_at_once_keep_it_once(store: layout.Store) -> None:
    event = given.event(store, "prompt", text=SAID)
    where = given.where(store)
    threads = [threading.Thread(target=pipeline.keep, args=(where, [event])) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert len(given.lines(store, layout.FACTS)) == 1


def test_a_place_without_a_project_keeps_nothing(user_store: layout.Store) -> None:
    where = given.where(user_store)

    assert pipeline.keep(where, [stored.Entry(type="prompt", id="e_1", text=SAID)]) == 0


def test_a_retain_line_that_is_too_long_stops_nothing(store: layout.Store) -> None:
    text = f"W @all: {'x' * 3000}\nW @all: short enough"

    assert keep(store, given.event(store, "response", text=text)) == 1
    assert contents(store) == ["short enough"]


def test_a_fact_with_strange_evidence_is_survived(store: layout.Store) -> None:
    given.fact(store, SAID, evidence=[["a"], {"b": 1}, 5, None])
    event = given.event(store, "prompt", text=SAID)

    assert keep(store, event) == 1
    assert given.living(store)[0]["evidence"] == [event["id"]]


def test_a_candidate_that_is_said_again_in_another_session_stands(store: layout.Store) -> None:
    said = stated_fact.Statement(
        "The gateway sleeps at night", "W", [], 0.6, status="candidate", how=stated_fact.SCORED
    )
    for session, expected in (("s-1", False), ("s-1", False), ("s-2", True)):
        pipeline.write(store, [(given.event(store, "prompt", session, text="x"), said)])

        (fact,) = given.living(store)
        assert fact.stands is expected
    assert len(fact.evidence) == 3
