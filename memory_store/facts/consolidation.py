"""Decides what becomes of facts when newer ones come: merged, replaced, linked, or left.

Pure but for the time of the present. Must not read or write files (`settling`), and must not
merge what differs in more than case and blanks, unless nobody has confirmed it.
"""

from __future__ import annotations

import datetime as dt

from memory_store import clock, codec
from memory_store.facts import relation, statement
from memory_store.journal import facts, fields, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Record = dict[str, object]

LASTING = ("W", "O")
"""The types that are replaced: what was done, and stages, are history."""

_NEAR = 0.85
"""The cosine from which a candidate with the same terms says what another one said."""


def superseded(content: str, known: Iterable[Record]) -> Record | None:
    """The one known fact whose place a new statement takes, at once or on a day to come.

    Args:
        content: the new statement.
        known: facts that hold.

    Returns:
        None where it takes no fact's place, or where two fit as well.
    """
    found: list[tuple[float, Record]] = []
    new = statement.read(content)
    for fact in known:
        if fact.get("type") in LASTING:
            old = str(fact["content"])
            if relation.relation(old, content) in (relation.REPLACES, relation.PLAN):
                terms = statement.read(old).terms
                found.append((len(terms & (new.terms | new.denied)) / len(terms), fact))
    found.sort(key=_share, reverse=True)
    if len(found) > 1 and found[0][0] == found[1][0]:
        return None
    return found[0][1] if found else None


def with_ended(newer: Record, known: Iterable[Record]) -> list[Record]:
    """The lines that keep a new fact: itself, and the known one whose place it takes, ended."""
    if newer["type"] == "S" or is_answer(newer):
        return [newer]
    older = superseded(str(newer["content"]), known)
    if older is None:
        return [newer]
    return _standing(older, replaced(older, newer))


def _standing(older: Record, lines: list[Record]) -> list[Record]:
    """The newer fact stands where it takes the place of one that stood: a person changed that."""
    newer, *ended = lines
    is_raised = facts.stands(older) and not facts.stands(newer)
    return [{**newer, "status": facts.STANDING} if is_raised else newer, *ended]


def _share(one: tuple[float, Record]) -> float:
    return one[0]


def replaced(older: Record, newer: Record) -> list[Record]:
    """The records as they become when one takes the other's place: the newer, then the older.

    The older one is not among them where the newer is a plan: that ends nothing before its day.
    """
    content = str(newer["content"])
    if relation.relation(str(older["content"]), content) != relation.PLAN:
        ended = facts.changed(older, valid_to=clock.stamp(facts.last_said(newer)))
        return [{**newer, "supersedes": newer.get("supersedes", older["id"])}, ended]
    begins = newer.get("valid_from") or begin_of(newer)
    if begins is None or "supersedes" in newer:
        return [related(newer, older)]
    return [{**newer, "supersedes": older["id"], "valid_from": begins}]


def begin_of(fact: Record) -> str | None:
    """The stamp of the day ahead of its own that a fact names; None where it names none."""
    from memory_store.language import plans  # brings dateutil

    said = dt.datetime.fromtimestamp(records.moment_of(fact))  # noqa: DTZ006  local days are meant
    begins = plans.begins(str(fact["content"]), said)
    return None if begins is None else clock.stamp(begins.timestamp())


def related(newer: Record, older: Record) -> Record:
    """The newer fact with a link to the older one that it may replace."""
    known = codec.texts(newer.get(facts.RELATED))
    return {**newer, facts.RELATED: list(dict.fromkeys([*known, str(older["id"])]))}


def decided(older: Record, newer: Record, cosine: float | None) -> list[Record]:
    """The lines that follow from a newer fact beside an older one; none where both are left.

    Args:
        older: a fact that holds.
        newer: one that was said later.
        cosine: of their vectors; None where there are none.
    """
    if _was_restored_since(older, newer):
        return []
    if _says_again(older, newer, cosine):
        return [facts.retracted(newer), merged(older, newer)]
    if not _may_replace(older, newer):
        return []
    found = relation.relation(str(older["content"]), str(newer["content"]), cosine)
    if found == relation.RELATED:
        return [facts.changed(related(newer, older))]
    if found not in (relation.REPLACES, relation.PLAN):
        return []
    changed, *ended = _standing(older, replaced(older, newer))
    return [*ended, facts.changed(changed)]


def _may_replace(older: Record, newer: Record) -> bool:
    """Whether both are of types that replace each other, and the newer is no mere answer.

    An agent repeats what it was given, also when a person has corrected it.
    """
    if older["type"] not in LASTING or newer["type"] == "S" or _are_linked(older, newer):
        return False
    return is_answer(older) or not is_answer(newer)


def merged(older: Record, newer: Record) -> Record:
    """The older fact with what the newer one adds; a candidate of two sessions stands.

    Its id, its date and its wording stay, so that what names it still does.
    """
    is_witness = not is_answer(newer)
    evidence = facts.evidence(older)
    if is_witness:
        evidence = [*evidence, str(newer["id"]), *facts.evidence(newer)]
    sessions = {records.source_of(one).get("session_id") or one["id"] for one in (older, newer)}
    said_twice = is_witness and not is_answer(older) and len(sessions) > 1
    names = [*codec.texts(older.get("entities")), *codec.texts(newer.get("entities"))]
    changes: Record = {}
    if not facts.stands(older) and (facts.stands(newer) or said_twice):
        changes = {"status": facts.STANDING}
        changes |= {"source": newer["source"]} if facts.stands(newer) else {}
    return facts.changed(
        {**newer, **older},
        evidence=list(dict.fromkeys(evidence)),
        entities=list(dict.fromkeys(names)),
        confidence=max(facts.confidence(older), facts.confidence(newer)),
        **changes,
    )


def is_answer(fact: Record) -> bool:
    """Whether it was taken from an agent's answer, and nobody saved it."""
    return records.source_of(fact).get(facts.BY) == facts.AGENT


def _says_again(older: Record, newer: Record, cosine: float | None) -> bool:
    """Whether a newer fact says what the older one says.

    Where neither is confirmed, or the newer is not, it may do so in nearly the same words, with
    the same numbers, names and denials.
    """
    if older["type"] != newer["type"] or older.get("valid_to") != newer.get("valid_to"):
        return False
    if _are_linked(older, newer):
        return False
    first, second = str(older["content"]), str(newer["content"])
    if fields.sameness(first) == fields.sameness(second):
        return True
    if facts.stands(newer) or (cosine or 0.0) < _NEAR:
        return False
    return relation.says_again(first, second)


def _are_linked(one: Record, other: Record) -> bool:
    return one.get("supersedes") == other["id"] or other.get("supersedes") == one["id"]


def _was_restored_since(one: Record, other: Record) -> bool:
    """Whether somebody let one of them hold again when the other was there: they are to stand."""
    for first, second in ((one, other), (other, one)):
        back = clock.parse(first.get(facts.RESTORED))
        if back is not None and back >= records.moment_of(second):
            return True
    return False
