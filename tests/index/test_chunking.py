from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.index import chunking
from tests import growth

SENTENCE = "这是一个很长的句子，用来测试。"


def test_a_text_of_one_model_window_stays_whole() -> None:
    text = SENTENCE * 40

    assert chunking.spans(text) == [(0, len(text))]


def test_a_long_text_is_cut_where_sentences_end() -> None:
    text = SENTENCE * 200

    parts = [text[start:end] for start, end in chunking.spans(text)]

    assert len(parts) > 1
    assert all(part.startswith(SENTENCE[:5]) and part.endswith("。") for part in parts)


def test_parts_overlap_so_that_what_stands_at_a_cut_is_whole_in_one() -> None:
    spans = chunking.spans(SENTENCE * 200)

    for (_, end), (start, _) in itertools.pairwise(spans):
        shared = chunking.tokens(SENTENCE * 200) * (end - start) / (len(SENTENCE) * 200)
        assert chunking.USUAL.overlap / 2 <= shared <= chunking.USUAL.overlap * 2


def test_latin_letters_count_as_a_quarter_token_and_chinese_as_two_thirds() -> None:
    assert chunking.tokens("a" * 400) == 100
    assert round(chunking.tokens("库" * 150)) == 100


@given(st.text(alphabet="ab 库。\n", max_size=40).map(lambda text: text * 90))
def test_parts_cover_the_text_in_order_and_are_short_enough(text: str) -> None:
    spans = chunking.spans(text)

    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    for (start, end), (following, following_end) in itertools.pairwise(spans):
        assert start < following <= end < following_end
    assert all(end - start <= 2_600 for start, end in spans)


sentences = st.sampled_from(
    ["这是一个很长的句子，用来测试缓存。", "The cache is built again. ", "word ", "库", "a", "\n"]
)
cuts = st.sampled_from([chunking.USUAL, chunking.ChunkSize(50, 25), chunking.ChunkSize(500, 0)])


@given(st.lists(st.tuples(sentences, st.integers(1, 150)), max_size=8), cuts)
def test_no_part_is_longer_than_a_model_reads_whatever_languages_are_mixed(
    runs: list[tuple[str, int]], cut: chunking.ChunkSize
) -> None:
    text = "".join(sentence * times for sentence, times in runs)

    spans = chunking.spans(text, cut)

    assert max(chunking.tokens(text[start:end]) for start, end in spans) <= cut.tokens * 1.5
    assert (spans[0][0], spans[-1][1]) == (0, len(text))
    for (start, end), (following, _) in itertools.pairwise(spans):
        assert start + (end - start) // 4 <= following <= end


@pytest.mark.parametrize("gap", ["", " "])
def test_between_two_languages_parts_end_with_a_sentence_too(gap: str) -> None:
    text = (SENTENCE * 30 + gap + "The cache is built again whenever it changes. " * 30) * 4

    for start, end in chunking.spans(text)[:-1]:
        assert text[:end].endswith(("。", ". "))
        assert start == 0 or text[:start].endswith(("。", ". ", " "))


def test_twice_the_text_is_cut_in_twice_the_time() -> None:
    def made(size: int) -> str:
        return (SENTENCE + "The cache is built again. ") * size

    assert len(chunking.spans(made(50_000))) < 5_000
    assert growth.of(chunking.spans, made, 2_000) < growth.MOST
