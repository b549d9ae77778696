"""Brings the stores of a place up to date: what hooks left undone, merged facts, the index.

May be stopped anywhere and run again: everything it does is found done, or done, the next time.
Must not run in a hook before its answer is out.
"""

from __future__ import annotations

import os
import time

from memory_store import codec, errors, layout, log, place
from memory_store.embedders import models
from memory_store.index import lookup, sync
from memory_store.journal import facts, read, retention
from memory_store.learn import closing, consolidate, marks, retain

Record = dict[str, object]

RULES = "rules.jsonl"
_RULES_KEPT = 100
_SIMILAR = 40
_MERGED_PER_RUN = 300
_PATIENCE_SECONDS = 10.0


class Report:
    """What a run did.

    Attributes:
        facts, merged: facts extracted from what was captured, and merged into older ones.
        summaries, ends: automatic summaries written, and ends of sessions that had none.
        days: journal days deleted.
        pieces: texts that can be found now and couldn't before.
        vectors_added, vectors_missing: texts that got a vector, and that still have none.
        bad_lines: lines of the files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
    """

    __slots__ = (
        "bad_lines",
        "days",
        "degraded",
        "ends",
        "facts",
        "merged",
        "pieces",
        "summaries",
        "vectors_added",
        "vectors_missing",
    )

    def __init__(self) -> None:
        self.facts = self.merged = self.summaries = self.ends = self.days = 0
        self.pieces = self.vectors_added = self.vectors_missing = self.bad_lines = 0
        self.degraded = ""

    def record(self) -> Record:
        """The report as JSON prints it."""
        return {name: getattr(self, name) for name in self.__slots__}


def bring_up_to_date(
    where: place.Place, *, embed_seconds: float | None, rebuild: bool = False
) -> Report:
    """Do everything that is left to do in the stores of a place.

    Args:
        where: the place of work.
        embed_seconds: how long to embed what is new; None: not at all.
        rebuild: build the index from nothing.

    Raises:
        StoreError: a store or its index can't be read or written.
    """
    report = Report()
    project = where.project if where.project is not None and where.project.exists() else None
    if project is not None:
        _learn(where, project, report)
        _sync(where, project, report, None, rebuild=rebuild)
        _tidy(where, project, report, whole=embed_seconds == float("inf"))
    for store in where.stores():
        _sync(where, store, report, embed_seconds, rebuild=rebuild and store is not project)
        report.vectors_missing += lookup.waiting(store)
    return report


def _sync(
    where: place.Place,
    store: layout.Store,
    report: Report,
    embed_seconds: float | None,
    *,
    rebuild: bool,
) -> None:
    """Bring one index up to date, with vectors where there is time for them."""
    embedder, deadline = None, None
    if embed_seconds is not None:
        deadline = time.monotonic() + embed_seconds
        try:
            embedder = models.load(where.config)
        except errors.StoreError as error:
            report.degraded = str(error)
    done = sync.sync(
        store,
        embedder=embedder,
        deadline_vectors=deadline,
        rebuild=rebuild,
        patience=_PATIENCE_SECONDS,
    )
    report.pieces += done.added
    report.vectors_added += done.vectors_added
    report.bad_lines = max(report.bad_lines, done.bad_lines)
    report.degraded = done.degraded or report.degraded


def _learn(where: place.Place, store: layout.Store, report: Report) -> None:
    """Extract and summarise what the journal holds past the marks, and close what is open."""
    done = marks.load(store)
    day_before = ""
    for name in read.daily_names(store):
        size = _size(store, name)
        if size != done.get(name, 0):
            try:
                events = _records(store, name)
            except OSError as error:  # a link or a second name: nothing that we wrote
                log.write("journal", f"{name}: {error.strerror}")
                continue
            report.facts += retain.keep(where, events, read.TAIL_BYTES)
            report.summaries += closing.summaries(where, store, events, day_before)
            done[name] = size
        day_before = name
    report.ends += closing.ends(store)
    marks.save(store, done)


def _tidy(where: place.Place, store: layout.Store, report: Report, *, whole: bool) -> None:
    """With the index up to date: merge near facts, list the old rules, delete old journal days."""
    done = marks.load(store)
    before = done.get(layout.FACTS, 0)
    size = _size(store, layout.FACTS)
    if size != before or not os.path.exists(_rules_file(store)):
        _list_rules(store, where.config.number("sure_confidence"), size)
        begun, reached = -1, _merge(store, before if size > before else 0, report)
        while whole and begun < reached < size:  # a last line without its newline isn't reached
            begun, reached = reached, _merge(store, reached, report)
        done[layout.FACTS] = reached
    expired = retention.expired(store, where.config.count("retention_days"))
    report.days = retention.delete(store, [name for name in expired if name in done])
    marks.save(store, {name: mark for name, mark in done.items() if _size(store, name)})


def _merge(store: layout.Store, offset: int, report: Report) -> int:
    """Merge the facts that stand past `offset` into older ones that say the same.

    Returns:
        Up to where; at most 300 facts, a second's work: after a large import, or where hosts kill
        the end of sessions, it only takes more runs.
    """
    lines: list[Record] = []
    end = offset
    if _size(store, layout.FACTS):
        for begin, line in read.lines_from(store, layout.FACTS, offset):
            if len(lines) >= _MERGED_PER_RUN:
                break
            lines += read.parse_line(line)
            end = begin + len(line) + 1
    added = [one for one in facts.living(reversed(lines)) if one.get("op") is None][::-1]
    merged = consolidate.merge(store, added, lambda text: lookup.similar(store, text, _SIMILAR))
    report.merged += merged
    return end if not merged or len(lines) >= _MERGED_PER_RUN else _size(store, layout.FACTS)


def _records(store: layout.Store, name: str, offset: int = 0) -> list[Record]:
    lines = read.lines_from(store, name, offset)
    return [one for _, line in lines for one in read.parse_line(line)]


def _list_rules(store: layout.Store, sure: float, size: int) -> None:
    """Keep the rules that do not expire where a session start finds them (docs/interface.md 3.1).

    The first line says how many bytes of which file they were read from.
    """
    inode = os.stat(os.path.join(store.path, layout.FACTS)).st_ino if size else 0
    listed = lookup.rules(store, _RULES_KEPT, sure)
    lines = [codec.render(one) for one in [{"covers": size, "inode": inode}, *listed]]
    marks.keep(store, RULES, "".join(f"{line}\n" for line in lines))


def _rules_file(store: layout.Store) -> str:
    return os.path.join(layout.cache_directory(store), RULES)


def _size(store: layout.Store, name: str) -> int:
    try:
        return os.stat(os.path.join(store.path, name), follow_symlinks=False).st_size
    except OSError:
        return 0
