"""Tells by its words whether a sentence asks, in Chinese and English, also without its mark.

Looks at one text alone. Must not know what it replies to.
"""

from __future__ import annotations

ENGLISH = (
    "what ", "why ", "how ", "which ", "when ", "who ", "where ", "can ", "could ", "do you ",
    "do we ", "do i ", "do they ", "does ", "is ", "are ", "should ", "would ", "did ",
    "and how", "and what", "and if", "any ",
)  # fmt: skip
"""How a question begins, where its mark is left out."""

CHINESE = (
    "怎么", "为什么", "什么", "吗", "呢", "哪", "多少", "多大", "多久", "是不是", "能不能",
    "要不要", "如何", "会不会", "有没有",
)  # fmt: skip
"""What a Chinese question holds."""

_MARKS = ("?", "？")
_SOFT_ENDS = " 。.!！~～"
_ENDS = str.maketrans(dict.fromkeys("。！？；，\n", "\n"))


def asks(text: str) -> bool:
    """Whether a text ends in a question: by its mark, or by the words of its last clause."""
    bare = text.rstrip(_SOFT_ENDS)
    if bare.endswith(_MARKS):
        return True
    last = bare.translate(_ENDS).rpartition("\n")[2].rpartition(". ")[2].strip().lower()
    return last.startswith(ENGLISH) or any(map(last.__contains__, CHINESE))
