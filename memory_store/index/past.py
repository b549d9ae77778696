"""The facts as they held at a moment of the past, as an index that lasts as long as the search.

Replays the lines of facts.jsonl that were written by then, by the rule that the index itself goes
by. Must not write to the store or its cache.
"""

from __future__ import annotations

from memory_store.index import database, piece, rows
from memory_store.journal import facts, read
from memory_store.store import layout
from memory_store.text import digest


def as_of(store: layout.Store, moment: float) -> database.Index:
    """An index in memory of what facts.jsonl said at a moment.

    A line counts if it was written by then: of a new fact `created_at` tells when, of a change
    `updated_at`; a line that tells no time has always been there. What was to hold up to a moment
    is left to the search, which is asked with that moment for its present.

    Args:
        store: the store; its index is not looked at.
        moment: seconds since 1970.
    """
    index = database.create_aside("")
    writer = rows.Rows(index.db, store)

    def replay() -> None:
        for place, raw in _lines(store):
            said = facts.said_at(raw)
            if said is None or said <= moment:
                writer.apply_fact(raw, place)
        writer.close()

    index.transact(replay)
    return index


def _lines(store: layout.Store) -> list[tuple[piece.Place, dict[str, object]]]:
    """Each record of the facts with its place, oldest first; none where there is no such file."""
    found = []
    try:
        for number, (offset, line) in enumerate(read.lines_from(store, layout.FACTS), 1):
            check = digest.of_bytes(line)
            for nth, raw in enumerate(read.parse_line(line)):
                place = piece.Place(
                    file=layout.FACTS,
                    offset=offset,
                    length=len(line),
                    digest=check,
                    nth=nth,
                    line=number,
                    end_line=number,
                )
                found.append((place, raw))
    except OSError:  # not there, or a link: nothing that we wrote
        return []
    return found
