"""Chooses which facts a session start is given, within their number.

Pure. Must not word anything.
"""

from __future__ import annotations

from memory_store.journal import fields, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Fact
    from memory_store.recall import decay

PROMOTED_AS = "promotion_text"
"""The field of a fact with its wording in MEMORY.md."""


_RULES = 100  # each is told until somebody takes it back: the room ends them, seldom their number
_PLANS = 5
_UNSURE = 3


class Choice:
    """The facts for a session start, newest first.

    Attributes:
        rules: rules and preferences, and what was asked for: what holds until it is replaced.
        recent: the other facts.
        plans: what holds from a day to come.
        unsure: what a person said and nobody confirmed.
        more_rules: how many others, of what was read, there was no place for.
        more_recent: the same of facts.
        standing: the ids of those that stand in core memory, and are told there.
        said: what is told, each by its `fields.sameness`.
    """

    __slots__ = (
        "more_recent", "more_rules", "plans", "recent", "rules", "said", "standing", "unsure",
    )  # fmt: skip

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.rules: list[Fact] = []
        self.recent: list[Fact] = []
        self.plans: list[Fact] = []
        self.unsure: list[Fact] = []
        self.more_rules = self.more_recent = 0
        self.standing: list[str] = []


def choose(loadable: decay.Loadable, limit: int, core: frozenset[str] = frozenset()) -> Choice:
    """Choose facts for a session start: each once, and none that core memory has.

    Of each kind the newest stay, however often an older one was of use. Of what holds until it is
    replaced, beyond the newest `limit`, rules and what is pinned go before what was merely asked
    for.

    Args:
        loadable: what may be told.
        limit: how many facts, beside what holds until it is replaced; none of both for 0.
        core: what core memory says, each by its `fields.sameness`.
    """
    chosen = Choice()
    lasting: list[Fact] = []
    recent: list[Fact] = []
    for fact in loadable.facts:
        (lasting if fact.lasts else recent).append(fact)
    rules = [*lasting[:limit], *sorted(lasting[limit:], key=_was_merely_asked_for)]
    taken = [
        _each_once(raw, most, core, chosen)
        for raw, most in (
            (rules, _RULES if limit else 0),
            (recent, limit),
            (loadable.plans, _PLANS),
            (loadable.said, _UNSURE),
        )
    ]
    (chosen.rules, chosen.more_rules), (chosen.recent, chosen.more_recent) = taken[:2]
    (chosen.plans, _), (chosen.unsure, _) = taken[2:]
    return chosen


def _was_merely_asked_for(fact: Fact) -> bool:
    return fact.type != "O" and not fact.is_pinned


def _each_once(
    raw: list[Fact], limit: int, core: frozenset[str], chosen: Choice
) -> tuple[list[Fact], int]:
    """The first `limit` facts that are sound and not said yet, and how many records follow."""
    kept: list[Fact] = []
    for at, line in enumerate(raw):
        if len(kept) == limit:
            return kept, len(raw) - at
        fact = records.as_fact(line)
        if fact is None:
            continue
        same = fields.sameness(fact.content)
        promoted = fact.text_of(PROMOTED_AS)
        if core and (same in core or (promoted and fields.sameness(promoted) in core)):
            chosen.standing.append(fact.id)
        elif same not in chosen.said:
            chosen.said.add(same)
            kept.append(fact)
    return kept, 0
