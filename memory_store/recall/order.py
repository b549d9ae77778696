"""Orders hits: answers before their questions, echoes last.

Pure. Must not score, read or drop a hit.
"""

from __future__ import annotations

from memory_store.index import piece
from memory_store.language import mood
from memory_store.recall import ranking, results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Likeness = Mapping[tuple[int, int], float]

_ABOVE = 1.001  # of the first one's score
_SAID = (piece.TURN, piece.SUMMARY)
ECHOES = 24
"""Hits that are compared with each other."""


def answers_first(hits: list[results.Hit]) -> list[results.Hit]:
    """The hits in order, with no question of a person above its answer.

    A question is always near to the one that asks it again; who asks wants what came of it.
    """
    by_piece = {hit.piece: hit for hit in hits}
    for hit in hits:
        answer = by_piece.get(hit.piece + 1)
        if answer is not None and _answers(answer.record, hit.record):
            answer.score = max(answer.score, hit.score)  # of two equals the newer comes first
    return sorted(hits, key=results.Hit.order)


def amendments_first(
    hits: list[results.Hit], amending: Callable[[results.Hit], set[str]], least: float
) -> list[results.Hit]:
    """The hits in order, with the first one's session behind later ones that say otherwise.

    Args:
        hits: the best first.
        amending: gives the sessions that say otherwise than a hit's.
        least: the evidence from which a hit bears on the question itself; others stay behind.
    """
    first = next((hit for hit in hits[:1] if hit.record["kind"] in _SAID), None)
    if first is None:
        return hits
    others = [
        hit for hit in hits
        if hit.record["session_id"] not in (first.record["session_id"], None)
        and hit.evidence >= least
    ]  # fmt: skip
    sessions = amending(first) if others else set()
    for hit in others:
        if hit.record["session_id"] in sessions:
            hit.score = max(hit.score, _ABOVE * first.score)
            hit.preference = max(hit.preference, first.preference)
    return sorted(hits, key=results.Hit.order)


def _answers(answer: dict[str, object], asked: dict[str, object]) -> bool:
    """Whether a turn is the response to the prompt before it, and that prompt a question."""
    return (
        (asked["type"], answer["type"]) == ("prompt", "response")
        and asked["session_id"] == answer["session_id"]
        and mood.asks(str(asked["text"]))
    )


def spread(
    hits: list[results.Hit], likeness: Callable[[list[int]], Likeness]
) -> list[results.Hit]:
    """The hits in order, each moved back by what a better hit said before.

    Five wordings of one fact leave room for four others: the order is that of maximal marginal
    relevance (Carbonell and Goldstein, SIGIR 1998), with scores that fall only for an echo.

    Args:
        hits: the best first; the first ECHOES are compared.
        likeness: the cosines between pieces, by their ids, the smaller first.
    """
    left, others = hits[:ECHOES], hits[ECHOES:]
    alike = likeness([hit.piece for hit in left])
    scores = {hit.piece: hit.score for hit in left}
    chosen: list[results.Hit] = []
    while left:
        best = min(left, key=results.Hit.order)
        left.remove(best)
        chosen.append(best)
        for hit in left:
            pair = (min(hit.piece, best.piece), max(hit.piece, best.piece))
            novel = ranking.novelty(alike.get(pair, 0.0))
            hit.score = min(hit.score, scores[hit.piece] * novel)
    return sorted([*chosen, *others], key=results.Hit.order)
