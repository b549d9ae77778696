"""What short texts are compared by."""

from __future__ import annotations

from memory_store.text import pieces


def test_words_numbers_and_pairs_of_han_characters_are_pieces() -> None:
    assert pieces.of("Port the API to 8") == {"port", "the", "api", "8"}
    assert pieces.of("灰度 Redis 上线") == {"灰度", "上线", "redis"}
    assert pieces.of("a b") == set()


def test_traditional_characters_are_compared_as_simplified_ones() -> None:
    assert pieces.of("登錄令牌多久過期？") == pieces.of("登录令牌多久过期")
