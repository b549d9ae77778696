"""Both legs of a search in one index, fused: what was asked, and the hits it has there.

The index is read as it is. Must not bring it up to date, and decides nothing about failures.
"""

from __future__ import annotations

from memory_store.index import nearest, query, tokens, traits
from memory_store.recall import ranking, results
from memory_store.text import han

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
        fresh_and_sure: the setting of that name.
        fuse: the score of what the legs say; that of the words until something else is asked.
        meaning: what the vectors are asked, None to ask words alone.
        vector_only: ask no words.
        notes: what is missing, a sentence each; added to on the way.
    """

    __slots__ = (
        "fresh_and_sure",
        "fuse",
        "han",
        "limit",
        "meaning",
        "notes",
        "question",
        "vector_only",
        "wanted",
    )

    def __init__(self, text: str, wanted: filters.Filters, limit: int) -> None:
        self.question = tokens.question(text)
        self.han = han.prevails(text)
        self.wanted = wanted
        self.limit = limit
        self.fresh_and_sure = 0.0
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
    db = index.db
    scored = {one: (asked.fuse(scores), scores) for one, scores in _score(db, asked).items()}
    hits, stale = results.read(db, store, scored, asked.limit, asked.fresh_and_sure)
    if asked.meaning is not None and nearest.has_vectors(db, asked.meaning.identity):
        hits = results.spread(hits, lambda pieces: nearest.likeness(db, pieces))
    return hits[: asked.limit], stale


def _score(db: apsw.Connection, asked: Asked) -> dict[int, ranking.Scores]:
    """What both legs say of each piece that one of them found, or that stands beside one."""
    words = query.TextLeg({}, 0.0)
    if not asked.vector_only:
        words = query.text_leg(db, asked.question, _TEXT_LIMIT, asked.wanted)
    found = ranking.Found(words.scores, words.possible)
    found.han = asked.han
    vector = None if asked.meaning is None else asked.meaning.vector
    if asked.meaning and vector and nearest.has_vectors(db, asked.meaning.identity):
        found.span = ranking.span_of(asked.meaning.identity)
        _ask_vectors(db, vector, asked, found)
    return ranking.gather(found)


def _ask_vectors(db: apsw.Connection, vector: bytes, asked: Asked, found: ranking.Found) -> None:
    """Add what the meaning says of what the words found, of what is near, and of its company."""
    near = nearest.vector_leg(db, vector, _VECTOR_LIMIT, asked.wanted)
    # what neither list has near its top can't win, and each cosine asked for is a page read
    unknown = [one for one in found.bm25 if one not in near]
    most = max(_COSINES, asked.limit)
    dropped = set(unknown[most:])
    found.bm25 = {one: score for one, score in found.bm25.items() if one not in dropped}
    near |= nearest.cosines(db, vector, unknown[:most])
    if not asked.vector_only:
        found.beside = _beside(traits.neighbours(db, near, asked.wanted))
        near |= nearest.cosines(db, vector, found.beside.keys() - near.keys())
    found.cosines = near
    found.traits = traits.of(db, near)


def _beside(links: dict[int, list[int]]) -> dict[int, list[int]]:
    """The same for the neighbours too: who stands beside me has me beside him."""
    found: dict[int, list[int]] = {}
    for one, others in links.items():
        for other in others:
            for first, second in ((one, other), (other, one)):
                listed = found.setdefault(first, [])
                if second not in listed:
                    listed.append(second)
    return found
