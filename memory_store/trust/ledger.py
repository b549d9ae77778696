"""The list of this user's stores by their real paths, in the configuration directory.

It is private, and outside every repository. Must not decide who is trusted.
"""

from __future__ import annotations

import os

from memory_store import codec, errors
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "trust.json"
MENDING = errors.Message("mend it, or move it away to start anew: nothing is trusted without it")
_BYTES = 4 << 20

Entry = dict[str, object]


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
