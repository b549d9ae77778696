"""Which lines of a store's files this user wrote or approved, by digests.

Where git changes a file of lines, these go on being read, and what else stands in it waits. A lost
list makes more lines wait, never fewer. Must not hold a text.
"""

from __future__ import annotations

import os

from memory_store.store import files, layout
from memory_store.text import digest
from memory_store.trust import ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DIRECTORY = "approved"
_DIGEST_BYTES = 16
_BYTES = 1 << 28  # of 8 million lines
_NAMES = (layout.FACTS, layout.SESSIONS, layout.FORGOTTEN)

Known = frozenset[bytes]


def note(store: layout.Store, lines: Iterable[bytes]) -> None:
    """Add lines to the list.

    Raises:
        OSError: it can't be written.
    """
    path = _path(store)
    if not path:
        return
    added = b"".join(_digest(one) + b"\n" for one in lines if one.strip())
    directory, name = os.path.split(path)
    files.make_directory(directory)
    descriptor = files.open_beneath(directory, name, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        files.write_all(descriptor, added)
    finally:
        os.close(descriptor)


def note_own(store: layout.Store, lines: Iterable[bytes]) -> None:
    """Add lines that this user is about to append to a file; errors as `note`.

    A list that begins here, or was lost, begins with what stands in the files, unless it waits.
    """
    path = _path(store)
    if path and not os.path.exists(path):
        take(store, [one for one in _NAMES if one not in store.withheld])
    note(store, lines)


def take(store: layout.Store, names: Iterable[str] = _NAMES) -> None:
    """Add all lines that stand in files of the store; errors as `note`."""
    known = load(store)
    note(store, (one for name in names for one in _lines(store, name) if not is_known(one, known)))


def load(store: layout.Store) -> Known:
    """The list; empty where there is none."""
    directory, name = os.path.split(_path(store))
    try:
        return frozenset(files.read(directory, name, _BYTES).split(b"\n")) if name else frozenset()
    except OSError:
        return frozenset()


def is_known(line: bytes, known: Known) -> bool:
    """Whether a line is on the list; a blank one says nothing."""
    return not line.strip() or _digest(line) in known


def waiting(store: layout.Store, name: str) -> list[bytes]:
    """The lines of a file that are not on the list, in the order of the file."""
    known = load(store)
    return [one for one in _lines(store, name) if not is_known(one, known)]


def masked(block: bytes, known: Known) -> bytes:
    """Lines with blanks in the place of each that is not on the list: every offset stays true."""
    return b"\n".join(
        one if is_known(one, known) else b" " * len(one) for one in block.split(b"\n")
    )


def drop(store: layout.Store) -> None:
    """Forget the list."""
    path = _path(store)
    if path and os.path.lexists(path):
        os.unlink(path)


def _path(store: layout.Store) -> str:
    """Where the list is: by the store's token, so that it stays when the store is moved."""
    word = ledger.token_of(store)
    plain = word.isascii() and word.isalnum()
    return os.path.join(layout.config_directory(), DIRECTORY, word) if plain else ""


def _lines(store: layout.Store, name: str) -> Iterator[bytes]:
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return
    with os.fdopen(descriptor, "rb") as file:
        yield from file


def _digest(line: bytes) -> bytes:
    """The digest of a line, whatever ends it; as BLAKE2b gives it (RFC 7693)."""
    return digest.of_bytes(line.strip(), _DIGEST_BYTES).hex().encode("ascii")
