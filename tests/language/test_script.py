"""Traditional characters are folded for matching, and a text's script is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.language import script, traditional

WRITTEN = st.text(st.sampled_from("以後后裡里资資料庫 abc，。") | st.characters(), max_size=30)


def test_each_character_has_one_other_form_and_no_table_that_is_matched_has_the_first() -> None:
    package = Path(script.__file__).parents[1]
    names = ("facts/words.txt", "index/glossary.txt", "recall/prompt_words.py")
    tables = "".join((package / one).read_text("utf-8") for one in names)
    forms, simplified = traditional.TRADITIONAL, traditional.SIMPLIFIED

    assert len(set(forms)) == len(forms) == len(simplified)
    assert not set(forms) & set(simplified + tables)


@given(WRITTEN)
def test_folding_keeps_a_texts_length_and_changes_nothing_twice(text: str) -> None:
    simple = script.simplified(text)

    assert len(simple) == len(text)
    assert script.simplified(simple) == simple


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("线上服务用 Kubernetes 部署", True),
        ("提交之前先跑一遍 `pytest` 和 lint", True),
        ("ask 张伟 about the deployment window on Friday", False),
        ("deploy to production", False),
    ],
)
def test_a_text_is_chinese_where_chinese_prevails(text: str, *, expected: bool) -> None:
    assert script.is_chinese(text) is expected
