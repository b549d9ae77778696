"""Single records out of the index: by id, by sameness, by nearness, and the rules that last.

Reads the index as it is, brings nothing up to date, and gives nothing where there is none: its
callers look at the files' tails first. What it returns was read from the file again.
"""

from __future__ import annotations

import apsw

from memory_store import clock, layout
from memory_store.index import ask, database, passages, piece, pieces, vector_table
from memory_store.journal import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Record = dict[str, object]

_LIVING_FACT = "p.kind = 'fact' AND p.state = 0"
_UNSURE_ROWS = 2_000
_PATIENCE_SECONDS = 0.2
_NAMING = ("id", "supersedes")


def by_id(store: layout.Store, identity: str) -> Record | None:
    """The fact, summary or turn with this id; None if the index knows none that holds."""
    found = _records(store, "p.record = ? AND p.state = 0", (identity,), 1)
    return found[0] if found else None


def same(store: layout.Store, content: str, kind: str) -> Record | None:
    """The living fact of type `kind` that says the same but for case, width and blanks."""
    where = f"{_LIVING_FACT} AND p.type = ? AND p.same = ?"
    found = _records(store, where, (kind, pieces.sameness(content)), 1)
    return found[0] if found else None


def similar(store: layout.Store, content: str, limit: int) -> list[Record]:
    """The living facts that share the most and the rarest words with `content`, best first."""
    from memory_store.index import filters, query, tokens  # a save has no use for them

    wanted = filters.Filters(now=clock.now(), kinds=(piece.FACT,))
    index = _open(store)
    if index is None:
        return []
    with index:
        try:
            leg = query.text_leg(index.db, tokens.question(content), limit, wanted)
            return [
                record for one in leg.scores for record in _read(index, store, "p.id = ?", (one,))
            ]
        except (apsw.Error, *database.DAMAGED):
            return []


def rules(store: layout.Store, limit: int, sure: float) -> list[Record]:
    """The newest rules and preferences (type O) that are sure enough not to expire."""
    where = f"{_LIVING_FACT} AND p.type = 'O' ORDER BY p.created DESC"
    found = _records(store, where, (), _UNSURE_ROWS)
    return [one for one in found if _confidence(one) >= sure][:limit]


def state(store: layout.Store) -> Record:
    """What the index holds: pieces by kind, texts with and without a vector; {} for none."""
    index = _open(store)
    if index is None:
        return {}
    with index:
        try:
            counted = ask.rows(
                index.db,
                "SELECT kind, count(*) FROM piece WHERE state = 0 GROUP BY kind ORDER BY kind",
            )
            waiting = ask.number(index.db, "SELECT count(*) FROM window WHERE embedded = 0")
            embedded = ask.number(index.db, "SELECT count(*) FROM window WHERE embedded = 1")
        except (apsw.Error, *database.DAMAGED):
            return {}
    return {"pieces": dict(counted), "vectors": embedded, "vectors_missing": waiting}


def waiting(store: layout.Store) -> int:
    """How many texts of a store still have no vector (see `vector_table.missing`)."""
    index = _open(store)
    if index is None:
        return 0
    with index:
        try:
            return vector_table.missing(index.db)
        except (apsw.Error, *database.DAMAGED):
            return 0


def _open(store: layout.Store) -> database.Index | None:
    return database.open_to_read(layout.cache_directory(store), _PATIENCE_SECONDS)


def _records(
    store: layout.Store, where: str, values: tuple[object, ...], limit: int
) -> list[Record]:
    index = _open(store)
    if index is None:
        return []
    with index:
        try:
            return list(_read(index, store, f"{where} LIMIT {limit:d}", values))
        except (apsw.Error, *database.DAMAGED):
            return []


def _read(
    index: database.Index, store: layout.Store, where: str, values: tuple[object, ...]
) -> Iterator[Record]:
    """The records of rows, but for those that a line behind the bookmark speaks of again."""
    newer = _unread_ids(index, store)
    sql = f"SELECT {passages.COLUMNS} FROM piece p WHERE {where}"  # noqa: S608  our own words
    for columns in ask.rows(index.db, sql, values):
        row = passages.Row(*columns)
        passage = passages.read_passage(store, row)
        if passage is not None and passage.record and row.record not in newer:
            yield passage.record


def _unread_ids(index: database.Index, store: layout.Store) -> set[str]:
    """The ids of facts that were written since the index was brought up to date."""
    mark = ask.number(index.db, "SELECT offset FROM bookmark WHERE file = ?", (layout.FACTS,))
    try:
        lines = [line for _, line in read.lines_from(store, layout.FACTS, mark)]
    except OSError:
        return set()
    records = (one for line in lines for one in read.parse_line(line))
    named = (one.get(name) for one in records for name in _NAMING)
    return {name for name in named if isinstance(name, str)}


def _confidence(fact: Record) -> float:
    found = fact.get("confidence")
    return float(found) if isinstance(found, int | float) else 0.0
