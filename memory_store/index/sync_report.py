"""The work that a sync did, and the work that is left."""

from __future__ import annotations

from memory_store import errors, model

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


class SyncReport(model.Value):
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

    bad_lines: int = 0
    degraded: str = ""
    added: int = 0
    removed: int = 0
    vectors_added: int = 0
    vectors_missing: int = 0
    unfinished: bool = False
    progress: Progress | None = None

    def put(self, count: int) -> None:
        """So many texts more have a vector."""
        self.vectors_added += count
        if self.progress is not None:
            self.progress(self)

    def tell(self, sentence: str) -> None:
        """Add a fault, if there is one."""
        self.degraded = errors.joined(self.degraded, sentence)
