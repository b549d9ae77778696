"""Runs both retrievers on one index and fuses their hits.

Reads the index as it is. Must not bring it up to date or handle failures.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.index import backends, piece, query, tables
from memory_store.recall import exchanges, order, ranking, results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import apsw

    from memory_store.index import database, filters, tokens
    from memory_store.recall import meaning as meanings
    from memory_store.store import layout

    Best = Callable[[list[exchanges.Exchange], Mapping[str, float]], list[exchanges.Exchange]]

_TEXT_LIMIT = 200
_VECTOR_LIMIT = 100
_COSINES = 50

_REPEATED = 20  # of more pieces in a row that say what others say the rest is not looked for
_KEPT = 30
_CROWDED = 0.9
_ON_PURPOSE = (piece.FACT, piece.SUMMARY, piece.NOTE, piece.CORE)

_WHOLE = 3  # sessions that are read around what bears on a prompt

_UNASKED = ranking.Scores(0.0, None)


class Asked:
    """A search, the same for each store.

    Attributes:
        question: what the words are asked, as `translations.question` gives it.
        wanted: what a hit must be.
        pieces: what `language.words` finds in the question; what says no more counts less.
        limit: hits, at most.
        lists: ask neither words nor meaning: give the newest of what is wanted, scored 0.
        fresh_and_sure: the setting of that name.
        fuse: the score of what both say; that of the words until something else is asked.
        meaning: what the vectors are asked, None to ask words alone.
        vector_only: ask no words.
        backend: what is to keep the vectors of an index that must be made.
        present: what `bookmarks.signatures` said of each store, by its path, till it is searched.
        behind: the paths of stores whose index has to be brought up to date first.
        lacks_vectors: whether texts that were asked have none yet; set on the way.
        notes: what is missing, a sentence each; added to on the way.
        idf: how rare each word of the question is that a text has, by its phrase; added to too.
    """

    def __init__(
        self,
        question: tokens.Question,
        wanted: filters.Filters,
        limit: int,
        pieces: set[str] | None = None,
    ) -> None:
        self.question = question
        self.pieces = pieces
        self.wanted = wanted
        self.limit = limit
        self.lists = False
        self.fresh_and_sure = 0.0
        self.fuse: Callable[[ranking.Scores], float] = ranking.Scores.text_score
        self.meaning: meanings.Meaning | None = None
        self.vector_only = False
        self.backend = backends.SQLITE
        self.present: dict[str, dict[str, str]] = {}
        self.behind: set[str] = set()
        self.lacks_vectors = False
        self.notes: list[str] = []
        self.idf: dict[str, float] = {}

    def bears(self, hits: Iterable[results.Hit]) -> bool:
        """Whether any of these hits bears on the question, and is not merely the nearest."""
        return any(hit.score and hit.evidence >= self.least() for hit in hits)

    def least(self) -> float:
        """The evidence from which a hit bears on the question."""
        return self.fuse(ranking.by_chance()) if self.meaning else 0.0

    def go_by_meaning(
        self, meaning: meanings.Meaning, fuse: Callable[[ranking.Scores], float], *, alone: bool
    ) -> None:
        """Ask the vectors, too or alone, and fuse the scores."""
        self.meaning = meaning
        self.vector_only = alone
        self.fuse = ranking.Scores.vector_score if alone else fuse

    def list_newest(self) -> None:
        """Ask neither words nor meaning from here on."""
        self.lists = True

    def degraded(self) -> str | None:
        """The faults of the answer, each once; None for none."""
        return errors.joined(*self.notes) or None

    def go_by_words(self) -> None:
        """Ask words alone from here on."""
        self.meaning = None
        self.vector_only = False
        self.fuse = ranking.Scores.text_score


def hits(
    index: database.Index, store: layout.Store, asked: Asked
) -> tuple[list[results.Hit], set[str]]:
    """The best hits of an index, and the files that are not as they were indexed."""
    index.begin_reading()
    db = index.db
    if asked.lists:
        return _newest(db, store, asked)
    scored = {one: (asked.fuse(scores), scores) for one, scores in _score(db, asked).items()}
    spread = False
    if asked.meaning is not None:
        from memory_store.index import vector_table  # see _ask_vectors

        spread = vector_table.has_vectors(db, asked.meaning.identity)
    wanted = max(asked.limit, order.ECHOES) if spread else asked.limit
    hits, stale = results.read(db, store, scored, wanted, asked.fresh_and_sure, asked.pieces)
    hits = order.answers_first(hits)
    if spread:
        hits = order.spread(hits, lambda pieces: backends.backend(db).likeness(db, pieces))

    def amending(hit: results.Hit) -> set[str]:
        """The sessions that say otherwise than a hit's."""
        first = exchanges.of_hit(db, store, hit.record)
        if first is None:
            return set()
        found = exchanges.amending(db, store, first, asked.pieces or set(), asked.wanted.now)
        return {str(one.record["session_id"]) for one in found}

    return order.amendments_first(hits, amending, asked.least())[: asked.limit], stale


def for_prompt(
    index: database.Index, store: layout.Store, asked: Asked, best: Best
) -> tuple[list[results.Hit], list[exchanges.Exchange]]:
    """The pieces of an index that bear on a prompt by words: kept memories, and exchanges.

    What was said beside the `best` exchanges is read, and what later sessions say otherwise.
    """
    index.begin_reading()
    db = index.db
    scored = {one: (scores.text_score(), scores) for one, scores in _score(db, asked).items()}
    listed = ", ".join(map(str, scored))
    sql = f"SELECT id FROM piece WHERE kind = '{piece.TURN}' AND id IN ({listed})"  # noqa: S608  ids
    turns = {one: scored.pop(one)[0] for (one,) in tables.rows(db, sql)}
    hits, _ = results.read(db, store, scored, asked.limit)
    said = exchanges.find(db, store, turns)
    for one in best(said, asked.idf)[:_WHOLE]:
        exchanges.read_beside(db, store, one)
        for later in exchanges.amending(db, store, one, asked.pieces or set(), asked.wanted.now):
            session = later.record["session_id"]
            known = next((each for each in said if each.record["session_id"] == session), None)
            if known is None:
                said.append(later)
            else:
                known.beside = later.beside
            (known or later).amends = str(one.record["session_id"])
    return hits[: asked.limit], said


def _newest(
    db: apsw.Connection, store: layout.Store, asked: Asked
) -> tuple[list[results.Hit], set[str]]:
    """The newest wanted pieces; more are read where several say the same."""
    from memory_store.index import ranking_features  # see _ask_vectors

    most = asked.limit
    while True:
        listed = ranking_features.newest(db, most, asked.wanted)
        found = dict.fromkeys(listed, (0.0, _UNASKED))
        hits, stale = results.read(db, store, found, asked.limit)
        if len(hits) >= asked.limit or len(listed) < most or most > asked.limit * _REPEATED:
            return hits[: asked.limit], stale
        most *= 4


def _score(db: apsw.Connection, asked: Asked) -> dict[int, ranking.Scores]:
    """The scores of each piece that a retriever found, and of its neighbours."""
    words = query.Matches({}, 0.0, {})
    if not asked.vector_only:
        words = query.by_words(db, asked.question, _TEXT_LIMIT, asked.wanted)
        for phrase, idf in words.idf.items():
            asked.idf[phrase] = min(idf, asked.idf.get(phrase, idf))
        if _is_crowded(db, asked, words.scores, _TEXT_LIMIT):
            kept = query.by_words(db, asked.question, _KEPT, asked.wanted.only(_ON_PURPOSE))
            words.scores = kept.scores | words.scores
    hits = ranking.Retrieved(words.scores, words.possible)
    hits.han = asked.question.han
    vector = None if asked.meaning is None else asked.meaning.vector
    if asked.meaning and vector:
        _ask_vectors(db, asked.meaning.identity, vector, asked, hits)
    return ranking.gather(hits)


def _ask_vectors(
    db: apsw.Connection, identity: str, vector: bytes, asked: Asked, hits: ranking.Retrieved
) -> None:
    """Add cosines to the pieces that words found, to near pieces, and to neighbours."""
    from memory_store.index import (  # words alone have no use for them
        ranking_features,
        vector_table,
    )

    if not vector_table.has_vectors(db, identity):
        return
    backend = backends.backend(db)
    hits.span = ranking.span_of(identity)
    near = backend.by_vector(db, vector, _VECTOR_LIMIT, asked.wanted)
    if _is_crowded(db, asked, near, _VECTOR_LIMIT):
        near |= backend.by_vector(db, vector, _KEPT, asked.wanted.only(_ON_PURPOSE))
    # what neither list has near its top can't win, and each cosine asked for is a page read
    unknown = [one for one in hits.bm25 if one not in near]
    most = max(_COSINES, asked.limit)
    dropped = set(unknown[most:])
    hits.bm25 = {one: score for one, score in hits.bm25.items() if one not in dropped}
    near |= backend.cosines(db, vector, unknown[:most])
    if not asked.vector_only:
        hits.beside = _beside(ranking_features.neighbours(db, near, asked.wanted))
        near |= backend.cosines(db, vector, hits.beside.keys() - near.keys())
    hits.cosines = near
    hits.features = ranking_features.features(db, near)


def _is_crowded(
    db: apsw.Connection, asked: Asked, scores: Mapping[int, float], limit: int
) -> bool:
    """Whether turns fill a list, so that deliberately kept pieces may be cut off.

    Who says "run the tests" each day has hundreds of prompts that match it better than the rule.
    """
    if len(scores) < limit or (asked.wanted.kinds and piece.TURN not in asked.wanted.kinds):
        return False
    listed = ", ".join(map(str, scores))
    sql = f"SELECT count(*) FROM piece WHERE kind = 'turn' AND id IN ({listed})"  # noqa: S608  ids
    return tables.number(db, sql) >= _CROWDED * len(scores)


def _beside(links: dict[int, list[int]]) -> dict[int, list[int]]:
    """The neighbours in both directions."""
    beside: dict[int, list[int]] = {}
    for identity, others in links.items():
        for other in others:
            for first, second in ((identity, other), (other, identity)):
                listed = beside.setdefault(first, [])
                if second not in listed:
                    listed.append(second)
    return beside
