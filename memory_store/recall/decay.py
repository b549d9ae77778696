"""Which facts a session start is given: rules that hold, and recent facts by the decay table.

Reads the files' tails and the short list of old rules, whatever the store's size. Must not write,
and must not word anything.
"""

from __future__ import annotations

import os

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
_WINDOW_BYTES = 65_536
_LASTING = (b'"type":"O"', b'"op":', b'"supersedes":')
_A_MOMENT = 0.001


def select(where: place.Place) -> tuple[list[Record], list[Record]]:
    """The rules that hold, and the recent facts, newest first, each fact once.

    Both together are `facts_limit` at most. The newest third of that stays whatever it is; then
    come the rules, those that were asked for outright (confidence 1) first, then the rest.
    """
    kept = _decayed(_each_once(where.stores(), where.config), where.config)
    limit = where.config.count("facts_limit")
    rest = kept[limit // 3 :]
    rules = [fact for fact in rest if fact["type"] == "O"]
    rules.sort(key=lambda fact: _confidence(fact) < 1)  # sorting keeps newest first
    others = [fact for fact in rest if fact["type"] != "O"]
    chosen = {id(fact) for fact in [*kept[: limit // 3], *rules, *others][:limit]}
    kept = [fact for fact in kept if id(fact) in chosen]
    return _of(kept, rules=True), _of(kept, rules=False)


def _of(facts_: list[Record], *, rules: bool) -> list[Record]:
    return [fact for fact in facts_ if (fact["type"] == "O") is rules]


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


def _each_once(stores: list[layout.Store], settings: config.Config) -> list[Dated]:
    """The facts that hold, newest first; of those that say the same, one."""
    found: dict[str, Dated] = {}
    for store in stores:
        for moment, fact in _dated(facts.living(_enough(store, settings))):
            found.setdefault(facts.sameness(str(fact["content"])), (moment, fact))
    return sorted(found.values(), key=_moment, reverse=True)


def _dated(newest_first: Iterator[Record]) -> Iterator[Dated]:
    """Each fact with the moment it was made.

    One that is dated in the future counts as made just before the line before it, the next one
    that says when, or else the one after it: it can't push others out.
    """
    now = moment = clock.now()
    unsaid: list[Record] = []
    for fact in newest_first:
        stated = clock.parse(fact.get("created_at")) or 0.0
        if stated > now:
            unsaid.append(fact)
            continue
        moment = stated
        yield moment, fact
        yield from ((moment - _A_MOMENT, one) for one in unsaid)
        unsaid = []
    yield from ((moment - _A_MOMENT, one) for one in unsaid)


def _moment(dated: Dated) -> float:
    return dated[0]


def _enough(store: layout.Store, settings: config.Config) -> Iterator[Record]:
    """The lines of a store's facts that can matter, newest first, then the listed old rules.

    All of the newest 64 KB; more where these hold too few recent facts; of what is older only
    lines about rules, and only those that the list doesn't cover yet.
    """
    listed, covered = _listed(store)
    size = _size(store)
    window = _WINDOW_BYTES
    found = _parsed(read.tail(store, layout.FACTS, window))
    while window < min(size, read.TAIL_BYTES) and not _suffices(found, settings):
        window *= 4
        found = _parsed(read.tail(store, layout.FACTS, window))
    yield from found
    start, end = max(covered, size - read.TAIL_BYTES), size - window
    if start < end:
        lines = read.between(store, layout.FACTS, start, end)
        yield from _parsed([line for line in lines if any(mark in line for mark in _LASTING)])
    yield from listed


def _parsed(lines: list[bytes]) -> list[Record]:
    return [one for line in reversed(lines) for one in reversed(read.parse_line(line))]


def _suffices(newest_first: list[Record], settings: config.Config) -> bool:
    """Whether nothing older can be loaded but rules: enough of today's, or too old already."""
    today = clock.local_day(clock.now())
    wanted = settings.count("facts_limit")
    oldest = settings.number("sure_days")
    fresh = old = 0
    for one in newest_first:
        age = today - clock.local_day(clock.parse(one.get("created_at")) or 0.0)
        fresh += 0 <= age < settings.number("full_days") and one.get("type") != "O"
        old += age >= oldest
    return fresh >= wanted * 2 or old > wanted


def _size(store: layout.Store) -> int:
    try:
        return os.stat(os.path.join(store.path, layout.FACTS), follow_symlinks=False).st_size
    except OSError:
        return 0


def _listed(store: layout.Store) -> tuple[list[Record], int]:
    """The rules that consolidation listed, and how many bytes of the facts they cover.

    None of them where the facts are another file by now, or a shorter one: somebody edited it.
    """
    try:
        raw = files.read(layout.cache_directory(store), RULES, _RULES_BYTES)
        state = os.stat(os.path.join(store.path, layout.FACTS), follow_symlinks=False)
    except OSError:
        return [], 0
    head, *rest = [one for line in raw.split(b"\n") for one in read.parse_line(line)] or [{}]
    covered = head.get("covers")
    same = isinstance(covered, int) and covered <= state.st_size
    if not same or head.get("inode") != state.st_ino:
        return [], 0
    return rest, covered if isinstance(covered, int) else 0


def _confidence(fact: Record) -> float:
    found = fact["confidence"]
    return float(found) if isinstance(found, int | float) else 0.0
