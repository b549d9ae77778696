"""What short texts are compared by."""

from __future__ import annotations

from memory_store.language import words


def test_words_numbers_and_pairs_of_han_characters_are_pieces() -> None:
    assert words.split("Port the API to 8") == {"port", "the", "api", "8"}
    assert words.split("灰度 Redis 上线") == {"灰度", "上线", "redis"}
    assert words.split("a b") == set()


def test_traditional_characters_are_compared_as_simplified_ones() -> None:
    assert words.split("登錄令牌多久過期？") == words.split("登录令牌多久过期")
