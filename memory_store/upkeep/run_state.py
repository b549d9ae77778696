"""One run of upkeep: its place, its time limits, its result, and the locks that keep it alone.

Must not do any of the work.
"""

from __future__ import annotations

import time

from memory_store import errors, model
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from memory_store import place
    from memory_store.codec import Record

    Journal = Mapping[str, os.stat_result]  # the files of a store's journal

_FRESH_SECONDS = 1.0
LOCK, EMBEDDING_LOCK = "upkeep.lock", "embedding.lock"
"""Held in the cache directory of a store while a run learns, and while one makes vectors."""


class Report(model.Value):
    """The result of a run.

    Attributes:
        facts: extracted from what was captured, by rules.
        judged: lines of facts that the user's judge wrote, where there is one.
        merged, replaced: facts that went into others that say the same, and those whose place a
            newer one took.
        summaries, ends: automatic summaries written, and ends of sessions that had none.
        days: journal days deleted.
        turns: prompts and answers that hooks missed, taken from the hosts' transcripts.
        pieces: texts that can be found now and couldn't before.
        vectors_added, vectors_missing: texts that got a vector, and that still have none.
        bad_lines: lines of the files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
        unfinished: whether the time was over, or another run at work, before all was done.
    """

    bad_lines: int = 0
    days: int = 0
    degraded: str = ""
    ends: int = 0
    facts: int = 0
    judged: int = 0
    merged: int = 0
    pieces: int = 0
    replaced: int = 0
    summaries: int = 0
    turns: int = 0
    unfinished: bool = False
    vectors_added: int = 0
    vectors_missing: int = 0

    def record(self) -> Record:
        """The report as JSON prints it."""
        return {name: getattr(self, name) for name in Report.__annotations__}


class Run:
    """A run: its place, its result, and its time limits.

    Attributes:
        until: when to begin no further step, in `time.monotonic` seconds.
        embeds_until: the same of embedding; None: no vectors are to be made.
        journal: the files of the project's journal that were learnt from.
        looks: what `bookmarks.signatures` said of each store when the run began, by its path;
            empty where the journal grew since.
    """

    __slots__ = ("began", "embeds_until", "journal", "looks", "report", "until", "where")

    def __init__(
        self, where: place.Place, report: Report, seconds: float, embed_seconds: float | None
    ) -> None:
        self.began = now = time.monotonic()
        self.looks: dict[str, dict[str, str]] = {}
        self.where = where
        self.report = report
        self.journal: Journal = {}
        self.until = now + seconds
        self.embeds_until = None if embed_seconds is None else min(self.until, now + embed_seconds)

    def has_time(self) -> bool:
        """Whether another step may begin; where none may, the report tells."""
        if time.monotonic() < self.until:
            return True
        self.report.unfinished = True
        return False

    def has_model(self) -> bool:
        """Whether vectors are to be made, and there is a model for them."""
        return self.embeds_until is not None and self.where.config.word("embedder") != "none"

    def look(self, store: layout.Store) -> dict[str, str] | None:
        """The look at a store's files, if it is a moment old and this run wrote nothing since."""
        wrote = self.report.facts or self.report.turns or self.report.ends
        is_fresh = time.monotonic() - self.began < _FRESH_SECONDS and not wrote
        return self.looks.pop(store.path, None) if is_fresh else None

    def is_refused(self, store: layout.Store) -> None:
        """Tell that another run works on a store."""
        self.report.unfinished = True
        self.report.degraded = errors.Message(
            "another run brings {path} up to date", path=store.path
        )

    def embed_seconds(self) -> float | None:
        """The seconds that are left to embed; None where no vectors are to be made."""
        if self.embeds_until is None:
            return None
        return max(0.0, self.embeds_until - time.monotonic())


class _Unlocked:
    """Stands for a lock if there is no cache directory."""

    def __enter__(self) -> None:
        return

    def __exit__(self, *_: object) -> None:
        return


def alone(store: layout.Store, name: str, patience: float) -> lock.Held | _Unlocked:
    """A lock that lets one run at a time work on a store."""
    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
    except OSError:
        return _Unlocked()
    return lock.Held(cache, patience, name)
