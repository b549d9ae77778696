"""Removes from a session's summary what the prompt, a fact or the summary said before.

Compares words and pairs of Chinese characters. Must not choose among facts.
"""

from __future__ import annotations

from memory_store.language import wording, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Pieces = set[str]

_HARDLY = 3  # pieces; an answer with fewer (`OK.`) tells nothing without its question
_ENDS = ("。", "！", "？", "；", ". ", "! ", "? ", "; ")
_REPEATED_CHARS = 500  # who says no more than a question is as short as one
_CLOSING = ("”", "»")
_ITEM = "- "


def without(summary: str, prompt: str, facts: list[str], bears: Callable[[str], bool]) -> str:
    """A summary without the sentences that the prompt or a fact says, each of the others once.

    Nothing is left of it where a fact says all that bears on the prompt: what stays is about
    other things.

    Args:
        summary: as it is shown: the topic, the summary, a line for each decision and todo.
        prompt: what was asked; who asks a thing again is not told that he did.
        facts: what is told beside it, the best first.
        bears: whether a sentence is about what the prompt is about.

    Returns:
        The sentences that nothing else says, a line each; "" where these tell nothing.
    """
    asked = words.split(prompt)
    beside = [words.split(fact) for fact in facts]
    kept: dict[int, str] = {}
    seen: list[Pieces] = []
    is_said = False
    for at, sentence in _items_first(sentences(summary)):
        own = _telling(sentence)
        if any(words.cover(fact | asked, own) for fact in beside):
            is_said = is_said or bears(sentence)
        elif not any(words.cover(other, own) for other in (asked, *seen)):
            kept[at] = _short(sentence, [asked, *beside, *seen])
            seen.append(words.split(sentence))
    if is_said and not any(bears(sentence) for at, sentence in kept.items() if at):
        return ""
    return "\n".join(kept[at] for at in sorted(kept))


def adds_nothing(text: str, asked: Pieces) -> bool:
    """Whether a turn or a summary says no more than a question, whose words are `asked`."""
    if len(text) > _REPEATED_CHARS:
        return False
    return words.cover(asked, words.split(wording.without_unanswered(text)))


def sentences(text: str) -> list[str]:
    """The lines of a text, and the sentences in all of them but the first."""
    first, _, rest = text.strip().partition("\n")
    for end in _ENDS:
        rest = rest.replace(end, f"{end}\n")
    for closing in _CLOSING:  # the question of a turn may end in its own mark
        rest = rest.replace(f"\n{closing}", closing)
    return [first, *(one.strip() for one in rest.split("\n") if one.strip())]


def _items_first(told: list[str]) -> Iterable[tuple[int, str]]:
    """The sentences by number: decisions and todos, then the topic, then the text."""
    numbered = list(enumerate(told))
    items = [(at, one) for at, one in numbered if at and one.startswith(_ITEM)]
    return [*items, *(one for one in numbered if one not in items)]


def _telling(sentence: str) -> Pieces:
    """The pieces of a sentence; of a question with its answer the answer's, where it says any."""
    answer = words.split(wording.answer(sentence))
    return answer if len(answer) >= _HARDLY else words.split(sentence)


def _short(sentence: str, sentences: list[Pieces]) -> str:
    """A question with its answer as the answer alone, where the question was told."""
    answer = wording.answer(sentence)
    asked = words.split(sentence.removesuffix(answer)) if answer else set()
    return answer if asked and any(words.cover(one, asked) for one in sentences) else sentence
