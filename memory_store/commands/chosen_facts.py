"""Chooses the facts that `list` and the page show, by tier, type, words, name and time."""

from __future__ import annotations

from typing import NamedTuple

from memory_store.cli import flags
from memory_store.commands import listed_facts
from memory_store.index import questions, tokens
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.cli import table
    from memory_store.journal.stored import Fact

_TIERS = {
    "standing": (questions.STANDING,),
    "candidates": (questions.CANDIDATE,),
    "retracted": (questions.RETRACTED,),
    "all": questions.TIERS,
}


class Choice(NamedTuple):
    """Which facts are wanted; "" and None for any.

    Attributes:
        tiers: any of these.
        type: one of `records.TYPES`.
        session: the id of the session that said it.
        since, until: times as people say them, both included.
        entity: a name that it is about.
        words: words that it holds, or its names do, in any order.
        is_stale: whether the code has outlived it.
    """

    tiers: Sequence[str] = questions.HOLDING
    type: str | None = None
    session: str | None = None
    since: str = ""
    until: str = ""
    entity: str = ""
    words: str = ""
    is_stale: bool = False

    def name(self) -> str:
        """The name that it is about, as names are compared."""
        return fields.sameness(self.entity.removeprefix("@"))

    def is_known(self) -> bool:
        """Whether the index knows the wanted facts by their words."""
        return set(self.tiers) <= set(questions.HOLDING)

    def wanted(self) -> questions.Wanted:
        """What the index can tell of it.

        Raises:
            UsageError: a time is not understood.
        """
        asked = f"{self.name()} {self.words}" if self.is_known() else ""
        return questions.Wanted(
            self.tiers,
            self.type or None,
            self.session or None,
            flags.moment(self.since, first=True),
            flags.moment(self.until, first=False),
            tokens.beginning(asked),
            is_stale=self.is_stale,
        )

    def is_read(self) -> bool:
        """Whether facts are to be read to tell which are wanted."""
        return bool(self.name() or (self.words and not self.is_known()))

    def fits(self, fact: Fact) -> bool:
        """Whether a fact is as is wanted, in what the index can't tell."""
        name, text = self.name(), fact.content.lower()
        return (not name or name in map(fields.sameness, fact.entities)) and (
            self.is_known() or all(one in text for one in self.words.lower().split())
        )


def newest(call: table.Call, limit: int) -> tuple[list[listed_facts.Listed], int]:
    """The newest of the facts that `list` is asked for, and how many more there are.

    Of candidates alone the surest, and of those that are as sure the newest.

    Raises:
        UsageError: a time is not understood, or the project's store is not trusted.
    """
    named = [one for name, tiers in _TIERS.items() if getattr(call, name) for one in tiers]
    choice = Choice(
        named or questions.HOLDING,
        call.type,
        call.session,
        call.since,
        call.until,
        call.entity or "",
        is_stale=call.stale,
    )
    is_by_sureness = choice.tiers == [questions.CANDIDATE]
    listed, count = some(call.records, choice, -1 if is_by_sureness else limit)
    if is_by_sureness:
        listed.sort(key=lambda one: one.record.confidence, reverse=True)
    return listed[:limit], count - min(limit, len(listed))


def some(
    stores: Sequence[questions.Records], choice: Choice, most: int, first: int = 0
) -> tuple[list[listed_facts.Listed], int]:
    """The `most` newest of the facts that are wanted, from the place `first` on; and how many.

    Of all where `most` is negative.

    Raises:
        UsageError: a time is not understood.
    """
    wanted = choice.wanted()
    found: list[tuple[str, questions.Records]] = []
    count = 0
    for held in stores:
        if choice.is_read():
            ids = [one.id for one in held.facts(wanted) if choice.fits(one)]
            count += len(ids)
        else:
            ids = held.ids(wanted, max(first + most, -1))
            count += held.count(wanted)
        found += [(one, held) for one in ids]
    found.sort(key=lambda pair: pair[0], reverse=True)
    chosen = found[first : first + most] if most >= 0 else found[first:]
    shown = [(held, held.fact(one)) for one, held in chosen]
    return [listed_facts.Listed(held, fact) for held, fact in shown if fact is not None], count
