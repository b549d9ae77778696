"""Decides whether a newer fact is merged into an older one, replaces it, is linked, or is left.

A fact that stands is merged only with a fact that differs in case, blanks and the sign at its end
alone. Depends on nothing but the facts and the present time. Must not read or write files
(`settling`).
"""

from __future__ import annotations

import datetime as dt

from memory_store import clock
from memory_store.facts import relation
from memory_store.journal import fields, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

LASTING = ("W", "O")
"""The types of facts that can be replaced. Actions (B) and stages (S) are history."""

CHANGES = (relation.REPLACES, relation.PLAN, relation.RELATED)

_STOPS = " .。!"  # signs at the end of a statement
_NEAR = 0.85
"""The least cosine at which a candidate with the same terms repeats another fact."""


def superseded(content: str, known: Iterable[Fact]) -> Fact | None:
    """The known fact that a new statement replaces, at once or on a later day.

    Args:
        content: the new statement.
        known: facts that hold.

    Returns:
        None if the statement replaces no fact, or if two facts fit equally well.
    """
    changed = [
        fact
        for fact in known
        if fact.type in LASTING and relation.relation(fact.content, content) in CHANGES
    ]
    scores = [relation.score(fact.content, content) for fact in changed]
    best = max(scores, default=relation.NEVER)
    return changed[scores.index(best)] if scores.count(best) == 1 else None


def with_ended(newer: Fact, known: Iterable[Fact]) -> list[Fact]:
    """The lines to append for a new fact: the fact, and the known fact that it ends, if any."""
    if newer.type == "S" or newer.is_answer:
        return [newer]
    older = superseded(newer.content, known)
    return [newer] if older is None else replaced(older, newer)


def replaced(older: Fact, newer: Fact) -> list[Fact]:
    """The lines after a replacement: the newer fact, then the older fact with its end.

    A plan ends the older fact only on its day, so the older fact is not among them then. A newer
    fact stands if the fact that it replaces stood.
    """
    if older.stands and not newer.stands:
        newer = newer.with_(status=stored.STANDING)
    kind = relation.relation(older.content, newer.content)
    if kind not in (relation.RELATED, relation.PLAN):
        return [newer.with_(supersedes=newer.supersedes or older.id), older.ended_by(newer)]
    begins = newer.get("valid_from") or begin_of(newer) if kind == relation.PLAN else None
    if begins is None or newer.supersedes:
        return [newer.with_(related=list(dict.fromkeys([*newer.related, older.id])))]
    return [newer.with_(supersedes=older.id, valid_from=begins)]


def begin_of(fact: Fact) -> str | None:
    """The stamp of the later day that a fact names; None if it names no day."""
    from memory_store.language import plans  # brings dateutil

    moment = dt.datetime.fromtimestamp(fact.moment)  # noqa: DTZ006  local days are meant
    begins = plans.begins(fact.content, moment)
    return None if begins is None else clock.stamp(begins.timestamp())


def decided(older: Fact, newer: Fact, cosine: float | None) -> list[Fact]:
    """The lines to append for an older and a newer fact; no lines if both stay as they are.

    Args:
        older: a fact that holds.
        newer: one that was said later.
        cosine: of their vectors; None where there are none.
    """
    is_restored = newer.restored_at or (older.restored_at or 0.0) >= newer.moment
    if is_restored or _are_linked(older, newer):
        return []
    if _says_again(older, newer, cosine):
        return [newer.retracted(), merged(older, newer)]
    if older.type not in LASTING or newer.type == "S":
        return []
    if newer.is_answer and not older.is_answer:
        return []  # an agent repeats the memories that it was given, even corrected ones
    if relation.relation(older.content, newer.content) not in CHANGES:
        return []
    changed, *ended = replaced(older, newer)
    now = clock.stamp(clock.now())  # one time: to undo, it is one change
    return [one.with_(op=stored.UPDATE, updated_at=now) for one in (*ended, changed)]


def merged(older: Fact, newer: Fact) -> Fact:
    """The older fact, with the evidence and names of the newer one.

    Its id, date and wording stay, so references to it stay valid. A candidate that two sessions
    stated stands.
    """
    is_witness = not newer.is_answer
    added = [newer.id, *newer.evidence] if is_witness else []
    is_said_twice = is_witness and not older.is_answer and newer.is_said_apart(older)
    changes: dict[str, object] = {}
    if not older.stands and (newer.stands or is_said_twice):
        changes = {"status": stored.STANDING}
        changes |= {"source": newer.source} if newer.stands else {}
    return stored.Fact({**newer, **older}).changed(
        evidence=list(dict.fromkeys([*older.evidence, *added])),
        entities=list(dict.fromkeys([*older.entities, *newer.entities])),
        confidence=max(older.confidence, newer.confidence),
        **changes,
    )


def _says_again(older: Fact, newer: Fact, cosine: float | None) -> bool:
    """Whether a newer fact repeats the older one.

    A candidate also repeats it in nearly the same words, with the same numbers, names and
    denials.
    """
    if older.type != newer.type or older.get("valid_to") != newer.get("valid_to"):
        return False
    first, second = older.content, newer.content
    if len({fields.sameness(one).rstrip(_STOPS) for one in (first, second)}) == 1:
        return True
    if newer.stands or (cosine or 0.0) < _NEAR:
        return False
    return relation.says_again(first, second)


def _are_linked(one: Fact, other: Fact) -> bool:
    names = {one.supersedes, other.supersedes, *one.related, *other.related}
    return bool(names & {one.id, other.id})
