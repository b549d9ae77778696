"""Which backend keeps the vectors of an index, and what the backend can do.

An index has one backend; for another backend another index is built. Must not import a backend
that is not used.
"""

from __future__ import annotations

SQLITE = "sqlite"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    import apsw

    from memory_store.index import filters

    class Backend(Protocol):
        """A module that keeps vectors and finds the near ones.

        The index itself notes which window has a vector (`vector_table`), and ignores any other
        window that a backend finds: a backend that loses vectors, or removes them late, gives no
        wrong hit.
        """

        UNUSABLE: str

        def load(self, db: apsw.Connection) -> bool:
            """Make it ready; whether it is."""

        def clear(self, db: apsw.Connection) -> None:
            """Remove all vectors; in a transaction."""

        def keep(self, db: apsw.Connection, vectors: list[tuple[int, bytes]]) -> None:
            """Keep the int8 vectors of windows that have none; in a transaction, `load`ed."""

        def drop(self, db: apsw.Connection, windows: list[tuple[int, int]]) -> None:
            """Remove those of windows, given with their lists; in a transaction, not `load`ed."""

        def by_vector(
            self, db: apsw.Connection, vector: bytes, limit: int, wanted: filters.Filters
        ) -> dict[int, float]:
            """The nearest pieces and their cosines, the highest first."""

        def cosines(
            self, db: apsw.Connection, vector: bytes, pieces: Iterable[int]
        ) -> dict[int, float]:
            """The exact cosines of pieces."""

        def likeness(
            self, db: apsw.Connection, pieces: Iterable[int]
        ) -> dict[tuple[int, int], float]:
            """The cosine between each two pieces, the smaller id first."""

        def vector_of(self, db: apsw.Connection, identity: int) -> bytes | None:
            """The vector of a piece's first window."""


def backend(db: apsw.Connection) -> Backend:
    """The backend of an index."""
    if name(db) == SQLITE:
        from memory_store.index import nearest  # words alone have no use for it

        return nearest
    from memory_store.index import nearest_lance

    return nearest_lance


def name(db: apsw.Connection) -> str:
    """The name of the backend: `sqlite` or `lancedb`."""
    from memory_store.index import tables  # whoever names a backend alone opens no SQLite

    return tables.meta(db, "backend") or SQLITE


def unusable(backend: str) -> str:
    """Why a backend, by its name, can't be used on this machine; "" where it can."""
    if backend == SQLITE:
        return ""
    from importlib import util  # status alone asks

    from memory_store.index import nearest_lance

    return "" if util.find_spec("lancedb") else nearest_lance.UNUSABLE
