"""Consolidation goes on where it ended, finishes an import, and keeps what lasts listed."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest

from memory_store.embedders import catalog
from memory_store.facts import settling
from memory_store.journal import append, checkpoints, facts, read, records, stored
from memory_store.recall import decay
from memory_store.store import layout
from memory_store.upkeep import finish, run_state
from tests import given
from tests.index import tiny

OLDER = "We deploy on Heroku"
NEWER = "We plan to move deployments from Heroku to Fly.io"

pytestmark = pytest.mark.usefixtures("words_alone")


def run(store: layout.Store, seconds: float | None = None) -> run_state.Report:
    return finish.bring_up_to_date(given.where(store), embed_seconds=seconds)


def contents(store: layout.Store) -> set[str]:
    return {one.content for one in given.living(store)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("seconds", "merged"),
    [([None] * 3, [10, 10, 10]), ([0.0, math.inf, math.inf], [100, 50, 0])],
)
def test_a_run_takes_what_time_allows_and_the_next_run_goes_on(
    store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
    seconds: list[float | None],
    merged: list[int],
) -> None:
    monkeypatch.setattr(settling, "_QUICK_SECONDS", 0.0)
    for text in ("first service on port {}", "First  service on PORT {}"):
        for port in range(8000, 8150):
            given.fact(store, text.format(port), days=3)

    assert [run(store, most).merged for most in seconds] == merged
    assert len(contents(store)) == 300 - sum(merged)


def test_nothing_is_decided_by_what_others_changed_meanwhile(store: layout.Store) -> None:
    older, newer = (given.fact(store, one) for one in ("use tabs", "use  Tabs"))

    def similar(_: stored.Fact) -> settling.Near:
        given.retraction(store, older)
        return [(older, None)]

    done = settling.consolidate(store, [newer], similar)

    assert (done.is_late, contents(store)) == (True, {newer.content})


def test_what_a_judge_found_late_ends_nothing_that_was_said_after_it(store: layout.Store) -> None:
    given.fact(store, "From now on we deploy with Jenkins", source={"via": "user"})
    late = "We switched from Jenkins to Argo CD"
    given.fact(store, late, days=1, source={"via": "judge", "session_id": "s-1"})

    run(store)

    assert "From now on we deploy with Jenkins" in contents(store)


def test_facts_that_may_not_be_read_stop_nothing(store: layout.Store, tmp_path: Path) -> None:
    given.fact(store, "use tabs")
    os.link(Path(store.path, layout.FACTS), tmp_path / "second name")

    assert run(store).merged == 0


def test_a_restored_fact_stays_when_the_cache_is_lost(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Jenkins", days=3)
    run(store)
    newer = given.fact(store, "We switched from Jenkins to Argo CD")
    done = run(store)
    assert (done.replaced, done.merged, contents(store)) == (1, 0, {newer.content})
    ended = [one for one in given.lines(store, layout.FACTS) if one["id"] == older["id"]][-1]
    append.append(store, layout.FACTS, [stored.Fact(ended).restored()])
    Path(layout.cache_directory(store), "learned.json").unlink()

    run(store)

    assert contents(store) == {older.content, newer.content}


def test_a_fact_that_was_said_again_since_is_not_ended_by_an_older_correction(
    store: layout.Store,
) -> None:
    """The correction comes late, as from another machine."""
    known = given.fact(store, "We deploy with Jenkins", days=3)
    run(store)
    again = records.new_id("f", given.moment(1))
    append.append(store, layout.FACTS, [known.changed(evidence=[again])])
    given.fact(store, "We switched from Jenkins to Argo CD", days=2)

    run(store)

    assert known.content in contents(store)


@pytest.mark.long
def test_a_fact_that_was_retracted_in_a_later_batch_is_not_merged(store: layout.Store) -> None:
    """Its first line stands among those of the batch, the one that takes it back far behind."""
    given.fact(store, "We deploy with Argo CD", days=3)
    gone = given.fact(store, "we deploy with argo cd", days=2)
    for one in range(120):
        given.fact(store, f"filler {one}", days=1)
    given.retraction(store, gone)

    run(store)

    (kept,) = [one for one in given.living(store) if "Argo" in one.content]
    assert kept["evidence"] == []


def test_the_users_own_facts_are_consolidated_too(
    store: layout.Store, user_store: layout.Store
) -> None:
    given.fact(user_store, "User prefers dark mode", days=3, kind="O")
    given.fact(user_store, "user prefers  Dark Mode", kind="O")

    assert run(store).merged == 1
    assert len(contents(user_store)) == 1


def test_facts_are_compared_once_more_when_their_vectors_are_there(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What shares no word is found by meaning alone, and a hook makes no vectors."""
    given.fact(store, "用 pnpm 安装依赖", days=3)
    given.fact(store, "Use pnpm to install dependencies", days=1)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "offline")
    monkeypatch.setattr(catalog, "load", lambda *_: tiny.TinyEmbedder())
    run(store)
    assert checkpoints.MEANING not in checkpoints.load(store)

    run(store, math.inf)

    done, size = checkpoints.load(store), Path(store.path, layout.FACTS).stat().st_size
    assert done[checkpoints.MEANING] == done[layout.FACTS] <= size


@pytest.mark.long
def test_recent_facts_before_a_long_import_are_listed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a session start reads of the file's end stands behind them."""
    monkeypatch.setattr(settling, "_QUICK_SECONDS", 0.0)
    given.fact(store, "the staging database is read-only", days=1)
    given.fact(store, "the old gateway is gone", days=90)
    run(store)
    given.imported(store, 700, length=1_600)
    assert Path(store.path, layout.FACTS).stat().st_size > read.TAIL_BYTES

    run(store)

    loadable = decay.loadable(given.where(store)).facts
    assert [one["content"] for one in loadable] == ["the staging database is read-only"]


def test_what_a_fact_may_have_changed_is_told_and_stands_in_no_file_of_the_memory(
    store: layout.Store,
) -> None:
    older = given.fact(store, OLDER, days=2)
    given.fact(store, NEWER, days=1)
    path = Path(store.path, layout.FACTS)
    before = path.read_bytes()

    assert run(store).replaced == 0

    assert path.read_bytes() == before
    told = decay.loadable(given.where(store)).facts
    assert [(one.content, one.get("was")) for one in told] == [(NEWER, [OLDER])]
    given.retraction(store, older)
    assert [one.get("was") for one in decay.loadable(given.where(store)).facts] == [None]


@pytest.mark.long
def test_a_start_reads_no_further_back_than_what_is_listed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where changes fill the end of the file, as links of 0.2.0 do."""
    services = [
        given.fact(store, f"service {at} listens on port {8000 + at}") for at in range(150)
    ]
    for one in services:
        append.append(store, layout.FACTS, [one.changed(related=["f_1"])])
    run(store, None)
    read_: list[int] = []
    tail = read.tail

    def noted(store: layout.Store, name: str, limit: int = read.TAIL_BYTES) -> list[bytes]:
        read_.append(limit)
        return tail(store, name, limit)

    monkeypatch.setattr(read, "tail", noted)
    told = decay.loadable(given.where(store)).facts

    assert [one.content for one in told[:10]] == [one.content for one in services[:-11:-1]]
    assert max(read_) <= 1 << 15


@pytest.mark.long
def test_without_a_list_a_start_reads_as_many_lasting_facts_as_it_may_tell(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(400):
        given.fact(store, f"rule {at}", days=9, kind="O")
    parsed: list[bytes] = []
    parse = facts.parse

    def noted(line: bytes) -> list[stored.Fact]:
        parsed.append(line)
        return parse(line)

    monkeypatch.setattr(facts, "parse", noted)

    assert len(decay.loadable(given.where(store)).facts) >= 100
    assert len(parsed) < 250
