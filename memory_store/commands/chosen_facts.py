"""Chooses the facts that `list` shows, by tier, type, name, session and time."""

from __future__ import annotations

import itertools

from memory_store.commands import fact_lines
from memory_store.index import questions
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table

_TIERS = {
    "standing": (questions.STANDING,),
    "candidates": (questions.CANDIDATE,),
    "retracted": (questions.RETRACTED,),
    "all": questions.TIERS,
}


def newest(call: table.Call, limit: int) -> tuple[list[fact_lines.Listed], int]:
    """The newest of the facts that `list` is asked for, and how many more there are.

    Raises:
        UsageError: a time is not understood, or the project's store is not trusted.
    """
    named = [one for name, tiers in _TIERS.items() if getattr(call, name) for one in tiers]
    wanted = questions.Wanted(
        named or list(questions.HOLDING),
        call.type,
        call.session,
        _moment(call.since, first=True),
        _moment(call.until, first=False),
    )
    entity = fields.sameness((call.entity or "").removeprefix("@"))
    listed: list[fact_lines.Listed] = []
    count = 0
    for held in map(questions.Records, call.stores):
        found = held.facts(wanted)
        if entity or call.stale:  # which no row of the index has
            fitting = [
                one
                for one in found
                if (not entity or entity in map(fields.sameness, one.entities))
                and (not call.stale or held.code_says(one.id))
            ]
            found, count = iter(fitting), count + len(fitting)
        else:
            count += held.count(wanted)
        listed += [fact_lines.Listed(held, one) for one in itertools.islice(found, limit)]
    listed.sort(key=lambda one: one.record.text_of("created_at"), reverse=True)
    return listed[:limit], max(0, count - limit)


def _moment(phrase: str, *, first: bool) -> float | None:
    if not phrase.strip():
        return None
    from memory_store.language import times  # brings dateutil

    return times.since(phrase) if first else times.until(phrase)
