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
    run: list[str] = []  # neighbouring capitalised words
    spaced = "".join(sign if sign < "\u2e80" else " , " for sign in sentences.masked(text))
    is_first, is_broken = spaced.lstrip()[:1] != ",", False
    for raw in (*spaced.split(), ","):
        word = raw.strip(_STRIP).removesuffix("'s").removesuffix("’s")
        is_name = _is_name(word, first=is_first)
        is_capital = is_name and word[0].isupper()
        if run and (is_broken or not is_capital or len(run) >= _NAME_WORDS):
            names.append(" ".join(run))
            run = []
        if is_name:
            (run if is_capital else names).append(word)
        is_first, is_broken = raw[-1] in ".!?:" and bool(word), raw[-1] in _BREAKS
    return list(dict.fromkeys(name.lstrip("@") for name in names if name.strip("@~")))[:_MOST]


def _is_name(word: str, *, first: bool) -> bool:
    if not any(map(str.isalpha, word)) or word.lower() in _PLAIN or len(word) > _NAME_CHARS:
        return False
    if word[0] in "@/" or any(map(str.isdigit, word)) or any(map(str.isupper, word[1:])):
        return True
    is_late_capital = word[0].isupper() and not first and len(word) > 1
    return is_late_capital or any(sign in word[1:-1] for sign in "._/@:+")
