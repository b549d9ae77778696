"""Groups hold all texts in their order, and no more pieces than they may."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_store.embedders import base

TEXTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=12), max_size=30)


@given(TEXTS)
def test_groups_put_together_are_the_texts(texts: list[list[int]]) -> None:
    assert [text for group in base.groups(texts, 10) for text in group] == texts


@given(TEXTS)
def test_a_group_is_as_large_as_it_may_be_and_a_longer_text_goes_alone(
    texts: list[list[int]],
) -> None:
    groups = list(base.groups(texts, 10))
    sizes = [sum(map(len, group)) for group in groups]

    assert all(size <= 10 or len(group) == 1 for size, group in zip(sizes, groups, strict=True))
    following = [len(group[0]) for group in groups[1:]]
    assert all(size + more > 10 for size, more in zip(sizes, following, strict=False))


@given(st.lists(st.integers(0, 90), max_size=60), st.integers(1, 40), st.sampled_from([0, 1, 200]))
def test_batches_hold_each_text_once_and_no_more_characters_than_they_may(
    lengths: list[int], wide: int, letters: int
) -> None:
    texts = {bytes([at]): "x" * length for at, length in enumerate(lengths)}

    batches = list(base.groups_by_length(list(texts), texts, 8, wide, letters))

    assert sorted(key for batch in batches for key in batch) == sorted(texts)
    assert all(len(batch) <= 8 for batch in batches)
    for batch in batches:
        together = len(batch) * max(len(texts[key]) for key in batch)
        assert not letters or together <= letters or len(batch) == 1
