"""What people ask to have remembered."""

from __future__ import annotations

import pytest

from memory_store.learn.rules import remember


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Remember that the API is frozen", "the API is frozen"),
        ("hey, please don't forget: ids are strings", "ids are strings"),
        ("Save to memory: the project is called x1", "the project is called x1"),
        ("FYI for future sessions - the runner has no bash", "the runner has no bash"),
        ("The limit is 20, please remember that.", "The limit is 20"),
        ("I am deaf, keep that in mind when you write", "I am deaf"),
        ("请你牢记一点，金额用分", "金额用分"),
        ("这个以后会用到，你存一下：域名是 a.cn", "域名是 a.cn"),
        ("证书在 vault 里，记住这一点", "证书在 vault 里"),
        ("Remember this:", ""),
        ("记住这一点。", ""),
    ],
)
def test_the_words_to_be_kept_are_found(said: str, asked: str) -> None:
    assert remember.asked(said) == asked


@pytest.mark.parametrize(
    "said",
    [
        "remember to push",
        "Remember when we met",
        "don't forget the tests",
        "Do you remember the port?",
        "save this file",
        "keep this function",
        "memory usage is high",
        "记得提交",
        "别忘了推一下",
        "记住密码功能坏了",
        "你还记得吗？",
    ],
)
def test_orders_questions_and_things_called_so_are_none(said: str) -> None:
    assert remember.asked(said) is None
