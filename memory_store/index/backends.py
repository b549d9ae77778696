"""Which backend keeps the vectors of an index: SQLite, or a plug-in.

An index has one backend; for another backend another index is built. Must not import a backend
that is not used.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.store import log

SQLITE = "sqlite"

GROUP = "memory_store.index_backends"
"""The entry points of plug-ins: the name that `index_backend` takes, and a module."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from importlib.metadata import EntryPoints
    from typing import Protocol

    import apsw

    from memory_store import config
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

        def drop(self, db: apsw.Connection, windows: list[int]) -> None:
            """Remove those of windows; in a transaction, not `load`ed."""

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

    class Index(Protocol):
        """A `database.Index`, as far as a plug-in needs it."""

        db: apsw.Connection
        aside: str

        def write(self, work: Callable[[], object]) -> object:
            """Run `work` in a transaction, under the lock."""

    class PlugIn(Backend, Protocol):
        """A backend that is installed beside this package."""

        def agree(self, index: Index) -> None:
            """Make what is kept match the index, before vectors are added; not locked."""

        def maintain(self, index: Index) -> None:
            """Keep searches quick, and remove what is not needed; not locked, may be killed."""


class Missing:
    """A backend that can't be loaded: it has no vectors."""

    def __init__(self, name: str) -> None:
        """Attribute set: `UNUSABLE`, what is told."""
        self.UNUSABLE = errors.Message(
            "the index backend {name} can't be loaded, so only words are searched", name=name
        )

    def load(self, db: apsw.Connection) -> bool:
        """Never."""
        del db
        return False

    def drop(self, db: apsw.Connection, windows: list[int]) -> None:
        """Nothing: the index itself notes that they are gone."""

    def agree(self, index: Index) -> None:
        """Nothing."""

    maintain = agree


_plug_ins: dict[str, PlugIn] = {}


def backend(db: apsw.Connection) -> Backend:
    """The backend of an index."""
    named = name(db)
    if named == SQLITE:
        from memory_store.index import nearest  # words alone have no use for it

        return nearest
    return plug_in(named)


def name(db: apsw.Connection) -> str:
    """The name of the backend: `sqlite` or that of a plug-in."""
    from memory_store.index import tables  # whoever names a backend alone opens no SQLite

    return tables.meta(db, "backend") or SQLITE


def noted(model: str, backend: str) -> str:
    """A model and the backend of its vectors, as the state of an index names them."""
    return model if backend == SQLITE else f"{model} in {backend}"


def chosen(settings: config.Config) -> str:
    """The backend that new indexes get: as `index_backend` says, if that is installed."""
    asked = settings.word("index_backend")
    return asked if asked == SQLITE or _entry_points(asked) else SQLITE


def unusable(asked: str) -> str:
    """Why the backend of this name can't be used on this machine; "" where it can."""
    if asked == SQLITE:
        return ""
    if not _entry_points(asked):
        return errors.Message(
            "no index backend {name} is installed, so SQLite keeps the vectors", name=asked
        )
    return plug_in(asked).UNUSABLE if isinstance(plug_in(asked), Missing) else ""


def _entry_points(asked: str) -> EntryPoints:
    from importlib import metadata  # few name a plug-in

    return metadata.entry_points(group=GROUP, name=asked)


def plug_in(asked: str) -> PlugIn:
    """The plug-in of this name; `Missing` if it can't be loaded."""
    if asked not in _plug_ins:
        module: PlugIn = Missing(asked)  # type: ignore[assignment]  # `load` says that it has nothing
        for found in _entry_points(asked):
            try:
                module = found.load()
            except Exception as error:  # noqa: BLE001  somebody else's code
                log.write("vectors", f"the index backend {asked} can't be loaded: {error}")
        _plug_ins[asked] = module
    return _plug_ins[asked]
