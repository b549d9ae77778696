"""Tells the script of a text, Han characters or English words, and the language of a session.

The language decides the wording of prompts, notices and automatic summaries.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_FIRST_HAN, _LAST_HAN = "\u4e00", "\u9fff"
_AROUND = ".,:;!?\"'()"
_LETTERS_PER_HAN = 4


def simplified(text: str) -> str:
    """A text with each traditional Chinese character in its simplified form.

    One for one, so that the text keeps its length. What is matched is compared so; what is kept
    stays as it was written.
    """
    if text.isascii():
        return text
    from memory_store.language import traditional  # a large table

    return text.translate(traditional.FOLDED)


def is_chinese(text: str) -> bool:
    """Whether Chinese prevails: a Han character weighs as four letters, about a word."""
    if text.isascii():
        return False
    han = sum(_FIRST_HAN <= sign <= _LAST_HAN for sign in text)
    return han > 0 and han * _LETTERS_PER_HAN >= sum(map(len, english_words(text)))


def english_words(text: str) -> list[str]:
    """The words of English prose: letters, of which at most the first is a capital."""
    tokens = [one.strip(_AROUND) for one in text.encode("ascii", "replace").decode().split()]
    return [one for one in tokens if one.isalpha() and (one[1:].islower() or one in "aI")]


CHINESE = "zh"
ENGLISH = "en"

_FENCE, _QUOTE = "```", "`"
_END_CHARS = 200  # of a text's beginning and of its end
_A_WORD, _A_SENTENCE = 0.05, 0.6  # what English counts: it is written in Chinese sessions too
_FADING = 0.85  # four Chinese prompts, or six English ones, outweigh all that was said before
_LOOKED_AT, _VOTES = 60, 12  # texts, and those of them that are prose


def chosen(
    setting: str, events: Iterable[Mapping[str, object]] = (), otherwise: str = ENGLISH
) -> str:
    """The language that a setting names, else, for `auto`, a session's (see `of_session`)."""
    return setting if setting in (CHINESE, ENGLISH) else of_session(events, otherwise)


def of_machine(environment: Mapping[str, str]) -> str:
    """The language of a machine's messages: Chinese if its variables say so, else English.

    In the order of gettext: LANGUAGE, whose first name counts and which the locale C leaves out,
    then LC_ALL, LC_MESSAGES and LANG.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((one for name in names if (one := environment.get(name))), "")
    is_plain = locale.partition(".")[0] in ("", "C", "POSIX")
    spoken = "" if is_plain else environment.get("LANGUAGE", "").partition(":")[0]
    return CHINESE if (spoken or locale).lower().startswith("zh") else ENGLISH


def of_session(events: Iterable[Mapping[str, object]], otherwise: str = ENGLISH) -> str:
    """The prevailing language of a session, `zh` or `en`; `otherwise` without prose.

    The person's words decide, the agent's only where a person said none. The newest count most,
    and a few words of English less than a sentence; a sentence in Chinese, however short, counts
    whole: nobody writes one by the way.

    Args:
        events: with `type` and `text`, the oldest first.
        otherwise: the language of who said nothing yet.
    """
    turns = list(events)
    for role in ("prompt", "response"):
        texts = [str(one["text"]) for one in turns if one.get("type") == role and one.get("text")]
        balance = _balance(texts)
        if balance:
            return CHINESE if balance > 0 else ENGLISH
    return otherwise


def language(text: str, otherwise: str = ENGLISH) -> str:
    """The language of one text; `otherwise` for one without prose."""
    return of_session([{"type": "prompt", "text": text}], otherwise)


def _balance(texts: list[str]) -> float:
    """How much more of the texts is Chinese, the last ones counting most; negative: English."""
    balance, age = 0.0, 0
    for text in texts[: -_LOOKED_AT - 1 : -1]:
        if vote := _vote(text):
            balance += vote * _FADING**age
            age += 1
        if age == _VOTES:
            break
    return balance


def _vote(text: str) -> float:
    """1 for Chinese, below 0 for English, the more of it the lower, 0 for neither.

    Code, paths, names and abbreviations are of no language. Where the first or the last line is
    Chinese the text is: a question stands before or behind the log that it asks about.
    """
    prose = "".join(text.split(_FENCE)[::2]).strip()
    if len(prose) > 2 * _END_CHARS:
        prose = f"{prose[:_END_CHARS]} {prose[-_END_CHARS:]}"
    prose = " ".join(prose.split(_QUOTE)[::2])
    if not prose.isascii():
        lines = prose.splitlines() or [""]
        if is_chinese(prose) or is_chinese(lines[0]) or is_chinese(lines[-1]):
            return 1.0
    return -min(len(english_words(prose)) * _A_WORD, _A_SENTENCE)
