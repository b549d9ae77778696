"""Finds the sentences of a prompt that change what is known: 换成 pnpm 吧 where npm stands."""

from __future__ import annotations

from memory_store.capture import statement
from memory_store.facts import consolidation, relation, retraction_request, values, vocabulary
from memory_store.facts import statement as reading
from memory_store.journal import stored
from memory_store.language import mood, names, sentences, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST, _LONGEST = 12, 300  # sentences that are looked at, and characters of each
_NEAR = 6  # facts that a sentence is compared with
_SHORT, _RECENT = 40, 60
_SURE = 0.9
_SHARED = 2  # terms
_NAME_CHARS = 3
_WEAK = frozenset(  # words of change that orders of the moment and reports have as well
    "now 现在 如今 目前 change changing modify update updated 修改 更新 调整 改".split()
)
_TOUCHING = (relation.REPLACES, relation.RELATED, relation.PLAN)


def statements(text: str, known: Iterable[Fact]) -> list[statement.Statement]:
    """The sentences that take the place of one fact, by words that say so.

    Args:
        text: a person's prompt.
        known: the facts that hold, and the candidates: what changes a guess is one.
    """
    lasting = list(known)
    found = []
    for sentence in sentences.own(text)[:_MOST] if lasting else ():
        older = replaced(sentence, lasting)
        if older is not None:
            kind, named = older.type, names.of(sentence)
            was_asked = older.source.get(stored.HOW) == stored.ASKED
            found.append(
                statement.Statement(
                    sentence,
                    kind,
                    named,
                    older.confidence if was_asked else _SURE,
                    status=stored.STANDING if older.stands else stored.CANDIDATE,
                    how=statement.ASKED if was_asked else statement.SCORED,
                )
            )
    return found


def replaced(sentence: str, known: list[Fact]) -> Fact | None:
    """The one fact whose place a sentence takes; None where it does not say so plainly.

    Plain are words of change, and another value where everything else is the same.
    """
    if not _may_state(sentence) or _is_order(sentence):
        return None
    older = consolidation.superseded(sentence, nearest(sentence, known))
    if older is None:
        return None
    before, after = reading.read(older.content), reading.read(sentence)
    says = after.denied & before.terms or _has_change(after)
    is_other = values.differ_in_one(before, after) or values.exclude(before, after)
    return older if says or is_other else None


def _is_order(sentence: str) -> bool:
    """Whether a sentence only orders to take something away, or to change code."""
    return bool(vocabulary.pattern("ordering").search(reading.read(sentence).text))


def touched(sentence: str, known: list[Fact]) -> Fact | None:
    """The nearest fact that a sentence may change or speaks of too; None for none."""
    if not _may_state(sentence):
        return None
    for one in nearest(sentence, known):
        content = one.content
        if relation.relation(content, sentence) in _TOUCHING or _speaks_of(content, sentence):
            return one
    return None


def _speaks_of(older: str, newer: str) -> bool:
    """Whether a sentence tells another value of what an older one speaks of, or changes it.

    Both tell a value of one kind, and share half of what one of them speaks of; of values that
    exclude each other (pnpm and bun) one shared word is enough. With words of change none is
    needed beside these, else two shared terms, or one that is no Chinese: a name, a version.
    """
    before, after = reading.read(older), reading.read(newer)
    old, new = values.own(before, after), values.own(after, before)
    fit = values.fit(old, new)
    if _has_change(after):
        shared = before.terms & after.terms
        is_named = any(one.isascii() and len(one) >= _NAME_CHARS for one in shared)
        if len(shared) >= _SHARED or is_named or fit == values.SURE:
            return True
    topics = before.terms - old, after.terms - new
    common, least = len(topics[0] & topics[1]), min(map(len, topics))
    return bool(fit and common) and (fit == values.SURE or common * 2 >= least)


def _has_change(read: reading.Statement) -> bool:
    """Whether a sentence has words of change that orders and reports have not as well."""
    return bool(read.changes - _WEAK or read.corrects or read.ends)


def says_so(sentence: str) -> bool:
    """Whether a sentence has words of change, and is no question and no request to forget."""
    read = reading.read(sentence)
    return _may_state(sentence) and bool(read.changes or read.corrects or read.ends)


def _may_state(sentence: str) -> bool:
    """Whether a sentence is neither long, a question, nor a request to forget."""
    is_plain = len(sentence) <= _LONGEST and not mood.asks(sentence)
    return is_plain and not retraction_request.asked(sentence)


def nearest(sentence: str, known: Iterable[Fact]) -> list[Fact]:
    """The facts that share most words with a sentence; for a short one that shares none, all."""
    own = words.of(sentence)
    shared = [(len(own & words.of(one.content)), one) for one in known]
    near = sorted((one for one in shared if one[0]), key=lambda one: -one[0])
    if not near and len(sentence) <= _SHORT:
        return [one for _, one in shared[:_RECENT]]
    return [one for _, one in near[:_NEAR]]
