"""Tells what earlier sessions settled about a prompt's subject, each session once, in its words.

Pure arithmetic on texts. Of sessions about one thing the newest comes first, and what a newer one
says otherwise is not told by an older one.
"""

from __future__ import annotations

from memory_store import model
from memory_store.language import wording, words
from memory_store.recall import decided, exchanges, provenance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.recall import bearing
    from memory_store.text import retold

_REQUEST_CHARS = 80
_MORE_ROOM = 70  # tokens of the passages of each session but the first
_TEXT_CHARS = 1_600


def told(
    found: list[tuple[float, exchanges.Exchange]],
    asked: bearing.Prompt,
    gone: retold.Gone,
    known: set[str],
    said: list[str],
    spoken: str,
) -> list[tuple[float, Record]]:
    """The sessions as results, with their worths, those that tell something.

    Args:
        found: exchanges with their worths.
        asked: the prompt.
        gone: what no longer holds.
        known: the ids of answers that were told, or that are not to be told.
        said: what is told beside them.
        spoken: zh or en.
    """
    beside = set().union(*map(words.split, said))
    sessions: list[_Session] = []
    for worth, first in _of_each_session(found):
        whole = [one for one in first.beside if str(one.record["id"]) not in known]
        part = [still for one in whole if (still := _still(one, gone)) is not None]
        sessions.append(_Session(worth, first, part, decided.sentences(exchanges.texts(part))))
    newer: list[decided.Sentence] = []
    results: list[tuple[float, Record]] = []
    for one in _amendments_first(sessions, asked.pieces):
        room = _MORE_ROOM if results else decided.ROOM
        stated = decided.without(one.stated, newer)
        kept = decided.chosen(stated, asked.pieces, beside, room)
        bears = bool(one.best.amends) or any(asked.bears(each.text) for each in kept)
        if not kept or not bears:
            continue
        newer += one.stated
        request = next(iter(decided.typed(gone.without(one.best.request))), "")
        text = decided.joined(kept)
        if request and not any(each.is_persons and each.text == request for each in kept):
            request = provenance.short(request, _REQUEST_CHARS)
            text = wording.say(spoken, "turn", asked=request, answer=text)
        ids = dict.fromkeys(str(one.part[each.turn].record["id"]) for each in kept)
        results.append((one.worth, {**one.best.record, "text": text, "ids": list(ids)}))
    return results


class _Session(model.Value):
    """A session: its worth, its best exchange, those that may be told, and what they state."""

    worth: float
    best: exchanges.Exchange
    part: list[exchanges.Exchange]
    stated: list[decided.Sentence]


def _amendments_first(best_first: list[_Session], pieces: set[str]) -> list[_Session]:
    """The sessions, each later one before the earlier one of which it says something else."""
    ordered: list[_Session] = []
    for one in best_first:
        at = len(ordered)
        for place, other in enumerate(ordered):
            settled = decided.chosen(other.stated, pieces, set(), decided.ROOM)
            is_later = str(one.best.record["created_at"]) > str(other.best.record["created_at"])
            if is_later and decided.amend(settled, one.stated):
                at = place
                one.worth = max(one.worth, other.worth)
                break
        ordered.insert(at, one)
    return ordered


def with_amendments(
    worths: list[float], said: list[exchanges.Exchange]
) -> list[tuple[float, exchanges.Exchange]]:
    """The exchanges with their worths: who amends a session is worth as much as it."""
    of: dict[str, float] = {}
    for worth, one in zip(worths, said, strict=True):
        session = str(one.record["session_id"])
        of[session] = max(worth, of.get(session, 0.0))
    return [
        (max(worth, of.get(one.amends, 0.0)), one) for worth, one in zip(worths, said, strict=True)
    ]


def best(found: list[tuple[float, exchanges.Exchange]]) -> list[exchanges.Exchange]:
    """The best exchange of each session, the best first."""
    return [one for _, one in _of_each_session(found)]


def _of_each_session(
    found: list[tuple[float, exchanges.Exchange]],
) -> list[tuple[float, exchanges.Exchange]]:
    """The best exchange of each session, the best first."""
    best: dict[object, tuple[float, exchanges.Exchange]] = {}
    for worth, one in sorted(found, key=lambda pair: -pair[0]):
        best.setdefault(one.record["session_id"] or one.record["id"], (worth, one))
    return list(best.values())


def _still(one: exchanges.Exchange, gone: retold.Gone) -> exchanges.Exchange | None:
    """An exchange without what no longer holds; None where that is the whole request."""
    request = gone.without(one.request[:_TEXT_CHARS])
    answer = gone.without(one.answer[:_TEXT_CHARS])
    return exchanges.Exchange(request, answer, one.record) if request and answer else None
