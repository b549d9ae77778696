"""Which facts a session start is given: rules that hold, and recent facts by the decay table.

Reads the files' tails and the short list of old rules, whatever the store's size. Must not write,
and must not word anything.
"""

from __future__ import annotations

from memory_store import clock, files, layout
from memory_store.journal import facts, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config, place

Record = dict[str, object]
Dated = tuple[float, Record]

RULES = "rules.jsonl"
_RULES_BYTES = 65_536


def select(where: place.Place) -> tuple[list[Record], list[Record]]:
    """The rules that hold, and the recent facts, newest first, each fact once.

    Both together are `facts_limit` at most. A third of that is kept for recent facts where there
    are any; of the rules, those that were asked for outright (confidence 1) stay, then the newest.
    """
    kept = _decayed(_each_once(where.stores()), where.config)
    limit = where.config.count("facts_limit")
    recent = [fact for fact in kept if fact["type"] != "O"]
    rules = [fact for fact in kept if fact["type"] == "O"]
    rules = sorted(rules, key=lambda fact: _confidence(fact) < 1)  # sorting keeps newest first
    rules = rules[: limit - min(len(recent), limit // 3)]
    return rules, recent[: limit - len(rules)]


def _decayed(newest_first: list[Dated], settings: config.Config) -> list[Record]:
    """The facts that the decay table of INTERFACE 3.1 lets in; a sure rule does not expire."""
    today = clock.local_day(clock.now())
    kept: list[Record] = []
    of_day: dict[int, int] = {}
    for moment, fact in newest_first:
        age = today - clock.local_day(moment)
        of_day[age] = of_day.get(age, 0) + 1
        sure = _confidence(fact) >= settings.number("sure_confidence")
        if age < settings.number("full_days"):
            keep = True
        elif age < settings.number("some_days"):
            keep = of_day[age] <= settings.number("some_per_day")
        else:
            keep = sure and age < settings.number("sure_days")
        if keep or (sure and fact["type"] == "O"):
            kept.append(fact)
    return kept


def _each_once(stores: list[layout.Store]) -> list[Dated]:
    """The facts that hold, newest first; of those that say the same, one."""
    found: dict[str, Dated] = {}
    for store in stores:
        for moment, fact in _dated(facts.living(_tail_then_rules(store))):
            found.setdefault(facts.sameness(str(fact["content"])), (moment, fact))
    return sorted(found.values(), key=_moment, reverse=True)


def _dated(newest_first: Iterator[Record]) -> Iterator[Dated]:
    """Each fact with the moment it was made.

    One that is dated in the future counts as made when the line after it was, so that it can't
    stand before newer facts for ever.
    """
    moment = now = clock.now()
    for fact in newest_first:
        stated = clock.parse(fact.get("created_at")) or 0.0
        moment = stated if stated <= now else moment
        yield moment, fact


def _moment(dated: Dated) -> float:
    return dated[0]


def _tail_then_rules(store: layout.Store) -> Iterator[Record]:
    """The newest lines of a store's facts, and the older rules that consolidation listed."""
    yield from read.newest_first(store, layout.FACTS)
    try:
        listed = files.read(layout.cache_directory(store), RULES, _RULES_BYTES)
    except OSError:
        return
    for one in listed.split(b"\n"):
        yield from read.parse_line(one)


def _confidence(fact: Record) -> float:
    found = fact["confidence"]
    return float(found) if isinstance(found, int | float) else 0.0
