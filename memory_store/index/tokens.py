"""Text to what FTS5 indexes, and a question to what FTS5 is asked: one rule for both sides.

FTS5 itself folds case, strips accents and stems (`porter unicode61`); here is only what it can't
do. Must not know tables or scores, and lets no character of a question act as an operator.
"""

from __future__ import annotations

import re
import unicodedata

from memory_store.index import stopwords

VERSION = 1
"""Part of the index's fingerprint: raise it with any change to what `segment` gives."""

QUERY_CHARS = 4_000
QUERY_TERMS = 64

PHRASE_WEIGHT = 0.5  # the parts of an identifier count by themselves; their order adds this
CHARACTER_WEIGHT = 0.3  # data/README.md: single characters at .3 help short questions

_HAN = (
    "\u3005\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_HAN}]+")
_CHUNK = re.compile(f"[{_HAN}]+|[^\\s{_HAN}]+")
_CAMEL = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[a-z][A-Z])[A-Za-z][A-Za-z0-9]+")
_CAMEL_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LATIN = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[^\W_]+")


class Term:
    """One thing to look for: an FTS5 phrase, quoted.

    Attributes:
        phrase: what FTS5 is asked, such as `"token cache"` or `"库"*`.
        weight: how much a match counts, 1 for a word.
        bonus: whether it only adds: its absence is not held against a text.
    """

    __slots__ = ("bonus", "phrase", "weight")

    def __init__(self, phrase: str, weight: float = 1.0, *, bonus: bool = False) -> None:
        self.phrase = phrase
        self.weight = weight
        self.bonus = bonus


class Question:
    """A question as FTS5 is asked it.

    Attributes:
        strict: an expression that only texts with all of the question match; "" for none.
        terms: what a text may match, each for itself, in the question's order.
    """

    __slots__ = ("strict", "terms")

    def __init__(self, strict: str, terms: list[Term]) -> None:
        self.strict = strict
        self.terms = terms


def fold(text: str) -> str:
    """NFKC: full-width letters, half-width kana and ligatures as everybody types them."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def is_han(text: str) -> bool:
    """Whether `text` is Chinese, Japanese or Korean rather than Latin (4 letters a character)."""
    if text.isascii():
        return False
    han = sum(map(len, _RUN.findall(text)))
    return han * 4 >= sum(map(len, _LATIN.findall(text)))


def segment(text: str) -> str:
    """`text` as FTS5 is given it.

    Runs of Chinese, Japanese or Korean become overlapping pairs and the last character alone, so
    that a pair is a word and each character begins one; camelCase is kept and split as well.
    Identifiers with `_`, `/`, `.` are split by FTS5 itself (PERFORMANCE.md, 5).
    """
    text = fold(text).replace("\0", " ")
    if not text.isascii():
        text = _RUN.sub(_spread, text)
    return _CAMEL.sub(_unfold, text)


def _spread(run: re.Match[str]) -> str:
    return f" {' '.join([*_pairs(run[0]), run[0][-1]])} "


def _unfold(word: re.Match[str]) -> str:
    return f"{word[0]} {' '.join(_CAMEL_PART.findall(word[0]))}"


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def question(text: str) -> Question:
    """What to ask FTS5 for `text`; nothing to ask (no letter or digit in it) gives no terms.

    Stop words and phrases of asking are left out, unless nothing else is there.
    """
    text = fold(text[:QUERY_CHARS])
    found = _ask(stopwords.cut_phrases(text), stopwords.ENGLISH)
    return found if found.terms else _ask(text, frozenset())


def _ask(text: str, stop: frozenset[str]) -> Question:
    strict: list[str] = []
    terms: dict[str, Term] = {}
    for chunk in _CHUNK.findall(text):
        run = _RUN.match(chunk) is not None
        needed, found = _ask_run(chunk) if run else _ask_word(chunk, stop)
        strict += [needed] if needed and needed not in strict else []
        for term in found:
            terms.setdefault(term.phrase, term)
        if len(terms) >= QUERY_TERMS:
            break
    return Question(" AND ".join(strict), list(terms.values())[:QUERY_TERMS])


def _ask_run(run: str) -> tuple[str, list[Term]]:
    """The phrase of a run of Chinese, and its pairs; a single character is found as a prefix."""
    if len(run) == 1:
        return f'"{run}"*', [Term(f'"{run}"*', CHARACTER_WEIGHT)]
    pairs = _pairs(run)
    return f'"{" ".join(pairs)}"', [Term(f'"{pair}"') for pair in pairs]


def _ask_word(chunk: str, stop: frozenset[str]) -> tuple[str, list[Term]]:
    """The phrase of a word or identifier, and its parts; none if all of it are stop words."""
    words = _WORD.findall(chunk)
    parts = [part for word in words for part in _parts(word)]
    kept = [part for part in parts if part.casefold() not in stop]
    if not kept:
        return "", []
    terms = [Term(f'"{part}"') for part in kept]
    whole, split = f'"{" ".join(words)}"', f'"{" ".join(parts)}"'
    if len(parts) == 1:
        return whole, terms
    wholes = [split] if len(parts) == len(words) else [whole, split]
    terms += [Term(phrase, PHRASE_WEIGHT, bonus=True) for phrase in wholes]
    return f"({' OR '.join(wholes)})", terms


def _parts(word: str) -> list[str]:
    return _CAMEL_PART.findall(word) if _CAMEL.fullmatch(word) else [word]
