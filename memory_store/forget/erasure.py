"""Finds a text in a store's records, and removes it from facts, summaries and journal for good.

Its lines become blanks of the same length. Must not touch MEMORY.md, notes and settings, which the
user edits.
"""

from __future__ import annotations

import functools
import os
from typing import NamedTuple

from memory_store import errors
from memory_store.forget import dependents, derived_copies
from memory_store.forget import target as wanting
from memory_store.index import extra, extra_files
from memory_store.journal import append, facts, forgotten, read, rewrite, stored, tombstones
from memory_store.store import files, layout, lock
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


FACT, SUMMARY, TURN, OTHER, DAMAGED = "fact", "summary", "turn", "other", "damaged"
_TURNS = ("prompt", "response")
_TEXT_BYTES = 4 << 20


class Hit(NamedTuple):
    """A record that would be forgotten, or a line of a file that its user may edit.

    Attributes:
        file, line: where it stands; of a fact, where it was found first.
        kind: FACT, SUMMARY, TURN, OTHER (an event), DAMAGED (a line that can't be read).
        record: what it holds; {} for a damaged line.
    """

    file: str
    line: int
    kind: str
    record: Record


def find(store: layout.Store, wanted: wanting.Wanted) -> list[Hit]:
    """The records of a store that would be forgotten; each fact once, with its newest line.

    The answers to a found prompt are found too, and are added to `wanted` (`forget.dependents`).

    Raises:
        StoreError: a file can't be read.
    """
    hits = _holding(store, wanted)
    asked = [
        stored.Entry(one.record)
        for one in hits
        if one.kind == TURN and one.record.get("type") == "prompt"
    ]
    also = dependents.ids(store, asked) - wanted.ids
    wanted.ids |= also
    return _holding(store, wanted) if also else hits


def _holding(store: layout.Store, wanted: wanting.Wanted) -> list[Hit]:
    hits: list[Hit] = []
    places: dict[str, int] = {}
    for name in rewrite.names(store):
        for number, line in enumerate(rewrite.lines(store, name), 1):
            if not wanted.may_stand_in(line):
                continue
            if wanted.is_in_damaged(line):
                hits.append(Hit(name, number, DAMAGED, {}))
            for record in read.parse_line(line):
                if not wanted.is_in(record):
                    continue
                hit = Hit(name, number, kind_of(name, record), record)
                at = places.setdefault(str(record.get("id")), len(hits))
                if hit.kind == FACT and at < len(hits):
                    hits[at] = hits[at]._replace(record=record)
                else:
                    hits.append(hit)
    return hits


def kind_of(name: str, record: Record) -> str:
    """The kind of a record of a file."""
    if name == layout.FACTS:
        return FACT
    if name == layout.SESSIONS:
        return SUMMARY
    return TURN if record.get("type") in _TURNS else OTHER


def in_user_files(store: layout.Store, wanted: wanting.Wanted) -> list[tuple[str, int]]:
    """The lines of the user's own files that hold a wanted text: file and number.

    These are MEMORY.md, notes and settings, by their names in the store, and extra files, by their
    absolute paths.
    """
    paths = {name: extra.path_of(store, name) for name in extra_files.find(store).kept}
    places = []
    for name in [*user_files(store), *paths]:
        for number, line in enumerate(user_text(store, name).split("\n"), 1):
            if wanted.is_in_text(line):
                places.append((paths.get(name, name), number))
    return places


def user_text(store: layout.Store, name: str) -> str:
    """The text of a user's file or an extra file, of at most 4 MiB; "" if it can't be opened."""
    try:
        descriptor = extra.open_file(store, name)
    except OSError:
        return ""
    try:
        return files.read_at(descriptor, 0, _TEXT_BYTES).decode("utf-8", "replace")
    finally:
        os.close(descriptor)


def user_files(store: layout.Store) -> list[str]:
    """The names of MEMORY.md, settings and notes."""
    return [layout.CORE, layout.SETTINGS, *_notes(store)]


def _notes(store: layout.Store) -> list[str]:
    try:
        return sorted(
            f"{layout.NOTES}/{name}"
            for name in os.listdir(os.path.join(store.path, layout.NOTES))
            if name.endswith(".md")
        )
    except OSError:
        return []


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
        hits = find(store, wanted)
        _remember(store, wanted, hits, moment)
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
    return len(hits), changed


def _remember(
    store: layout.Store, wanted: wanting.Wanted, hits: list[Hit], moment: float | None
) -> None:
    """Note digests of the forgotten texts, so that they do not come back."""
    if not hits:
        return
    contents = [str(one.record.get("content", "")) for one in hits if one.kind == FACT]
    texts = [
        str(one.record.get("text", ""))
        for one in hits
        if one.kind == TURN and one.record.get("id") in wanted.ids
    ]
    texts_told = [text for one in hits for text in wanting.strings(one.record)]
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
                    if record.get("id") in ids:
                        names.add((str(record.get("id")), ""))
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
                holds = wanted.is_in(record)
                if holds or record.get("id") in newest:
                    newest[str(record.get("id"))] = holds
                    ids.add(str(record.get("id")).encode("utf-8", "replace"))
    return {identity for identity, holds in newest.items() if holds} | wanted.ids


def _hidden_by(store: layout.Store, gone: set[str]) -> set[str]:
    """The facts that the removed facts had replaced."""
    return {
        str(one["supersedes"])
        for line in rewrite.lines(store, layout.FACTS)
        if b'"supersedes"' in line
        for one in read.parse_line(line)
        if one.get("id") in gone and isinstance(one.get("supersedes"), str)
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
        if not wanted.is_in(one) and not (is_fact and one.get("id") in gone)
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
