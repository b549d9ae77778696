"""Decides whether a newer fact is merged into an older one, replaces it, is linked, or is left.

A fact that stands is merged only with a fact that differs in case, blanks and the sign at its end
alone. Depends on nothing but the facts and the present time. Must not read or write files
(`settling`).
"""

from __future__ import annotations

from memory_store import clock
from memory_store.facts import relation
from memory_store.journal import records, stored
from memory_store.language import script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store.journal.stored import Fact

LASTING = ("W", "O")
"""The types of facts that can be replaced. Actions (B) and stages (S) are history."""

_RANKS = (relation.CONFLICTS, relation.AMENDS, relation.PLAN, relation.REPLACES)

_TRANSLATED = 0.43
"""The least cosine at which a correction is of a fact in another language: 20 pairs, half of them
of two things, were told apart by it but for two (docs/extraction.md)."""

_NEAR = 0.8
"""The least cosine at which a candidate repeats another fact (docs/extraction.md)."""


def changed_by(content: str, known: Iterable[Fact]) -> list[Fact]:
    """The known facts that a new statement changes, the likeliest first.

    Args:
        content: the new statement.
        known: facts that hold.

    Returns:
        None where facts about two subjects fit it equally well.
    """
    kinds = [(one, kind_of_change(one, content)) for one in known]
    ranked = [
        ((_RANKS.index(how), relation.shared(one.content, content)), one)
        for one, how in kinds
        if how != relation.DIFFERENT
    ]
    ranked.sort(key=lambda pair: pair[0], reverse=True)
    if not ranked:
        return []
    most, best = ranked[0]
    apart = [rank for rank, one in ranked if relation.are_of_two(best.content, one.content)]
    if most in apart:
        return []
    return [one for _, one in ranked if not relation.are_of_two(best.content, one.content)]


def amends(content: str, older: Fact) -> bool:
    """Whether a statement changes only a part of a fact."""
    return relation.relation(older.content, content) == relation.AMENDS


def kind_of_change(older: Fact, content: str) -> str:
    """What a statement does to a fact: REPLACES, PLAN, AMENDS, CONFLICTS; DIFFERENT for nothing.

    What says the same changes nothing.
    """
    if older.type not in LASTING or not relation.may_change(older.content, content):
        return relation.DIFFERENT
    how = relation.relation(older.content, content)
    return how if how in _RANKS else relation.DIFFERENT


def with_changed(newer: Fact, known: Iterable[Fact]) -> list[Fact]:
    """The lines to append for a new fact: the known facts that it changes, then the fact.

    So it takes their place by the order of the lines, whatever clocks say.
    """
    if newer.type == "S":
        return [newer]
    if newer.is_answer:
        against = _sound(one for one in known if _speaks_against(one, newer))
        doubted = newer.with_(status=stored.CANDIDATE) if against else newer
        return [*(one.amended_by(newer) for one in against), doubted]
    lines: list[Fact] = []
    for older in _sound(changed_by(newer.content, known)):
        newer, *others = changed(older, newer)
        lines += others
    return [*lines, newer]


def _sound(known: Iterable[Fact]) -> list[Fact]:
    """Facts as they may be written again: a file may not come from us."""
    return list(filter(None, map(records.as_fact, known)))


def changed(older: Fact, newer: Fact) -> list[Fact]:
    """The lines after a change: the newer fact, then the older fact with its end or its mark.

    A plan ends the older fact only on its day, so the older fact is not among them then. A newer
    fact stands if the fact that it replaces stood. Without words of change a candidate does
    nothing to what stands, and nobody but a person to what a person asked for.
    """
    how = kind_of_change(older, newer.content)
    is_raised = older.stands and not newer.stands
    is_less = is_raised or (older.is_asked and not newer.is_asked)
    if is_less and how == relation.CONFLICTS:
        return [newer]
    newer = newer.with_(status=stored.STANDING) if is_raised else newer
    if how == relation.AMENDS:
        return [newer, older.amended_by(newer)]
    linked = newer.with_(related=list(dict.fromkeys([*newer.related, older.id])))
    if how == relation.CONFLICTS:
        return [linked, older.amended_by(newer)]
    if how != relation.PLAN:
        return [newer.with_(supersedes=newer.supersedes or older.id), older.ended_by(newer)]
    begins = newer.get("valid_from") or begin_of(newer)
    if begins is None or newer.supersedes:
        return [linked]
    return [newer.with_(supersedes=older.id, valid_from=begins)]


def _speaks_against(older: Fact, answer: Fact) -> bool:
    """Whether an agent gives another value than a rule that a person typed: a person decides."""
    is_typed = older.is_asked and older.stands
    return is_typed and kind_of_change(older, answer.content) == relation.CONFLICTS


def parted(fact: Fact, others: Sequence[Fact]) -> list[Fact]:
    """The lines after which a reworded fact and these others say nothing of each other."""
    lines: list[Fact] = []
    names = {each.id for each in others}
    for one in (fact, *others):
        away = names if one is fact else {fact.id}
        left = {
            stored.RELATED: [each for each in one.related if each not in away],
            stored.AMENDED_BY: [each for each in one.amendments if each not in away],
        }
        if left != {stored.RELATED: one.related, stored.AMENDED_BY: one.amendments}:
            lines.append(one.changed(**{name: kept for name, kept in left.items() if name in one}))
    return lines


def begin_of(fact: Fact) -> str | None:
    """The stamp of the later day that a fact names; None if it names no day."""
    import datetime as dt  # few facts are plans

    from memory_store.language import plans  # brings dateutil

    moment = dt.datetime.fromtimestamp(fact.moment)  # noqa: DTZ006  local days are meant
    begins = plans.begins(fact.content, moment)
    return None if begins is None else clock.stamp(begins.timestamp())


def decided(
    older: Fact, newer: Fact, cosine: float | None, *, is_meant: bool = True
) -> list[Fact]:
    """The lines to append for an older and a newer fact; no lines if both stay as they are.

    Args:
        older: a fact that holds.
        newer: one that was said later.
        cosine: of their vectors; None where there are none.
        is_meant: whether the newer one can mean the older one, and not one of another subject.
    """
    is_restored = newer.restored_at or (older.restored_at or 0.0) >= newer.moment
    if is_restored or _are_linked(older, newer):
        return []
    if _says_again(older, newer, cosine):
        is_sounder = newer.stands and not older.stands and not _is_equal(older, newer)
        kept, gone = (newer, older) if is_sounder else (older, newer)
        return [gone.retracted(), merged(kept, gone)]
    is_translated = (cosine or 0.0) >= _TRANSLATED and _corrects_abroad(older, newer)
    if newer.type == "S" or not (is_meant or is_translated):
        return []
    if newer.is_answer and not older.is_answer:
        # an agent repeats the memories that it was given, even corrected ones
        lines = [newer.with_(status=stored.CANDIDATE), older.amended_by(newer)]
        return _stamped(lines, newer) if _speaks_against(older, newer) else []
    lines = [newer, older.amended_by(newer)]
    if not is_translated:
        is_other = kind_of_change(older, newer.content) == relation.DIFFERENT
        lines = [newer] if is_other else changed(older, newer)
    return _stamped(lines, newer)


def _stamped(lines: list[Fact], newer: Fact) -> list[Fact]:
    """The lines of a change as updates of one time: to undo, it is one change."""
    after, *others = lines
    now = clock.stamp(clock.now())
    changed_lines = [*others, after] if after != newer else others
    return [one.with_(op=stored.UPDATE, updated_at=now) for one in changed_lines]


def _corrects_abroad(older: Fact, newer: Fact) -> bool:
    """Whether a fact in one language gives a value of the other's in another, in words of change.

    Both are told then, the older one as what was: their meaning alone says that they are of one.
    """
    is_abroad = script.is_chinese(older.content) != script.is_chinese(newer.content)
    is_lasting = older.type in LASTING and newer.type in LASTING
    return is_abroad and is_lasting and relation.gives_otherwise(older.content, newer.content)


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
    return stored.Fact({**newer.without("status"), **older}).changed(
        evidence=list(dict.fromkeys([*older.evidence, *added])),
        entities=list(dict.fromkeys([*older.entities, *newer.entities])),
        confidence=max(older.confidence, newer.confidence),
        **changes,
    )


def _says_again(older: Fact, newer: Fact, cosine: float | None) -> bool:
    """Whether a newer fact repeats the older one; of two that stand only an equal one does."""
    if older.get("valid_to") != newer.get("valid_to"):
        return False
    if older.type == newer.type and _is_equal(older, newer):
        return True
    if {older.type, newer.type}.difference(LASTING) or (older.stands and newer.stands):
        return False
    return (cosine or 0.0) >= _NEAR and relation.may_be_same(older.content, newer.content)


def _is_equal(older: Fact, newer: Fact) -> bool:
    return relation.plain(older.content) == relation.plain(newer.content)


def _are_linked(one: Fact, other: Fact) -> bool:
    names = {one.supersedes, other.supersedes}
    names |= {*one.related, *other.related, *one.amendments, *other.amendments}
    return bool(names & {one.id, other.id})
