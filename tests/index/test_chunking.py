from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.index import chunking
from tests import growth

CHINESE = "这是一个很长的句子，用来测试。"
ENGLISH = "The cache is built again whenever it changes. "


def test_a_text_of_one_model_window_stays_whole() -> None:
    text = CHINESE * 40

    assert chunking.spans(text) == [(0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        CHINESE * 200,
        (CHINESE * 30 + ENGLISH * 30) * 4,
        (CHINESE * 30 + " " + ENGLISH * 30) * 4,
    ],
)
def test_a_long_text_is_cut_where_sentences_end(text: str) -> None:
    spans = chunking.spans(text)

    assert len(spans) > 1
    for start, end in spans[:-1]:
        assert text[:end].endswith(("。", ". "))
        assert start == 0 or text[:start].endswith(("。", ". ", " "))


def test_parts_overlap_so_that_what_stands_at_a_cut_is_whole_in_one() -> None:
    text = CHINESE * 200

    for (_, end), (start, _) in itertools.pairwise(chunking.spans(text)):
        shared = chunking.tokens(text) * (end - start) / len(text)
        assert chunking.USUAL.overlap / 2 <= shared <= chunking.USUAL.overlap * 2


def test_latin_letters_count_as_a_quarter_token_and_chinese_as_two_thirds() -> None:
    assert chunking.tokens("a" * 400) == 100
    assert round(chunking.tokens("库" * 150)) == 100


sentences = st.sampled_from([CHINESE, ENGLISH, "word ", "库", "a", "\n"]) | st.text(max_size=40)
cuts = st.sampled_from([chunking.USUAL, chunking.ChunkSize(50, 25), chunking.ChunkSize(500, 0)])


@given(st.lists(st.tuples(sentences, st.integers(1, 150)), max_size=8), cuts)
def test_parts_cover_any_text_in_order_and_none_is_longer_than_a_model_reads(
    runs: list[tuple[str, int]], cut: chunking.ChunkSize
) -> None:
    text = "".join(sentence * times for sentence, times in runs)

    spans = chunking.spans(text, cut)

    assert max(chunking.tokens(text[start:end]) for start, end in spans) <= cut.tokens * 1.5
    assert (spans[0][0], spans[-1][1]) == (0, len(text))
    for (start, end), (following, following_end) in itertools.pairwise(spans):
        assert start + (end - start) // 4 <= following <= end <= following_end


@pytest.mark.long
def test_twice_the_text_is_cut_in_twice_the_time() -> None:
    def made(size: int) -> str:
        return (CHINESE + ENGLISH) * size

    assert len(chunking.spans(made(10_000))) < 1_400
    assert growth.of(chunking.spans, made, 2_000) < growth.MOST
