"""Tells a sentence that hands over words to be written: `Translate this: …`, 加一句：….

What stands behind its colon is nobody's statement. Must not take what is to be remembered.
"""

from __future__ import annotations

from memory_store.learn.rules import shape

_ORDERS = (
    " , translate ", " , write ", " , add a ", " , add the ", " , put ", " , rephrase ",
    " , proofread ", " , insert a ", " , draft ", " , can you translate ", " , can you write ",
    " , can you add ",
)  # fmt: skip
_TEXTS = frozenset(
    (
        "comment line sentence message text hint tooltip english german french spanish chinese "
        "japanese docstring readme email announcement paragraph title"
    ).split()
)
_ORDERS_ZH = (",帮", ",给", ",写", ",翻译", ",加", ",改写", ",润色", ",在", ",把", ",起草", ",拟")
_TEXTS_ZH = (
    "翻译成", "译成", "翻成", "一句", "一段", "一行", "写个", "写一", "润色", "改写", "起草",
)  # fmt: skip
_CLAUSES = 2


def is_dictated(sentence: str) -> bool:
    """Whether a sentence asks to write or translate what stands behind its colon."""
    for part in shape.clauses(sentence)[:_CLAUSES]:
        if part.rstrip().endswith((":", "：")) and (_asks(part) or _asks_zh(part)):
            return True
    return False


def _asks(part: str) -> bool:
    flat = shape.english(part)
    return flat.startswith(_ORDERS) and not _TEXTS.isdisjoint(flat.split())


def _asks_zh(part: str) -> bool:
    flat = shape.chinese(part)
    return flat.startswith(_ORDERS_ZH) and any(one in flat for one in _TEXTS_ZH)
