"""Tells what a person's sentence is: a question, a choice, an order to show, a thing put off.

Looks at one sentence alone. Must not know what it replies to.
"""

from __future__ import annotations

from memory_store.language import mood
from memory_store.learn import cues, telling

_REPLY_CHARS = 140


def is_put_off(sentence: str) -> bool:
    """Whether a person leaves something for another day (`I'll do it tomorrow`, 下周再…)."""
    low = sentence.lower()
    is_other = point(sentence).lower().startswith((*cues.TEXTS, *cues.NOTED))
    return telling.holds(low, cues.LATER) and not is_other and not mood.asks(sentence)


def is_look(sentence: str) -> bool:
    """Whether a person only wants to see or to understand something: a question, 帮我看下."""
    return mood.asks(sentence) or point(sentence).lower().startswith(cues.LOOKS)


def is_choice(sentence: str) -> bool:
    """Whether a short reply may be a choice: neither a question, nor an order, nor mere assent."""
    bare = point(sentence).lower()
    if len(sentence) > _REPLY_CHARS or telling.is_nothing(bare):
        return False
    if mood.asks(sentence) or is_put_off(sentence):
        return False
    return not bare.startswith(cues.ORDERS)


def point(sentence: str) -> str:
    """A reply without what stands before its point (`ok, …`, 那就…)."""
    found, before = sentence, ""
    while found != before:
        before = found
        for lead in cues.LEADS:
            if found.lower().startswith(lead) and len(found) > len(lead) + 1:
                found = found[len(lead) :].lstrip()
    return found.strip(" ,，")
