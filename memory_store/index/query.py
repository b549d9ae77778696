"""The two legs of a search: by words (BM25) and by meaning (cosine), each with bounded cost.

Each gives pieces and raw scores; what they are worth together is `recall.ranking`'s business.
Must not write.
"""

from __future__ import annotations

import math

from memory_store.index import ask, vector_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from memory_store.index import filters, tokens

COUNTED = 2_000
"""Matches of a term that are counted; beyond, their number is estimated from the newest."""

BUDGET = 20_000
"""Matches that are scored: FTS5 takes a microsecond for each (docs/performance.md)."""

SMALLEST = 200
"""A smaller index counts as this large: in a store of three facts no word would be rare."""

WHOLE_BONUS = 1.0  # for a text with all of the question in it, in the unit of one word's weight

_FTS_FLOOR = 1e-6  # what FTS5 takes for the idf of a term that half of the texts have
_COMMON = 0.45  # near that half an estimated idf is worthless


class TextLeg:
    """What the words found.

    Attributes:
        scores: BM25 by piece.
        possible: the sum of the idf of all terms, known or not: a text that has every term often
            comes near 2.2 times this.
    """

    __slots__ = ("possible", "scores")

    def __init__(self, scores: dict[int, float], possible: float) -> None:
        self.scores = scores
        self.possible = possible


class _Weighed:
    """A term with what is known of it in this index."""

    __slots__ = ("count", "factor", "phrase")

    def __init__(self, phrase: str, count: float, factor: float) -> None:
        self.phrase = phrase
        self.count = count
        self.factor = factor


def text_leg(
    db: apsw.Connection, question: tokens.Question, limit: int, wanted: filters.Filters
) -> TextLeg:
    """The pieces with the best BM25 (k1 1.2, b .75) for a question's terms.

    The idf is that of Lucene, ln(1 + (N - n + .5) / (n + .5)), N at least SMALLEST; FTS5's own is
    divided out, as it is next to nothing in a small store. Where the terms match more than BUDGET
    texts, the rarest of them decide.
    """
    total = ask.number(db, "SELECT value FROM meta WHERE name = 'living'")
    possible = 0.0
    weighed: list[_Weighed] = []
    for term in question.terms:
        count = _count(db, term.phrase, total)
        idf = term.weight * _idf(count, max(total, SMALLEST))
        if count or not term.bonus:
            possible += idf
        factor = _factor(idf, count, total)
        if count and factor:
            weighed.append(_Weighed(term.phrase, count, factor))
    chosen = _within_budget(weighed)
    if not chosen:
        return TextLeg({}, possible)
    return TextLeg(_scores(db, question.strict, chosen, limit, wanted), possible)


def _count(db: apsw.Connection, phrase: str, total: int) -> float:
    """How many texts have a phrase: exact below COUNTED, else estimated from the newest."""
    count, first = ask.rows(
        db,
        "SELECT count(*), min(rowid) FROM"
        " (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)",
        (phrase, COUNTED),
    )[0]
    if count < COUNTED:
        return float(count)
    last = ask.number(db, "SELECT max(id) FROM piece")
    return max(float(COUNTED), float(total * COUNTED / (last - first + 1)))


def _idf(count: float, total: float) -> float:
    return math.log(1 + max(0.0, total - count + 0.5) / (count + 0.5))


def _factor(idf: float, count: float, total: int) -> float:
    """By what FTS5's score of a term is multiplied to have our idf in it; 0 to leave it out."""
    if count >= COUNTED and count > _COMMON * total:
        return 0.0
    ratio = (total - count + 0.5) / (count + 0.5)
    return idf / (math.log(ratio) if ratio > math.exp(_FTS_FLOOR) else _FTS_FLOOR)


def _within_budget(weighed: list[_Weighed]) -> list[_Weighed]:
    """The rarest terms, as many as match BUDGET texts together, one at least."""
    chosen: list[_Weighed] = []
    left = float(BUDGET)
    for term in sorted(weighed, key=lambda one: (one.count, one.phrase)):
        left -= term.count
        if chosen and left < 0:
            break
        chosen.append(term)
    return chosen


def _scores(
    db: apsw.Connection, strict: str, terms: list[_Weighed], limit: int, wanted: filters.Filters
) -> dict[int, float]:
    # LIMIT -1 keeps SQLite from merging an arm into the outer query, where bm25 can't be asked
    arm = "SELECT * FROM (SELECT rowid AS id, bm25(words) * ? AS score FROM words"
    arms = [arm + " WHERE words MATCH ? LIMIT -1)"] * len(terms)
    values: list[object] = []
    for term in terms:
        values += [-term.factor, term.phrase]
    if len(terms) > 1:
        arms.append(
            "SELECT * FROM (SELECT rowid, ? FROM words WHERE words MATCH ?"
            " ORDER BY rowid DESC LIMIT ?)"
        )
        values += [WHOLE_BONUS, strict, limit]
    condition, more = wanted.sql()
    sql = (
        "WITH hit AS MATERIALIZED (SELECT id, sum(score) AS score FROM"  # noqa: S608  bound
        f" ({' UNION ALL '.join(arms)}) GROUP BY id)"
        f" SELECT hit.id, hit.score FROM hit JOIN piece p ON p.id = hit.id"
        f" WHERE {condition} ORDER BY hit.score DESC, hit.id DESC LIMIT ?"
    )
    return dict(ask.rows(db, sql, [*values, *more, limit]))


def vector_leg(
    db: apsw.Connection, vector: bytes, limit: int, wanted: filters.Filters
) -> dict[int, float]:
    """The pieces whose vectors (little-endian float32) have the highest cosine, the best of each.

    Ask `has_vectors` first.
    """
    condition, values = wanted.sql()
    among = ""
    among_values: list[object] = []
    if wanted.is_narrow():
        among = (
            " AND rowid IN (SELECT w.id FROM window w JOIN piece p ON p.id = w.piece"  # noqa: S608
            f" WHERE w.embedded = {vector_table.EMBEDDED} AND {condition})"
        )
        among_values = values
    sql = (
        "WITH near AS MATERIALIZED (SELECT rowid AS id, distance FROM vector"  # noqa: S608  bound
        f" WHERE embedding MATCH ? AND k = ?{among})"
        f" SELECT p.id, 1 - min(near.distance) FROM near JOIN window w ON w.id = near.id"
        f" JOIN piece p ON p.id = w.piece WHERE near.distance IS NOT NULL AND {condition}"
        f" GROUP BY p.id"
    )
    return dict(ask.rows(db, sql, [vector, limit, *among_values, *values]))


def cosines(db: apsw.Connection, vector: bytes, pieces: Iterable[int]) -> dict[int, float]:
    """The cosine of each of these pieces that has a vector, as `vector_leg`."""
    listed = ", ".join(map(str, pieces))
    sql = f"SELECT id, piece FROM window WHERE embedded = 1 AND piece IN ({listed})"  # noqa: S608  ids
    near = "SELECT 1 - vec_distance_cosine(embedding, ?) FROM vector WHERE rowid = ?"
    found: dict[int, float] = {}
    for window, piece in ask.rows(db, sql):  # one by one: a join takes twenty times as long
        cosine = ask.value(db, near, (vector, window))
        if cosine is not None:
            found[piece] = max(cosine, found.get(piece, -1.0))
    return found


def has_vectors(db: apsw.Connection, identity: str) -> bool:
    """Whether the vectors of this model (`vector_table.identity_of`) can be asked for."""
    return vector_table.model(db) == identity and vector_table.load(db)


def traits(db: apsw.Connection, pieces: Iterable[int]) -> dict[int, tuple[bool, float]]:
    """Of each piece, whether it is in Chinese, Japanese or Korean, and its substance."""
    listed = ", ".join(map(str, pieces))
    sql = f"SELECT id, han, substance FROM piece WHERE id IN ({listed})"  # noqa: S608  ids
    return {row[0]: (bool(row[1]), float(row[2])) for row in ask.rows(db, sql)}
