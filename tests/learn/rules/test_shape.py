"""The shape in which phrases are looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.learn.rules import shape


@pytest.mark.parametrize(
    ("said", "flat"),
    [
        ("We've really decided: don't use X!", " , we have decided , do not use x , "),
        ("By the way, our team can't read `always`", " , we can not read ~ , "),
        ('"統一" is it, isn\'t it', " , ~ is it , is not it , "),
        ("i dont know", " , i do not know , "),
    ],
)
def test_english_is_written_out_between_commas(said: str, flat: str) -> None:
    assert shape.english(said) == flat


@pytest.mark.parametrize(
    ("said", "flat"),
    [
        ("对了，咱们用 PostgreSQL 16。", ",我们用postgresql16,"),
        ("「总是」是 什么，其实不用", ",~是什么,不用,"),
    ],
)
def test_chinese_is_without_blanks_between_commas(said: str, flat: str) -> None:
    assert shape.chinese(said) == flat


@given(st.text('ab ,，：;。"“”`—-so the1', max_size=60))
def test_clauses_joined_are_the_sentence(text: str) -> None:
    joined = "".join(shape.clauses(text))

    assert text.startswith(joined)
    assert not text[len(joined) :].strip()


@pytest.mark.parametrize("text", ["1,000 rows", "10:30", "a `b, c` d", 'the "x, y" of it'])
def test_numbers_and_quotations_are_not_cut(text: str) -> None:
    assert shape.clauses(text) == [text]


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("网关用 Envoy", True),
        ("we 之前 discuss 过了，state management 就用 zustand", True),
        ("all strings need zh-CN (简体中文) and en-US versions", False),
        ("x", False),
    ],
)
def test_the_language_is_the_one_that_prevails(text: str, *, chinese: bool) -> None:
    assert shape.is_chinese(text) is chinese
