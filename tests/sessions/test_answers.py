"""An agent's last words in a line, in whole sentences."""

from __future__ import annotations

import pytest

from memory_store.sessions import answers
from memory_store.text import retold

LONG = " ".join(f"Sentence {at} describes the cart module." for at in range(40))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        # labels, code, the lines that lead to it alone, and pictures are left out
        ("✅ The line is set. It shows:\n```\nctx: 12%\n```\n", "The line is set."),
        ("The cause is in [cart.py](/w/shop(2)/cart.py:12).", "The cause is in cart.py."),
        # a list keeps the line that leads to it
        ("文档已更新：\n\n- 安装改用 pipx\n- 删掉截图", "文档已更新： 安装改用 pipx； 删掉截图"),
        # bold words are no part of what follows them
        ("**Checking the cart**Moved it to Redis.", "Checking the cart; Moved it to Redis."),
        # a table is told as a list, without its head
        ("| # | File | Now |\n|---|:-:|---|\n| 1 | **a.py** | uses Redis |", "a.py — uses Redis"),
        ("| File | Now |\n|---|---|\n| a.py | a lock<br>a test |", "a.py — a lock a test"),
        # absolute paths lose their beginning
        ("Wrote /home/ann/work/shop/docs/cart.md for you.", "Wrote …/docs/cart.md for you."),
        # what is no sentence is told as it is, if it is short
        ("stg2", "stg2"),
        ("```sh\nmake ship\n```", "make ship"),
        ("```\n" + "x = 1; " * 40 + "\n```", ""),
        ("NO_REPLY", ""),
        # lines for the memory are told as facts
        (
            "All tests pass now.\n\n- O @packages: use pnpm\nW @gateway: port 8123",
            "All tests pass now.",
        ),
        ("O @packages: use pnpm, never npm", ""),
    ],
)
def test_a_short_answer_is_told_whole_without_code(answer: str, told: str) -> None:
    assert answers.last_words([answer], 200) == told


def test_of_a_long_answer_the_sentences_that_fit_are_told() -> None:
    begins = "Sentence 0 describes the cart module."

    assert answers.last_words([LONG], 45) == begins
    assert answers.last_words([LONG], 80) == f"{begins} Sentence 1 describes the cart module."


def test_an_answer_that_hardly_says_anything_brings_the_one_before_it() -> None:
    said = ["The sessions live in Redis now; all 42 tests pass.", "Done."]

    assert answers.last_words(said, 200) == f"{said[0]} {said[1]}"
    assert answers.last_words(["An earlier answer.", *said[:1]], 200) == said[0]


def test_a_sentence_that_was_taken_back_is_not_told() -> None:
    gone = retold.Gone(["Always use tabs for indentation"], [])

    assert answers.last_words(["Always use tabs for indentation. It works."], 200, gone) == (
        "It works."
    )
