"""What a sync did, and how long it waits: the words that sync, update and search share.

A value and a number, so that none of them imports another for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[["SyncReport"], None]

PATIENCE_SECONDS = 1.0
"""How long a search waits for another process to finish with the index."""


class SyncReport:
    """What a sync did, and what is left.

    Attributes:
        added, removed: pieces that can be found now and couldn't before, and the other way round.
        vectors_added, vectors_missing: texts that got a vector, and that still have none; not
            looked at without an embedder.
        bad_lines: lines of the store's files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
        unfinished: whether texts are left that no search by the index finds yet.
        waiting: what is made elsewhere, and will be taken in later, a sentence; "" for nothing.
        progress: told of the report whenever texts got their vectors, while `vectors_missing` is
            still what it was at the beginning; None for nobody.
    """

    __slots__ = (
        "added",
        "bad_lines",
        "degraded",
        "progress",
        "removed",
        "unfinished",
        "vectors_added",
        "vectors_missing",
        "waiting",
    )

    def __init__(self) -> None:
        self.added = 0
        self.removed = 0
        self.vectors_added = 0
        self.vectors_missing = 0
        self.bad_lines = 0
        self.degraded = ""
        self.unfinished = False
        self.waiting = ""
        self.progress: Progress | None = None

    def put(self, count: int) -> None:
        """So many texts more have a vector."""
        self.vectors_added += count
        if self.progress is not None:
            self.progress(self)

    def tell(self, sentence: str) -> None:
        """Add what is worse than usual, if anything is."""
        self.degraded = "; ".join(one for one in (self.degraded, sentence) if one)
