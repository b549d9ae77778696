"""Asks a person on the terminal for a yes or no."""

from __future__ import annotations

import sys
import unicodedata

from memory_store.cli import printing

YES = ("y", "yes", "是", "好")


def is_possible() -> bool:
    """Whether a person can be asked: both streams are a terminal."""
    return all(one is not None and one.isatty() for one in (sys.stdin, sys.stderr))


def given(question: str) -> bool:
    """Ask on the terminal; whether the answer is yes. `question` ends where the answer begins."""
    printing.draw(question, sys.stderr, end="")
    answer = unicodedata.normalize("NFKC", sys.stdin.readline())  # a Chinese keyboard's ｙ
    return answer.strip().lower() in YES
