"""What was done fades by the table; what somebody kept of the world goes by nearness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.recall import choice, decay, fact_lines
from memory_store.store import files, layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    from memory_store.journal import stored

pytestmark = pytest.mark.usefixtures("noon")


def chosen(store: layout.Store) -> choice.Choice:
    """What a session start is given of the facts."""
    where = given.where(store)
    return choice.choose(decay.loadable(where), where.config.count("facts_limit"))


def loaded(store: layout.Store) -> list[str]:
    """The contents that a session start is given, rules first, each newest first."""
    found = chosen(store)
    return [str(one["content"]) for one in (*found.rules, *found.recent)]


def done(store: layout.Store, content: str, **fields: Any) -> stored.Fact:
    """A fact that fades: what an agent did."""
    return given.fact(store, content, **{"kind": "B", **fields})


def listed(store: layout.Store, *near: stored.Fact, **fields: object) -> None:
    """Put down the list of consolidation, the facts in this order."""
    status = Path(store.path, layout.FACTS).stat()
    lines: list[object] = [{"size": status.st_size, "inode": status.st_ino}]
    for fact in near:
        lines.append({"id": fact["id"], "at": given.place_of(store, fact), **fields})
    cache = layout.cache_directory(store)
    files.make_directory(cache)
    text = "".join(json.dumps(one) + "\n" for one in lines)
    Path(cache, fact_lines.RULES).write_text(text, "utf-8")


@pytest.mark.long
def test_what_bears_on_the_last_turns_is_nearest(store: layout.Store) -> None:
    for content in ("The staging database runs on Postgres 16", "The logo is drawn in Figma"):
        for days in (50, 30):
            via = "capture" if days == 30 else "agent"
            given.fact(store, f"{content}, as of day {days}", days=days, source={"via": via})
    given.event(store, "prompt", text="Why is the database query on staging so slow?")
    given.event(store, "response", text="Postgres has no index there.")

    finish.bring_up_to_date(given.where(store), embed_seconds=60)

    found = decay.loadable(given.where(store))
    assert [one.content[:7] for one in found.facts] == ["The sta", "The log"]
    assert [one.content[:7] for one in found.said] == ["The sta", "The log"]


@pytest.mark.long
def test_what_waits_is_counted_until_somebody_decides(store: layout.Store) -> None:
    inferred: given.Record = {"source": {"via": "capture"}, "status": "candidate", "days": 80}
    waiting = [given.fact(store, f"said {one} {'x' * 900}", **inferred) for one in range(40)]
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    given.fact(store, "said just now", **{**inferred, "days": 0})
    given.retraction(store, waiting[0])

    found = decay.loadable(given.where(store))

    assert found.waiting == 40
    assert found.said[0].content == "said just now"


def test_what_is_hardly_likely_waits_and_is_told_by_nobody(store: layout.Store) -> None:
    for sure in (0.15, 0.29, 0.3, 0.6):
        source: given.Record = {"source": {"via": "capture"}, "status": "candidate"}
        given.fact(store, f"said at {sure}", confidence=sure, **source)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    found = decay.loadable(given.where(store))

    assert found.waiting == 4
    assert sorted(one.content for one in found.said) == ["said at 0.3", "said at 0.6"]


@pytest.mark.long
def test_choosing_reads_no_more_of_a_large_store(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    read_at = files.read_at

    def counted(descriptor: int, offset: int, length: int) -> bytes:
        found = read_at(descriptor, offset, length)
        read.append(len(found))
        return found

    def bytes_read() -> int:
        read.clear()
        loaded(store)
        return sum(read)

    kept = [given.fact(store, f"kept {one}", days=60) for one in range(50)]
    listed(store, *kept)
    monkeypatch.setattr(files, "read_at", counted)
    assert bytes_read() > 0
    line = json.dumps(done(store, "of long ago", days=200)).encode() + b"\n"
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(line * 10_000)
    listed(store, *kept)

    assert bytes_read() < 1 << 20


@pytest.mark.parametrize("count", [30, 300])
def test_an_import_does_not_hide_what_is_recent(store: layout.Store, count: int) -> None:
    """It stands behind newer facts, so that old lines at the end say nothing of what is before."""
    given.fact(store, "the staging database is read-only", days=1)
    given.imported(store, count)

    assert loaded(store) == ["the staging database is read-only"]

    listed(store)  # a list that covers all, and lists what stands before an import: here nothing
    assert loaded(store) == (["the staging database is read-only"] if count == 30 else [])
