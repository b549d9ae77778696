"""Which stores this user trusts: those created here, and those approved as they were then.

The ledger lies in the configuration directory, outside every repository; where it can't be read
nothing is trusted. Must not decide on a path alone: another clone may stand there tomorrow.
"""

from __future__ import annotations

import os

from memory_store import arrivals, codec, errors, files, layout, lock

LEDGER = "trust.json"
_LEDGER_BYTES = 4 << 20
_TOKEN_BYTES = 64
_GIT = "git"
_NOTING_SECONDS = 0.5


def is_trusted(store: layout.Store) -> bool:
    """Whether `store` may be read and written.

    The user's own store is, unless it is a link or another user's. A project's store is when the
    ledger knows the token in its lock file, and git brought nothing to it since that this user
    did not approve (`arrivals`). Of an approved one in which git tracks nothing, MEMORY.md,
    settings and what facts.jsonl and sessions.jsonl held must be as at the approval (of files
    over 1 MiB both ends), since nothing tells who changed them.
    """
    if not store.exists():
        return not os.path.lexists(store.path)
    if store.scope == "user":
        return not hasattr(os, "geteuid") or os.stat(store.path).st_uid == os.geteuid()
    entry = _known(store)
    return entry is not None and not _changed(store, entry)


def changed(store: layout.Store) -> list[str] | None:
    """What came to a store since this user made or approved it: the names of its files.

    None for a store that the ledger doesn't know.
    """
    entry = _known(store)
    return None if entry is None else _changed(store, entry)


def is_shared(store: layout.Store, name: str) -> bool:
    """Whether others may have written a file of a project's store that may be read.

    They may where git tracks the file, and in a store that was approved.
    """
    entry = _known(store)
    if entry is None:
        return False  # nothing is read of it
    seen = entry.get(_GIT)
    blobs = seen.get("blobs") if isinstance(seen, dict) else None
    return entry.get("approved") is not None or (isinstance(blobs, dict) and name in blobs)


def _known(store: layout.Store) -> dict[str, object] | None:
    entry, token = _ledger().get(os.path.realpath(store.path)), _token(store)
    return entry if isinstance(entry, dict) and token and entry.get("token") == token else None


def _changed(store: layout.Store, entry: dict[str, object]) -> list[str]:
    before, approved = entry.get(_GIT), entry.get("approved")
    came, seen = arrivals.since(store, before)
    if isinstance(approved, dict) and (before is None or not seen["blobs"]):
        from memory_store import fingerprint  # most stores were made here

        now = fingerprint.take(store, approved)
        came = [name for name in now if approved.get(name) != now[name]]
    elif before is None:
        came = []  # of an older version's ledger
    if not came and seen != before:
        _note(store, entry, seen)
    return came


def _note(store: layout.Store, entry: dict[str, object], seen: arrivals.Seen) -> None:
    """Keep what was seen of git; where the ledger can't be written it is looked at again."""
    try:
        with _ledger_lock(_NOTING_SECONDS):
            if _known(store) == entry:
                _enter(store, {**entry, _GIT: seen})
    except errors.StoreError:
        return


def record_birth(store: layout.Store, fresh: str) -> bool:
    """Put the directory `fresh` in the place of `store`, noting that this user created it.

    A crash leaves no store, or one that is whole and trusted.

    Returns:
        Whether it is there now; False: another process was quicker, and its store stands.

    Raises:
        StoreError: the ledger or the directory can't be written.
    """
    with _ledger_lock():
        if os.path.lexists(store.path):
            return False
        try:
            token = _write_token(fresh)
            _enter(store, {"token": token, "approved": None, _GIT: arrivals.at_birth(store)})
            os.rename(fresh, store.path)
        except OSError as error:
            raise errors.StoreError(f"cannot create {store.path}: {error.strerror}") from error
    return True


def approve(store: layout.Store) -> None:
    """Note that this user takes `store` as it is now.

    Raises:
        StoreError: the ledger or the store can't be written; the store stays untrusted.
    """
    with _ledger_lock():
        try:
            token = _token(store) or _write_token(store.path)
        except OSError as error:
            raise errors.StoreError(f"cannot write {store.path}: {error.strerror}") from error
        from memory_store import fingerprint  # see _changed

        before = _ledger().get(os.path.realpath(store.path))
        if not isinstance(before, dict) or before.get("token") != token:
            from memory_store import leftovers  # a store is approved once

            leftovers.empty(layout.cache_directory(store))  # of a memory that stood here before
            before = None
        seen = arrivals.accepted(store, before.get(_GIT) if before else None)
        is_own = before is not None and before.get("approved") is None
        approved = None if is_own else fingerprint.take(store, None)
        _enter(store, {"token": token, "approved": approved, _GIT: seen})


def renew(store: layout.Store) -> None:
    """After a write of our own to a shared file: approve what stands now, if it was approved."""
    entry = _ledger().get(os.path.realpath(store.path))
    if isinstance(entry, dict) and entry.get("approved") is not None:
        approve(store)


def withdraw(store: layout.Store) -> None:
    """Take the store off the ledger; errors as `approve`."""
    with _ledger_lock():
        _enter(store, None)


def _enter(store: layout.Store, entry: dict[str, object] | None) -> None:
    """Give the store this entry in the ledger, or none; a ledger that can't be read stays."""
    try:
        stores = _read_ledger()
    except FileNotFoundError:
        stores = {}
    except OSError as error:
        raise _unwritable(error) from error
    except ValueError as error:
        path = os.path.join(layout.config_directory(), LEDGER)
        raise errors.StoreError(
            f"the trust ledger {path} is damaged: {error}", "mend it, or delete it to start anew"
        ) from error
    path = os.path.realpath(store.path)
    if stores.pop(path, None) is None and entry is None:
        return
    _write({**stores, path: entry} if entry is not None else stores)


def _write_token(directory: str) -> str:
    token = os.urandom(16).hex()
    descriptor = files.open_beneath(directory, layout.LOCK, os.O_RDWR | os.O_CREAT)
    try:
        os.ftruncate(descriptor, 0)
        files.write_all(descriptor, token.encode("ascii") + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return token


def _ledger_lock(seconds: float = 10.0) -> lock.Held:
    try:
        files.make_directory(layout.config_directory())
    except OSError as error:
        raise _unwritable(error) from error
    return lock.Held(layout.config_directory(), seconds, LEDGER + ".lock")


def _unwritable(error: OSError) -> errors.StoreError:
    return errors.StoreError(
        f"cannot write the trust ledger in {layout.config_directory()}: {error.strerror}",
        "without it no project's memory is read: give XDG_CONFIG_HOME a writable place",
    )


def _token(store: layout.Store) -> str:
    """The random word in the store's lock file, which only this user's ledger knows too."""
    try:
        return files.read(store.path, layout.LOCK, _TOKEN_BYTES).decode("ascii", "replace").strip()
    except OSError:
        return ""


def _ledger() -> dict[str, object]:
    try:
        return _read_ledger()
    except (OSError, ValueError):
        return {}


def _read_ledger() -> dict[str, object]:
    raw = files.read(layout.config_directory(), LEDGER, _LEDGER_BYTES)
    found = codec.parse(raw.decode("utf-8"))
    stores = found.get("stores") if isinstance(found, dict) else None
    if not isinstance(stores, dict):
        raise ValueError("it lists no stores")  # noqa: TRY004  as for any other text
    return stores


def _write(stores: dict[str, object]) -> None:
    # escaped, since a path may hold bytes that are no UTF-8
    text = codec.render({"schema_version": 1, "stores": stores}, ascii_text=True) + "\n"
    try:
        files.replace(layout.config_directory(), LEDGER, text.encode("ascii"))
    except OSError as error:
        raise _unwritable(error) from error
