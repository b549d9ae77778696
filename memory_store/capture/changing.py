"""Finds the sentences of a prompt that change known facts: 换成 pnpm 吧 changes one on npm."""

from __future__ import annotations

from memory_store.capture import signs, stated_fact
from memory_store.facts import consolidation, retraction_request, statement
from memory_store.journal import stored
from memory_store.language import handed, names, reported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST = 12  # sentences that are looked at
_SURE = 0.9


def statements(text: str, known: Iterable[Fact]) -> list[stated_fact.Statement]:
    """The sentences of a prompt that change a known fact, or a part of one, in words of change.

    Args:
        text: a person's prompt.
        known: the facts that hold, and the candidates. A change of a candidate is a candidate.
    """
    lasting = list(known)
    others = handed.parted(text)[1]
    own = [one for one in signs.stating(text)[:_MOST] if one not in others]
    changes = [(one, changed(one, lasting)) for one in own]
    return [_statement(sentence, older) for sentence, older in changes if older is not None]


def changed(sentence: str, known: list[Fact]) -> Fact | None:
    """The fact that a sentence changes, or a part of it; None for an order, and a quotation."""
    if _is_of_the_moment(sentence):
        return None
    return next(iter(consolidation.changed_by(sentence, known)), None)


def _is_of_the_moment(sentence: str) -> bool:
    """Whether a sentence orders or quotes something, or asks to forget it: it changes no fact."""
    is_quoted = reported.before(sentence) != sentence
    is_request = signs.may_forget(sentence) and retraction_request.is_request(sentence)
    return is_quoted or is_request or "ordering" in statement.read(sentence).marks


def _statement(sentence: str, older: Fact) -> stated_fact.Statement:
    """A sentence as sure as the fact that it changes."""
    was_asked = older.source.get(stored.HOW) == stored.ASKED
    how = stated_fact.CHANGED if older.stands else stated_fact.SCORED
    return stated_fact.Statement(
        sentence,
        older.type,
        names.find(sentence),
        older.confidence if was_asked else _SURE,
        how=stated_fact.ASKED if was_asked else how,
    )
