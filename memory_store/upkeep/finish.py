"""Brings the stores of a place up to date: what hooks left undone, merged facts, the index.

May be stopped anywhere and run again: everything it does is found done, or done, the next time.
Must not run in a hook before its answer is out.
"""

from __future__ import annotations

import os
import time

from memory_store import files, layout, log, place
from memory_store.index import upkeep
from memory_store.journal import append, checkpoints, read, retention
from memory_store.learn import closing, transcripts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Journal = Mapping[str, os.stat_result]  # the files of a store's journal

Record = dict[str, object]


class Report:
    """What a run did.

    Attributes:
        facts: extracted from what was captured, by rules.
        refined: extracted by the user's model, where one is set.
        merged, replaced: facts that went into others that say the same, and those whose place a
            newer one took.
        summaries, ends: automatic summaries written, and ends of sessions that had none.
        days: journal days deleted.
        turns: prompts and answers that hooks missed, taken from the hosts' transcripts.
        pieces: texts that can be found now and couldn't before.
        vectors_added, vectors_missing: texts that got a vector, and that still have none.
        bad_lines: lines of the files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
        waiting: what is made elsewhere, and taken in by a later run, likewise.
    """

    __slots__ = (
        "bad_lines",
        "days",
        "degraded",
        "ends",
        "facts",
        "merged",
        "pieces",
        "refined",
        "replaced",
        "summaries",
        "turns",
        "vectors_added",
        "vectors_missing",
        "waiting",
    )

    def __init__(self) -> None:
        self.facts = self.refined = self.merged = self.replaced = 0
        self.summaries = self.ends = self.days = self.turns = 0
        self.pieces = self.vectors_added = self.vectors_missing = self.bad_lines = 0
        self.degraded = self.waiting = ""

    def record(self) -> Record:
        """The report as JSON prints it."""
        return {name: getattr(self, name) for name in self.__slots__}


def bring_up_to_date(where: place.Place, *, embed_seconds: float | None) -> Report:
    """Do everything that is left to do in the stores of a place.

    Args:
        where: the place of work.
        embed_seconds: how long to embed what is new; None: not at all.

    Raises:
        StoreError: a store or its index can't be read or written.
    """
    report = Report()
    until = None if embed_seconds is None else time.monotonic() + embed_seconds
    project = where.project if where.project is not None and where.project.exists() else None
    if project is not None:
        append.take_in_now(project)
        journal = read.daily_files(project)
        report.turns = transcripts.take_in(where, project, journal)
        if report.turns:
            journal = read.daily_files(project)
        is_new = _learn(where, project, journal, report)
        report.refined = _refine(where, project, _left(until))
        _settle(where, project, report, until, is_new=is_new)
        _tidy(where, project, journal, report)
    if where.user is not None and where.user.exists():
        _settle(where, where.user, report, until, is_new=False)
    report.waiting = ""  # of the runs before, which may be over
    for store in where.stores():
        if not _sync(where, store, report, until):
            report.vectors_missing += _waiting(store)
        upkeep.bound_cache(where, store)
    return report


def _left(until: float | None) -> float | None:
    """The seconds that are left; None where none are given."""
    return None if until is None else max(0.0, until - time.monotonic())


def _waiting(store: layout.Store) -> int:
    from memory_store.index import lookup  # see _learn

    return lookup.waiting(store)


def _sync(where: place.Place, store: layout.Store, report: Report, until: float | None) -> bool:
    """Bring one index up to date, with vectors where there is time; whether it was so before."""
    done, is_whole = upkeep.bring_up(where, store, _left(until))
    report.pieces += done.added
    report.vectors_added += done.vectors_added
    report.bad_lines = max(report.bad_lines, done.bad_lines)
    report.degraded = done.degraded or report.degraded
    report.waiting = done.waiting or report.waiting
    return is_whole


def _learn(where: place.Place, store: layout.Store, journal: Journal, report: Report) -> bool:
    """Extract and summarise what the journal holds past the checkpoints, and close what is open.

    Returns:
        Whether there was anything new in the journal.
    """
    before = checkpoints.load(store)
    done = dict(before)
    day_before = ""
    for name, state in journal.items():
        size = state.st_size
        if size != done.get(name, 0):
            try:
                events = _records(store, name)
            except OSError as error:  # a link or a second name: nothing that we wrote
                log.write("journal", f"{name}: {error.strerror}")
                continue
            from memory_store.learn import retain  # a run with nothing to do needs none of these

            report.facts += retain.keep(where, events, read.TAIL_BYTES)
            report.summaries += closing.summaries(where, store, events, day_before)
            done[name] = size
        day_before = name
    report.ends += closing.ends(store, journal)
    if done != before:
        checkpoints.save(store, done)
    return done != before


def _refine(where: place.Place, store: layout.Store, seconds: float | None) -> int:
    """Ask the user's model, where one is set and this is no hook; how many facts it gave."""
    if seconds is None or where.config.word("extract_provider") == "none":
        return 0
    from memory_store.extractors import refinement  # few have a model

    return refinement.run(where, store, seconds / 2)  # the rest is for what search needs


def _is_due(store: layout.Store, *, by_meaning: bool) -> bool:
    """Whether facts stand past a mark, or what is listed of them is gone."""
    done = checkpoints.load(store)
    size = files.size(store.path, layout.FACTS)
    wanted = (layout.FACTS, checkpoints.MEANING) if by_meaning else (layout.FACTS,)
    listed = os.path.join(layout.cache_directory(store), checkpoints.RULES)
    return any(done.get(name, 0) != size for name in wanted) or not os.path.exists(listed)


def _settle(
    where: place.Place,
    store: layout.Store,
    report: Report,
    until: float | None,
    *,
    is_new: bool,
) -> None:
    """Merge and replace facts past the checkpoints and list what lasts; the index is up to date.

    With time to embed, until all is done or the time is over; without, one batch.
    """
    has_model = until is not None and where.config.word("embedder") != "none"
    due = _is_due(store, by_meaning=has_model)
    if not (due or is_new):
        return
    from memory_store.learn import settle  # a run with nothing to do needs no SQLite

    _sync(where, store, report, until)
    if not due:
        settle.keep_list(where, store)
        return

    def again() -> None:
        _sync(where, store, report, until)

    done = settle.run(where, store, again, until)
    report.merged += done.merged
    report.replaced += done.replaced


def _tidy(where: place.Place, store: layout.Store, journal: Journal, report: Report) -> None:
    """Delete old journal days that were learnt from, and forget the marks of what is gone."""
    before = checkpoints.load(store)
    expired = retention.expired(store, journal, where.config.count("retention_days"))
    learnt = [name for name in expired if before.get(name) == files.size(store.path, name)]
    report.days = retention.delete(store, learnt)
    there = read.daily_names(store) if report.days else journal
    done = {name: mark for name, mark in before.items() if name in there or not _is_day(name)}
    if done != before:
        checkpoints.save(store, done)


def _is_day(name: str) -> bool:
    return name.startswith(f"{layout.DAILY}/")


def _records(store: layout.Store, name: str, offset: int = 0) -> list[Record]:
    lines = read.lines_from(store, name, offset)
    return [one for _, line in lines for one in read.parse_line(line)]
