"""An answer that says again what was said is no news."""

from __future__ import annotations

import pytest

from memory_store.learn.rules import repeated


@pytest.mark.parametrize(
    ("text", "said", "again"),
    [
        (
            "From now on I run make check before a commit",
            "run make check before each commit",
            True,
        ),
        ("以后每次提交前我会先跑单测", "提交前先跑单测", False),
        ("以后提交前先跑单测", "每次提交前要先跑单测", True),
        ("the cache is Redis", "the queue is Kafka", False),
        ("", "anything", False),
    ],
)
def test_what_mostly_says_the_same_is_a_repetition(text: str, said: str, *, again: bool) -> None:
    assert repeated.is_said(text, ["something else", said]) is again
