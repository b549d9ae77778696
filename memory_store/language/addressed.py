"""Tells whether a paragraph speaks to the agent: an order, a request, a question.

Must not ask what it wants.
"""

from __future__ import annotations

from memory_store.language import mood, phrases, script

_PHRASES = phrases.beside(__file__)
_AROUND = ",.:;!?，。：；！？ "
_READ = 1_500
_MARKS = ("?", "？")  # of a question; a heading asks without: 如何设计索引


def is_to_agent(paragraph: str, *, strictly: bool) -> bool:
    """Whether a paragraph begins with words to the agent, asks, or points at what stands above.

    Args:
        paragraph: of a prompt, behind a text that was pasted.
        strictly: whether that text may itself give orders, as letters and pages do: then an order
            counts only where it is about a text or the work on code.
    """
    low = script.simplified(paragraph[:_READ].lower()).strip()
    if low.startswith(_PHRASES["to others"]):
        return False
    first_line = low.partition("\n")[0].rstrip()
    is_question = not strictly or first_line.endswith(_MARKS) or _has_person(first_line)
    if (is_question and mood.asks(first_line)) or low.startswith(_PHRASES["asking"]):
        return True
    if _PHRASES.stand_in(low, "above", "asking in Chinese"):
        return True
    words = [one.strip(_AROUND) for one in low.split()[:4]]
    while words and words[0] in _PHRASES["openers"]:
        words.pop(0)
    first = words[0] if words else ""
    if first in _PHRASES["working"] or low.startswith(_PHRASES["working in Chinese"]):
        return True
    if strictly:
        return False
    return first in _PHRASES["ordering"] or low.startswith(_PHRASES["remembering"])


def speaks(paragraph: str) -> bool:
    """Whether a person speaks anywhere in a paragraph: to the agent, or of themselves."""
    low = script.simplified(paragraph.lower())
    return _has_person(low) or is_to_agent(paragraph, strictly=False)


def _has_person(low: str) -> bool:
    words = {one.strip(_AROUND) for one in low.split()}
    is_named = not words.isdisjoint(_PHRASES["persons"])
    return is_named or _PHRASES.stand_in(low, "persons in Chinese")
