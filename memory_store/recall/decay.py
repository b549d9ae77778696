"""Which facts a session start may be given: rules that hold, and recent ones by the decay table.

Reads the files' tails and the short list of old rules, whatever the store's size. Must not write,
and must not word anything.
"""

from __future__ import annotations

import os

from memory_store import clock, files, layout
from memory_store.journal import facts, own, read, records
from memory_store.recall import choice, provenance
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config, place

Record = dict[str, object]
Dated = tuple[float, Record]
Used = dict[object, tuple[int, int]]
"""By id: in how many sessions a fact was of use, and the last local day of that."""

RULES = "rules.jsonl"
_RULES_BYTES = 65_536
_MAX_OFFSET = 1 << 40
_WINDOW_BYTES = 16_384
_LASTING = (b'"type":"O"', b'"op":', b'"supersedes":')
_A_MOMENT = 0.001
_MOST_TIMES = 12  # a longer habit lasts no longer
_SPARE = 5  # some of them may say the same or be taken back


class Loadable:
    """What a session start may tell.

    Attributes:
        facts: those that hold and are not too old, as they were read, newest first.
        gone: what was taken back, of what was read.
    """

    __slots__ = ("facts", "gone")

    def __init__(self, found: list[Record], gone: retold.Gone) -> None:
        self.facts = found
        self.gone = gone


def loadable(where: place.Place) -> Loadable:
    """The facts that a session start may be given, and what was taken back."""
    listed = [_listed(store) for store in where.stores()]
    used = {one: use for kept, _ in listed for one, use in _used(kept).items()}
    back: list[str] = []
    dated = _by_age(where.stores(), listed, where.config, back)
    gone = retold.Gone(back, [str(fact["content"]) for _, fact in dated] if back else [])
    return Loadable([fact for _, fact in _decayed(dated, used, where.config)], gone)


def _decayed(newest_first: list[Dated], used: Used, settings: config.Config) -> list[Dated]:
    """The facts that the decay table (docs/interface.md 3.1) lets in; sure rules stay.

    What is sure is let in until `sure_days` whatever its day, so that no fact that is gone comes
    back on a later day; and the newest few of a day are so many facts beside so many rules.

    A fact that was of use since ages more slowly, and is none of the newest few of its day: it is
    as old as the days since its last use over one more than the sessions it was of use in. That
    each use makes forgetting slower is Ebbinghaus' finding; dividing by their number is the
    simplest rule of that form, and after 90 days without use it lets nothing in.
    """
    today = clock.local_day(clock.now())
    full, some = settings.number("full_days"), settings.number("some_days")
    sure_days, sure_from = settings.number("sure_days"), settings.number("sure_confidence")
    per_day = settings.number("some_per_day")
    kept: list[Dated] = []
    of_day: dict[tuple[int, bool], int] = {}
    for moment, fact in newest_first:
        age = today - clock.local_day(moment)
        times, last = _use(fact, used) if age >= full else (0, 0)
        if times:
            age = min(age, (today - last) // (1 + times))
        rule = choice.is_rule(fact)
        of_day[age, rule] = of_day.get((age, rule), 0) + (not times)
        sure = _confidence(fact) >= sure_from
        few = age < some and (bool(times) or of_day[age, rule] <= per_day)
        if age < full or few or (sure and (rule or age < sure_days)):
            kept.append((moment, fact))
    return kept


def _used(listed: list[Record]) -> Used:
    """What the list of consolidation says of the use of facts."""
    found: Used = {}
    for one in listed:
        use = one.get("used")
        if isinstance(use, list) and [type(part) for part in use] == [int, int]:
            found[one.get("id")] = (min(max(use[0], 0), _MOST_TIMES), use[1])
    return found


def _use(fact: Record, used: Used) -> tuple[int, int]:
    """In how many sessions a fact was of use, and the last day of that, also if not listed yet."""
    recalled, last = used.get(fact.get("id"), (0, 0))
    days = facts.repeated_on(fact)
    times = min(recalled + len(days), _MOST_TIMES)
    return times, min(max(last, *days, 0), clock.local_day(clock.now()))


def _by_age(
    stores: list[layout.Store],
    listed: list[tuple[list[Record], int]],
    settings: config.Config,
    back: list[str],
) -> list[Dated]:
    """What holds in the stores, as it was read, newest first; `back` gains what was taken back."""
    found: list[Dated] = []
    for store, (kept, covered) in zip(stores, listed, strict=True):
        ours = own.known(store)
        lines = list(_enough(store, kept, covered, settings))
        dated = list(_dated(facts.holding(lines)))
        back += [str(one["content"]) for one in facts.taken_back(lines)]
        for _, fact in dated:
            fact[provenance.SCOPE] = provenance.scope_in(store, fact, ours)
        found += dated
    return sorted(found, key=_moment, reverse=True)


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


def _enough(
    store: layout.Store, listed: list[Record], covered: int, settings: config.Config
) -> Iterator[Record]:
    """The lines of a store's facts that can matter, newest first, then the listed ones.

    All of the newest 16 KB; more where these hold too few recent facts; of what is older only
    lines about rules, and only those that the list doesn't cover yet.
    """
    size = files.size(store.path, layout.FACTS)
    window = _WINDOW_BYTES
    found = _parsed(read.tail(store, layout.FACTS, window))
    is_listed = covered > 0  # and with it what stands before an import
    while window < min(size, read.TAIL_BYTES) and not _suffices(found, settings, is_listed):
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


def _suffices(newest_first: list[Record], settings: config.Config, is_listed: bool) -> bool:  # noqa: FBT001
    """Whether nothing older can be loaded but rules: enough of today's, or too old already.

    A change says nothing of what stands before it; nor does what was imported, unless the recent
    facts before it are listed.
    """
    today = clock.local_day(clock.now())
    wanted = settings.count("facts_limit")
    oldest = settings.number("sure_days")
    fresh = old = 0
    for one in newest_first:
        age = today - clock.local_day(clock.parse(one.get("created_at")) or 0.0)
        fresh += 0 <= age < settings.number("full_days") and one.get("type") != "O"
        is_placed = "op" not in one and (is_listed or not records.is_imported(one))
        old += age >= oldest and is_placed
    return fresh >= wanted + _SPARE or old > wanted


def _listed(store: layout.Store) -> tuple[list[Record], int]:
    """The facts that consolidation listed, and how many bytes of `facts.jsonl` it looked at.

    Old rules and used facts; the list says where they stand, and they are read from there. None of
    them where the facts are another file by now, or a shorter one: somebody edited it.
    """
    try:
        raw = files.read(layout.cache_directory(store), RULES, _RULES_BYTES)
        state = os.stat(os.path.join(store.path, layout.FACTS), follow_symlinks=False)
    except OSError:
        return [], 0
    head, *rest = [one for line in raw.split(b"\n") for one in read.parse_line(line)] or [{}]
    covered = head.get("size")
    if not isinstance(covered, int) or not 0 <= covered <= state.st_size:
        return [], 0
    if head.get("inode") != state.st_ino:
        return [], 0
    return list(
        _as_they_stand(store, [one for one in rest if isinstance(one.get("id"), str)])
    ), covered


def _as_they_stand(store: layout.Store, listed: list[Record]) -> Iterator[Record]:
    """The listed facts as they stand in their file, with their use; else their use alone."""
    try:
        lines = list(read.lines_at(store, layout.FACTS, [_span(entry) for entry in listed]))
    except OSError:
        return
    for entry, line in zip(listed, lines, strict=True):
        found = [one for one in read.parse_line(line) if one.get("id") == entry["id"]]
        yield {**(found[-1] if found else {}), "id": entry["id"], "used": entry.get("used")}


def _span(entry: Record) -> tuple[int, int]:
    """Where the list says that a fact stands, in bytes; no bytes where it says nothing sound."""
    at = entry.get("at")
    if not isinstance(at, list) or [type(part) for part in at] != [int, int]:
        return 0, 0
    offset, length = at
    is_sound = 0 <= offset < _MAX_OFFSET and 0 < length <= read.MAX_LINE_BYTES
    return (offset, length) if is_sound else (0, 0)


def _confidence(fact: Record) -> float:
    found = fact.get("confidence")
    return found if isinstance(found, int | float) and 0 <= found <= 1 else 0.5
