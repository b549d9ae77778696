"""Tells what a person states in a message from what it holds of others, and words facts by it.

A text that wants to be remembered may stand in a prompt, and a model may do as it says. So what
stands is in the words that the person typed, whatever a model made of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory_store.journal import fields
from memory_store.judge import session as ended
from memory_store.language import handed, mood, reported, sentences, words
from memory_store.text import retold

if TYPE_CHECKING:
    from memory_store.judge.session import Message

MOST, SOME = 0.5, 0.3
"""Shares of words that two texts have in common, above which they are compared as one matter."""
_LABEL = re.compile(r"\W*\d*\W*[PA]\s?[:：]")  # as a request has it: nobody begins so
_BLANKS = re.compile(r"[\s`*\"“”'‘’«»]+")
_DENIED = re.compile(
    r"\b(?:no|not|never|without|avoid|instead of|rather than|\w+n['’]?t)\b\W*(\w+)"
    r"|[不没别未无非勿][需要用得能再许]*\W*(\w)"
)


def parted(message: Message) -> tuple[list[str], list[str]]:
    """The sentences that a person states in a message, and the texts in it that are others'."""
    if message.who != ended.PERSON:
        return [], []
    others = [one for one in message.text.split("\n") if one.strip() not in message.own]
    stated: list[str] = []
    own, given = handed.parted(message.own)
    others += given
    for one in own:
        is_others = _LABEL.match(one) or reported.before(one) != one
        (others if is_others else stated).append(one)
        others.append(_shown(one, quoted=True))
    return [one for one in stated if not mood.asks(one)], others


def sentence(message: Message, quote: str) -> str:
    """The person's sentence that holds a quote; "" where it is in somebody else's words."""
    said = bare(quote)
    held = (one for one in parted(message)[0] if said in bare(one))
    return next((one for one in held if said not in bare(_shown(one, quoted=True))), "")


def worded(text: str, own: str) -> str:
    """A fact in the person's words: its text if it adds none, else their whole sentence.

    "" where both share no word.
    """
    told, said = retold.words(text), retold.words(unquoted(own))
    is_theirs = told <= said and denied(text) == denied(own)
    return (text if is_theirs else own) if told & said else ""


def about(message: Message, known: str) -> list[str]:
    """The person's sentences in a message that are about what a known fact says."""
    return [one for one in parted(message)[0] if alike(known, unquoted(one)) > SOME]


def says(sentence: str, candidate: str) -> bool:
    """Whether a sentence says most of a candidate, and denies where it denies."""
    said = unquoted(sentence)
    return alike(said, candidate) > MOST and denied(said) == denied(candidate)


def alike(one: str, other: str) -> float:
    """The share of the shorter text's words that both have."""
    first, second = retold.words(one), retold.words(other)
    return len(first & second) / max(1, min(len(first), len(second)))


def numbers(text: str) -> set[str]:
    """The words of a text that hold a digit."""
    return {one for one in words.split(text) if any(map(str.isdigit, one))}


def unquoted(text: str) -> str:
    """A sentence without what stands in quotation marks or code font."""
    return _shown(text, quoted=False)


def bare(text: str) -> str:
    """A text without blanks, marks and case, to look for a quote in it."""
    return fields.sameness(_BLANKS.sub("", text))


def _shown(text: str, *, quoted: bool) -> str:
    pairs = zip(text, sentences.masked(text), strict=True)
    return "".join(sign if (shown == "~") == quoted else " " for sign, shown in pairs)


def denied(text: str) -> set[tuple[str, str]]:
    """What stands behind the words that deny: npm of `pnpm, not npm`."""
    return set(_DENIED.findall(text.lower()))
