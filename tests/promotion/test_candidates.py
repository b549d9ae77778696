"""What has proved itself is proposed, and nothing else: sessions, sure rules, the agent's word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_store import clock, codec
from memory_store.capture import pipeline
from memory_store.journal import append, read, records, stored
from memory_store.promotion import candidates, decisions
from memory_store.store import layout
from tests import given, growth

SURE = 0.9


def find(store: layout.Store, *core: str, tail: int = 0) -> list[candidates.Candidate]:
    return candidates.find(store, core, SURE, tail)


def contents(store: layout.Store, *core: str) -> list[str]:
    return [str(one.fact["content"]) for one in find(store, *core)]


def evidence(days: float) -> str:
    return records.new_id("e", given.moment(days))


def repeated(store: layout.Store, content: str, *days: float, **fields: Any) -> stored.Fact:
    """A fact said again so many days ago, by sessions that nobody knows any more."""
    return given.fact(
        store, content, days=max(days) + 1, evidence=[evidence(one) for one in days], **fields
    )


def captured(store: layout.Store, session: str, text: str) -> None:
    pipeline.keep(given.where(store), [given.event(store, "prompt", session, text=text)])


def test_promote_parses_no_more_lines_of_a_larger_memory(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []
    real = read.parse_line

    def count(line: bytes) -> list[codec.Record]:
        parsed.append(line)
        return real(line)

    def lines_parsed() -> int:
        parsed.clear()
        assert contents_of_the_end(store) == {"a rule said last"}
        assert candidates.promoted(store) == []
        return len(parsed)

    for number in range(40):
        given.fact(store, f"an old rule number {number}", kind="O", confidence=0.5)
    given.fact(store, "a rule said last", kind="O", confidence=1.0)
    monkeypatch.setattr(read, "parse_line", count)
    small = lines_parsed()
    path = Path(store.path, layout.FACTS)
    lines = path.read_bytes()
    path.write_bytes(lines * 20)

    assert 0 < lines_parsed() <= small


def contents_of_the_end(store: layout.Store) -> set[str]:
    found = find(store, tail=8_000)
    return {str(one.fact["content"]) for one in found}


def test_what_was_said_in_several_sessions_is_proposed_with_its_evidence(
    store: layout.Store,
) -> None:
    for session in ("s-1", "s-2", "s-3"):
        captured(store, session, "Remember that the API listens on port 8080")

    (found,) = find(store)

    assert found.fact["content"] == "Remember that the API listens on port 8080"
    assert found.times == 3
    assert found.is_proved()
    assert found.first <= found.last <= clock.now()


def test_what_one_session_says_again_and_again_is_not(store: layout.Store) -> None:
    for _ in range(4):
        captured(store, "s-1", "Remember that the API listens on port 8080")

    assert len(given.lines(store, layout.FACTS)) == 4
    assert find(store) == []


def test_what_was_said_once_is_not(store: layout.Store) -> None:
    given.fact(store, "Remember that the API listens on port 8080", confidence=1.0)

    assert find(store) == []


def test_sessions_of_facts_that_were_merged_count(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD", session="s-1", days=3)
    newer = given.fact(store, "we deployed with Argo CD.", session="s-2", days=1)

    merged = [newer.retracted(), older.changed(evidence=[newer["id"]])]
    append.append(store, layout.FACTS, merged)  # as consolidation does

    (found,) = find(store)
    assert found.fact["id"] == older["id"]
    assert found.times == 2


def test_where_the_journal_is_gone_days_stand_for_sessions(store: layout.Store) -> None:
    repeated(store, "said on three days", 20, 10)
    repeated(store, "said on one day", 30, 30)

    times = {one.fact["content"]: one.times for one in find(store)}

    assert times == {"said on three days": 3, "said on one day": 2}


@pytest.mark.parametrize(
    ("kind", "confidence", "is_one"),
    [("O", 1.0, True), ("O", 0.9, True), ("O", 0.85, False), ("W", 1.0, False)],
)
def test_a_sure_rule_is_proposed_though_it_was_said_once(
    store: layout.Store,
    kind: str,
    confidence: float,
    is_one: bool,  # noqa: FBT001
) -> None:
    given.fact(store, "never push to main", kind=kind, confidence=confidence)

    found = find(store)

    assert bool(found) is is_one
    assert not any(one.is_proved() for one in found)


def test_history_is_not_core_memory(store: layout.Store) -> None:
    repeated(store, "migrated the database", 9, 5, kind="B")
    repeated(store, "phase one is done", 9, 5, kind="S")

    assert find(store) == []


def test_what_was_taken_back_replaced_or_has_expired_is_not_proposed(store: layout.Store) -> None:
    given.retraction(store, repeated(store, "taken back", 9, 5))
    old = repeated(store, "replaced", 9, 5)
    given.fact(store, "in its place", supersedes=old["id"])
    repeated(store, "expired", 9, 5, valid_to="2020-01-01T00:00:00.000Z")

    assert find(store) == []


@pytest.mark.parametrize(
    "line",
    [
        "We deploy with Argo CD",
        "we deploy with  argo CD.",
        "Our setup. We deploy with Argo CD. Ask Ada.",
    ],
)
def test_what_core_memory_says_already_is_not_proposed(store: layout.Store, line: str) -> None:
    repeated(store, "We deploy with Argo CD", 9, 5)
    core = [line, *line.replace("!", "").split(". ")]

    assert find(store) != []
    assert find(store, *core) == []


def test_what_core_memory_forbids_is_not_taken_for_said(store: layout.Store) -> None:
    repeated(store, "deploy with kubectl", 9, 5)

    assert contents(store, "never deploy with kubectl") == ["deploy with kubectl"]


@pytest.mark.parametrize("decision", [candidates.REFUSED, candidates.ACCEPTED])
def test_what_was_decided_is_not_asked_again_not_even_as_a_new_fact(
    store: layout.Store, decision: str
) -> None:
    made = repeated(store, "We deploy with Argo CD", 9, 5)
    decisions.mark(store, [made], decision)
    assert find(store) == []

    repeated(store, "we deploy with argo cd", 3, 2)

    assert find(store) == []


def test_a_decision_outlives_that_the_fact_is_said_again(store: layout.Store) -> None:
    captured(store, "s-1", "Remember that the API listens on port 8080")
    decisions.mark(store, given.living(store), candidates.REFUSED)

    for session in ("s-2", "s-3"):
        captured(store, session, "Remember that the API listens on port 8080")

    assert len(given.living(store)[0].evidence) == 3
    assert find(store) == []


def test_what_the_agent_proposes_comes_first(store: layout.Store) -> None:
    repeated(store, "said often", 9, 5, 3)
    made = given.fact(store, "proposed")
    decisions.mark(store, [made], candidates.PROPOSED)

    assert contents(store) == ["proposed", "said often"]
    assert find(store)[0].proposed


def test_the_best_proved_comes_first(store: layout.Store) -> None:
    given.fact(store, "a sure rule", kind="O", confidence=1.0)
    repeated(store, "said twice more", 9, 5)
    repeated(store, "said three times more", 9, 5, 3)

    assert contents(store) == ["said three times more", "said twice more", "a sure rule"]


def test_the_end_of_the_facts_suffices_for_what_was_said_lately(store: layout.Store) -> None:
    repeated(store, "long ago", 9, 5)
    for one in range(50):
        given.fact(store, f"filler {one}")
    repeated(store, "lately", 9, 5)

    assert [one.fact["content"] for one in find(store, tail=2_000)] == ["lately"]
    assert set(contents(store)) == {"long ago", "lately"}


def test_twice_the_facts_are_looked_through_in_twice_the_time(store: layout.Store) -> None:
    repeated(store, "said often", 9, 5)
    often = Path(store.path, layout.FACTS).read_text("utf-8")

    def made(count: int) -> str:
        return often + "".join(
            f'{{"id":"f_{one:026d}","type":"W","content":"fact {one}","entities":[],'
            f'"confidence":0.8,"created_at":"2026-01-01T00:00:00.000Z",'
            f'"source":{{"via":"agent"}},"evidence":[]}}\n'
            for one in range(count)
        )

    def look(text: str) -> None:
        Path(store.path, layout.FACTS).write_text(text, "utf-8")
        assert contents(store) == ["said often"]

    assert growth.of(look, made, 5_000) < growth.MOST


def test_a_fact_is_found_by_id_only_while_it_holds(store: layout.Store) -> None:
    made = given.fact(store, "first wording")
    append.append(store, layout.FACTS, [made.changed(content="second wording")])

    found = candidates.by_id(store, made.id)
    assert found is not None
    assert found["content"] == "second wording"

    given.retraction(store, made)
    assert candidates.by_id(store, made.id) is None
    assert candidates.by_id(store, "f_unknown") is None


def test_where_there_are_no_facts_there_is_nothing_to_propose(store: layout.Store) -> None:
    assert find(store) == []
    assert find(store, tail=1_000) == []
    assert candidates.promoted(store) == []
