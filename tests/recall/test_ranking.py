from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.index import piece, ranking_features
from memory_store.recall import ranking

SPAN = (0.10, 0.75)
raw = st.dictionaries(st.integers(1, 9), st.floats(-5, 80), max_size=9)
cosines = st.dictionaries(st.integers(1, 9), st.floats(-1, 1), max_size=9)
KNOWN = {
    at: ranking_features.Features(kind, 150 * at, han=at % 3 == 0)
    for at, kind in enumerate([piece.FACT, piece.TURN, piece.NOTE] * 3, 1)
}
BESIDE = {1: [2], 2: [1, 3], 3: [2], 8: [9], 9: [8]}


def found(
    bm25: dict[int, float] | None = None,
    near: dict[int, float] | None = None,
    *,
    possible: float = 20.0,
    known: dict[int, ranking_features.Features] | None = None,
    beside: dict[int, list[int]] | None = None,
) -> dict[int, ranking.Scores]:
    """What is known of pieces, asked in English."""
    both = ranking.Retrieved(bm25 or {}, possible)
    both.cosines = near or {}
    both.span = SPAN
    both.features = known or {}
    both.beside = beside or {}
    return ranking.gather(both)


def scores(
    bm25: float | None = None,
    cosine: float | None = None,
    *,
    possible: float = 20.0,
    kind: str = piece.FACT,
    letters: int = 1_000,
    han: bool = False,
) -> ranking.Scores:
    """What is known of one piece."""
    return found(
        {} if bm25 is None else {1: bm25},
        {} if cosine is None else {1: cosine},
        possible=possible,
        known={1: ranking_features.Features(kind, letters, han=han)},
    )[1]


def test_a_short_text_is_judged_with_what_stands_beside_it_and_a_long_one_alone() -> None:
    known = {
        1: ranking_features.Features(piece.FACT, 20, han=False),
        2: ranking_features.Features(piece.FACT, 900, han=False),
        3: ranking_features.Features(piece.FACT, 20, han=False),
    }
    gathered = found(
        {1: 4.4, 2: 22.0},
        {1: 0.1, 2: 0.75, 3: 0.1},
        known=known,
        beside={1: [2], 2: [1]},
    )

    assert gathered[1].text == pytest.approx(0.1 + 0.3 * 0.5)
    assert gathered[1].vector == pytest.approx(0.3)
    assert gathered[2].text == pytest.approx(0.5)
    assert gathered[2].vector == pytest.approx(1)
    assert gathered[3].vector == 0


@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_the_longer_a_text_the_less_its_company_counts(one: int, other: int) -> None:
    short, long = (
        ranking_features.Features(piece.FACT, at, han=False) for at in sorted((one, other))
    )

    assert 0 <= ranking.company(long) <= ranking.company(short) <= 1
    assert ranking.substance(short) <= ranking.substance(long) <= 1


@pytest.mark.parametrize("cosine", [0.2, 0.5, 0.75])
def test_to_have_a_vector_is_no_merit_beside_better_words(cosine: float) -> None:
    bm25 = {1: 20.0, 2: 16.0, 3: 12.0}

    gathered = found(bm25, {2: cosine}, known={2: KNOWN[1]})

    order = sorted(gathered, key=lambda one: -ranking.evidence(gathered[one]))
    assert order == [1, 2, 3]


def test_a_neighbour_without_a_vector_tells_nothing() -> None:
    known = {2: ranking_features.Features(piece.TURN, 100, han=False)}

    (alone, beside) = (
        found({1: 8.0}, {2: 0.5}, known=known, beside=one)[2] for one in ({}, {2: [1]})
    )

    assert beside.vector == alone.vector


@pytest.mark.long
@given(raw, cosines, st.floats(0, 100))
def test_every_score_is_from_0_to_1_and_every_piece_of_either_list_has_one(
    bm25: dict[int, float], near: dict[int, float], possible: float
) -> None:
    gathered = found(bm25, near, possible=possible, known=KNOWN, beside=BESIDE)

    assert gathered.keys() == bm25.keys() | near.keys()
    for one in gathered.values():
        for score in (
            ranking.evidence(one),
            ranking.weighted(0.7, 0.3)(one),
            one.text_score(),
            one.vector_score(),
        ):
            assert 0 <= score <= 1


@pytest.mark.long
@given(raw, cosines)
def test_the_order_of_the_lists_does_not_matter(
    bm25: dict[int, float], near: dict[int, float]
) -> None:
    def reversed_of(values: dict[int, float]) -> dict[int, float]:
        return dict(reversed(values.items()))

    one = found(bm25, near, known=KNOWN, beside=BESIDE)
    other = found(reversed_of(bm25), reversed_of(near), known=KNOWN, beside=BESIDE)

    assert {key: ranking.evidence(value) for key, value in one.items()} == {
        key: ranking.evidence(value) for key, value in other.items()
    }


@given(st.floats(0, 80), st.floats(0, 80), st.floats(-1, 1), st.floats(-1, 1))
def test_more_evidence_never_lowers_a_score(
    bm25: float, more_bm25: float, cosine: float, more_cosine: float
) -> None:
    low = scores(min(bm25, more_bm25), min(cosine, more_cosine))
    high = scores(max(bm25, more_bm25), max(cosine, more_cosine))

    for fuse in (ranking.evidence, ranking.weighted(0.7, 0.3)):
        assert fuse(low) <= fuse(high)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_the_liker_a_piece_is_to_a_better_one_the_less_is_left_of_it(
    one: float, other: float
) -> None:
    less, more = sorted((one, other))

    assert 0.6 - 1e-9 <= ranking.novelty(more) <= ranking.novelty(less) <= 1


def test_being_new_and_sure_decides_between_equals_and_no_more() -> None:
    old, new = ranking.preference(1e9, 0.5, 0.02), ranking.preference(0, 1.0, 0.02)

    assert 1 <= old < new <= 1.02
    assert ranking.preference(0, 1.0, 0) == 1
