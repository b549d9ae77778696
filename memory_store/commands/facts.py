"""List the facts that held at the end of a day, as they were worded then."""

from __future__ import annotations

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import fact_lines
from memory_store.index import questions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags

_HELD = (questions.STANDING, questions.CANDIDATE)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The facts that held then; exit 1 for none.

    Raises:
        UsageError: the time is not understood, or the project's store is not trusted.
    """
    from memory_store.language import times  # brings dateutil

    if not arguments.as_of.strip():
        raise errors.UsageError("--as-of names no time", "give a date, last week, 昨天")
    stores = terminal.stores_of(where, arguments.scope)
    moment = times.until(arguments.as_of)
    holding = [
        fact_lines.Listed(past, one)
        for past in (questions.Records(store, moment) for store in stores)
        for one in past.facts(questions.Wanted(_HELD))
    ]
    return fact_lines.answer(holding, stores, where.config)
