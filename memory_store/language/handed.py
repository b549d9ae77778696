"""Tells which sentences of a prompt may be of a text that the agent is handed to work with.

`Translate this to German`, `implement this ticket`, 帮我回复一下: what follows is another's, or a
draft, and nobody stated it to the agent. Must not drop a word: it may still be asked about.
"""

from __future__ import annotations

from memory_store.language import addressed, pasted, phrases, reported, script, sentences

TYPE_CHECKING = False

_PHRASES = phrases.beside(__file__)
_COLONS = (":", "：")
_ENDS = ":：?？.。!！~ "
_AROUND = ",.:;!?，。：；！？\"'()"
_MOST_WORDS, _MOST_HAN = 14, 24  # of a head
_LEFT_HAN = 2  # signs of what a text is to become that are not small: 改得客气一点
_NUMBER = "#"
_STOP = "。"
_POINTING = frozenset(_PHRASES["pointing"])
_SMALL = frozenset(_PHRASES["small"])


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
    behind = _worked_over(text, listed)
    for at, one in enumerate(listed):
        is_new = at > 0 and one.paragraph != listed[at - 1].paragraph
        is_last = one.paragraph == listed[-1].paragraph
        rest = " ".join(other.text for other in listed[at:])
        if is_handed and (is_message or (is_new and is_last)):
            is_handed = not addressed.is_to_agent(rest, strictly=True)
        following = listed[at + 1 : at + 2]
        is_line_end = bool(following) and following[0].line != one.line
        shown = "" if is_handed else _hands(one.text, is_line_end=is_line_end)
        found.append(is_handed or shown == "here" or at < behind)
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
    at = sentences.masked(sentence.replace("：", ": ")).find(": ")
    head, colon, rest = sentence.replace("：", ": ").partition(": ")
    if at != len(head):
        head, colon, rest = sentence, "", ""  # a quoted one
    low = script.simplified(head.lower()).strip(_ENDS)
    if low.startswith(_PHRASES["lasting"]):
        return ""
    if colon and rest.strip():
        is_announced = reported.is_announced(sentence) or reported.presents(head)
        is_announced |= _tells_words(low)
        return "here" if is_announced or _works_with_a_text(low, is_open=True) else ""
    if _tells_words(low):
        return "here"
    is_open = sentence.endswith(_COLONS)
    if pasted.names_list(low) and not _PHRASES.stand_in(low, "tasks"):
        return ""
    if pasted.is_message(sentence) or (not is_open and reported.presents(sentence)):
        return "below"
    ends = is_open or is_line_end or _points_at_words(low)
    is_work = ends and _works_with_a_text(low, is_open=is_open)
    is_said = is_line_end and reported.says_nothing_yet(low)
    return "below" if is_work or is_said else ""


def _points_at_words(low: str) -> bool:
    """Whether a head points at words: is this sentence right, the grammar in this."""
    words = _words(low)
    is_this = bool(words) and words[-1] in _POINTING and _rewords(low, words)
    return is_this or _names_words(low)


def _names_words(low: str) -> bool:
    """Whether a head points at a text by its name: this sentence, 上面这段."""
    return _points(low) and _PHRASES.stand_in(low, "words")


def _points(low: str) -> bool:
    is_named = _POINTING.isdisjoint(_words(low))
    return not is_named or _PHRASES.stand_in(low, "pointing in Chinese")


def _worked_over(text: str, listed: list[sentences.Sentence]) -> int:
    """How many of the first sentences are the text that a short order behind them is about.

    Those on lines above it; on its own line only where it names words (把这句话翻译成日语), or
    a blank that Chinese does not have there parts it from them. Else it is about other work:
    `Always use pnpm. Make it better.`
    """
    reached = 0
    for at, one in enumerate(listed):
        if at and _points_back(one.text):
            is_over = _names_words(script.simplified(one.text.lower()))
            is_over |= f"{_STOP} {one.text}" in text
            above = sum(other.line < one.line for other in listed)
            reached = max(reached, at if is_over else above)
    return reached


def _points_back(sentence: str) -> bool:
    """Whether a sentence orders work on a text that it does not name: 翻译成英文, tl;dr."""
    low = script.simplified(sentence.lower()).strip(_ENDS)
    words = _words(low)
    return _rewords(low, words) and _is_bare(low, words)


def _words(low: str) -> list[str]:
    """The words of a head without those that only open it."""
    words = [one.strip(_AROUND) for one in low.split()]
    while words and words[0] in _PHRASES["openers"]:
        words.pop(0)
    return words


def _rewords(low: str, words: list[str]) -> bool:
    return any(one in _PHRASES["rewording"] for one in words[:1]) or _PHRASES.stand_in(
        low, "rewording phrases", "rewording in Chinese"
    )


def _is_bare(low: str, words: list[str]) -> bool:
    """Whether an order has no words but those of its work, and names nothing else to do it on."""
    if low.isascii():
        return {*words[1:]} <= _SMALL
    ends = [at + len(one) for one in _PHRASES["results"] if (at := low.find(one)) >= 0]
    end = min(ends, default=len(low))
    return not _without_small(low[:end]) and len(_without_small(low[end:])) <= _LEFT_HAN


def _without_small(low: str) -> str:
    for name in ("rewording in Chinese", "small in Chinese"):
        for one in sorted(_PHRASES[name], key=len, reverse=True):
            low = low.replace(one, "")
    return low.strip(_AROUND + " ")


def _works_with_a_text(low: str, *, is_open: bool) -> bool:
    """Whether a head orders something to be done with a text that follows."""
    words = _words(low)
    is_short = len(words) <= _MOST_WORDS if low.isascii() else len(low) <= _MOST_HAN
    if not words or not is_short:
        return False
    points = _points(low)
    verb, object_ = [*words[:2], ""][:2]
    # `Reply to Sam:` and `Reply:` order it, `Review policy:` is a name
    is_begun = is_open and (not low.isascii() or object_ in ("", *_PHRASES["behind a verb"]))
    if _rewords(low, words):
        return is_open or points or _is_bare(low, words)
    if verb in _PHRASES["answering"] or _PHRASES.stand_in(low, "answering in Chinese"):
        return points or is_begun or low.endswith(_PHRASES["at once"])
    if low.startswith(_PHRASES["judging"]):
        return points
    if is_open and not pasted.names_list(low) and _writes(low, words):
        return True
    return _hands_work(low, points=points, is_open=is_open, is_begun=is_begun, verb=verb)


def _tells_words(low: str) -> bool:
    """Whether a sentence orders a text to be written and says what it says: saying, 要求."""
    at = max(map(low.find, _PHRASES["saying"]))
    head = low[: max(at, 0)]
    is_begun = not frozenset(_PHRASES["writing"]).isdisjoint(_words(head)[:1])
    return (is_begun or not head.isascii()) and _writes(head, _words(head))


def _writes(low: str, words: list[str]) -> bool:
    """Whether a head names a text that is to be written: PR description, 首页文案."""
    if not words:
        return False
    if low.isascii():
        names = any(f" {one} " in f" {' '.join(words)} " for one in _PHRASES["written"])
        return names or words[-1] in _PHRASES["wording"]
    return _PHRASES.stand_in(low, "writing in Chinese") and _PHRASES.stand_in(low, "written")


def _hands_work(low: str, *, points: bool, is_open: bool, is_begun: bool, verb: str) -> bool:
    """Whether a head orders work that a text tells: a ticket, or words to put somewhere."""
    is_work = verb in _PHRASES["working"] or (points and not low.isascii())
    if _PHRASES.stand_in(low, "tasks") or (is_open and _NUMBER in low):
        return is_work and (is_open or points)
    return is_begun and is_work and _PHRASES.stand_in(low, "drafts")
