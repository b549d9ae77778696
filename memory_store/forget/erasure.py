"""Removes a text from facts, summaries and journal for good.

Its lines become blanks of the same length. Must not touch MEMORY.md, notes and settings, which the
user edits.
"""

from __future__ import annotations

import functools

from memory_store import errors
from memory_store.forget import derived_copies, hits
from memory_store.forget import target as wanting
from memory_store.journal import append, facts, forgotten, read, rewrite, stored, tombstones
from memory_store.store import layout, lock
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
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

    First the digests of the texts are noted, so that they do not come back; then the files are
    rewritten, then derived files are cleared. The next run finishes a killed one.

    Raises:
        StoreError: a file can't be read or written; those before it are done.
    """
    changed = 0
    with lock.Held(store.path):
        append.take_in(store)
        gone_records = hits.find(store, wanted)
        _remember(store, wanted, gone_records, moment)
        gone = _facts_to_go(store, wanted)
        _tell_others(store, wanted, gone)
        hidden = _hidden_by(store, gone)
        for name in rewrite.names(store):
            change = functools.partial(_without, name, wanted, gone)
            changed += rewrite.rewrite(store, name, change)
        rewrite.sweep(store)
        _keep_hidden(store, hidden - gone)
    approval.renew(store)
    derived_copies.clear(store, wanted.is_in_text)
    return len(gone_records), changed


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
    texts_told = [text for one in records for text in wanting.strings(one.record)]
    try:
        key = forgotten.key_to_write()
    except OSError as error:
        raise errors.StoreError(
            f"cannot write {layout.config_directory()}: {error.strerror}",
            "nothing was removed: without a key there it would come back from transcripts",
        ) from error
    noted = forgotten.notes(
        key, contents=contents, texts=texts, runs=wanted.runs(texts_told), moment=moment
    )
    append.append_locked(store, layout.FORGOTTEN, noted, durable=True)


def _tell_others(store: layout.Store, wanted: wanting.Wanted, gone: set[str]) -> None:
    """Note tombstones, so that the texts go from other machines too."""
    names: set[tombstones.Name] = set()
    for file, ids in ((layout.FACTS, gone), (layout.SESSIONS, wanted.ids)):
        for line in rewrite.lines(store, file):
            if wanted.may_stand_in(line) or any(one.encode() in line for one in ids):
                for record in read.parse_line(line):
                    if (identity := tombstones.id_of(record)) in ids:
                        names.add((identity, ""))
                    elif wanted.is_in(record):
                        names.add(tombstones.name_of(record))
    noted = tombstones.make(names - tombstones.load(store).moments.keys()).records()
    append.append_locked(store, layout.FORGOTTEN, noted, durable=True)


def _facts_to_go(store: layout.Store, wanted: wanting.Wanted) -> set[str]:
    """The facts whose newest line holds a wanted text: all their lines are removed.

    Otherwise an older line would hold again.

    Other facts lose only the lines that hold the text.
    """
    newest: dict[str, bool] = {}
    ids: set[bytes] = set()
    for line in rewrite.lines(store, layout.FACTS):
        if wanted.may_stand_in(line) or any(one in line for one in ids):
            for record in read.parse_line(line):
                identity, holds = tombstones.id_of(record), wanted.is_in(record)
                if holds or identity in newest:
                    newest[identity] = holds
                    ids.add(identity.encode("utf-8", "replace"))
    return {identity for identity, holds in newest.items() if holds} | wanted.ids


def _hidden_by(store: layout.Store, gone: set[str]) -> set[str]:
    """The facts that the removed facts had replaced."""
    return {
        str(one["supersedes"])
        for line in rewrite.lines(store, layout.FACTS)
        if b'"supersedes"' in line
        for one in read.parse_line(line)
        if tombstones.id_of(one) in gone and isinstance(one.get("supersedes"), str)
    }


def _without(
    name: str, wanted: wanting.Wanted, gone: set[str], line: bytes
) -> list[Record] | None:
    """The records that a line is to hold; None if the line stays."""
    if not wanted.may_stand_in(line) and not any(one.encode() in line for one in gone):
        return None
    if wanted.is_in_damaged(line):
        return []
    records = read.parse_line(line)
    is_fact = name == layout.FACTS
    stones = tombstones.make((one, "") for one in gone)
    kept = [
        stones.without(one) if is_fact else one
        for one in records
        if not wanted.is_in(one) and not (is_fact and tombstones.id_of(one) in gone)
    ]
    return None if kept == records else kept


def _keep_hidden(store: layout.Store, identities: set[str]) -> None:
    """Take back the facts that only a forgotten fact had replaced."""
    if not identities:
        return
    newest: dict[str, Fact] = {}
    for line in rewrite.lines(store, layout.FACTS):
        if any(one.encode() in line for one in identities):
            for fact in facts.parse(line):
                newest[fact.id] = fact
    known = [newest[one] for one in sorted(identities) if one in newest]
    lines = [one.retracted() for one in known if one.op != stored.RETRACT]
    append.append_locked(store, layout.FACTS, lines, durable=True)
