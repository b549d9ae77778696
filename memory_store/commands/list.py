"""List what is remembered, newest first: what stands and what waits to be confirmed.

Each line has the number that other commands take in place of an id.
"""

from __future__ import annotations

import itertools

from memory_store import errors
from memory_store.cli import terminal
from memory_store.commands import fact_lines
from memory_store.index import questions
from memory_store.journal import fields, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags

_NOW = (questions.STANDING, questions.CANDIDATE, questions.PLANNED)
_TIERS = {
    "standing": (questions.STANDING,),
    "candidates": (questions.CANDIDATE,),
    "retracted": (questions.RETRACTED,),
    "all": questions.TIERS,
}


def add_arguments(parser: flags.Parser) -> None:
    """Which facts."""
    parser.add_argument("--standing", action="store_true", help="what holds and was confirmed")
    parser.add_argument("--candidates", action="store_true", help="what waits to be confirmed")
    parser.add_argument("--retracted", action="store_true", help="what was taken back")
    parser.add_argument("--all", action="store_true", help="what was replaced, too")
    parser.add_argument("--limit", type=int, default=50, help="how many (default 50)")
    parser.add_argument("--type", type=str.upper, choices=records.TYPES, help="of one type")
    parser.add_argument("--entity", metavar="NAME", help="about somebody or something")
    parser.add_argument("--session", metavar="ID", help="said in one session")
    parser.add_argument("--since", default="", metavar="WHEN", help="3 days ago, 上周, a date")
    parser.add_argument("--until", default="", metavar="WHEN", help="yesterday, 昨天, a date")
    terminal.scope(parser)


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
        named or list(_NOW),
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
        if entity:  # which no row of the index has
            named_so = [one for one in found if entity in map(fields.sameness, one.entities)]
            found, count = iter(named_so), count + len(named_so)
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
