"""Figures and small charts: facts by tier, type and week, and what was told to sessions."""

from __future__ import annotations

import collections
import datetime as dt
import time

from memory_store import clock, model
from memory_store.commands import columns
from memory_store.index import questions
from memory_store.journal import read
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memory_store.cli import table

_CELLS, _WEEKS = 30, 12
_FIRST = dt.date(1970, 1, 1)
_USE = ("told", "used", "ignored")
_WORDED = {"tiers": "{}", "use": "use_{}"}  # charts whose keys are words of ours
CHARTS = ("tiers", "types", "weeks", "told", "use")
"""The charts, in their order."""


def run(call: table.Call) -> model.Answer:
    """The figures; exit 1 where nothing is stored.

    Raises:
        UsageError: the project's store is not trusted.
    """
    tiers: collections.Counter[str] = collections.Counter()
    types: collections.Counter[str] = collections.Counter()
    weeks: collections.Counter[int] = collections.Counter()
    told: collections.Counter[int] = collections.Counter()
    use = collections.Counter(dict.fromkeys(_USE, 0))
    for held in call.records:
        for tier, kind, count in held.counts():
            tiers[tier] += count
            types[kind] += count if tier == questions.STANDING else 0
        weeks.update(_weeks(held.made()))
        told.update(_weeks(held.told()))
        for one in held.receipts().values():
            use["used" if one.used else "ignored"] += 1
            use["told"] += 1
    charts = {
        "tiers": {one: tiers[one] for one in questions.TIERS if tiers[one]},
        "types": +types,
        "weeks": _last(weeks),
        "told": _last(told),
        "use": dict(use) if use["told"] else {},
    }
    sizes = {store.path: _bytes(store) for store in call.stores}
    lines = []
    for name, figures in charts.items():
        title = call.say(f"stats_{name}")
        named = {
            call.say(_WORDED[name].format(key)) if name in _WORDED else key: count
            for key, count in figures.items()
        }
        lines += [columns.styled(title, columns.BOLD), _chart(named), ""] if figures else []
    for path, size in sizes.items():
        lines.append(call.say("stats_bytes", path=path, size=size // 1024))
    text = "\n".join(lines) or call.nothing()
    return model.Answer({**charts, "bytes": sizes}, text, 0 if tiers else 1)


def _weeks(spans: list[tuple[float, int]]) -> collections.Counter[int]:
    """Counts by the Mondays of their weeks, in days since 1970, which began on a Thursday.

    A calendar is asked once for each day.
    """
    weeks: collections.Counter[int] = collections.Counter()
    monday, ends = 0, float("-inf")
    for moment, count in sorted(spans):
        if moment >= ends:
            day = clock.local_day(moment)
            monday = day - (day + 3) % 7
            ends = _midnight_after(moment)
        weeks[monday] += count
    return weeks


def _midnight_after(moment: float) -> float:
    """When the local day of a moment ends; that moment itself where no calendar says."""
    try:
        year, month, day = time.localtime(moment)[:3]
        return time.mktime((year, month, day + 1, 0, 0, 0, 0, 0, -1))
    except (OverflowError, OSError, ValueError):
        return moment


def _last(weeks: Mapping[int, int]) -> dict[str, int]:
    shown = sorted(weeks.items())[-_WEEKS:]
    return {str(_FIRST + dt.timedelta(days=monday)): count for monday, count in shown}


def _chart(figures: Mapping[str, int]) -> str:
    """A bar for each figure."""
    most = max(figures.values())
    rows = [
        [f"  {name}", f"{count:>6,}", "#" * max(1, round(_CELLS * count / most)) if count else ""]
        for name, count in figures.items()
    ]
    return columns.rows(rows)


def _bytes(store: layout.Store) -> int:
    """The size of a store without derived files."""
    names = [layout.CORE, layout.FACTS, layout.SESSIONS, *read.daily_names(store)]
    return sum(files.size(store.path, one) for one in names)
