"""The words by which a statement of an agent is known: a result, an intention, an offer, the rest.

Lists in Chinese and English (answer_words.json), and one test for each. Must not split a text.
"""

from __future__ import annotations

from memory_store.language import phrases

RESULT, LEFT, USAGE = "result", "left", "usage"
_PHRASES = phrases.beside(__file__)
_HEADINGS = (  # the first that a heading holds tells the kind of its section
    (LEFT, _PHRASES["headings of what is left"]),
    (USAGE, _PHRASES["headings of how to use it"]),
    (RESULT, _PHRASES["headings of results"]),
)
_SOON = ("now", "next,", "then")
_NAME_CHARS = 24
_BEGINNING = 3  # pairs of words


def kind(heading: str) -> str:
    """The kind of section that a heading opens: one of the three above, or "" for others."""
    low = f"{heading.lower()} "
    return next((name for name, words in _HEADINGS if any(map(low.count, words))), "")


def narrates(sentence: str) -> bool:
    """Whether a sentence tells what the agent does or is about to do, or only greets."""
    low = sentence.lower()
    words = low.split()
    if low.startswith(_PHRASES["narrating"]) or (words[0].endswith("ing") and words[0].isalpha()):
        return True
    if any(word in _PHRASES["planning"] for word in words[:3]):
        return True
    if words[0] in _SOON and words[1:2] and words[1] in _PHRASES["steps"]:
        return True
    pairs = [*zip(words, words[1:], strict=False)]  # noqa: RUF007  itertools costs an import
    if any(who in ("i'm", "i’m") and doing.endswith("ing") for who, doing in pairs):
        return True
    return any(who == "i" and doing in _PHRASES["intending"] for who, doing in pairs[:_BEGINNING])


def says_result(sentence: str) -> bool:
    """Whether a sentence has a word of results."""
    return _has(f" {sentence}", "results")


def says_open(sentence: str) -> bool:
    """Whether a sentence says that something is not done."""
    return _has(sentence, "open")


def proposes(line: str) -> bool:
    """Whether a line leads to a proposal, which nobody may take for done."""
    return _has(line, "proposals")


def offers(sentence: str) -> bool:
    """Whether a sentence offers to go on, or says goodbye."""
    return sentence.lower().startswith(_PHRASES["offering"]) or _has(sentence, "closing")


def without_label(sentence: str) -> tuple[str, bool]:
    """A sentence without `Next step:` in front of it, and whether that stood there."""
    head, colon, rest = sentence.replace("：", ": ", 1).partition(": ")
    is_left = bool(colon and rest) and len(head) <= _NAME_CHARS and kind(head) == LEFT
    return (rest.strip(), True) if is_left else (sentence, False)


def _has(sentence: str, name: str) -> bool:
    return any(map(sentence.lower().count, _PHRASES[name]))
