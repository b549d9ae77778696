"""A candidate is one short sentence: the conclusion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.learn.rules import canon, shape


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("By the way, port 9090 is taken.", "port 9090 is taken."),
        ("oh and please, use tabs!", "use tabs!"),
        ("对了，其实网关在 8080。", "网关在 8080。"),
        ("Nope", "Nope"),
        ("(see the wiki)", "(see the wiki)"),
        ("butter is fine", "butter is fine"),
    ],
)
def test_words_before_the_point_are_cut(said: str, written: str) -> None:
    assert canon.write([said]) == written


def test_of_a_long_sentence_the_clauses_that_name_most_are_kept() -> None:
    said = "so we talked about this and that for a very long while, " * 2
    said += "and production is on db2.internal port 5433, " + "which was the end of it all, " * 2

    assert "db2.internal port 5433" in canon.write(shape.clauses(said))


@given(st.lists(st.text(max_size=200), max_size=4))
def test_it_is_one_line_of_120_characters_without_fences(parts: list[str]) -> None:
    written = canon.write(parts)

    assert len(written) <= canon.LONGEST
    assert "\n" not in written
    assert "```" not in written
