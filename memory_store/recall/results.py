"""Turns scored pieces into results: verified, one for each record and text, in order.

A text that its file no longer has is left out, and the file is named. Must not score.
"""

from __future__ import annotations

import math

from memory_store import clock, model
from memory_store.index import extra, piece, read_back, tables
from memory_store.journal import (
    facts,
    fields,
    links,
    outlived,
    own,
    receipts,
    sessions,
    stored,
)
from memory_store.recall import provenance, ranking
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from memory_store.codec import Record


_DIGITS = 4
_STATED = (
    "SELECT f.record, f.state FROM about a JOIN line n ON n.id = a.line AND n.type = 'fact'"
    " JOIN about b ON b.line = n.id JOIN line f ON f.record = b.record"
    " WHERE a.record = ? AND f.kind = 'fact' AND f.state IS NOT NULL"
)
"""The facts that the journal says an event stated, each with its state."""
_UNSCORED = ranking.Scores(0.0, None)
_AT_ONCE = 1.5  # rows read for each result wanted: some are parts of one record, or count less


class Hit(model.Value):
    """A result with its score, by which it is sorted; among equals by `preference`.

    `evidence` is what the retrievers say together, before it counts for what it is.
    """

    piece: int
    record: Record
    score: float
    created: float
    sameness: str
    evidence: float
    preference: float

    def order(self) -> tuple[float, float, str]:
        """The sort key: best first, then newest, then by id."""
        return -self.rank(), -self.created, str(self.record["id"])

    def rank(self) -> float:
        """The score, and a little more for what is new and sure."""
        return self.score * self.preference

    def told(self) -> Record:
        """The result as it is told, with its score."""
        return {**self.record, "score": round(self.score, _DIGITS)}


def read(
    db: apsw.Connection,
    store: layout.Store,
    scored: Mapping[int, tuple[float, ranking.Scores]],
    limit: int,
    fresh_and_sure: float = 0.0,
    asked: set[str] | None = None,
) -> tuple[list[Hit], set[str]]:
    """The best pieces as hits, and the files that are not as they were indexed.

    Reading a piece is what costs: no more are read than are needed to be sure of the `limit` best.
    `fresh_and_sure` is the setting of that name, `asked` the question's words.
    """
    promises = _promises(db, {one: score for one, (score, _) in scored.items()})
    best = sorted(promises, key=lambda one: (-promises[one], -one))
    most = ranking.preference(0.0, 1.0, fresh_and_sure)
    hits: list[Hit] = []
    stale: set[str] = set()
    said: dict[str, stored.Fact] = {}
    now = clock.now()
    ours, marks, known = own.known(store), outlived.load(store), receipts.load(store)
    step = math.ceil(limit * _AT_ONCE)
    for start in range(0, len(best), step):
        if len(hits) >= limit and hits[limit - 1].rank() > promises[best[start]] * most:
            break
        for row, passage in _passages(db, store, best[start : start + step]):
            if passage is None:
                stale.add(row.place.file)
                continue
            if row.kind == piece.TURN and sessions.is_in_progress(store, passage.record):
                continue  # who searches is answering it
            score, parts = scored[row.id]
            created = row.created if row.created <= now else 0.0  # a wrong clock's come behind
            score *= ranking.standing(row.kind, row.type, passage.text, asked)
            score *= ranking.tier(stored.Fact(passage.record)) if row.kind == piece.FACT else 1.0
            record = _record(store, ours, row, passage, parts)
            record |= _since(db, store, row, passage)
            if row.kind == piece.FACT and row.record in marks:
                record[outlived.OUTLIVED] = marks[row.record]
                score *= ranking.beside_the_code(marks[row.record])
            if row.kind == piece.FACT and row.record in known:
                score *= ranking.after(known[row.record], stored.Fact(passage.record))
            if row.kind == piece.FACT:
                said[row.record] = stored.Fact(passage.record)
            age, evidence = max(now - row.created, 0.0), scored[row.id][0]
            prefers = ranking.preference(age, _sure(row, passage), fresh_and_sure)
            same = fields.sameness(passage.text)
            hits.append(Hit(row.id, record, score, created, same, evidence, prefers))
        hits = distinct(hits)
    return _with_former(hits, store, said), stale


def _with_former(hits: list[Hit], store: layout.Store, said: dict[str, stored.Fact]) -> list[Hit]:
    """The hits, of which a fact tells what it may have taken the place of, in place of that one.

    What holds whatever its age is told by itself, unless what may replace it does so too.
    """
    known = links.load(store) if len(said) > 1 else {}
    by_id = {str(hit.record["id"]): hit for hit in hits}
    hidden: set[str] = set()
    for identity, fact in said.items():
        older = [one for one in (*fact.related, *known.get(identity, ())) if one in said]
        older = [
            one for one in older
            if not said[one].is_pinned and (fact.lasts or not said[one].lasts)
        ]  # fmt: skip
        if older and identity in by_id:
            record = by_id[identity].record
            record[provenance.WAS] = [said[one].content for one in dict.fromkeys(older)]
            hidden.update(older)
    return [hit for hit in hits if str(hit.record["id"]) not in hidden]


def _since(
    db: apsw.Connection, store: layout.Store, row: read_back.Row, passage: read_back.Passage
) -> Record:
    """What was said since of a fact, or became of the facts that a turn stated."""
    if row.kind == piece.TURN:
        return _undone(db, store, row)
    fact = stored.Fact(passage.record) if row.kind == piece.FACT else stored.Fact()
    if not fact.amendments:
        return {}
    named = ", ".join("?" * len(fact.amendments))
    condition = f"p.record IN ({named}) OR p.supersedes IN ({named})"
    held = _held(db, store, condition, [*fact.amendments, *fact.amendments])
    changed = facts.changed_parts(fact, held)
    return {provenance.CHANGED: changed} if changed else {}


def _held(
    db: apsw.Connection, store: layout.Store, condition: str, values: list[str]
) -> list[stored.Fact]:
    """The facts that hold and for whose pieces a condition is true."""
    sql = f"SELECT {read_back.COLUMNS} FROM piece p WHERE {condition}"  # noqa: S608  our own words
    rows = tables.rows(db, sql, values)
    found = (read_back.read_passage(store, read_back.Row(*one)) for one in rows)
    return [stored.Fact(one.record) for one in found if one is not None]


def _undone(db: apsw.Connection, store: layout.Store, row: read_back.Row) -> Record:
    """What became of the facts that a turn stated: taken back, or what newer ones say instead."""
    state_of = dict(tables.rows(db, _STATED, (row.record,)))
    replaced = [one for one, state in state_of.items() if state == tables.REPLACED]
    found: Record = {}
    if tables.RETRACTED in state_of.values():
        found[provenance.TAKEN_BACK] = True
    named = ", ".join("?" * len(replaced))
    if newer := _held(db, store, f"p.supersedes IN ({named})", replaced) if replaced else []:
        found[provenance.CHANGED] = list(dict.fromkeys(one.content for one in newer))
    return found


def whole(db: apsw.Connection, store: layout.Store, turns: list[int]) -> dict[int, Record]:
    """The prompts and answers that these pieces are parts of, whole, as results by piece."""
    ours = own.known(store)
    records_of: dict[int, Record] = {}
    for row in _rows(db, turns):
        raw = read_back.read_record(store, row)
        if raw is not None:
            passage = read_back.Passage(piece.turn_text(stored.Entry(raw)), raw)
            records_of[row.id] = _record(store, ours, row, passage, _UNSCORED)
    return records_of


def _name(hit: Hit) -> tuple[object, object]:
    """The name of a hit across stores: two stores may each have a `MEMORY.md:3-3`."""
    source = hit.record["source"]
    return hit.record["id"], source["file"] if isinstance(source, dict) else ""


def _promises(db: apsw.Connection, scores: Mapping[int, float]) -> dict[int, float]:
    """The highest score that each piece can reach, before its text is read."""
    listed = ", ".join(map(str, scores))
    sql = f"SELECT id, kind, type FROM piece WHERE id IN ({listed})"  # noqa: S608  ids
    return {
        one: scores[one] * ranking.at_most(kind, type_)
        for one, kind, type_ in tables.rows(db, sql)
    }


def _passages(
    db: apsw.Connection, store: layout.Store, chosen: list[int]
) -> list[tuple[read_back.Row, read_back.Passage | None]]:
    """The passages of the pieces with these ids."""
    with read_back.Opened(store) as opened:
        return [(row, read_back.read_passage(store, row, opened)) for row in _rows(db, chosen)]


def _sure(row: read_back.Row, passage: read_back.Passage) -> float:
    return stored.Fact(passage.record).confidence if row.kind == piece.FACT else ranking.USUAL


def distinct(hits: list[Hit]) -> list[Hit]:
    """The hits in order: the best of each record; of equal texts the deliberately kept one.

    A fact is often what somebody said before, word for word.
    """
    best: dict[object, Hit] = {}
    texts: dict[str, Hit] = {}
    for hit in sorted(hits, key=Hit.order):
        if _name(hit) in best:
            continue
        other = texts.get(hit.sameness)
        if other is None:
            best[_name(hit)] = texts[hit.sameness] = hit
        elif other.record["kind"] == piece.TURN and hit.record["kind"] != piece.TURN:
            del best[_name(other)]
            hit.score, hit.preference = other.score, other.preference
            best[_name(hit)] = texts[hit.sameness] = hit
    return sorted(best.values(), key=Hit.order)


def _rows(db: apsw.Connection, pieces: list[int]) -> list[read_back.Row]:
    listed = ", ".join(map(str, pieces))
    sql = f"SELECT {read_back.COLUMNS} FROM piece p WHERE p.id IN ({listed})"  # noqa: S608  ids
    return [read_back.Row(*row) for row in tables.rows(db, sql)]


def _file(store: layout.Store, name: str) -> str:
    """A file as results name it: from the project, from the user's home, or absolute."""
    if extra.is_extra(name):
        return extra.display_name(name)
    return f"{layout.STORE if store.scope == 'project' else f'~/{layout.STORE}'}/{name}"


def _via(ours: bytes | None, kind: str, raw: Record) -> str | None:
    if kind == piece.FACT:
        fact = stored.Fact(raw)
        return provenance.SHARED if own.is_others(fact, ours) else provenance.who(fact)
    if kind == piece.SUMMARY:
        return provenance.who(stored.Summary(raw))
    if kind == piece.TURN:
        return stored.USER if raw.get("type") == "prompt" else stored.AGENT
    return None


def _type(row: read_back.Row, raw: Record) -> str | None:
    """The type of a fact or a turn; of a summary whether it is a todo by itself."""
    is_todo = row.kind == piece.SUMMARY and stored.Summary(raw).is_todo
    return stored.TODO if is_todo else row.type or None


def _status(kind: str, raw: Record) -> str | None:
    """The tier of a fact; None for other kinds."""
    if kind != piece.FACT:
        return None
    return stored.STANDING if stored.Fact(raw).stands else stored.CANDIDATE


def _record(
    store: layout.Store,
    ours: bytes | None,
    row: read_back.Row,
    passage: read_back.Passage,
    parts: ranking.Scores,
) -> Record:
    """A result as docs/interface.md 4 has it."""
    raw = passage.record
    stated = raw.get("timestamp" if row.kind == piece.TURN else "created_at")
    changed = max(0.0, min(row.created, clock.now()))  # a file's time may be any
    own_time = clock.stamp(changed) if row.kind in (piece.NOTE, piece.CORE) else None
    session = raw.get("session_id") or stored.Fact(raw).session_id
    return {
        "id": clean.line(row.record),
        "kind": row.kind,
        "type": _type(row, raw),
        "text": passage.text,
        "score": 0.0,
        "vector_score": round(parts.vector_score(), _DIGITS),
        "text_score": round(parts.text_score(), _DIGITS),
        "source": {
            "file": clean.line(_file(store, row.place.file)),
            "line": row.place.line,
            "end_line": row.place.end_line,
        },
        "session_id": clean.line(session) if isinstance(session, str) else None,
        "via": _via(ours, row.kind, raw),
        "created_at": clean.line(stated) if isinstance(stated, str) else own_time,
        "entities": raw.get("entities", []) if row.kind == piece.FACT else [],
        "confidence": raw.get("confidence") if row.kind == piece.FACT else None,
        "status": _status(row.kind, raw),
    }
