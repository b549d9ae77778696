"""List what is remembered, newest first: what stands and what waits to be confirmed.

Each line has the number that other commands take in place of an id.
"""

from __future__ import annotations

from memory_store.cli import terminal
from memory_store.commands import fact_lines
from memory_store.journal import fields, history, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags
    from memory_store.journal.stored import Fact

_NOW = (history.STANDING, history.CANDIDATE, history.PLANNED)
_TIERS = {
    "standing": (history.STANDING,),
    "candidates": (history.CANDIDATE,),
    "retracted": (history.RETRACTED,),
    "all": (*_NOW, history.REPLACED, history.RETRACTED),
}


def add_arguments(parser: flags.Parser) -> None:
    """Which facts."""
    parser.add_argument("--standing", action="store_true", help="what holds and was confirmed")
    parser.add_argument("--candidates", action="store_true", help="what waits to be confirmed")
    parser.add_argument("--retracted", action="store_true", help="what was taken back")
    parser.add_argument("--all", action="store_true", help="what was replaced, too")
    parser.add_argument("--type", type=str.upper, choices=records.TYPES, help="of one type")
    parser.add_argument("--entity", metavar="NAME", help="about somebody or something")
    parser.add_argument("--session", metavar="ID", help="said in one session")
    parser.add_argument("--since", default="", metavar="WHEN", help="3 days ago, 上周, a date")
    parser.add_argument("--until", default="", metavar="WHEN", help="yesterday, 昨天, a date")
    terminal.scope(parser)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The wanted facts; exit 1 for none.

    Raises:
        UsageError: a time is not understood, or the project's store is not trusted.
    """
    listed = chosen(arguments, where)
    return fact_lines.answer(listed, terminal.stores_of(where, arguments.scope), where.config)


def chosen(arguments: flags.Values, where: place.Place) -> list[fact_lines.Listed]:
    """The facts that are wanted, newest first; errors as `run`."""
    stores = terminal.stores_of(where, arguments.scope)
    named = [one for name, tiers in _TIERS.items() if getattr(arguments, name) for one in tiers]
    tiers = named or list(_NOW)
    is_wanted = _filter(arguments)
    listed = [
        fact_lines.Listed(past, one)
        for past in map(history.History, stores)
        for one in past.which(*tiers, is_wanted=is_wanted)
    ]
    return sorted(listed, key=lambda one: one.record.text_of("created_at"), reverse=True)


def _filter(arguments: flags.Values) -> fact_lines.Filter:
    since, until = _moment(arguments.since, first=True), _moment(arguments.until, first=False)
    entity = fields.sameness((arguments.entity or "").removeprefix("@"))

    def is_wanted(raw: Fact) -> bool:
        moment = raw.moment
        names = [fields.sameness(one) for one in raw.entities]
        return (
            arguments.type in (None, raw.type)
            and (not entity or entity in names)
            and arguments.session in (None, raw.session_id)
            and (since is None or moment >= since)
            and (until is None or moment <= until)
        )

    return is_wanted


def _moment(phrase: str, *, first: bool) -> float | None:
    if not phrase.strip():
        return None
    from memory_store.language import times  # brings dateutil

    return times.since(phrase) if first else times.until(phrase)
