"""Derived files of a store: JSON in its cache directory, which the next run may find or miss.

Must not hold what no other file says.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_MOST_BYTES = 64 << 20


def value(store: layout.Store, name: str) -> object:
    """The value in a derived file; None if it is missing or damaged."""
    try:
        return codec.parse(files.read(layout.cache_directory(store), name, _MOST_BYTES).decode())
    except (OSError, ValueError):
        return None


def record(store: layout.Store, name: str) -> Record:
    """The JSON object in a derived file; {} if it is missing or damaged."""
    found = value(store, name)
    return found if isinstance(found, dict) else {}


def keep(store: layout.Store, name: str, content: object) -> bool:
    """Put a value into a derived file; False, and a line in the log, if it can't be written."""
    return keep_text(store, name, codec.render(content))


def keep_text(store: layout.Store, name: str, text: str) -> bool:
    """Put a text into a derived file; as `keep`."""
    from memory_store.store import leftovers  # a session start reads more often than it writes

    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
        leftovers.give_way(cache, (name,))  # a directory would stay in its place
        files.replace(cache, name, text.encode("utf-8"))
    except OSError as error:
        log.write("cache", error)
        return False
    return True
