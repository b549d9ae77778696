"""Tells sentences whose words ask to keep them from rules: bug reports, goals, roles, orders.

`Expected: rows must never wrap` is true of one task. Must not find the words that ask.
"""

from __future__ import annotations

from memory_store.language import phrases, script, sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PHRASES = phrases.beside(__file__)
_COLONS, _QUESTIONS = (":", "："), ("?", "？")
_PAUSES = ",;，；"
_SHORT = 60  # characters of a sentence that only orders what the one before it says
REPORT, ROLE, CHOICE = "report", "role", "choice"
"""What a sentence opens: a bug report or the goal of a task; the description of a role; a list to
choose from."""


class Block:
    """A sentence with the points of its list in a line each, and what its paragraph is of."""

    __slots__ = ("text", "under")

    def __init__(self, text: str, under: str) -> None:
        self.text = text
        self.under = under


def blocks(text: str) -> Iterator[Block]:
    """The sentences of a text; a sentence that ends in a colon has its list behind it."""
    block: list[str] = []  # a sentence that ends in a colon, and the points behind it
    under, paragraph, is_head_alone, before = "", -1, False, ""
    for one in sentences.listed(text):
        if block and not one.in_list:
            yield Block("\n".join(block), under)
            block = []
        # a head that stands alone is the next paragraph's
        is_apart = one.paragraph != paragraph and not (block or is_head_alone)
        opened, is_head = opens(one.text), one.text.endswith(_COLONS)
        under = opened or ("" if is_apart else under)
        if one.in_list and offers(before):
            under = CHOICE
        is_head_alone = bool(opened) and is_head
        paragraph, before = one.paragraph, one.text
        block.append(one.text)
        if not is_head and len(block) == 1:
            yield Block(block.pop(), under)
    if block:
        yield Block("\n".join(block), under)


def opens(sentence: str) -> str:
    """What a sentence is the head of, for itself and the rest of its paragraph; "" for nothing."""
    low = script.simplified(sentence.lower()).lstrip(" *_-")
    if low.startswith(_PHRASES["roles"]):
        return ROLE
    return REPORT if low.startswith(_PHRASES["reports"]) else ""


def is_ordered(sentence: str, after: str) -> bool:
    """Whether what a sentence says is to be coded now: by its own end, or by the next sentence."""
    low = script.simplified(sentence.lower())
    next_one = script.simplified(after.lower()) if len(after) <= _SHORT else ""
    end = low[_last_pause(low) :]
    return any(end.count(one) or next_one.count(one) for one in _PHRASES["orders to code"])


def offers(sentence: str) -> bool:
    """Whether a sentence asks to choose from a list: `Which one is right?`."""
    low = script.simplified(sentence.lower())
    return low.endswith(_QUESTIONS) and _PHRASES.stand_in(low, "choices")


def without_lead(sentence: str) -> str:
    """A sentence without the clause that leads on, if it ends in a colon."""
    if not sentence.endswith(_COLONS):
        return sentence
    return sentence[: _last_pause(sentence)]


def _last_pause(text: str) -> int:
    """Where the last clause of a text begins; 0 where it is the only one."""
    return max(0, *(text.rfind(sign) for sign in _PAUSES))
