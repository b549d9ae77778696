"""What has proved itself is proposed, and nothing else: sessions, sure rules, the agent's word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store import clock
from memory_store.capture import disowning, pipeline
from memory_store.journal import append, records, stored
from memory_store.promotion import candidates
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

PORT = "Remember that the API listens on port 8080"


def find(store: layout.Store, tail: int = candidates.LISTED_BYTES) -> list[candidates.Candidate]:
    return candidates.find(given.where(store), store, tail)


CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("candidates.jsonl").read_text("utf-8").splitlines()
]


def repeated(store: layout.Store, *days: float, **fields: Any) -> stored.Fact:
    """A fact said again so many days ago, by sessions that nobody knows any more."""
    said = [records.new_id("e", given.moment(one)) for one in days]
    return given.fact(store, days=max(days) + 1, evidence=said, **fields)


def captured(store: layout.Store, session: str, text: str = PORT) -> None:
    pipeline.keep(given.where(store), [given.event(store, "prompt", session, text=text)])


@pytest.mark.parametrize("row", CASES, ids=lambda row: row["case"])
def test_what_has_proved_itself_is_proposed_and_nothing_else(
    store: layout.Store, row: given.Record
) -> None:
    for fact in row["facts"]:
        said = fact.pop("said", None)
        repeated(store, *said, **fact) if said else given.fact(store, **fact)

    Path(store.path, layout.CORE).write_text(row["core"], "utf-8")
    found = find(store)

    assert [(one.fact.content, one.times) for one in found] == [*row["found"].items()]
    assert all(one.is_proved() == (one.times > 1) for one in found)


def test_what_was_said_in_several_sessions_is_proposed_with_its_evidence(
    store: layout.Store,
) -> None:
    for session in ("s-1", "s-2", "s-3"):
        captured(store, session)

    (found,) = find(store)

    assert (found.fact.content, found.times) == (PORT, 3)
    assert found.is_proved()
    assert found.first <= found.last <= clock.now()


def test_what_one_session_says_again_and_again_is_not(store: layout.Store) -> None:
    for _ in range(4):
        captured(store, "s-1")

    assert len(given.lines(store, layout.FACTS)) == 4
    assert find(store) == []


def test_what_was_said_once_counts_once_also_where_its_session_never_ended(
    store: layout.Store,
) -> None:
    given.event(store, "session_start", "s-1", ago=2 * 86_400, source="startup")
    said = given.event(store, "prompt", "s-1", ago=2 * 86_400, text=PORT)

    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    (fact,) = given.living(store)
    assert fact.evidence == [said.id]
    assert find(store) == []
    Path(store.path, layout.DAILY, f"{clock.local_date(said.moment)}.jsonl").unlink()
    assert find(store) == []


def test_a_turn_that_turned_out_to_be_nobodys_is_no_second_session(store: layout.Store) -> None:
    captured(store, "s-1")
    captured(store, "s-2")
    (second,) = [one for one in given.journal(store, "prompt") if one.session_id == "s-2"]
    scheduled = second.with_(origin="scheduled")

    disowning.check(store, [second], [scheduled], [])

    assert find(store) == []


def test_sessions_of_facts_that_were_merged_count(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD", session="s-1", days=3)
    newer = given.fact(store, "we deployed with Argo CD.", session="s-2", days=1)

    merged = [newer.retracted(), older.changed(evidence=[newer["id"]])]
    append.append(store, layout.FACTS, merged)  # as consolidation does

    (found,) = find(store)
    assert found.fact["id"] == older["id"]
    assert found.times == 2


def test_the_end_of_the_facts_suffices_for_what_was_said_lately(store: layout.Store) -> None:
    repeated(store, 9, 5, content="long ago")
    for one in range(50):
        given.fact(store, f"filler {one}")
    repeated(store, 9, 5, content="lately")

    assert [one.fact.content for one in find(store, 2_000)] == ["lately"]
    assert len(find(store)) == 2
