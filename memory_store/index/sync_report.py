"""The work that a sync did, and the work that is left."""

from __future__ import annotations

from memory_store import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[["SyncReport"], None]

NOT_KEPT = errors.Message(
    "the cache directory can't be written, so the index is built anew each time"
)
UNFINISHED = errors.Message(
    "the index is being built anew: its vectors are made run by run, and the old one answers until"
    " all are there"
)


class SyncReport:
    """The work that a sync did, and the work that is left.

    Attributes:
        added, removed: pieces that can be found now and couldn't before, and the other way round.
        vectors_added, vectors_missing: texts that got a vector, and that still have none; not
            looked at without an embedder.
        bad_lines: lines of the store's files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
        unfinished: whether texts are left that no search by the index finds yet.
        progress: told of the report whenever texts got their vectors, while `vectors_missing` is
            still what it was at the beginning; None for nobody.
    """

    __slots__ = (
        *("added", "bad_lines", "degraded", "progress", "removed", "unfinished"),
        *("vectors_added", "vectors_missing"),
    )

    def __init__(self, bad_lines: int = 0, degraded: str = "") -> None:
        self.added = self.removed = self.vectors_added = self.vectors_missing = 0
        self.bad_lines = bad_lines
        self.degraded = degraded
        self.unfinished = False
        self.progress: Progress | None = None

    def put(self, count: int) -> None:
        """So many texts more have a vector."""
        self.vectors_added += count
        if self.progress is not None:
            self.progress(self)

    def tell(self, sentence: str) -> None:
        """Add a fault, if there is one."""
        self.degraded = errors.joined(self.degraded, sentence)
