"""Earlier requests with their answers, from the journal or a session's summary.

Reads the index and the journal as they are. Must not judge how much one bears on a prompt.
"""

from __future__ import annotations

from memory_store.index import piece, tables
from memory_store.language import wording
from memory_store.recall import results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from memory_store.codec import Record
    from memory_store.store import layout

_ITEM = "- "
_MOST = 12
_AROUND = 100  # pieces of the journal between a turn and its request or its answer, at most


class Exchange:
    """A request and its answer.

    Attributes:
        request, answer: their whole texts.
        record: the answer, or the summary that tells both, as a search result.
    """

    __slots__ = ("answer", "record", "request")

    def __init__(self, request: str, answer: str, record: Record) -> None:
        self.request = request
        self.answer = answer
        self.record = record


def find(db: apsw.Connection, store: layout.Store, scores: Mapping[int, float]) -> list[Exchange]:
    """The exchanges around these turns, best first, at most _MOST.

    Args:
        db: an index.
        store: whose index.
        scores: of pieces that are turns.
    """
    places: list[tuple[int, int]] = []
    for one in sorted(scores, key=lambda one: (-scores[one], -one)):
        place = _around(db, one)
        if place and place not in places:
            places.append(place)
        if len(places) == _MOST:
            break
    records = results.whole(db, store, [one for place in places for one in place])
    return [
        Exchange(str(records[request]["text"]), str(records[answer]["text"]), records[answer])
        for request, answer in places
        if request in records and answer in records
    ]


def of_summary(record: Record) -> list[Exchange]:
    """The requests and answers in a summary that was made by rules."""
    topic, _, rest = str(record["text"]).partition("\n")
    told = " ".join(line for line in rest.split("\n") if not line.startswith(_ITEM))
    turns = map(wording.request_and_answer, wording.turns(topic, told))
    return [Exchange(request, answer, record) for request, answer in turns if answer]


def _around(db: apsw.Connection, turn: int) -> tuple[int, int] | None:
    """The pieces of the request and of the last answer to it that a turn belongs to."""
    sql = (
        "SELECT p.id, p.type, p.record FROM piece p JOIN piece one ON one.id = ?"
        " WHERE p.id BETWEEN ? AND ? AND p.session = one.session AND one.session <> ''"
        " AND p.kind = ? ORDER BY p.id"
    )
    last = turn + _AROUND
    rows = tables.rows(db, sql, (turn, turn - _AROUND, last, piece.TURN))
    prompts = [(one, record) for one, type_, record in rows if type_ == "prompt"]
    request, name = max((one for one in prompts if one[0] <= turn), default=(0, ""))
    end = min((one for one, other in prompts if one > turn and other != name), default=last + 1)
    answers = [one for one, type_, _ in rows if type_ == "response" and request < one < end]
    return (request, answers[-1]) if request and answers else None
