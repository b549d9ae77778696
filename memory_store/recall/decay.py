"""Finds the facts that a session start may be given: rules, and recent facts.

The decay table (docs/interface.md 3.1) decides about recent facts. Must not write or word
anything.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import facts, own, stored
from memory_store.recall import fact_lines, provenance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config, place
    from memory_store.journal.stored import Fact
    from memory_store.store import layout
    from memory_store.text import retold

Used = dict[str, tuple[int, int]]
"""By id: in how many sessions a fact was of use, and the last local day of that."""

_A_MOMENT = 0.001
_MOST_TIMES = 12  # a longer habit lasts no longer


class Loadable:
    """The facts that a session start may tell, newest first.

    Attributes:
        facts: facts that stand and are not too old.
        plans: facts that stand and hold from a day to come.
        lately: sentences of the person's own that nobody confirmed, of the last days.
        gone: what was taken back or replaced, of what was read.
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
        lines: all that was read, newest first, store by store.
    """

    __slots__ = ("dated", "lines", "plans")

    def __init__(self) -> None:
        self.dated: list[_Dated] = []
        self.plans: list[_Dated] = []
        self.lines: list[list[Fact]] = []

    def contents(self) -> dict[str, str]:
        """The content of each fact that was not taken back, by id."""
        content_of: dict[str, str] = {}
        for lines in self.lines:
            taken = {one.id for one in facts.taken_back(lines)}
            for line in reversed(lines):
                if line.content and line.id not in taken:
                    content_of[line.id] = line.content
        return content_of


def loadable(where: place.Place) -> Loadable:
    """The facts that a session start may tell, and statements that were taken back."""
    listed = [fact_lines.listed(store) for store in where.stores()]
    used = {one: use for kept, _ in listed for one, use in _use_by_id(kept).items()}
    lines = _read(where.stores(), listed, where.config)
    held = [one.fact for one in (*lines.dated, *lines.plans)]
    gone = facts.no_longer((one for read in lines.lines for one in read), held)
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
        former: list[str] = []
        if fact.supersedes or fact.related:
            doubtful = [
                other for other in fact.related if other not in lasting or fact.id in lasting
            ]
            hidden.update(doubtful)
            contents = read_.contents() if contents is None else contents
            known = [other for other in (fact.supersedes, *doubtful) if other in contents]
            former = [contents[other] for other in known]
        changed = facts.changed_parts(fact, (one.fact for one in read_.dated))
        if former or changed or {provenance.WAS, provenance.CHANGED} & fact.keys():
            entry.fact = fact.with_(**{provenance.WAS: former, provenance.CHANGED: changed})
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
        times, last = _times_and_last_day(entry.fact, used) if age >= full else (0, 0)
        if times:
            age = min(age, (today - last) // (1 + times))
        of_day[age] = of_day.get(age, 0) + (not times)
        sure = entry.fact.confidence >= sure_from
        few = age < some and (bool(times) or of_day[age] <= per_day)
        if age < full or few or (sure and age < sure_days):
            kept.append(entry)
    return kept


def _use_by_id(listed: list[Fact]) -> Used:
    """The use of facts, from the list of consolidation."""
    use_of: Used = {}
    for fact in listed:
        use = fact.get("used")
        if isinstance(use, list) and [type(part) for part in use] == [int, int]:
            use_of[fact.id] = (min(max(use[0], 0), _MOST_TIMES), use[1])
    return use_of


def _times_and_last_day(fact: Fact, used: Used) -> tuple[int, int]:
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
        links = {one.id: one.related for one in kept}
        lines = list(fact_lines.needed(store, kept, covered, settings))
        dated = list(_with_moments(facts.holding(lines)))
        has_plans = any(one.get("valid_from") for one in lines)
        plans = list(_with_moments(facts.planned(lines))) if has_plans else []
        for one in (*dated, *plans):
            scope = provenance.scope_in(store, one.fact, ours)
            one.fact = one.fact.with_(**{provenance.SCOPE: scope})
            if more := links.get(one.fact.id):
                related = list(dict.fromkeys([*one.fact.related, *more]))
                one.fact = one.fact.with_(**{stored.RELATED: related})
        result.dated += dated
        result.plans += plans
        result.lines.append(lines)
    result.dated.sort(key=lambda one: one.moment, reverse=True)
    result.plans.sort(key=lambda one: one.moment, reverse=True)
    return result


def _with_moments(newest_first: Iterator[Fact]) -> Iterator[_Dated]:
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
