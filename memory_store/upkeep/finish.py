"""Does what hooks left undone: learns from the journal, settles facts, updates the index.

May be stopped anywhere and run again. Must not run before a hook's answer is out.
"""

from __future__ import annotations

import math
import os

from memory_store import errors, place
from memory_store.capture import backfill
from memory_store.index import bookmarks, sync
from memory_store.journal import append, checkpoints, read, receipts, retention
from memory_store.sessions import endings
from memory_store.store import files, layout, log
from memory_store.upkeep import run_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


def bring_up_to_date(
    where: place.Place,
    *,
    embed_seconds: float | None,
    seconds: float = math.inf,
    patience: float = 0.0,
) -> run_state.Report:
    """Do the open work in the stores of a place, one run at a time for each store.

    Args:
        where: the place of work.
        embed_seconds: how long to embed what is new; None: not at all.
        seconds: when to begin no further step of any kind; what is left is the next run's.
        patience: seconds to wait for another run that is at it.

    Raises:
        StoreError: a store or its index can't be read or written.
    """
    report = run_state.Report()
    run = run_state.Run(where, report, seconds, embed_seconds)
    stores = [one for one in (where.project, where.user) if one is not None and one.exists()]
    looks = {store.path: bookmarks.signatures(store) for store in stores}
    for store in stores:
        if bookmarks.is_far_behind(store, looks[store.path]):  # searches wait for that
            _sync(run, store, embeds=False)
    learnt = {store.path for store in stores if _learns_alone(run, store, patience)}
    if not learnt:
        run.looks = looks
    if run.embeds_until is not None and run.has_time():
        whole = {store.path for store in stores if _embeds_alone(run, store)}
    else:
        whole = set()
    for store in stores:
        if run.has_time() and _settles_alone(run, store, patience, is_new=store.path in learnt):
            whole.discard(store.path)
    for store in stores:
        if run.has_time() and store.path not in whole and not _sync(run, store):
            report.vectors_missing += _waiting(store)
        sync.bound_cache(where, store)
    for store in stores:
        _look_at_the_code(run, store)
        _count_receipts(run, store)
        _judge(run, store, patience)
    _prepare(where)
    return report


def _look_at_the_code(run: run_state.Run, store: layout.Store) -> None:
    """Mark the facts that the code has outlived, where facts or code changed; in no hook."""
    if store.scope != "project" or run.embeds_until is None or not run.has_time():
        return
    from memory_store.codebase import sources  # a hook needs none

    if sources.is_due(store):
        from memory_store.codebase import check  # brings subprocess

        check.keep(store)
        append.changed.add(store.project)


def _prepare(where: place.Place) -> None:
    """Make the next session's briefing, where something changed that it tells."""
    if append.changed:
        from memory_store.start import renewing  # a run with nothing new needs none

        renewing.refresh(where)


def _count_receipts(run: run_state.Run, store: layout.Store) -> None:
    """Note which of the facts that came beside prompts their answers used; in no hook."""
    if store.scope != "project" or run.embeds_until is None or not run.has_time():
        return
    files_ = run.journal or read.daily_files(store)
    sizes = {name: state.st_size for name, state in files_.items()}
    if receipts.are_due(store, sizes):
        from memory_store.upkeep import receipt_counts as counting  # brings SQLite

        counting.keep(store, sizes)


def _learns_alone(run: run_state.Run, store: layout.Store, patience: float) -> bool:
    """Learn from a project's journal while no other run does; whether there was anything new."""
    if store.scope != "project":
        return False
    try:
        with run_state.alone(store, run_state.LOCK, patience):
            return _learn_all(run, store)
    except errors.LockedError:
        run.is_refused(store)
        return False


def _embeds_alone(run: run_state.Run, store: layout.Store) -> bool:
    """Make vectors while no other run makes them; what else waits is not kept waiting by that.

    Returns:
        Whether the index was up to date before.
    """
    try:
        with run_state.alone(store, run_state.EMBEDDING_LOCK, 0.0):
            _infer(run, store)
            return _sync(run, store)
    except errors.LockedError:
        run.is_refused(store)
        return False


def _infer(run: run_state.Run, store: layout.Store) -> None:
    """Make candidates of prompts' sentences by their meaning."""
    if store.scope == "project" and run.has_model() and checkpoints.not_inferred(store):
        from memory_store.capture import inference  # a run with nothing new needs no reader

        run.report.facts += inference.propose(run.where, store, run.embeds_until or 0.0)


def _settles_alone(
    run: run_state.Run, store: layout.Store, patience: float, *, is_new: bool
) -> bool:
    """Settle a store's facts, and tidy its journal, while no other run does.

    Returns:
        Whether there was anything to do, which the index may lack.
    """
    try:
        with run_state.alone(store, run_state.LOCK, patience):
            did = _settle(run, store, is_new=is_new)
            if store.scope == "project" and run.has_time():
                did |= _tidy(run, store)
            return did
    except errors.LockedError:
        run.is_refused(store)
        return True


def _learn_all(run: run_state.Run, store: layout.Store) -> bool:
    """Learn from a project's journal; whether there was anything new."""
    append.take_in_now(store)
    run.report.turns = backfill.take_in(run.where, store)
    run.journal = read.daily_files(store)
    is_new = _learn(run, store, run.journal)
    if is_new:
        from memory_store.upkeep import host_memory_lines  # by the summaries that are there now

        host_memory_lines.prepare(run.where, store)
    return is_new


def _waiting(store: layout.Store) -> int:
    from memory_store.index import questions  # see _learn

    return questions.as_is(store, questions.Records.waiting) or 0


def _sync(run: run_state.Run, store: layout.Store, *, embeds: bool = True) -> bool:
    """Bring one index up to date, with vectors where there is time; whether it was so before."""
    seconds = run.embed_seconds() if embeds else None
    done, is_whole = sync.bring_up(
        run.where, store, seconds, deadline=run.until, present=run.look(store)
    )
    report = run.report
    report.pieces += done.added
    report.vectors_added += done.vectors_added
    report.bad_lines = max(report.bad_lines, done.bad_lines)
    report.degraded = done.degraded or report.degraded
    report.unfinished = report.unfinished or done.unfinished
    return is_whole


def _learn(run: run_state.Run, store: layout.Store, journal: run_state.Journal) -> bool:
    """Learn from the journal past the marks: facts, summaries, ends of sessions.

    Each day's mark is kept as soon as the day is learnt from.

    Returns:
        Whether there was anything new in the journal.
    """
    done = checkpoints.load(store)
    is_new = False
    day_before = ""
    for name, state in journal.items():
        size = state.st_size
        if size != done.get(name, 0):
            if is_new and not run.has_time():
                return True
            try:
                events = _records(store, name)
            except OSError as error:  # a link or a second name: nothing that we wrote
                log.write("journal", f"{name}: {error.strerror}")
                continue
            from memory_store.capture import (  # a run with nothing to do needs none
                explicit,
                pipeline,
            )
            from memory_store.facts import withdrawn

            run.report.facts += pipeline.keep(run.where, events, read.TAIL_BYTES)
            gone = withdrawn.finder(store, events, pipeline.said)
            run.report.summaries += endings.summaries(
                run.where, store, events, day_before, gone, explicit.on_record
            )
            is_new = True
            checkpoints.update(store, {name: size})
        day_before = name
    run.report.ends += endings.ends(store)
    return is_new


def _judge(run: run_state.Run, store: layout.Store, patience: float) -> None:
    """Have the user's judge read the sessions that ended, and settle what it wrote.

    In no hook: it may take a minute and a half, for which no lock is held.
    """
    seconds = run.embed_seconds()
    has_judge = seconds is not None and run.where.config.word("judge_provider") != "none"
    if not has_judge or store.scope != "project" or not run.has_time():
        return
    from memory_store.judge import run as judge  # few have a judge

    run.report.judged = judge.all_due(run.where, store, seconds or 0.0)
    if run.report.judged:
        _settles_alone(run, store, patience, is_new=True)
        _sync(run, store)


def _is_due(store: layout.Store, *, by_meaning: bool) -> bool:
    """Whether there are facts past a mark, or the list of lasting facts is missing."""
    done = checkpoints.load(store)
    size = files.size(store.path, layout.FACTS)
    wanted = (layout.FACTS, checkpoints.MEANING) if by_meaning else (layout.FACTS,)
    listed = os.path.join(layout.cache_directory(store), checkpoints.RULES)
    return any(done.get(name, 0) != size for name in wanted) or not os.path.exists(listed)


def _settle(run: run_state.Run, store: layout.Store, *, is_new: bool) -> bool:
    """Merge and replace facts past the marks, and list what lasts, with the index up to date.

    With time to embed, until all is done or the time is over; without, a few facts.

    Returns:
        Whether there was anything to do.
    """
    due = _is_due(store, by_meaning=run.has_model())
    if not (due or is_new):
        return False
    from memory_store.facts import (
        lasting_list,
        settling,
    )  # a run with nothing to do needs no SQLite

    _sync(run, store)
    if not run.has_time():
        return True  # by an index that lacks texts it would be decided wrongly
    if not due:
        lasting_list.keep(run.where, store)
        return True

    def again() -> None:
        _sync(run, store)

    done = settling.run(run.where, store, again, run.embeds_until)
    run.report.merged += done.merged
    run.report.replaced += done.replaced
    if run.embeds_until is None and _is_due(store, by_meaning=False):
        run.report.unfinished = True  # a hook takes few
    return True


def _tidy(run: run_state.Run, store: layout.Store) -> bool:
    """Delete old journal days that were learnt from, and forget the marks of what is gone.

    Returns:
        Whether any was deleted.
    """
    before, journal = checkpoints.load(store), run.journal or read.daily_files(store)
    expired = retention.expired(store, journal, run.where.config.count("retention_days"))
    learnt = [name for name in expired if before.get(name) == files.size(store.path, name)]
    run.report.days = retention.delete(store, learnt)
    day_of = {name: name.removeprefix(checkpoints.INFERRED) for name in before}
    gone = [
        name
        for name, day in day_of.items()
        if (day not in journal or day in learnt) and day.startswith(f"{layout.DAILY}/")
    ]
    if gone:
        there = read.daily_names(store)  # another run may have begun a day meanwhile
        checkpoints.update(store, {}, [name for name in gone if day_of[name] not in there])
    return run.report.days > 0


def _records(store: layout.Store, name: str) -> list[Entry]:
    lines = read.lines_from(store, name)
    return read.with_origins([one for _, line in lines for one in read.entries(line)])
