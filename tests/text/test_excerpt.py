from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_store.text import excerpt


def test_a_short_text_is_shown_whole() -> None:
    assert excerpt.around("all of it", "zebra", 40) == "all of it"


def test_the_part_about_the_longest_word_is_shown_with_marks_where_it_is_cut() -> None:
    text = f"{'before ' * 50}the zebra sleeps {'after ' * 50}"

    shown = excerpt.around(text, "a zebra", 120)

    assert "the zebra sleeps" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_chinese_is_found_by_pairs() -> None:
    text = f"{'前面的话。' * 60}购物车接口超时{'后面的话。' * 60}"

    assert "购物车接口" in excerpt.around(text, "为什么购物车很慢", 100)


@given(st.text(max_size=600), st.text(max_size=40), st.integers(10, 200))
def test_never_longer_than_asked_for_and_always_of_the_text(
    text: str, query: str, limit: int
) -> None:
    shown = excerpt.around(text, query, limit)

    assert len(shown) <= limit
    assert shown.strip("…") in text or "…" in text
