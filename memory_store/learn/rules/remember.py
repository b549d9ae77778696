"""Finds what a person asks to have remembered: `remember that …`, `…, keep that in mind`, 记一下….

Takes the words that follow or stand before the request. Must not take an order (`remember to
push`), a question, or a feature that is called so.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    en_lasting,
    remember_signs,
    shape,
    specifics,
    zh_clauses,
    zh_lasting,
    zh_left,
)
from memory_store.learn.rules.tables import has
from memory_store.text import mark

_TRIM = " \t,;:!?.-–—，；：！？。、~"
_COMMAS = " \t,;:-–—，；：、~"
_MARKS = ",;:.-–—，；：。!！"
_MIN_CHARS = 4
_CLAUSES = 4
_PRIVATE = f"{mark.MARK}private]"


def asked(sentence: str) -> str | None:
    """What is to be remembered of a sentence; "" where it stands in the next; None: nothing."""
    if sentence.rstrip().endswith(("?", "？")) or len(sentence.lower()) != len(sentence):
        return None
    parts = shape.clauses(sentence.replace(_PRIVATE, f"{_PRIVATE}, "))
    for at in range(min(_CLAUSES, len(parts))):
        said = _after("".join(parts[at:]))
        if said or (said == "" and not at):
            return said
    return _before(parts)


def announced(sentence: str) -> str | None:
    """What a request above a list says of it: `Remember two things:` → `two things`.

    "" for nothing more than the request; None where it is none.
    """
    low = sentence.lower()
    parts = shape.clauses(sentence) if len(low) == len(sentence) else []
    for at in range(min(_CLAUSES, len(parts))):
        bare = _without_openers("".join(parts[at:]).lstrip(_TRIM))
        phrase = _longest(bare.lower())
        if phrase:
            return bare[len(phrase) :].strip(_TRIM)
    return _named_before(sentence.strip(_TRIM))


def _named_before(words: str) -> str | None:
    """What stands before or within a request: 把下面几点记住, `keep the following in mind`."""
    low = words.lower()
    _, keep, rest = low.partition("keep ")
    if keep and rest.endswith(" in mind"):
        return words[len(low) - len(rest) :].removesuffix(" in mind")
    last = max((one for one in _ENDING if low.endswith(one)), key=len, default="")
    return words[: len(words) - len(last)].strip(_TRIM) if last else None


_ENDING = tuple(one for one in remember_signs.CHINESE_TRAILING if "记" in one)


def _before(parts: list[str]) -> str | None:
    """What stands before a request at the end of the sentence."""
    if len(parts) < 2:  # noqa: PLR2004  something, and the request
        return None
    last = parts[-1].strip(_TRIM).lower()
    known = remember_signs.TRAILING + remember_signs.CHINESE_TRAILING
    head = next((one for one in (" when ", " whenever ", " if ", " for ") if one in last), "")
    if last not in known and (not head or last.partition(head)[0] not in known):
        return None
    said = "".join(parts[:-1]).strip(_TRIM)
    return said if len(said) >= _MIN_CHARS else None


def _after(text: str) -> str | None:
    bare = _without_openers(text.lstrip(_TRIM))
    low = bare.lower()
    phrase = _longest(low)
    if not phrase:
        return None
    chinese = not phrase.isascii()
    rest = bare[len(phrase) :]
    if chinese:
        rest = _without(rest, remember_signs.CHINESE_AFTER)
    marked = rest.lstrip()[:1] in _MARKS if rest.strip() else True
    said = rest.lstrip(_TRIM).rstrip(_COMMAS)
    if not marked and not (_is_told_zh(phrase, said) if chinese else _is_told(phrase, said)):
        return None
    for word in ("that ", "this: ", "this, "):
        said = said[len(word) :] if said.lower().startswith(word) else said
    return said if not said or len(said) >= _MIN_CHARS else None


def _is_told(phrase: str, said: str) -> bool:
    """Whether words that follow at once are a statement, and nothing to be done or saved."""
    if said.lower().startswith(remember_signs.ASKS_FOR_ACTION):
        return phrase in remember_signs.FREE and en_lasting.LASTING.is_within(shape.english(said))
    if phrase.endswith(" that") and phrase not in remember_signs.POINTING:
        return True
    words = shape.english(said).split()[1:8]
    return phrase in remember_signs.FREE and any(
        word in en_lasting.STATIVES or word == "we" for word in words
    )


def _is_told_zh(phrase: str, said: str) -> bool:
    flat = shape.chinese(said)
    if any(one in said for one in remember_signs.FEATURES):
        return False
    if has("," + flat.strip(",").rpartition(",")[2] + ",", zh_left.QUESTIONS):
        return False
    if phrase in remember_signs.NOTED and not _is_noted(said, flat):
        return False
    acts = said.startswith(remember_signs.CHINESE_ACTION)
    acts = acts and not said.startswith(remember_signs.CHINESE_NAMED)
    if phrase in remember_signs.LOOSE or acts:
        return zh_lasting.HARD.is_within(flat) or zh_lasting.FUTURE.is_within(flat)
    return True


def _is_noted(said: str, flat: str) -> bool:
    """Whether it states something, and is nothing that a program shall write down."""
    if any(clause.startswith(remember_signs.INTO) for clause in flat.split(",")):
        return False
    return specifics.count(said) > 0 or zh_clauses.states(flat) or zh_lasting.HARD.is_within(flat)


def _longest(low: str) -> str:
    """The longest request that the text begins with, up to the end of a word."""
    known = _BY_WORD.get(low.split(None, 1)[0].rstrip(_TRIM) if low else "", ())
    found = ""
    for one in known or _BY_SIGN.get(low[:1], ()):
        if len(one) > len(found) and low.startswith(one):
            after = low[len(one) : len(one) + 1]
            if not (one.isascii() and after.isascii() and (after.isalnum() or after in ("'", "_"))
                    and after):  # fmt: skip
                found = one
    return found


_BY_WORD: dict[str, tuple[str, ...]] = {}
_BY_SIGN: dict[str, tuple[str, ...]] = {}
for _one in remember_signs.ASKED:
    _BY_WORD[_one.split()[0]] = (*_BY_WORD.get(_one.split()[0], ()), _one)
for _one in remember_signs.CHINESE_ASKED:
    _BY_SIGN[_one[0]] = (*_BY_SIGN.get(_one[0], ()), _one)


def _without_openers(text: str) -> str:
    """The text without please, also, 请, 帮我 and the like in front."""
    for _ in range(6):
        low = text.lower()
        if _longest(low):
            return text
        shorter = _without(text, remember_signs.CHINESE_OPENERS, 1)
        for one in remember_signs.OPENERS:
            if low.startswith(one) and not low[len(one) : len(one) + 1].isalnum():
                shorter = min(shorter, text[len(one) :], key=len)
        shorter = shorter.lstrip(_TRIM)
        if shorter == text:
            return text
        text = shorter
    return text


def _without(text: str, words: tuple[str, ...], times: int = 3) -> str:
    """The text without those words in front, the longest first, so many times."""
    for _ in range(times):
        longest = max((one for one in words if text.startswith(one)), key=len, default="")
        if not longest:
            break
        text = text[len(longest) :]
    return text
