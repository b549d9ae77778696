"""List what is remembered, newest first: what stands and what waits to be confirmed.

Each line has the number that other commands take in place of an id.
"""

from __future__ import annotations

import itertools

from memory_store import errors
from memory_store.cli import terminal
from memory_store.commands import fact_lines
from memory_store.index import questions
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags

_TIERS = {
    "standing": (questions.STANDING,),
    "candidates": (questions.CANDIDATE,),
    "retracted": (questions.RETRACTED,),
    "all": questions.TIERS,
}


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The wanted facts; exit 1 for none.

    Raises:
        UsageError: a number or a time is not understood, or the project's store is not trusted.
    """
    if arguments.limit < 1:
        raise errors.UsageError("--limit is not a positive number", "the default is 50")
    listed, more = chosen(arguments, where, arguments.limit)
    stores = terminal.stores_of(where, arguments.scope)
    return fact_lines.answer(listed, stores, where.config, more)


def chosen(
    arguments: flags.Values, where: place.Place, limit: int
) -> tuple[list[fact_lines.Listed], int]:
    """The newest of the wanted facts, and how many more there are; errors as `run`."""
    named = [one for name, tiers in _TIERS.items() if getattr(arguments, name) for one in tiers]
    wanted = questions.Wanted(
        named or list(questions.HOLDING),
        arguments.type,
        arguments.session,
        _moment(arguments.since, first=True),
        _moment(arguments.until, first=False),
    )
    entity = fields.sameness((arguments.entity or "").removeprefix("@"))
    listed: list[fact_lines.Listed] = []
    count = 0
    for held in map(questions.Records, terminal.stores_of(where, arguments.scope)):
        found = held.facts(wanted)
        if entity or arguments.stale:  # which no row of the index has
            fitting = [
                one
                for one in found
                if (not entity or entity in map(fields.sameness, one.entities))
                and (not arguments.stale or held.code_says(one.id))
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
