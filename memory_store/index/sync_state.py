"""The report of a sync, and the small file beside the index that says what is indexed.

The file saves idle syncs the start of SQLite. The index is the authority, so a lost file costs
time alone. Only the holder of the index's lock writes it.
"""

from __future__ import annotations

import os

from memory_store import codec, errors
from memory_store.index import backends, bookmarks, disk, tables
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base
    from memory_store.index import database

    Progress = Callable[["SyncReport"], None]

NAME = "bookmarks.json"
PATIENCE_SECONDS = 1.0
"""How long a search waits for another process to finish with the index."""

_MAX_BYTES = 16 << 20
_FAR_BEHIND_BYTES = 5 << 20  # a second's work, two where it is Markdown


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
        "added",
        "bad_lines",
        "degraded",
        "progress",
        "removed",
        "unfinished",
        "vectors_added",
        "vectors_missing",
    )

    def __init__(self) -> None:
        self.added = 0
        self.removed = 0
        self.vectors_added = 0
        self.vectors_missing = 0
        self.bad_lines = 0
        self.degraded = ""
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


class State:
    """The content of the state file.

    Attributes:
        known: the signature of each file as it was indexed; empty where that isn't known.
        bad: lines that nothing can be read from.
        model: the name of the embedder that gave all texts their vectors; "" while some wait.
    """

    __slots__ = ("bad", "known", "model")

    def __init__(self, known: dict[str, str], bad: int, model: str = "") -> None:
        self.known = known
        self.bad = bad
        self.model = model

    def equals(self, other: State) -> bool:
        """Whether both say the same."""
        mine = (self.known, self.bad, self.model)
        return mine == (other.known, other.bad, other.model)


def read(where: str) -> State:
    """The state in a directory; empty if it was not made for today's index."""
    try:
        state = codec.parse(files.read(where, NAME, _MAX_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return State({}, 0)
    if not isinstance(state, dict) or state.get("fingerprint") != tables.FINGERPRINT:
        return State({}, 0)
    known, bad, model = state.get("files"), state.get("bad"), state.get("model")
    if not isinstance(known, dict) or not isinstance(bad, int):
        return State({}, 0)
    return State(known, bad, model if isinstance(model, str) else "")


def write(where: str, state: State) -> None:
    """Replace the file in a directory, if it says something else.

    It is not synced to the disk: after a power cut the index itself is asked.
    """
    if state.known and state.equals(read(where)):
        return
    record = {
        "fingerprint": tables.FINGERPRINT,
        "files": state.known,
        "bad": state.bad,
        "model": state.model,
    }
    path = os.path.join(where, NAME)
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(beside, flags, 0o600)
        try:
            files.write_all(descriptor, codec.render(record).encode("utf-8"))
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except OSError:
        disk.remove(beside)  # the next sync opens the index instead


def is_far_behind(store: layout.Store, present: dict[str, str] | None = None) -> bool:
    """Whether bringing the index up to date takes longer than a person waits for an answer.

    `present` is what `bookmarks.signatures` says of the store, where the caller knows it.
    """
    indexed = read(layout.cache_directory(store)).known
    present = bookmarks.signatures(store) if present is None else present
    return bookmarks.backlog(present, indexed) > _FAR_BEHIND_BYTES


def idle_report(
    store: layout.Store,
    model: str = "",
    backend: str = backends.SQLITE,
    present: dict[str, str] | None = None,
) -> SyncReport | None:
    """The report if there is nothing to do, else None; does not open the index.

    Args:
        store: as in `sync`.
        model: the name of an embedder, if all texts are to have its vectors.
        backend: what is to keep these.
        present: as in `is_far_behind`.
    """
    where = layout.cache_directory(store)
    state = read(where)
    if not os.path.isfile(disk.path_in(where)):
        return None
    if model and state.model != _noted(model, backend):
        return None
    if state.known != (bookmarks.signatures(store) if present is None else present):
        return None
    report = SyncReport()
    report.bad_lines = state.bad
    return report


def note_model(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    report: SyncReport,
) -> None:
    """Keep for `idle_report` whether all texts have their vectors, as a report of `fill` has it.

    Something is left to do if the vectors have become so many that they need lists.
    Looked at again under the lock: another process may have added texts since that report.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the index is damaged.
    """
    where = layout.cache_directory(store)
    backend = backends.name(index.db)
    is_whole = not (report.vectors_missing or report.degraded or _outgrows(index, backend))
    model = _noted(embedder.name, backend) if is_whole else ""
    if not index.path or index.aside or read(where).model == model:
        return
    from memory_store.index import vector_table
    from memory_store.store import log

    def note() -> None:
        state = read(where)
        if state.known:
            named = "" if vector_table.missing(index.db) else model
            write(where, State(state.known, state.bad, named))

    try:
        index.write(note)
    except errors.StoreError as error:
        log.write("index", error)  # the next run looks for itself


def _outgrows(index: database.Index, backend: str) -> bool:
    if backend != backends.SQLITE:
        return False
    from memory_store.index import nearest  # see sync

    return nearest.outgrows(index.db)


def _noted(model: str, backend: str) -> str:
    """A model and the backend of its vectors, as the file names them."""
    return model if backend == backends.SQLITE else f"{model} in {backend}"
