"""Finds the sentences of a prompt that change known facts: 换成 pnpm 吧 changes one on npm."""

from __future__ import annotations

from memory_store.capture import signs, stated_fact
from memory_store.facts import consolidation, relation, retraction_request, statement, units
from memory_store.journal import stored
from memory_store.language import names, reported, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST = 12  # sentences that are looked at
_NEAR = 6  # facts that a sentence is compared with
_SHORT, _RECENT = 40, 60
_SURE = 0.9


def statements(text: str, known: Iterable[Fact]) -> list[stated_fact.Statement]:
    """The sentences of a prompt that each replace one known fact in words of change.

    Args:
        text: a person's prompt.
        known: the facts that hold, and the candidates. A change of a candidate is a candidate.
    """
    lasting = list(known)
    own = signs.stating(text)[:_MOST]
    changes = [(sentence, replaced(sentence, lasting)) for sentence in own]
    return [_statement(sentence, older) for sentence, older in changes if older is not None]


def _statement(sentence: str, older: Fact) -> stated_fact.Statement:
    """A sentence as sure as the fact that it replaces."""
    was_asked = older.source.get(stored.HOW) == stored.ASKED
    how = stated_fact.CHANGED if older.stands else stated_fact.SCORED
    return stated_fact.Statement(
        sentence,
        older.type,
        names.find(sentence),
        older.confidence if was_asked else _SURE,
        how=stated_fact.ASKED if was_asked else how,
    )


def replaced(sentence: str, known: list[Fact]) -> Fact | None:
    """The fact that a sentence replaces; None unless that is sure."""
    is_quoted = reported.before(sentence) != sentence
    is_request = retraction_request.is_request(sentence)
    if is_quoted or is_request or "ordering" in statement.read(sentence).marks:
        return None
    return consolidation.superseded(sentence, nearest(sentence, known))


def touched(said: Iterable[str], known: list[Fact]) -> tuple[str, Fact] | None:
    """The sentence that most likely changes a fact, and that fact.

    Returns:
        None if no sentence reaches the threshold with any fact.
    """
    scored = [
        (relation.score(fact.content, sentence), sentence, fact)
        for sentence in said
        for fact in nearest(sentence, known)
    ]
    likeliest = max(scored, key=lambda one: one[0], default=None)
    if likeliest is None or likeliest[0] < relation.threshold("ask"):
        return None
    return likeliest[1:]


def nearest(sentence: str, known: Iterable[Fact]) -> list[Fact]:
    """The facts that share most words with a sentence; all facts if a short one shares no word."""
    own = _stems(sentence)
    shared = [(len(own & _stems(one.content)), one) for one in known]
    near = sorted((one for one in shared if one[0]), key=lambda one: -one[0])
    if not near and len(sentence) <= _SHORT:
        return [one for _, one in shared[:_RECENT]]
    return [one for _, one in near[:_NEAR]]


def _stems(text: str) -> set[str]:
    return set(map(units.stem, words.split(text)))
