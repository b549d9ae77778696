"""Looks up single records in the index: by id, by equal text, by nearness, and those that last.

Every record is read from its file again. Callers look at the ends of the files first. Must not
bring the index up to date.
"""

from __future__ import annotations

import itertools

from memory_store import clock
from memory_store.index import database, parsing, passages, piece, tables, vector_table
from memory_store.journal import facts, fields, read, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    import apsw

    from memory_store.codec import Record
    from memory_store.index import filters
    from memory_store.journal.stored import Fact

    Answer = TypeVar("Answer")

_LIVING_FACT = "p.kind = 'fact'"
_NOTES = "SELECT count(DISTINCT file) FROM piece WHERE kind = 'note'"
_LAST_TURNS = "SELECT id FROM piece WHERE kind = 'turn' ORDER BY id DESC LIMIT 12"
_PATIENCE_SECONDS = 0.2
_LOOKED_AT, _RARE, _COMMON = 1_000, 64, 4


def by_id(store: layout.Store, identity: str) -> Record | None:
    """The fact, summary or turn with this id; None if the index has none that holds."""
    found = _records(store, "p.record = ?", (identity,), 1)
    return found[0] if found else None


def same(store: layout.Store, content: str, kind: str) -> Fact | None:
    """The living fact of type `kind` that says the same but for case, width and blanks."""
    where = f"{_LIVING_FACT} AND p.type = ? AND p.same = ? AND coalesce(p.expires > ?, 1)"
    found = _facts(store, where, (kind, parsing.sameness(content), clock.now()), 1)
    return found[0] if found else None


def similar(store: layout.Store, fact: Fact, limit: int) -> list[tuple[Fact, float | None]] | None:
    """The facts nearest to a fact, by words and by meaning.

    Args:
        store: the store.
        fact: a fact of it.
        limit: how many of each kind of nearness, at most.

    Returns:
        Each with the cosine of both, None where one of them has no vector; those that share the
        rarest words first, then those that are near by meaning alone. None where the index knows
        no such fact that holds.
    """
    return _ask(store, lambda index: _similar(index, store, fact, limit))


def _similar(
    index: database.Index, store: layout.Store, fact: Fact, limit: int
) -> list[tuple[Fact, float | None]] | None:
    from memory_store.index import backends, filters, tokens  # a save has no use for them

    where = f"SELECT id FROM piece p WHERE {_LIVING_FACT} AND p.record = ?"
    piece_id = tables.value(index.db, where, (fact.id,))
    if piece_id is None or fact.id in _unread_ids(index, store):
        return None
    wanted = filters.Filters(now=clock.now(), kinds=(piece.FACT,))
    phrases = [one.phrase for one in tokens.question(fact.content).terms if not one.bonus]
    ids = _sharing(index.db, phrases, limit + 1, wanted)
    cosines: dict[int, float] = {}
    backend = backends.backend(index.db)
    vector = backend.vector_of(index.db, piece_id) if backend.load(index.db) else None
    if vector:
        near = backend.by_vector(index.db, vector, limit + 1, wanted)
        ids += [one for one in near if one not in ids]
        cosines = backend.cosines(index.db, vector, ids)
    others = tables.listed(one for one in ids if one != piece_id)
    known = list(_read(index, store, f"p.id IN ({others})"))
    known.sort(key=lambda pair: ids.index(pair[0]))
    return [(stored.Fact(record), cosines.get(one)) for one, record in known]


def _sharing(
    db: apsw.Connection, phrases: list[str], limit: int, wanted: filters.Filters
) -> list[int]:
    """Facts that share the most of the rarest words, in work that no store's size adds to.

    A word that many facts have counts in the newest of them, and only beside another such word.
    """
    condition, values = wanted.sql()
    newest = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
    sql = f"SELECT p.id FROM ({newest}) f JOIN piece p ON p.id = f.rowid WHERE {condition} LIMIT ?"

    def having(phrase: str, most: int) -> list[int]:
        return [row[0] for row in tables.rows(db, sql, (phrase, _LOOKED_AT, *values, most))]

    rows = {phrase: having(phrase, _RARE + 1) for phrase in phrases}
    common = [phrase for phrase, matches in rows.items() if len(matches) > _RARE][:_COMMON]
    lists = [matches for matches in rows.values() if len(matches) <= _RARE]
    lists += [having(" AND ".join(pair), limit) for pair in itertools.combinations(common, 2)]
    worth: dict[int, float] = {}
    for matches in lists:
        for identity in matches:
            worth[identity] = worth.get(identity, 0.0) + 1 / len(matches)
    return sorted(worth, key=lambda identity: (-worth[identity], -identity))[:limit]


def lasting(store: layout.Store, limit: int) -> list[Fact]:
    """The lasting facts and the plans: rules first, the newest of both."""
    which = f"{_LIVING_FACT} AND (p.lasts = 1 OR p.begins IS NOT NULL)"
    newest = "ORDER BY p.created DESC"  # as an index has them, so that not all are sorted
    rules = _facts(store, f"{which} AND p.type = 'O' {newest}", (), limit)
    return rules + _facts(store, f"{which} AND p.type <> 'O' {newest}", (), limit - len(rules))


def recent(store: layout.Store, limit: int, since: float) -> list[Fact]:
    """The newest facts made after a moment, in seconds since 1970, by their ids."""
    where = f"{_LIVING_FACT} AND p.record >= ? AND p.created >= ? ORDER BY p.record DESC"
    return _facts(store, where, (fields.spelled("f", since, 0), since), limit)


def near_work(store: layout.Store, limit: int) -> list[Fact]:
    """The newest facts that age or wait; first those that the last turns come nearest to."""
    return _ask(store, lambda index: _near_work(index, store, limit)) or []


def _near_work(index: database.Index, store: layout.Store, limit: int) -> list[Fact]:
    from memory_store.index import backends  # see _similar

    which = f"{_LIVING_FACT} AND p.type IN ('W', 'O') AND p.lasts = 0"
    known = dict(_read(index, store, f"{which} ORDER BY p.record DESC LIMIT {limit:d}"))
    nearness = dict.fromkeys(known, 0.0)
    backend = backends.backend(index.db)
    if known and backend.load(index.db):
        for (turn,) in tables.rows(index.db, _LAST_TURNS):
            vector = backend.vector_of(index.db, turn)
            near = backend.cosines(index.db, vector, known) if vector else {}
            nearness |= {one: max(nearness[one], cosine) for one, cosine in near.items()}
    return [
        stored.Fact(known[one]) for one in sorted(known, key=nearness.__getitem__, reverse=True)
    ]


def places(store: layout.Store, identities: list[str]) -> dict[str, tuple[int, int]]:
    """Where the newest lines of facts that hold stand in `facts.jsonl`: offset and length."""
    where = f"{_LIVING_FACT} AND record IN ({', '.join('?' * len(identities))})"
    sql = f"SELECT record, offset, length FROM piece p WHERE {where}"
    rows = _ask(store, lambda index: tables.rows(index.db, sql, identities)) or []
    return {record: (offset, length) for record, offset, length in rows}


def state(store: layout.Store, patience: float = _PATIENCE_SECONDS) -> Record:
    """The content of the index: files, pieces by kind, vectors; {} without an index.

    A run that writes to it is waited for at most `patience` seconds.

    A record is one piece, a file of Markdown several: `notes` is how many files the pieces of
    notes are of.
    `model` is what the vectors are of, as `vector_table.identity_of` names it.
    """
    where = layout.cache_directory(store)
    return database.ask(where, patience, lambda index: _state(index.db)) or {}


def _state(db: apsw.Connection) -> Record:
    by_kind = "SELECT kind, count(*) FROM piece GROUP BY kind ORDER BY kind"
    return {
        "files": tables.number(db, "SELECT count(*) FROM bookmark"),
        "pieces": dict(tables.rows(db, by_kind)),
        "notes": tables.number(db, _NOTES),
        "model": vector_table.model(db),
        "vectors": tables.number(db, "SELECT count(*) FROM window WHERE embedded = 1"),
        "vectors_missing": tables.number(db, "SELECT count(*) FROM window WHERE embedded = 0"),
    }


def waiting(store: layout.Store) -> int:
    """How many texts of a store still have no vector (see `vector_table.missing`)."""
    return _ask(store, lambda index: vector_table.missing(index.db)) or 0


def _ask(store: layout.Store, question: Callable[[database.Index], Answer]) -> Answer | None:
    return database.ask(layout.cache_directory(store), _PATIENCE_SECONDS, question)


def _facts(store: layout.Store, where: str, values: tuple[object, ...], limit: int) -> list[Fact]:
    return [stored.Fact(one) for one in _records(store, where, values, limit)]


def _records(
    store: layout.Store, where: str, values: tuple[object, ...], limit: int
) -> list[Record]:
    where = f"{where} LIMIT {limit:d}"
    found = _ask(store, lambda index: list(_read(index, store, where, values))) or []
    return [record for _, record in found]


def _read(
    index: database.Index, store: layout.Store, where: str, values: tuple[object, ...] = ()
) -> Iterator[tuple[int, Record]]:
    """Rows' ids and their records, without those that a line behind the bookmark changes."""
    newer = _unread_ids(index, store)
    sql = f"SELECT {passages.COLUMNS} FROM piece p WHERE {where}"
    for columns in tables.rows(index.db, sql, values):
        row = passages.Row(*columns)
        passage = passages.read_passage(store, row)
        if passage is not None and passage.record and row.record not in newer:
            yield row.id, passage.record


def _unread_ids(index: database.Index, store: layout.Store) -> set[str]:
    """The ids of facts that were written since the index was brought up to date."""
    mark = tables.number(index.db, "SELECT offset FROM bookmark WHERE file = ?", (layout.FACTS,))
    try:
        lines = [line for _, line in read.lines_from(store, layout.FACTS, mark)]
    except OSError:
        return set()
    found = (one for line in lines for one in facts.parse(line))
    return {name for one in found for name in (one.id, one.supersedes)}
