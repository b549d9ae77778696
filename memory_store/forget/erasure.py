"""Removes a text from facts, summaries and journal for good.

Its lines become blanks of the same length. Must not touch MEMORY.md, notes and settings, which the
user edits.
"""

from __future__ import annotations

from memory_store import clock, errors
from memory_store.forget import filtering, hits
from memory_store.forget import target as wanting
from memory_store.journal import append, forgotten, read, rewrite, stored, tombstones
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


def carry_out(
    store: layout.Store, wanted: wanting.Wanted, moment: float | None = None
) -> tuple[int, int]:
    """Forget; return how many records, as `find` counts them, and how many lines were changed.

    Args:
        store: whose records go.
        wanted: which of them.
        moment: when it was forgotten, seconds since 1970, where another machine did so before.

    First the digests of the texts are noted, so that they do not come back.

    Raises:
        StoreError: as `filtering.lines`.
    """
    found: list[hits.Hit] = []

    def prepare() -> tuple[filtering.Change, filtering.May]:
        found[:] = hits.find(store, wanted)
        _remember(store, wanted, found, moment)
        ids = wanted.ids | {tombstones.id_of(one.record) for one in found}
        gone = _tell_others(store, wanted, ids)
        stones = tombstones.make((one, "") for one in gone)
        named = rewrite.naming(gone)
        return (
            lambda line: _without(wanted, stones, line),
            lambda some: named(some) or wanted.may_stand_in(some),
        )

    lines = filtering.lines(store, prepare)
    return len(found), lines


def _remember(
    store: layout.Store, wanted: wanting.Wanted, records: list[hits.Hit], moment: float | None
) -> None:
    """Note digests of the forgotten texts, so that they do not come back."""
    if not records:
        return
    contents = [str(one.record.get("content", "")) for one in records if one.kind == hits.FACT]
    texts = [
        str(one.record.get("text", ""))
        for one in records
        if one.kind == hits.TURN and tombstones.id_of(one.record) in wanted.ids
    ]
    texts_told = [text for one in records for text in wanting.said_in(one.record)]
    try:
        key = forgotten.key_to_write()
    except OSError as error:
        raise errors.cannot(
            "write",
            layout.config_directory(),
            error,
            "nothing was removed: without a key there it would come back from transcripts",
        ) from error
    noted = forgotten.notes(
        key, contents=contents, texts=texts, runs=wanted.runs(texts_told), moment=moment
    )
    append.append_locked(store, layout.FORGOTTEN, noted, durable=True)


def _tell_others(store: layout.Store, wanted: wanting.Wanted, ids: set[str]) -> set[str]:
    """Note tombstones of the facts and summaries with these ids, of which some line is wanted.

    A fact whose newest line is wanted goes with all its lines: otherwise an older line would hold
    again. Another loses only its wanted lines. Returned are the ids that go with all their lines.
    """
    lines = list(_with_ids(store, layout.FACTS, ids))
    newest = {tombstones.id_of(one): one for one in lines}
    gone = {identity for identity, one in newest.items() if wanted.is_in(one)} | wanted.ids
    _keep_hidden(store, {newest[one].supersedes for one in gone & newest.keys()} - gone)
    names = {
        (one.id, "") if one.id in gone else tombstones.name_of(one)
        for one in (*lines, *_with_ids(store, layout.SESSIONS, ids))
        if one.id in gone or wanted.is_in(one)
    }
    noted = tombstones.make(names - tombstones.load(store).moments.keys()).records()
    append.append_locked(store, layout.FORGOTTEN, noted, durable=True)
    return gone


def _with_ids(store: layout.Store, name: str, ids: set[str]) -> Iterator[Fact]:
    """The records of a file with these ids, oldest first, as facts."""
    for _, _, line in rewrite.holding(store, name, rewrite.naming(ids)):
        for record in map(stored.Fact, read.parse_line(line)):
            if tombstones.id_of(record) in ids:
                yield record


def _without(
    wanted: wanting.Wanted, stones: tombstones.Tombstones, line: bytes
) -> list[Record] | None:
    """The records that a line is to hold; None if the line stays."""
    if wanted.is_in_damaged(line):
        return []
    records = read.parse_line(line)
    left = [one for one in records if not wanted.is_in(one) and not stones.name(one)]
    kept = [stones.without(one) for one in left]
    return None if kept == records else kept


def _keep_hidden(store: layout.Store, identities: set[str]) -> None:
    """Take back the facts that only the link of a fact to be forgotten keeps from holding."""
    newest = {one.id: one for one in _with_ids(store, layout.FACTS, identities - {""})}
    left = [one for one in newest.values() if not one.has_ended(clock.now())]
    lines = [one.retracted() for one in left if one.op != stored.RETRACT]
    append.append_locked(store, layout.FACTS, lines, durable=True)
