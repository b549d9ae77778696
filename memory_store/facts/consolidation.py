"""Decides whether a newer fact is merged into an older one, replaces it, is linked, or is left.

A fact that stands is merged only with a fact that differs in case and blanks alone. Depends on
nothing but the facts and the present time. Must not read or write files (`settling`).
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
    if scores.count(max(scores, default=relation.NEVER)) != 1:
        return None
    return changed[scores.index(max(scores))]


def with_ended(newer: Fact, known: Iterable[Fact]) -> list[Fact]:
    """The lines to append for a new fact: the fact, and the known fact that it ends, if any."""
    if newer.type == "S" or newer.is_answer:
        return [newer]
    older = superseded(newer.content, known)
    if older is None:
        return [newer]
    return _standing(older, replaced(older, newer))


def _standing(older: Fact, lines: list[Fact]) -> list[Fact]:
    """The same lines; the newer fact stands if the fact that it replaces stood."""
    newer, *ended = lines
    is_raised = older.stands and not newer.stands
    return [newer.with_(status=stored.STANDING) if is_raised else newer, *ended]


def replaced(older: Fact, newer: Fact) -> list[Fact]:
    """The lines after a replacement: the newer fact, then the older fact with its end.

    A plan ends the older fact only on its day, so the older fact is not among them then.
    """
    kind = relation.relation(older.content, newer.content)
    if kind == relation.RELATED:
        return [related(newer, older)]
    if kind != relation.PLAN:
        ended = older.changed(valid_to=clock.stamp(newer.last_said()))
        return [newer.with_(supersedes=newer.supersedes or older.id), ended]
    begins = newer.get("valid_from") or begin_of(newer)
    if begins is None or newer.supersedes:
        return [related(newer, older)]
    return [newer.with_(supersedes=older.id, valid_from=begins)]


def begin_of(fact: Fact) -> str | None:
    """The stamp of the later day that a fact names; None if it names no day."""
    from memory_store.language import plans  # brings dateutil

    said = dt.datetime.fromtimestamp(fact.moment)  # noqa: DTZ006  local days are meant
    begins = plans.begins(fact.content, said)
    return None if begins is None else clock.stamp(begins.timestamp())


def related(newer: Fact, older: Fact) -> Fact:
    """The newer fact, with a link to the older fact that it may replace."""
    return newer.with_(related=list(dict.fromkeys([*newer.related, older.id])))


def decided(older: Fact, newer: Fact, cosine: float | None) -> list[Fact]:
    """The lines to append for an older and a newer fact; no lines if both stay as they are.

    Args:
        older: a fact that holds.
        newer: one that was said later.
        cosine: of their vectors; None where there are none.
    """
    if _was_restored_since(older, newer):
        return []
    if _says_again(older, newer, cosine):
        return [newer.retracted(), merged(older, newer)]
    if not _may_replace(older, newer):
        return []
    if relation.relation(older.content, newer.content) not in CHANGES:
        return []
    changed, *ended = _standing(older, replaced(older, newer))
    return [*ended, changed.changed()]


def _may_replace(older: Fact, newer: Fact) -> bool:
    """Whether the types allow a replacement, and no agent's answer would replace a person's words.

    An agent repeats the memories that it was given, even after a person corrected them.
    """
    if older.type not in LASTING or newer.type == "S" or _are_linked(older, newer):
        return False
    return older.is_answer or not newer.is_answer


def merged(older: Fact, newer: Fact) -> Fact:
    """The older fact, with the evidence and names of the newer one.

    Its id, date and wording stay, so references to it stay valid. A candidate that two sessions
    stated stands.
    """
    is_witness = not newer.is_answer
    evidence = older.evidence
    if is_witness:
        evidence = [*evidence, newer.id, *newer.evidence]
    sessions = {one.session_id or one.id for one in (older, newer)}
    said_twice = is_witness and not older.is_answer and len(sessions) > 1
    names = [*older.entities, *newer.entities]
    changes: dict[str, object] = {}
    if not older.stands and (newer.stands or said_twice):
        changes = {"status": stored.STANDING}
        changes |= {"source": newer.source} if newer.stands else {}
    return stored.Fact({**newer, **older}).changed(
        evidence=list(dict.fromkeys(evidence)),
        entities=list(dict.fromkeys(names)),
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
    if _are_linked(older, newer):
        return False
    first, second = older.content, newer.content
    if fields.sameness(first) == fields.sameness(second):
        return True
    if newer.stands or (cosine or 0.0) < _NEAR:
        return False
    return relation.says_again(first, second)


def _are_linked(one: Fact, other: Fact) -> bool:
    names = {one.supersedes, other.supersedes, *one.related, *other.related}
    return bool(names & {one.id, other.id})


def _was_restored_since(one: Fact, other: Fact) -> bool:
    """Whether a person restored a fact after the other existed: then both stay."""
    return any(
        first.restored_at is not None and first.restored_at >= second.moment
        for first, second in ((one, other), (other, one))
    )
