"""From captured turns to facts, each once, whatever is run again; examples.json has the turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, errors
from memory_store.capture import pipeline, stated_fact
from memory_store.journal import stored
from memory_store.store import layout, lock
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "Remember that we deploy with Argo CD"
LINE = "W @infra: we deploy by make"


def keep(store: layout.Store, *events: stored.Entry) -> int:
    return pipeline.keep(given.where(store), events)


def say(store: layout.Store, text: str = SAID, session: str = "s-1") -> stored.Entry:
    """A prompt that was kept."""
    event = given.event(store, "prompt", session, text=text)
    keep(store, event)
    return event


@pytest.mark.parametrize(
    ("kind", "text", "origin"),
    [
        ("prompt", SAID, {"how": "asked"}),
        ("prompt", f"{LINE}\n{LINE}", {}),
        ("response", LINE, {"by": "agent"}),
    ],
)
def test_a_statement_becomes_a_fact_that_says_where_it_comes_from(
    store: layout.Store, kind: str, text: str, origin: given.Record
) -> None:
    event = given.event(store, kind, "s-1", text=text)
    assert keep(store, event) == 1

    (fact,) = given.living(store)
    assert fact.stands
    assert fact.source == {"host": "cursor", "session_id": "s-1", "via": "capture", **origin}
    assert fact.evidence == [event.id]


def test_a_prompt_that_is_read_late_changes_nothing_that_was_said_after_it(
    store: layout.Store,
) -> None:
    before = given.fact(store, "The api listens on port 8080", days=1)
    late = given.event(store, "prompt", ago=-1, text="The api listens on port 9090 now.")
    keep(store, late)
    assert given.living(store)[0].supersedes == before.id  # the control

    early = given.event(store, "prompt", ago=90, text="The api listens on port 7070 now.")
    keep(store, early)

    assert [one.content for one in given.living(store)] == ["The api listens on port 9090 now."]


@pytest.mark.parametrize("ahead", [60.0, 14_400.0])
def test_a_clock_that_is_put_back_keeps_what_was_said_last(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """What another clock dated ahead of this one was said before what is said now."""
    began = clock.now()
    monkeypatch.setattr(clock, "now", lambda: began + ahead)
    say(store, "Remember that staging listens on port 9443.")
    say(store, "No, staging listens on port 9555 now.")
    say(store, "Remember that the queue is RabbitMQ.")
    monkeypatch.setattr(clock, "now", lambda: began + 1)
    assert {one.content for one in given.living(store)} == {
        "No, staging listens on port 9555 now.",
        "Remember that the queue is RabbitMQ.",
    }

    say(store, "No, staging listens on port 9666 now.")
    say(store, "Forget that the queue is RabbitMQ.")

    (left,) = given.living(store)
    assert left.content == "No, staging listens on port 9666 now."


def test_an_event_that_was_kept_before_changes_nothing(store: layout.Store) -> None:
    event = say(store, SAID + ". Never push to main.")
    before = given.tree(store.path)

    assert keep(store, event) == keep(store, event, event) == 0

    assert given.tree(store.path) == before


def test_what_an_agent_or_a_judge_found_is_asked_for_once_the_person_asks(
    store: layout.Store,
) -> None:
    for via in ("agent", "judge"):
        found = given.fact(store, f"{SAID} {via}", days=1, source={"via": via})

        say(store, f"{SAID} {via}")

        assert [one.is_asked for one in given.living(store) if one.id == found.id] == [True]


def test_the_same_said_again_is_evidence_and_no_second_fact(store: layout.Store) -> None:
    first, again = say(store), say(store, "remember that  we deploy with argo cd", "s-2")

    (fact,) = given.living(store)
    assert fact.evidence == [first.id, again.id]


def _supersede(store: layout.Store, fact: stored.Fact) -> None:
    given.fact(store, "we deploy with Flux", supersedes=fact.id)


@pytest.mark.parametrize("end", [given.retraction, _supersede])
def test_a_fact_that_has_ended_comes_back_only_when_a_person_says_it_again(
    store: layout.Store, end: Callable[[layout.Store, stored.Fact], None]
) -> None:
    event = say(store)
    end(store, given.living(store)[0])

    answer = given.event(store, "response", text="W @deploy: We deploy with Argo CD.")
    assert keep(store, event, answer) == 0

    say(store)
    assert SAID in [one.content for one in given.living(store)]


def test_a_candidate_that_is_said_again_in_another_session_stands(store: layout.Store) -> None:
    said = stated_fact.Statement(
        "The gateway sleeps at night", "W", [], 0.6, how=stated_fact.SCORED
    )
    day = 86_400
    heard = [("s-1", 2 * day, False), ("s-1", day, False), ("s-2", 2 * day - 60, False)]
    for session, ago, expected in (*heard, ("s-3", 60, True)):  # s-2 was sent the prompt again
        event = given.event(store, "prompt", session, ago=ago, text="x")
        pipeline.write(store, [(event, said)])

        (fact,) = given.living(store)
        assert fact.stands is expected
    assert len(fact.evidence) == 4


@pytest.mark.parametrize(
    ("kind", "ago", "stands"),
    [
        ("O", (7_200, 3_000, 60), True),
        ("O", (7_200, 60), False),  # once more may be the prompt that was tried anew
        ("O", (1_800, 900, 60), False),
        ("W", (7_200, 3_000, 60), False),
    ],
)
def test_a_rule_that_one_session_says_for_the_third_time_stands(
    store: layout.Store, kind: str, ago: tuple[int, ...], *, stands: bool
) -> None:
    said = stated_fact.Statement("别用 any", kind, [], 0.6, how=stated_fact.HEARD)
    for seconds in ago:
        event = given.event(store, "prompt", "s-1", ago=seconds, text="x")
        pipeline.write(store, [(event, said)])

    assert [one.stands for one in given.living(store)] == [stands]


@pytest.mark.parametrize(
    ("heard", "line", "session", "stands"),
    [
        ("网关监听 9090，测试环境是 9091", "W @网关：网关监听 9090，测试环境 9091", "s-1", True),
        ("We deploy with make", "O @deploy: we deploy with make.", "s-1", True),
        ("We deploy with make", "W @deploy: We deploy with make", "s-2", False),  # it was told it
        ("We deploy with make", "W @deploy: we deploy with bazel", "s-1", False),
    ],
)
def test_an_agents_line_confirms_what_was_heard_in_its_own_session(
    store: layout.Store, heard: str, line: str, session: str, *, stands: bool
) -> None:
    prompt = given.event(store, "prompt", "s-1", text="x")
    said = stated_fact.Statement(heard, "W", [], 0.2, how=stated_fact.SCORED)
    pipeline.write(store, [(prompt, said)])
    answer = given.event(store, "response", session, text=f"Noted.\n{line}")

    keep(store, answer)

    (fact,) = (one for one in given.living(store) if one.content == heard)
    assert fact.stands is stands
    assert (answer.id in fact.evidence) is stands
    assert len(given.living(store)) == (2 if "bazel" in line else 1)


@pytest.mark.parametrize(
    ("source", "session", "stands"),
    [
        ({"via": "capture"}, "s-1", True),
        ({"via": "capture", "by": "program"}, "s-1", False),
        ({"via": "judge"}, "s-1", False),
        ({"via": "capture"}, "", False),  # of hosts that name no session
    ],
)
def test_an_agents_line_confirms_only_what_the_person_said(
    store: layout.Store, source: dict[str, str], session: str, *, stands: bool
) -> None:
    said = "We deploy with make"
    given.fact(store, said, status="candidate", source={**source, "session_id": session})
    answer = given.event(store, "response", session, text=f"W @deploy: {said}")

    keep(store, answer)

    (fact,) = given.living(store)
    assert fact.stands is stands


def test_damaged_events_and_evidence_are_survived(store: layout.Store) -> None:
    given.fact(store, SAID, evidence=[["a"], {"b": 1}, 5, None])
    event = given.event(store, "prompt", text=SAID)
    odd: list[given.Record] = [{}, {"type": "prompt"}, {"type": "prompt", "text": 5}]
    odd += [{"type": "prompt", "id": "e_1", "text": "Remember that \u200b\u200b\u200b\u200b"}]

    assert keep(store, *map(stored.Entry, odd), event) == 1
    assert given.living(store)[0].evidence == [event.id]


def test_extraction_can_be_switched_off_and_needs_a_project(
    store: layout.Store, user_store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = given.event(store, "prompt", text=SAID)
    assert keep(user_store, event) == 0
    monkeypatch.setenv("MEMORY_STORE_EXTRACT", "0")

    assert keep(store, event) == 0


def test_a_locked_store_is_told_and_nothing_is_written(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "_LOCK_SECONDS", 0.05)
    event = given.event(store, "prompt", text=SAID)

    with lock.Held(store.path), pytest.raises(errors.StoreError, match="locked"):
        keep(store, event)

    assert not Path(store.path, layout.FACTS).exists()


@pytest.mark.long
def test_several_that_keep_the_same_event_at_once_keep_it_once(store: layout.Store) -> None:
    event = given.event(store, "prompt", text=SAID)

    faults.at_once(*[lambda: keep(store, event)] * 4)

    assert len(given.lines(store, layout.FACTS)) == 1
