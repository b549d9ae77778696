"""Tells which sentences of a prompt may be of a text that the agent is handed to work with.

`Translate this to German`, `implement this ticket`, 帮我回复一下: what follows is another's, or a
draft, and nobody stated it to the agent. Must not drop a word: it may still be asked about.
"""

from __future__ import annotations

from memory_store.language import addressed, pasted, phrases, reported, script, sentences

TYPE_CHECKING = False

_PHRASES = phrases.beside(__file__)
_COLONS, _ASKING = (":", "："), ("?", "？")
_ENDS = ":：?？.。!！~ "
_AROUND = ",.:;!?，。：；！？\"'()"
_MOST_WORDS, _MOST_HAN = 14, 24  # of a head
_FEW_WORDS, _FEW_HAN = 5, 8  # of one that names no text: translate to German
_NUMBER = "#"
_POINTING = frozenset(_PHRASES["pointing"])


def doubted(text: str, listed: list[sentences.Sentence]) -> list[bool]:
    """Whether each sentence of a prompt may be of a text that was handed to the agent.

    Args:
        text: the prompt.
        listed: its sentences.

    A last paragraph that speaks to the agent is the person's own again.
    """
    is_message = "\n" not in text.strip() and pasted.is_message(text.strip())
    is_handed = is_message
    found: list[bool] = []
    for at, one in enumerate(listed):
        is_new = at > 0 and one.paragraph != listed[at - 1].paragraph
        is_last = one.paragraph == listed[-1].paragraph
        rest = " ".join(other.text for other in listed[at:])
        if is_handed and (is_message or (is_new and is_last)):
            is_handed = not addressed.is_to_agent(rest, strictly=True)
        following = listed[at + 1 : at + 2]
        is_line_end = bool(following) and following[0].line != one.line
        shown = "" if is_handed else _hands(one.text, is_line_end=is_line_end)
        found.append(is_handed or shown == "here")
        is_handed |= bool(shown)
    return found


def parted(text: str) -> tuple[list[str], list[str]]:
    """The sentences that a prompt's person states, and those of a text that was handed over."""
    parts: tuple[list[str], list[str]] = ([], [])
    listed = sentences.listed(text)
    for one, is_handed in zip(listed, doubted(text, listed), strict=True):
        parts[is_handed].append(one.text)
    return parts


def _hands(sentence: str, *, is_line_end: bool) -> str:
    """Whether a sentence hands a text over: behind its colon (`here`), or `below`; "" if not."""
    head, colon, rest = sentence.replace("：", ": ").partition(": ")
    low = script.simplified(head.lower()).strip(_ENDS)
    if colon and rest.strip():
        is_announced = reported.is_announced(sentence) or reported.presents(head)
        return "here" if is_announced or _works_with_a_text(low, is_open=True) else ""
    is_open = sentence.endswith(_COLONS)
    if pasted.names_list(low) and not _PHRASES.stand_in(low, "tasks"):
        return ""
    if pasted.is_message(sentence) or (not is_open and reported.presents(sentence)):
        return "below"
    is_work = (is_open or is_line_end) and _works_with_a_text(low, is_open=is_open)
    is_said = is_line_end and reported.says_nothing_yet(low)
    return "below" if is_work or is_said else ""


def _works_with_a_text(low: str, *, is_open: bool) -> bool:
    """Whether a head orders something to be done with a text that follows."""
    words = [one.strip(_AROUND) for one in low.split()]
    while words and words[0] in _PHRASES["openers"]:
        words.pop(0)
    is_short = len(words) <= _MOST_WORDS if low.isascii() else len(low) <= _MOST_HAN
    if not words or not is_short:
        return False
    points = not _POINTING.isdisjoint(words) or _PHRASES.stand_in(low, "pointing in Chinese")
    is_few = len(words) <= _FEW_WORDS if low.isascii() else len(low) <= _FEW_HAN
    verb, object_ = [*words[:2], ""][:2]
    # `Reply to Sam:` and `Reply:` order it, `Review policy:` is a name
    is_begun = is_open and (not low.isascii() or object_ in ("", *_PHRASES["behind a verb"]))
    if verb in _PHRASES["rewording"] or _PHRASES.stand_in(low, "rewording in Chinese"):
        return points or is_begun or is_few
    if verb in _PHRASES["answering"] or _PHRASES.stand_in(low, "answering in Chinese"):
        return points or is_begun or low.endswith(_PHRASES["at once"])
    if low.startswith(_PHRASES["judging"]):
        return points
    return _hands_work(low, points=points, is_open=is_open, is_begun=is_begun, verb=verb)


def _hands_work(low: str, *, points: bool, is_open: bool, is_begun: bool, verb: str) -> bool:
    """Whether a head orders work that a text tells: a ticket, or words to put somewhere."""
    is_work = verb in _PHRASES["working"]
    if _PHRASES.stand_in(low, "tasks") or (is_open and _NUMBER in low):
        return is_work if is_open else points and (is_work or not low.isascii())
    return is_begun and is_work and _PHRASES.stand_in(low, "drafts")
