"""Which stores this user trusts: those created here, and those approved as they were then.

The ledger lies in the configuration directory, outside every repository; where it can't be read
nothing is trusted. Must not decide on a path alone: another clone may stand there tomorrow.
"""

from __future__ import annotations

import os

from memory_store import codec, errors, files, layout, lock, tracked

LEDGER = "trust.json"
_WHOLE = (layout.CORE, layout.SETTINGS)
_GROWING = (layout.FACTS, layout.SESSIONS)
_SHARED_BY_ALL = {layout.CORE, ".gitignore", ".gitattributes"}
_LEDGER_BYTES = 4 << 20
_SHARED_BYTES = 4 << 20
_ANCHOR_BYTES = 1 << 19
_TOKEN_BYTES = 64


def is_trusted(store: layout.Store) -> bool:
    """Whether `store` may be read and written.

    The user's own store is, unless it is a link or another user's. A project's store is when the
    ledger knows the token in its lock file, and

    - of one created here, git tracks nothing but what this user shares: MEMORY.md, and with
      `init --team` facts.jsonl and notes; a pull may put somebody else's files in the way of ours;
    - of an approved one, MEMORY.md, settings, what facts.jsonl and sessions.jsonl held, and all
      that git tracks in it are as at the approval (of files over 1 MiB both ends).
    """
    if not store.exists():
        return not os.path.lexists(store.path)
    if store.scope == "user":
        return not hasattr(os, "geteuid") or os.stat(store.path).st_uid == os.geteuid()
    entry = _ledger().get(os.path.realpath(store.path))
    token = _token(store)
    if not isinstance(entry, dict) or not token or entry.get("token") != token:
        return False
    approved = entry.get("approved")
    if approved is None:
        return not _foreign(store, team=entry.get("team") is True)
    return bool(approved == _fingerprint(store, approved))


def _foreign(store: layout.Store, *, team: bool) -> list[str]:
    """What git tracks in a store of this user's that this user does not share."""
    shared = _SHARED_BY_ALL | ({layout.FACTS} if team else set())
    return [
        name
        for name in tracked.entries(store)
        if name not in shared and not (team and name.startswith(f"{layout.NOTES}/"))
    ]


def share(store: layout.Store) -> None:
    """Note that this user shares facts.jsonl and notes of `store`; errors as `approve`."""
    with _ledger_lock():
        entry = _ledger().get(os.path.realpath(store.path))
        if isinstance(entry, dict):
            _enter(store, {**entry, "team": True})


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
            _enter(store, {"token": token, "approved": None})
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
        before = _ledger().get(os.path.realpath(store.path))
        if not isinstance(before, dict) or before.get("token") != token:
            from memory_store import leftovers  # a store is approved once

            leftovers.empty(layout.cache_directory(store))  # of a memory that stood here before
        _enter(store, {"token": token, "approved": _fingerprint(store, None)})


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


def _ledger_lock() -> lock.Held:
    try:
        files.make_directory(layout.config_directory())
    except OSError as error:
        raise _unwritable(error) from error
    return lock.Held(layout.config_directory(), name=LEDGER + ".lock")


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


def _fingerprint(store: layout.Store, before: object) -> dict[str, object]:
    """What others could change: whole hashes of small files, and of growing ones up to an anchor.

    With `before`, an earlier fingerprint, the growing files are measured at its anchors, so that
    what this user appended since does not count as a change.
    """
    found: dict[str, object] = {}
    for name in _WHOLE:
        try:
            found[name] = _digest(files.read(store.path, name, _SHARED_BYTES))
        except OSError:
            found[name] = ""
    for name in _GROWING:
        anchor = before.get(name) if isinstance(before, dict) else None
        found[name] = _beginning(store, name, anchor[0] if isinstance(anchor, list) else None)
    listed = sorted(tracked.entries(store).items())
    found["tracked"] = _digest(os.fsencode(codec.render(listed)))
    return found


def _beginning(store: layout.Store, name: str, anchor: object) -> list[object]:
    """A growing file's size, or the `anchor` that it has passed, and a hash of what is before."""
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return [0, _digest(b"")]
    try:
        size = os.fstat(descriptor).st_size
        end = anchor if isinstance(anchor, int) and 0 <= anchor <= size else size
        head = files.read_at(descriptor, 0, min(_ANCHOR_BYTES, end))
        rest = max(len(head), end - _ANCHOR_BYTES)
        return [end, _digest(head + files.read_at(descriptor, rest, end - rest))]
    finally:
        os.close(descriptor)


def _digest(content: bytes) -> str:
    try:
        from _blake2 import blake2b  # hashlib costs a hook a third of its start
    except ImportError:
        from hashlib import blake2b
    return blake2b(content, digest_size=16).hexdigest()
