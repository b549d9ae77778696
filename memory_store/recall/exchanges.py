"""Earlier requests with their answers, from the journal or a session's summary.

Reads the index and the journal as they are. Must not judge how much one bears on a prompt.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.index import filters, piece, query, tables, tokens
from memory_store.language import wording
from memory_store.recall import decided, results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from memory_store.codec import Record
    from memory_store.store import layout

_ITEM = "- "
_MOST = 12
_BEFORE, _AFTER = 3, 10
_SUBJECT = 14  # words that a later session is looked for by
_AMENDING = 2
_AROUND = 100  # pieces of the journal between a turn and its request or its answer, at most


class Exchange:
    """A request and its answer.

    Attributes:
        request, answer: their whole texts.
        record: the answer, or the summary that tells both, as a search result.
        beside: the exchanges of its session around it and itself, in their order.
        amends: the session of which it says otherwise what was settled; "" for none.
        place: the pieces of both, where they stand in the journal.
    """

    def __init__(
        self, request: str, answer: str, record: Record, place: tuple[int, int] = (0, 0)
    ) -> None:
        self.request = request
        self.answer = answer
        self.record = record
        self.beside = [self]
        self.amends = ""
        self.place = place


def find(
    db: apsw.Connection, store: layout.Store, scores: Mapping[int, float], most: int = _MOST
) -> list[Exchange]:
    """The exchanges around these turns, best first, at most `most`.

    Args:
        db: an index.
        store: whose index.
        scores: of pieces that are turns.
        most: exchanges.
    """
    places: list[tuple[int, int]] = []
    for one in sorted(scores, key=lambda one: (-scores[one], -one)):
        place = _around(db, one)
        if place and place not in places:
            places.append(place)
        if len(places) == most:
            break
    return list(_read(db, store, places).values())


def read_beside(db: apsw.Connection, store: layout.Store, one: Exchange) -> None:
    """Put what was said in its session before and after it beside an exchange."""
    near = [place for place in _exchanges(db, one.place[0]) if place[1]]
    at = near.index(one.place) if one.place in near else 0
    places = near[max(0, at - _BEFORE) : at + _AFTER]
    one.beside = list((_read(db, store, places) | {one.place: one}).values())
    one.beside.sort(key=lambda each: each.place)


def _read(
    db: apsw.Connection, store: layout.Store, places: list[tuple[int, int]]
) -> dict[tuple[int, int], Exchange]:
    """The exchanges at these places, in this order; none whose text is not there any more."""
    records = results.whole(db, store, [one for place in places for one in place])
    return {
        (asked, told): Exchange(
            str(records[asked]["text"]), str(records[told]["text"]), records[told], (asked, told)
        )
        for asked, told in places
        if asked in records and told in records
    }


def texts(session: list[Exchange]) -> list[tuple[str, str]]:
    """The requests with their answers."""
    return [(one.request, one.answer) for one in session]


def amending(
    db: apsw.Connection, store: layout.Store, first: Exchange, pieces: set[str], now: float
) -> list[Exchange]:
    """The exchanges of later sessions that say otherwise than an exchange's, best first.

    Args:
        db: an index.
        store: whose index.
        first: an exchange that bears on a question, with its session beside it.
        pieces: the question's words.
        now: seconds since 1970.
    """
    kept = decided.chosen(decided.sentences(texts(first.beside)), pieces, set(), decided.ROOM)
    last = max(str(one.record["created_at"]) for one in first.beside)
    asked = tokens.question(" ".join(decided.subject(kept, _SUBJECT)))
    wanted = filters.Filters(now=now, kinds=(piece.TURN,), since=clock.parse(last))
    scores = query.by_words(db, asked, _MOST, wanted).scores
    own = "SELECT id FROM piece WHERE session = ? AND kind = ?"
    for (one,) in tables.rows(db, own, (first.record["session_id"], piece.TURN)):
        scores.pop(one, None)
    found: list[Exchange] = []
    for one in find(db, store, scores, _AMENDING) if kept else []:
        read_beside(db, store, one)
        if decided.amend(kept, decided.sentences(texts(one.beside))):
            found.append(one)
    return found


def of_hit(db: apsw.Connection, store: layout.Store, hit: Record) -> Exchange | None:
    """What was said in a hit's session around it; of a summary at its beginning."""
    sql = "SELECT min(id) FROM piece WHERE session = ? AND kind = ? AND (record = ? OR ?)"
    is_summary = hit["kind"] != piece.TURN
    turn = tables.number(db, sql, (hit["session_id"], piece.TURN, hit["id"], is_summary))
    for one in find(db, store, {turn: 1.0}, 1) if turn else []:
        read_beside(db, store, one)
        return one
    return None


def of_summary(record: Record) -> list[Exchange]:
    """The requests and answers in a summary that was made by rules."""
    topic, _, rest = str(record["text"]).partition("\n")
    told = " ".join(line for line in rest.split("\n") if not line.startswith(_ITEM))
    turns = map(wording.request_and_answer, wording.turns(topic, told))
    return [Exchange(request, answer, record) for request, answer in turns if answer]


def _around(db: apsw.Connection, turn: int) -> tuple[int, int] | None:
    """The pieces of the request and of the last answer to it that a turn belongs to."""
    before = [one for one in _exchanges(db, turn) if one[0] <= turn]
    return before[-1] if before and before[-1][1] else None


def _exchanges(db: apsw.Connection, turn: int) -> list[tuple[int, int]]:
    """The pieces of each request around a turn of its session, and of its last answer; 0: none."""
    sql = (
        "SELECT p.id, p.type, p.record FROM piece p JOIN piece one ON one.id = ?"
        " WHERE p.id BETWEEN ? AND ? AND p.session = one.session AND one.session <> ''"
        " AND p.kind = ? ORDER BY p.id"
    )
    found: list[tuple[int, int]] = []
    name = ""
    rows = tables.rows(db, sql, (turn, turn - _AROUND, turn + _AROUND, piece.TURN))
    for one, type_, record in rows:
        if type_ == "prompt" and record != name:
            name = record
            found.append((one, 0))
        elif type_ == "response" and found:
            found[-1] = (found[-1][0], one)
    return found
