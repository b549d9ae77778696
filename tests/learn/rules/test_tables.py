"""Looking phrases up by one of their words finds what a plain search finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_store.learn.rules import en_lasting, en_left, shape, tables, zh_lasting, zh_left

ENGLISH = [one for module in (en_left, en_lasting) for one in vars(module).values()]
CHINESE = [one for module in (zh_left, zh_lasting) for one in vars(module).values()]
WORDS = st.sampled_from(
    "we never always the other one , for now today commit use in this file i prefer must".split()
)


def phrases(table: tables.Table) -> list[str]:
    return [one for listed in table._filed.values() for one in listed]


@given(st.lists(WORDS, max_size=12))
def test_english_phrases_are_found_as_by_search(words: list[str]) -> None:
    flat = shape.english(" ".join(words))
    for table in ENGLISH:
        if isinstance(table, tables.Table):
            assert set(table.within(flat)) == {one for one in phrases(table) if one in flat}
            assert table.is_within(flat) is bool(table.within(flat))


@given(st.text("以后禁止必须我们用这次吗，先把代码里不要", max_size=12))
def test_chinese_phrases_are_found_as_by_search(text: str) -> None:
    flat = shape.chinese(text)
    for table in CHINESE:
        if isinstance(table, tables.Table):
            assert set(table.within(flat)) == {one for one in phrases(table) if one in flat}


def test_no_phrase_is_empty_or_in_a_shape_that_is_never_looked_up() -> None:
    for table in (one for one in ENGLISH + CHINESE if isinstance(one, tables.Table)):
        for phrase in phrases(table):
            assert phrase.strip(" ,")
            assert phrase == phrase.lower()
