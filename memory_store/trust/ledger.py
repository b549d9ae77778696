"""The list of this user's stores by their real paths, in the configuration directory.

Each has the random word in its lock file, and numbers by which a store is recognised that was
moved or renamed on one disk: a clone, a copy or an unpacked archive has others. The list is
private, and outside every repository. Must not decide who is trusted.
"""

from __future__ import annotations

import os

from memory_store import codec, errors
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "trust.json"
MENDING = errors.Message("mend it, or move it away to start anew: nothing is trusted without it")
_BYTES, _TOKEN_BYTES = 4 << 20, 64

Entry = dict[str, object]
Numbers = list[int]


def entries() -> dict[str, object]:
    """The entries by real path; empty if the list can't be read."""
    try:
        return _read()
    except (OSError, ValueError):
        return {}


def fault() -> str:
    """The reason why the list can't be read; "" if it can be, or is missing."""
    try:
        _read()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return errors.Message(
            "the trust ledger {path} can't be read: {reason}", path=_path(), reason=error
        )
    except ValueError as error:
        return errors.Message(
            "the trust ledger {path} is damaged: {error}", path=_path(), error=error
        )
    return ""


def locked(seconds: float = 10.0) -> lock.Held:
    """The lock for changes of the list.

    Raises:
        StoreError: there can be no list.
    """
    try:
        files.make_directory(layout.config_directory())
    except OSError as error:
        raise unwritable(error) from error
    return lock.Held(layout.config_directory(), seconds, f"{NAME}.lock")


def enter(path: str, entry: Entry | None, gone: Sequence[str] = ()) -> None:
    """Set or remove the entry of a real path, and remove `gone`; the caller holds the lock.

    Raises:
        StoreError: the list can't be written, or what stands there can't be read; it stays.
    """
    try:
        stores = _read()
    except FileNotFoundError:
        stores = {}
    except OSError as error:
        raise unwritable(error) from error
    except ValueError as error:
        raise errors.StoreError(fault(), MENDING) from error
    kept = {one: known for one, known in stores.items() if one != path and one not in gone}
    if entry is not None:
        kept[path] = entry
    if kept != stores:
        _write(kept)


def _read() -> dict[str, object]:
    raw = files.read(layout.config_directory(), NAME, _BYTES)
    found = codec.parse(raw.decode("utf-8"))
    stores = found.get("stores") if isinstance(found, dict) else None
    if not isinstance(stores, dict):
        raise ValueError("it lists no stores")  # noqa: TRY004  as for any other text
    return stores


def _path() -> str:
    return os.path.join(layout.config_directory(), NAME)


def _write(stores: dict[str, object]) -> None:
    # escaped, since a path may hold bytes that are no UTF-8
    text = codec.render({"schema_version": 1, "stores": stores}, ascii_text=True) + "\n"
    try:
        files.replace(layout.config_directory(), NAME, text.encode("ascii"))
    except OSError as error:
        raise unwritable(error) from error


def unwritable(error: OSError) -> errors.StoreError:
    """The error of a list that can't be written."""
    return errors.cannot(
        "write the trust ledger in",
        layout.config_directory(),
        error,
        "without it no project's memory is read: give XDG_CONFIG_HOME a writable place",
    )


def token_of(store: layout.Store) -> str:
    """The random word in a store's lock file; "" where there is none."""
    try:
        return files.read(store.path, layout.LOCK, _TOKEN_BYTES).decode("ascii", "replace").strip()
    except OSError:
        return ""


def give_token(directory: str) -> str:
    """Put a fresh word into the lock file of a store's directory, and return it.

    Raises:
        OSError: what stands there is no plain file of this user.
    """
    word = os.urandom(16).hex()
    descriptor = files.open_beneath(directory, layout.LOCK, os.O_RDWR | os.O_CREAT)
    try:
        os.ftruncate(descriptor, 0)
        files.write_all(descriptor, word.encode("ascii") + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return word


def numbers(path: str) -> Numbers:
    """Numbers that a rename keeps and nobody can forge; [] if there are none.

    That is the device, the inodes of the store's directory and of its lock file, and when that was
    written, in nanoseconds: nobody writes to it after the store was made or approved.
    """
    try:
        directory = os.lstat(path)
        lock = os.lstat(os.path.join(path, layout.LOCK))
    except OSError:
        return []
    return [directory.st_dev, directory.st_ino, lock.st_ino, lock.st_mtime_ns]


def origins(
    stores: dict[str, object], path: str, token: str
) -> Iterator[tuple[str, dict[str, object]]]:
    """The entries of a ledger, by their real path, that have the token of the store at `path`.

    The token alone proves nothing: a copy made by others has it too.
    """
    for old, entry in stores.items():
        if old != path and token and isinstance(entry, dict) and entry.get("token") == token:
            yield old, entry


def is_gone(old: str) -> bool:
    """Whether no store is at a real path any more; a link to its new place does not count."""
    return os.path.realpath(old) != old or not os.path.isdir(old)


def take_cache(old: str, new: str) -> None:
    """Move a store's derived files from its old real path, if no store is there now.

    Derived files of another store that was at the new path before are removed in any case.
    """
    from memory_store.store import derived  # a store is seldom moved

    after = layout.cache_of(new)
    derived.empty(after)
    if not old or not is_gone(old):
        return
    before = layout.cache_of(old)
    try:
        if os.path.isdir(after):
            os.rmdir(after)
        os.rename(before, after)
    except OSError:
        derived.empty(before)  # it is made again
