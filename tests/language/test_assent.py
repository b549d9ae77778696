"""Prompts that state and ask nothing."""

from __future__ import annotations

import pytest

from memory_store.language import assent


@pytest.mark.parametrize(
    "text",
    [
        "ok, go ahead",
        "Yes please!",
        "LGTM",
        "sounds good, proceed",
        "thanks, continue",
        "Let's go.",
        "好的，继续",
        "可以，就这样做吧",
        "嗯",
        "好，開始吧",
        "没问题！请继续",
        "ok 继续",
    ],
)
def test_who_only_agrees_says_nothing(text: str) -> None:
    assert assent.is_all(text)


@pytest.mark.parametrize(
    "text",
    [
        "ok, always use uv",
        "yes, and deploy to staging",
        "go with Postgres",
        "please remember that",
        "no",
        "thanks, the port is 8080",
        "好的，以后都用 uv",
        "可以，但端口改成 8080",
        "继续部署",
        "不行",
        "ok" * 40,
    ],
)
def test_a_prompt_with_one_other_word_says_something(text: str) -> None:
    assert not assent.is_all(text)
