from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_store.embedders import vectors
from memory_store.index import digest


@given(st.text())
def test_a_text_has_its_vector_under_the_name_that_the_vector_cache_gives_it(text: str) -> None:
    assert digest.of_content(text) == vectors.content_hash(text)


def test_any_change_is_seen() -> None:
    assert digest.of_bytes(b"cache") != digest.of_bytes(b"cachE")
    assert digest.of_text("缓存") != digest.of_text("缓 存")


def test_a_lone_surrogate_has_a_digest() -> None:
    assert len(digest.of_text("\ud800")) == 8
