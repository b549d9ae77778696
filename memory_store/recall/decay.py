"""Finds the facts that a session start may be given: rules, and recent facts.

The decay table (docs/interface.md 3.1) decides about recent facts. Reads the ends of files and the
list of lasting facts, whatever the store's size. Must not write or word anything.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.journal import facts, own, read, stored
from memory_store.recall import provenance
from memory_store.store import files, layout
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config, place
    from memory_store.journal.stored import Fact

Used = dict[str, tuple[int, int]]
"""By id: in how many sessions a fact was of use, and the last local day of that."""

RULES = "rules.jsonl"
_RULES_BYTES = 65_536
_MAX_OFFSET = 1 << 40
_WINDOW_BYTES = 16_384
_LASTING = (
    b'"type":"O"', b'"op":', b'"supersedes":', b'"valid_from":', b'"how":"asked"', b'"via":"user"',
    b'"pinned":true', b'"confidence":1',
)  # fmt: skip
_A_MOMENT = 0.001
_MOST_TIMES = 12  # a longer habit lasts no longer
_SPARE = 5  # some of them may say the same or be taken back


class Loadable:
    """The facts that a session start may tell, newest first.

    Attributes:
        facts: facts that stand and are not too old.
        plans: facts that stand and hold from a day to come.
        lately: sentences of the person's own that nobody confirmed, of the last days.
        gone: what was taken back, of what was read.
    """

    __slots__ = ("facts", "gone", "lately", "plans")

    def __init__(
        self,
        dated: list[Fact],
        plans: list[Fact],
        lately: list[Fact],
        gone: retold.Gone,
    ) -> None:
        self.facts = dated
        self.plans = plans
        self.lately = lately
        self.gone = gone


class _Dated:
    """A fact with its moment, and the properties that each step needs."""

    __slots__ = ("fact", "lasts", "moment", "stands")

    def __init__(self, moment: float, fact: Fact) -> None:
        self.moment = moment
        self.fact = fact
        self.stands = fact.stands
        self.lasts = self.stands and fact.lasts


class _Read:
    """The facts that were read from all stores.

    Attributes:
        dated: the facts that hold.
        plans: the facts that are planned.
        back: those that were taken back, store by store.
        lines: all that was read, newest first, store by store.
    """

    __slots__ = ("back", "dated", "lines", "plans")

    def __init__(self) -> None:
        self.dated: list[_Dated] = []
        self.plans: list[_Dated] = []
        self.back: list[list[Fact]] = []
        self.lines: list[list[Fact]] = []

    def contents(self) -> dict[str, str]:
        """The content of each fact that was not taken back, by id."""
        content_of: dict[str, str] = {}
        for lines, back in zip(self.lines, self.back, strict=True):
            taken = {one.id for one in back}
            for line in reversed(lines):
                if line.content and line.id not in taken:
                    content_of[line.id] = line.content
        return content_of


def loadable(where: place.Place) -> Loadable:
    """The facts that a session start may tell, and statements that were taken back."""
    listed = [_listed(store) for store in where.stores()]
    used = {one: use for kept, _ in listed for one, use in _used(kept).items()}
    lines = _read(where.stores(), listed, where.config)
    back = [one.content for taken in lines.back for one in taken]
    gone = retold.Gone(back, [one.fact.content for one in lines.dated] if back else [])
    return Loadable(
        _with_former(_decayed(lines.dated, used, where.config), lines),
        _with_former([one for one in lines.plans if one.stands], lines),
        _lately([*lines.dated, *lines.plans], where.config.number("full_days")),
        gone,
    )


def _lately(dated: list[_Dated], days: float) -> list[Fact]:
    """Candidates of the last days: said by a person, and confirmed by nobody."""
    today = clock.local_day(clock.now())
    return [
        one.fact
        for one in dated
        if not one.stands
        and today - clock.local_day(one.moment) < days
        and one.fact.source.get(stored.BY) != stored.AGENT
    ]


def _with_former(entries: list[_Dated], read_: _Read) -> list[Fact]:
    """Facts with the statements they replaced; a replaced statement is no fact of its own.

    What holds whatever its age is told by itself, unless what may replace it does so too.
    """
    hidden: set[str] = set()
    lasting = {one.fact.id for one in entries if one.lasts}
    contents: dict[str, str] | None = None
    for entry in entries:
        fact = entry.fact
        former = ""
        if fact.supersedes or fact.related:
            doubtful = [
                other for other in fact.related if other not in lasting or fact.id in lasting
            ]
            hidden.update(doubtful)
            contents = read_.contents() if contents is None else contents
            known = [other for other in (fact.supersedes, *doubtful) if other in contents]
            former = contents[known[0]] if known else ""
        if former or provenance.WAS in fact:
            entry.fact = fact.with_(**{provenance.WAS: former})
    return [one.fact for one in entries if one.fact.id not in hidden]


def _decayed(newest_first: list[_Dated], used: Used, settings: config.Config) -> list[_Dated]:
    """The facts that stand and that the decay table (docs/interface.md 3.1) lets in.

    What holds until it is replaced stays. What is sure is let in until `sure_days` whatever its
    day, so that no fact that is gone comes back on a later day.

    A fact that was of use since ages more slowly, and is none of the newest few of its day: it is
    as old as the days since its last use over one more than the sessions it was of use in. That
    each use makes forgetting slower is Ebbinghaus' finding; dividing by their number is the
    simplest rule of that form, and after 90 days without use it lets nothing in.
    """
    today = clock.local_day(clock.now())
    full, some = settings.number("full_days"), settings.number("some_days")
    sure_days, sure_from = settings.number("sure_days"), settings.number("sure_confidence")
    per_day = settings.number("some_per_day")
    kept: list[_Dated] = []
    of_day: dict[int, int] = {}
    for entry in newest_first:
        if entry.lasts:
            kept.append(entry)
            continue
        if not entry.stands:
            continue
        age = today - clock.local_day(entry.moment)
        times, last = _use(entry.fact, used) if age >= full else (0, 0)
        if times:
            age = min(age, (today - last) // (1 + times))
        of_day[age] = of_day.get(age, 0) + (not times)
        sure = entry.fact.confidence >= sure_from
        few = age < some and (bool(times) or of_day[age] <= per_day)
        if age < full or few or (sure and age < sure_days):
            kept.append(entry)
    return kept


def _used(listed: list[Fact]) -> Used:
    """The use of facts, from the list of consolidation."""
    use_of: Used = {}
    for fact in listed:
        use = fact.get("used")
        if isinstance(use, list) and [type(part) for part in use] == [int, int]:
            use_of[fact.id] = (min(max(use[0], 0), _MOST_TIMES), use[1])
    return use_of


def _use(fact: Fact, used: Used) -> tuple[int, int]:
    """In how many sessions a fact was of use, and the last day of that, also if not listed yet."""
    recalled, last = used.get(fact.id, (0, 0))
    days = fact.repeated_on()
    times = min(recalled + len(days), _MOST_TIMES)
    return times, min(max(last, *days, 0), clock.local_day(clock.now()))


def _read(
    stores: list[layout.Store],
    listed: list[tuple[list[Fact], int]],
    settings: config.Config,
) -> _Read:
    """The facts that hold, the plans, and the facts taken back, newest first."""
    result = _Read()
    for store, (kept, covered) in zip(stores, listed, strict=True):
        ours = own.known(store)
        lines = list(_enough(store, kept, covered, settings))
        dated = list(_dated(facts.holding(lines)))
        has_plans = any(one.get("valid_from") for one in lines)
        plans = list(_dated(facts.planned(lines))) if has_plans else []
        for one in (*dated, *plans):
            scope = provenance.scope_in(store, one.fact, ours)
            one.fact = one.fact.with_(**{provenance.SCOPE: scope})
        result.dated += dated
        result.plans += plans
        has_changes = any(one.op for one in lines)
        result.back.append(list(facts.taken_back(lines)) if has_changes else [])
        result.lines.append(lines)
    result.dated.sort(key=lambda one: one.moment, reverse=True)
    result.plans.sort(key=lambda one: one.moment, reverse=True)
    return result


def _dated(newest_first: Iterator[Fact]) -> Iterator[_Dated]:
    """Each fact with the moment it was made.

    One that is dated in the future counts as made just before the line before it, the next one
    that says when, or else the one after it: it can't push others out.
    """
    now = moment = clock.now()
    unsaid: list[Fact] = []
    for fact in newest_first:
        stated = fact.stated_at or 0.0
        if stated > now:
            unsaid.append(fact)
            continue
        moment = stated
        yield _Dated(moment, fact)
        yield from (_Dated(moment - _A_MOMENT, one) for one in unsaid)
        unsaid = []
    yield from (_Dated(moment - _A_MOMENT, one) for one in unsaid)


def _enough(
    store: layout.Store, listed: list[Fact], covered: int, settings: config.Config
) -> Iterator[Fact]:
    """The lines of a store's facts that can matter, newest first, then the lasting ones.

    All of the newest 16 KB; more where these hold too few recent facts; of what is older only
    lines about rules, and only those that the list doesn't cover yet.
    """
    size = files.size(store.path, layout.FACTS)
    window = _WINDOW_BYTES
    tail = read.tail(store, layout.FACTS, window)
    parsed = _parsed(tail)
    is_listed = covered > 0  # and with it what stands before an import
    while window < min(size, read.TAIL_BYTES) and not _suffices(parsed, settings, is_listed):
        window *= 4
        known, tail = len(tail), read.tail(store, layout.FACTS, window)
        parsed += _parsed(tail[: len(tail) - known])
    yield from parsed
    end = size - window  # what is listed of the window was read with it
    listed = [one for one in listed if _span(one)[0] < end]
    start = max(covered, size - read.TAIL_BYTES)
    if start < end:
        # and the line that the window cuts; what is read twice counts once
        lines = read.between(store, layout.FACTS, start, end + _WINDOW_BYTES)
        yield from _parsed([line for line in lines if any(mark in line for mark in _LASTING)])
    yield from _as_they_stand(store, listed)


def _parsed(lines: list[bytes]) -> list[Fact]:
    return [one for line in reversed(lines) for one in reversed(facts.parse(line))]


def _suffices(newest_first: list[Fact], settings: config.Config, is_listed: bool) -> bool:  # noqa: FBT001
    """Whether nothing older is told but rules: enough that is let in, or too old already.

    A change says nothing of what stands before it; nor does what was imported, unless the recent
    facts before it are listed.
    """
    today = clock.local_day(clock.now())
    wanted = settings.count("facts_limit")
    oldest, full = settings.number("sure_days"), settings.number("full_days")
    sure_from = settings.number("sure_confidence")
    fresh = old = 0
    for line in newest_first:
        age = today - clock.local_day(line.stated_at or 0.0)
        is_placed = not line.op and (is_listed or not line.is_imported)
        if age >= oldest:
            old += is_placed
        is_sure = is_placed and age < oldest and line.confidence >= sure_from
        if 0 <= age < full or (age >= 0 and is_sure):
            fresh += line.stands and not line.lasts
        if fresh >= wanted + _SPARE or old > wanted:
            return True
    return False


def _listed(store: layout.Store) -> tuple[list[Fact], int]:
    """The list of consolidation, and how many bytes of `facts.jsonl` it looked at.

    Old rules and used facts, of each its id, its place in the file and its use. Nothing where the
    facts are another file by now, or a shorter one: somebody edited it.
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
    return [stored.Fact(one) for one in rest if isinstance(one.get("id"), str)], covered


def _as_they_stand(store: layout.Store, listed: list[Fact]) -> Iterator[Fact]:
    """The listed facts as they stand in their file."""
    try:
        lines = list(read.lines_at(store, layout.FACTS, [_span(entry) for entry in listed]))
    except OSError:
        return
    for entry, line in zip(listed, lines, strict=True):
        yield from [one for one in facts.parse(line) if one.id == entry.id][-1:]


def _span(entry: Fact) -> tuple[int, int]:
    """Where the list says that a fact stands, in bytes; no bytes where it says nothing sound."""
    at = entry.get("at")
    if not isinstance(at, list) or [type(part) for part in at] != [int, int]:
        return 0, 0
    offset, length = at
    is_sound = 0 <= offset < _MAX_OFFSET and 0 < length <= read.MAX_LINE_BYTES
    return (offset, length) if is_sound else (0, 0)
