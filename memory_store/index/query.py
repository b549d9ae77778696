"""The retriever by words (BM25), at bounded cost.

Gives pieces with raw scores; `recall.ranking` weighs them. Must not write.
"""

from __future__ import annotations

import itertools
import math

from memory_store import model
from memory_store.index import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import apsw

    from memory_store.index import filters, tokens

    _Arm = tuple[str, list[object]]  # SQL that gives pieces and scores, and its values

COUNTED = 1_000
"""Matches of a term that are counted; beyond, their number is estimated from the newest."""

BUDGET = 4_000
"""Matches that are scored: FTS5 takes a microsecond for each (docs/recall.md)."""

ALONE = 20_000
"""The same of a term that nothing stands beside; of a commoner one the newest texts are taken."""

BESIDE = 100_000
"""Matches of further terms that are looked for in the texts which the rarest ones found."""

SMALLEST = 200
"""A smaller index counts as this large: in a store of three facts no word would be rare."""

_LOOKED_AT, _RARE, _MOST_COMMON = 1_000, 64, 4  # rows of a word, and words, for `sharing`

WHOLE_BONUS = 1.0  # for a text with all of the question in it, in the unit of one word's weight

_FTS_FLOOR = 1e-6  # what FTS5 takes for the idf of a term that half of the texts have
_COMMON = 0.45  # near that half an estimated idf is worthless


class Matches(model.Value):
    """The pieces that words found.

    Attributes:
        scores: BM25 by piece.
        possible: the sum of the idf of all terms, known or not: a text that has every term often
            comes near 2.2 times this.
        idf: of each term that a text has, by its phrase.
    """

    scores: dict[int, float]
    possible: float
    idf: dict[str, float]


class _Weighed(model.Value):
    """A term with its weight in this index.

    Attributes:
        count: how many texts have it.
        idf: what a match is worth, its weight included.
        factor: by what FTS5's own score is multiplied to have this idf in it; 0 where the term is
            too common for that to be asked.
        translated: whether it stands for words of the question in the other language.
    """

    phrase: str
    translated: bool
    count: float
    idf: float
    factor: float


def by_words(
    db: apsw.Connection, question: tokens.Question, limit: int, wanted: filters.Filters
) -> Matches:
    """The pieces with the best BM25 (k1 1.2, b .75) for a question's terms.

    The idf is that of Lucene, ln(1 + (N - n + .5) / (n + .5)), N at least SMALLEST; FTS5's own is
    divided out, as it is next to nothing in a small store. If the terms match more than BUDGET
    texts together, the rarest terms choose the texts, and each other term adds its idf to the
    chosen texts that have it. If even the rarest term alone matches more, it is treated in the
    same way: a text needs another term too, unless it is new.
    """
    total = tables.meta_number(db, "living")
    possible: dict[str | tuple[str, ...], float] = {}
    weighed: list[_Weighed] = []
    counts: dict[str, float] = {}
    for term in question.terms:
        words = term.words()
        if term.stands_for and len(words) > 1:
            counts.update({f'"{one}"': _count(db, f'"{one}"', total) for one in words})
        if term.bonus and _rarest_part(words, counts) > ALONE:
            continue  # to look for a phrase is to read through all of its rarest word
        count = counts[term.phrase] = _count(db, term.phrase, total)
        idf = term.weight * _idf(count, max(total, SMALLEST))
        if count and term.stands_for:
            _stand_in(term, idf, counts, possible)
        elif count or not term.bonus:
            possible[term.phrase] = idf
        if count:
            factor = _factor(idf, count, total)
            weighed.append(_Weighed(term.phrase, bool(term.stands_for), count, idf, factor))
    if not weighed:
        return Matches({}, sum(possible.values()), {})
    arms, shared = _arms(question.strict, weighed, limit)
    found = _scores(db, arms, shared, limit, wanted, han=question.han)
    rare = {term.phrase: term.idf for term in weighed}
    return Matches(found, sum(possible.values()), rare)


def sharing(
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
    common = [phrase for phrase, matches in rows.items() if len(matches) > _RARE][:_MOST_COMMON]
    lists = [matches for matches in rows.values() if len(matches) <= _RARE]
    lists += [having(" AND ".join(pair), limit) for pair in itertools.combinations(common, 2)]
    worth: dict[int, float] = {}
    for matches in lists:
        for identity in matches:
            worth[identity] = worth.get(identity, 0.0) + 1 / len(matches)
    return sorted(worth, key=lambda identity: (-worth[identity], -identity))[:limit]


def _stand_in(
    term: tokens.Term,
    idf: float,
    counts: Mapping[str, float],
    possible: dict[str | tuple[str, ...], float],
) -> None:
    """Hold the absence of a translation against a text instead of words that no text has."""
    unknown = [word for word in term.stands_for if not counts.get(word)]
    if len(unknown) == len(term.stands_for):
        possible[term.stands_for] = max(idf, possible.get(term.stands_for, 0.0))
    for word in unknown:
        possible.pop(word, None)


def _rarest_part(words: Sequence[str], counts: Mapping[str, float]) -> float:
    """How many texts have the rarest word of a phrase, of the words that were counted."""
    known = [counts[f'"{word}"'] for word in words if f'"{word}"' in counts]
    return min(known, default=0.0)


def _count(db: apsw.Connection, phrase: str, total: int) -> float:
    """How many texts have a phrase: exact below COUNTED, else estimated from the newest."""
    count, first = tables.rows(
        db,
        "SELECT count(*), min(rowid) FROM"
        " (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)",
        (phrase, COUNTED),
    )[0]
    if count < COUNTED:
        return float(count)
    last = tables.number(db, "SELECT max(id) FROM part")
    return max(float(COUNTED), float(total * COUNTED / (last - first + 1)))


def _idf(count: float, total: float) -> float:
    return math.log(1 + max(0.0, total - count + 0.5) / (count + 0.5))


def _factor(idf: float, count: float, total: int) -> float:
    """The factor that turns FTS5's score of a term into ours; 0 if there is none."""
    if count > ALONE or (count >= COUNTED and count > _COMMON * total):
        return 0.0
    ratio = (total - count + 0.5) / (count + 0.5)
    return idf / (math.log(ratio) if ratio > math.exp(_FTS_FLOOR) else _FTS_FLOOR)


def _within_budget(terms: list[_Weighed]) -> tuple[list[_Weighed], list[_Weighed]]:
    """The rarest terms, at least one, that match BUDGET texts together; and the next ones."""
    rarest: list[_Weighed] = []
    beside: list[_Weighed] = []
    scored = seen = 0.0
    for term in sorted(terms, key=lambda one: (one.count, one.phrase)):
        scored += term.count
        if not rarest or scored <= BUDGET:
            rarest.append(term)
            continue
        seen += term.count
        if seen <= BESIDE and rarest[0].count <= ALONE:
            beside.append(term)
    return rarest, beside


def _arms(strict: str, terms: list[_Weighed], limit: int) -> tuple[list[_Arm], _Weighed | None]:
    """A query of pieces and scores for each term, and one for texts with the whole question.

    And the term, if there is one, that all of these have, so that its idf is still to be added.
    """
    # LIMIT -1 keeps SQLite from merging an arm into the outer query, where bm25 can't be asked
    scored = (
        "SELECT * FROM (SELECT rowid AS id, bm25(words) * ? AS score, ? AS translated FROM words"
        " WHERE words MATCH ? LIMIT -1)"
    )
    unscored = (
        "SELECT * FROM (SELECT rowid AS id, ? AS score, ? AS translated FROM words"
        " WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)"
    )
    rarest, beside = _within_budget(terms)
    shared = rarest[0] if beside and rarest[0].count > BUDGET else None
    arms: list[_Arm] = []
    for term in rarest:
        if shared or not term.factor:
            worth = 0.0 if shared else term.idf
            arms.append((unscored, [worth, term.translated, term.phrase, COUNTED]))
        else:
            arms.append((scored, [-term.factor, term.translated, term.phrase]))
    chosen = " OR ".join(term.phrase for term in rarest)
    for term in beside:
        there = f"({chosen}) AND {term.phrase}"
        arms.append((unscored, [term.idf, term.translated, there, -1]))
    if strict and len(terms) > 1:
        arms.append((unscored, [WHOLE_BONUS, 0, strict, limit]))
    return arms, shared


def _scores(
    db: apsw.Connection,
    arms: list[_Arm],
    shared: _Weighed | None,
    limit: int,
    wanted: filters.Filters,
    *,
    han: bool,
) -> dict[int, float]:
    """The best pieces by the sum of their scores.

    A translation counts in texts of the other script than the question's, which `han` tells: in
    the question's own it is most often a keyword in code, and found by chance.

    Looking at a piece costs as much as scoring it, so where nearly all may be shown only twice as
    many as are wanted are looked at first.
    """
    condition, more = wanted.sql()
    sql = (
        "WITH hit AS MATERIALIZED"
        " (SELECT id, sum(score) + ? AS score, sum(score * translated) + ? AS translated FROM"
        f" ({' UNION ALL '.join(sql for sql, _ in arms)}) GROUP BY id)"
        " SELECT best.id, best.score - best.translated * (p.han = ?) AS worth FROM"
        " (SELECT * FROM hit ORDER BY score DESC, id DESC LIMIT ?) best"
        f" JOIN piece p ON p.id = best.id WHERE worth > 0 AND {condition}"
        " ORDER BY worth DESC, best.id DESC LIMIT ?"
    )
    worth = shared.idf if shared else 0.0
    values: list[object] = [worth, worth if shared and shared.translated else 0.0]
    values += [value for _, values in arms for value in values]
    for most in (-1,) if wanted.is_narrow() else (2 * limit, -1):
        scores = dict(tables.rows(db, sql, [*values, han, most, *more, limit]))
        if len(scores) >= limit:
            break
    return scores
