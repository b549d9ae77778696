from __future__ import annotations

import pytest

from memory_store.text import han


@pytest.mark.parametrize("char", "库ぁヺー한々〇㐀豈𠀀")
def test_chinese_japanese_and_korean_are_held(char: str) -> None:
    assert han.is_han(char)
    assert han.runs().fullmatch(char)


@pytest.mark.parametrize("char", "a1é，。・ я\u3000")
def test_other_letters_and_punctuation_are_not(char: str) -> None:
    assert not han.is_han(char)
    assert not han.runs().search(char)


@pytest.mark.parametrize("text", ["", "cache", "缓存 cache", "数据库" * 100, "x" * 300 + "库"])
def test_counting_by_hand_and_by_pattern_agree(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(han, "_compiled", [])
    by_hand = han.count(text)
    han.runs()

    assert han.count(text) == by_hand == sum(map(han.is_han, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("使用 apsw 打开数据库", True),
        ("deploy 服务", True),
        ("the word 库 in an English sentence", False),
        ("plain", False),
        ("", False),
    ],
)
def test_a_text_is_in_the_script_that_prevails(text: str, *, expected: bool) -> None:
    assert han.prevails(text) is expected
