"""Finds a text in a store's records, and in the files that only their user edits.

Must not change anything.
"""

from __future__ import annotations

import itertools
import os
from typing import NamedTuple

from memory_store.forget import dependents
from memory_store.forget import target as wanting
from memory_store.index import extra, extra_files
from memory_store.journal import read, rewrite, stored, tombstones
from memory_store.store import layout
from memory_store.text import encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record


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

    The answers to a found prompt, and what repeats a found turn, are found too, and are added to
    `wanted` (`forget.dependents`).

    Raises:
        StoreError: a file can't be read.
    """
    hits = _holding(store, wanted)
    turns = [stored.Entry(one.record) for one in hits if one.kind == TURN]
    also = dependents.ids(store, turns) - wanted.ids
    wanted.ids |= also
    return _holding(store, wanted) if also else hits


def _holding(store: layout.Store, wanted: wanting.Wanted) -> list[Hit]:
    hits: list[Hit] = []
    places: dict[str, int] = {}
    kind_of = {layout.FACTS: FACT, layout.SESSIONS: SUMMARY}
    for name in rewrite.names(store):
        for number, _, line in rewrite.holding(store, name, wanted.may_stand_in):
            if wanted.is_in_damaged(line):
                hits.append(Hit(name, number, DAMAGED, {}))
            for record in read.parse_line(line):
                if not wanted.is_in(record):
                    continue
                event = TURN if record.get("type") in _TURNS else OTHER
                hit = Hit(name, number, kind_of.get(name, event), record)
                at = places.setdefault(tombstones.id_of(record), len(hits))
                if hit.kind == FACT and at < len(hits):
                    hits[at] = hits[at]._replace(record=record)
                else:
                    hits.append(hit)
    return hits


def in_user_files(store: layout.Store, wanted: wanting.Wanted) -> list[tuple[str, int]]:
    """The lines of the user's own files that hold a wanted text, or begin it: path and number."""
    found = []
    for name, path in user_files(store).items():
        lines = user_text(store, name).split("\n")
        for number, (line, after) in enumerate(itertools.pairwise([*lines, ""]), 1):
            is_begun = wanted.is_in_text(f"{line}\n{after}") and not wanted.is_in_text(after)
            if is_begun or wanted.is_in_text(line):
                found.append((path, number))
    return found


def user_text(store: layout.Store, name: str) -> str:
    """The text of a user's file or an extra file, of at most 4 MiB; "" if it can't be opened."""
    try:
        with os.fdopen(extra.open_file(store, name), "rb") as file:
            return encoding.shown(file.read(_TEXT_BYTES))
    except OSError:
        return ""


def user_files(store: layout.Store) -> dict[str, str]:
    """The paths of MEMORY.md, settings, notes and extra files, by their names in the index."""
    own = (layout.CORE, layout.SETTINGS, *read.note_names(store))
    paths = {name: os.path.join(store.path, *name.split("/")) for name in own}
    return paths | {name: extra.path_of(store, name) for name in extra_files.find(store).kept}
