"""Both legs of a search in one index, fused: what was asked, and the hits it has there.

The index is read as it is. Must not bring it up to date, and decides nothing about failures.
"""

from __future__ import annotations

from memory_store.index import han, query, tokens
from memory_store.recall import ranking, results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw

    from memory_store import layout
    from memory_store.index import database, filters
    from memory_store.recall import meaning as meanings

_TEXT_LIMIT = 200
_VECTOR_LIMIT = 100
_COSINES = 50


class Asked:
    """A search, the same for each store.

    Attributes:
        question: what the words are asked.
        han: whether it was asked in Chinese, Japanese or Korean.
        wanted: what a hit must be.
        limit: hits, at most.
        fuse: the score of what the legs say; that of the words until something else is asked.
        meaning: what the vectors are asked, None to ask words alone.
        vector_only: ask no words.
        notes: what is missing, a sentence each; added to on the way.
    """

    __slots__ = ("fuse", "han", "limit", "meaning", "notes", "question", "vector_only", "wanted")

    def __init__(self, text: str, wanted: filters.Filters, limit: int) -> None:
        self.question = tokens.question(text)
        self.han = han.prevails(text)
        self.wanted = wanted
        self.limit = limit
        self.fuse: Callable[[ranking.Scores], float] = ranking.Scores.text_score
        self.meaning: meanings.Meaning | None = None
        self.vector_only = False
        self.notes: list[str] = []

    def go_by_words(self) -> None:
        """Ask words alone from here on."""
        self.meaning = None
        self.vector_only = False
        self.fuse = ranking.Scores.text_score


def hits(
    index: database.Index, store: layout.Store, asked: Asked, patience: float
) -> tuple[list[results.Hit], set[str]]:
    """The best hits of an index, and the files that are not as they were indexed."""
    index.begin_reading(patience)
    scored = {
        identity: (asked.fuse(scores), scores)
        for identity, scores in _score(index.db, asked).items()
    }
    return results.read(index.db, store, scored, asked.limit)


def _score(db: apsw.Connection, asked: Asked) -> dict[int, ranking.Scores]:
    """What both legs say of each piece that one of them found."""
    words = query.TextLeg({}, 0.0)
    if not asked.vector_only:
        words = query.text_leg(db, asked.question, _TEXT_LIMIT, asked.wanted)
    near: dict[int, float] = {}
    span = ranking.span_of("")
    vector = None if asked.meaning is None else asked.meaning.vector
    if asked.meaning and vector and query.has_vectors(db, asked.meaning.identity):
        span = ranking.span_of(asked.meaning.identity)
        near = query.vector_leg(db, vector, _VECTOR_LIMIT, asked.wanted)
        # what neither list has near its top can't win, and each cosine asked for is a page read
        unknown = [one for one in words.scores if one not in near]
        most = max(_COSINES, asked.limit)
        for one in unknown[most:]:
            del words.scores[one]
        near |= query.cosines(db, vector, unknown[:most])
    traits = query.traits(db, near)
    other_script = {one for one, (han, _) in traits.items() if han != asked.han}
    substance = {one: share for one, (_, share) in traits.items()}
    return ranking.gather(words.scores, words.possible, near, span, other_script, substance)
