"""Finds what a correction corrects, and gives it that subject if it has none: `no, use pnpm`.

That is the newest clause before it that says another value of the same kind, of the subject that
it has. Must not guess: where none fits, or several values of one sentence do, nothing is given.
"""

from __future__ import annotations

from memory_store.language import script
from memory_store.learn import concepts, statement, words
from memory_store.learn.rules import canon, en_clauses, prose, remember, shape, zh_clauses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LEADING = (
    "用", "用的是", "是", "为", "走", "叫", "在", "到", "选", "设成", "改成", ":", "：", "=",
    " use", " uses", " using", " is", " are", " be", " with", " on", " to", " at", " in", " via",
    " called",
)  # fmt: skip
_VOICES = ("我会", "我将", "我来", "我先", "I'll ", "I will ", "I'm going to ", "Let me ")
_SENTENCES = 8  # of a text, the last ones


def complete(correction: str, before: Iterable[str]) -> tuple[str, str] | None:
    """A correction as a statement of its own, and the value that it puts another in place of.

    Args:
        correction: as it was said, without the words that call something wrong.
        before: what was said before it, the newest first.

    Returns:
        Of `use pnpm instead` after `the package manager is npm`: `the package manager is pnpm`
        and `npm`; of one that has a subject, itself and what was said of that subject; None where
        none of the texts tells.
    """
    clause, rest = _parted(correction)
    stated = statement.read(script.simplified(clause))
    values = _values(stated)
    new = _surface(clause, stated, values[0].key) if len(values) == 1 else ""
    subject = _keys(stated)
    denied = statement.read(script.simplified(correction)).denied
    for sentence in _sentences(before) if new else ():
        found = [
            one
            for piece in _own(sentence)
            for one in _places(piece, values[0], denied)
            if not subject or subject == one[3]
        ]
        found = [one for one in found if one[1] in rest] or found
        if len(found) > 1:
            return None
        if found:
            head, old, tail, _ = found[0]
            return correction if subject else canon.write([f"{head}{new}{tail}", rest]), old
    return None


def _sentences(texts: Iterable[str]) -> Iterable[str]:
    """The sentences of texts, the last one of each first."""
    for text in texts:
        yield from reversed(prose.sentences(text)[-_SENTENCES:])


def _parted(correction: str) -> tuple[str, str]:
    """The first clause without its last sign, and what follows it."""
    parts = shape.clauses(correction)
    first = parts[0].rstrip(" ,，。.!！;；")
    return first, parts[0][len(first) :] + "".join(parts[1:])


def _own(sentence: str) -> Iterable[str]:
    """The clauses of a sentence that state something."""
    simple = script.simplified(sentence)
    said = remember.asked(simple) or simple
    own = zh_clauses.own if shape.is_chinese(said) else en_clauses.own
    for piece in own(said):
        yield script.as_written(piece, simple, sentence).strip(" ,，。.!！;；")


def _places(
    piece: str, value: statement.Token, denied: frozenset[str]
) -> Iterable[tuple[str, str, str, frozenset[str]]]:
    """The other values of the same kind in a clause.

    Each with what stands before and behind it, and with what the clause speaks of.
    """
    prior = statement.read(script.simplified(piece))
    if prior.asks or prior.negative or concepts.DOUBT in prior.roles or not _keys(prior):
        return
    for one in _values(prior):
        same_kind = (one.kinds & value.kinds) - {words.HAN} and one.key != value.key
        old = _surface(piece, prior, one.key) if same_kind else ""
        head, _, tail = piece.partition(old) if old else ("", "", "")
        leads = head.rstrip().endswith(_LEADING) or words.NUMBER in one.kinds
        if old and leads and (not denied or one.key in denied):
            voice = next((one for one in _VOICES if head.startswith(one)), "")
            yield head[len(voice) :], old, tail, _keys(prior)


def _surface(text: str, stated: statement.Statement, key: str) -> str:
    """How a value is written in a text; "" where it can't be told."""
    said = (one.text for clause in stated.clauses for one in clause if one.key == key)
    low, word = text.casefold(), next(said, "")
    at = low.find(word) if len(low) == len(text) else -1
    return text[at : at + len(word)] if at >= 0 else ""


def _values(stated: statement.Statement) -> list[statement.Token]:
    named = (one for one in stated.tokens if one.kinds - {words.HAN})
    return [one for one in named if one.role != concepts.UNIT]


def _keys(stated: statement.Statement) -> frozenset[str]:
    """What it speaks of, values and what they are counted in apart."""
    plain = (one for one in stated.tokens if not one.kinds - {words.HAN})
    return frozenset(one.key for one in plain if one.role != concepts.UNIT)
