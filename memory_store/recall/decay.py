"""Finds the facts that a session start may be given: rules, and recent facts.

The decay table (docs/interface.md 3.1) decides about recent facts. Must not write or word
anything.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.journal import facts, outlived, own, stored
from memory_store.recall import fact_lines, provenance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config, place
    from memory_store.journal.stored import Fact
    from memory_store.store import layout
    from memory_store.text import retold

_A_MOMENT = 0.001
_NEVER = 1e12


class Loadable(model.Value):
    """The facts that a session start may tell, newest first.

    Attributes:
        facts: facts that stand and are not too old; behind them what was kept whatever its age,
            the nearest to recent work first.
        plans: facts that stand and hold from a day to come.
        said: sentences of the person's own that nobody confirmed, the nearest first.
        waiting: how many candidates there are in all.
        gone: what was taken back or replaced, of what was read.
        until: the moment, in seconds since 1970, at which a fact begins or ends to hold.
    """

    facts: list[Fact]
    plans: list[Fact]
    said: list[Fact]
    waiting: int
    gone: retold.Gone
    until: float


class _Dated:
    """A fact with its moment, and the properties that each step needs."""

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
    lines = _read(where.stores(), listed, where.config)
    held = [one.fact for one in (*lines.dated, *lines.plans)]
    gone = facts.no_longer((one for read in lines.lines for one in read), held)
    nearest = {one.id: at for kept, _ in listed for at, one in enumerate(kept)}
    candidates = [one for one in held if not one.stands]
    newest = {one.id for read in lines.lines for one in read}
    unread = {one.id for kept, _ in listed for one in kept if one.get("waits")} - newest
    own = [one for one in candidates if one.is_likely]
    to_come = (one for read in lines.lines for fact in read for one in _to_come(fact))
    return Loadable(
        sorted(
            _with_former(_decayed(lines.dated, nearest, where.config), lines), key=_is_outlived
        ),
        _with_former([one for one in lines.plans if one.stands], lines),
        sorted(own, key=lambda one: nearest.get(one.id, -1)),
        len(candidates) + len(unread),
        gone,
        min(to_come, default=_NEVER),
    )


def _is_outlived(fact: Fact) -> bool:
    return outlived.is_gone(fact.get(outlived.OUTLIVED))


def _to_come(fact: Fact) -> list[float]:
    """The moments after now at which a fact begins or ends to hold, or says it was made."""
    now = clock.now()
    bounds = (fact.begins, fact.ends, fact.stated_at)
    return [one for one in bounds if one is not None and one > now]


def _with_former(entries: list[_Dated], read_: _Read) -> list[Fact]:
    """Facts with the statements they replaced; a replaced statement is no fact of its own.

    What holds whatever its age is told by itself, unless what may replace it does so too; what is
    pinned always is.
    """
    hidden: set[str] = set()
    lasting = {one.fact.id for one in entries if one.lasts}
    pinned = {one.fact.id for one in entries if one.fact.is_pinned}
    contents: dict[str, str] | None = None
    for entry in entries:
        fact = entry.fact
        former: list[str] = []
        if fact.supersedes or fact.related:
            doubtful = [
                other
                for other in fact.related
                if other not in pinned and (other not in lasting or fact.id in lasting)
            ]
            hidden.update(doubtful)
            contents = read_.contents() if contents is None else contents
            known = [other for other in (fact.supersedes, *doubtful) if other in contents]
            former = [contents[other] for other in known]
        changed = facts.changed_parts(fact, (one.fact for one in read_.dated))
        if former or changed or {provenance.WAS, provenance.CHANGED} & fact.keys():
            entry.fact = fact.with_(**{provenance.WAS: former, provenance.CHANGED: changed})
    return [one.fact for one in entries if one.fact.id not in hidden]


def _decayed(
    newest_first: list[_Dated], nearest: dict[str, int], settings: config.Config
) -> list[_Dated]:
    """The facts that stand and that the decay table (docs/interface.md 3.1) lets in.

    What holds until it is replaced stays. What is sure is let in until `sure_days` whatever its
    day, so that no fact that is gone comes back on a later day. What somebody kept of the world
    comes behind, what is not listed yet before what is.
    """
    today = clock.local_day(clock.now())
    full, some = settings.number("full_days"), settings.number("some_days")
    sure_days, sure_from = settings.number("sure_days"), settings.number("sure_confidence")
    per_day = settings.number("some_per_day")
    let_in: list[_Dated] = []
    kept: list[_Dated] = []
    of_day: dict[int, int] = {}
    for entry in newest_first:
        if entry.lasts:
            let_in.append(entry)
            continue
        if not entry.stands:
            continue
        age = today - clock.local_day(entry.moment)
        of_day[age] = of_day.get(age, 0) + 1
        is_sure = age < sure_days and entry.fact.confidence >= sure_from
        if age < full or is_sure or (age < some and of_day[age] <= per_day):
            let_in.append(entry)
        elif entry.fact.is_kept:
            kept.append(entry)
    kept.sort(key=lambda one: nearest.get(one.fact.id, -1))
    return let_in + kept


def _read(
    stores: list[layout.Store],
    listed: list[tuple[list[Fact], int]],
    settings: config.Config,
) -> _Read:
    """The facts that hold, the plans, and the facts taken back, newest first."""
    result = _Read()
    for store, (kept, covered) in zip(stores, listed, strict=True):
        ours, marks = own.known(store), outlived.load(store)
        links = {one.id: one.related for one in kept}
        lines = list(fact_lines.needed(store, kept, covered, settings))
        dated = list(_with_moments(facts.holding(lines)))
        has_plans = any(one.get("valid_from") for one in lines)
        plans = list(_with_moments(facts.planned(lines))) if has_plans else []
        for one in (*dated, *plans):
            scope = provenance.scope_in(store, one.fact, ours)
            code = {outlived.OUTLIVED: marks.get(one.fact.id)}
            one.fact = one.fact.with_(**{provenance.SCOPE: scope}, **code)
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
