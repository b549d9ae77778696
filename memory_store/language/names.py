"""Finds the names in a sentence: code, identifiers, hosts, @names, capitalised words."""

from __future__ import annotations

from memory_store.language import sentences
from memory_store.text import mark

_STRIP = ",;:!?.()[]{}<>\"“”「」『』'…，；：！？。（）、*`"
_BREAKS = frozenset(",;:，；：（）、。.!?")
_PLAIN = frozenset(
    (
        "i i'm i'd i've i'll ok pr prs api apis ui ci db id ids url readme todo fyi btw not no "
        "all must never always do don't is and the or ps http json css html sql bug log app web "
        "demo test"
    ).split()
)
_MOST, _NAME_CHARS, _NAME_WORDS = 6, 60, 3


def find(text: str) -> list[str]:
    """At most 6 names, as written; neighbouring capitalised words are one name.

    A capital at the sentence's start, a plain number and a mark of redaction are none.
    """
    text = mark.without_marks(text)
    names = [name for name in text.split("`")[1:-1:2] if 0 < len(name) <= _NAME_CHARS]
    run: list[str] = []
    spaced = "".join(sign if sign < "\u2e80" else " , " for sign in sentences.masked(text))
    is_first = spaced.lstrip()[:1] != ","
    for raw in spaced.split():
        word = raw.strip(_STRIP).removesuffix("'s").removesuffix("’s")
        named = _is_name(word, first=is_first)
        if not (named and word[0].isupper()) or len(run) >= _NAME_WORDS:
            names += [" ".join(run)] if run else []
            run = []
        if named and word[0].isupper():
            run.append(word)
        elif named:
            names.append(word)
        if run and raw[-1] in _BREAKS:
            names, run = [*names, " ".join(run)], []
        is_first = raw[-1] in ".!?:" and bool(word)
    names += [" ".join(run)] if run else []
    return list(dict.fromkeys(name.lstrip("@") for name in names if name.strip("@~")))[:_MOST]


def _is_name(word: str, *, first: bool) -> bool:
    if not any(map(str.isalpha, word)) or word.lower() in _PLAIN or len(word) > _NAME_CHARS:
        return False
    inner = word[1:-1]
    if word[0] in "@/" or any(sign in inner for sign in "._/@:+") or any(map(str.isdigit, word)):
        return True
    if any(map(str.isupper, word[1:])):
        return True
    return word[0].isupper() and not first and len(word) > 1
