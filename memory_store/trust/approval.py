"""Decides which stores this user trusts: created here, or approved and unchanged since.

The ledger lies in the configuration directory, outside every repository. Without a readable ledger
nothing is trusted. Must not decide by a path alone, since another clone may stand there tomorrow.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.store import files, layout
from memory_store.trust import git_changes, ledger, relocation

_TOKEN_BYTES = 64
_GIT, _NUMBERS = "git", "numbers"
_NOTING_SECONDS = 0.5
_EARLIER = ".earlier"
"""How the path ends under which a store is listed whose place another has taken."""


def is_trusted(store: layout.Store) -> bool:
    """Whether `store` may be read and written.

    The user's own store is trusted, unless it is a link or another user's. A project's store is
    trusted if the ledger knows the token in its lock file, and git brought no change since that
    this user did not approve (`git_changes`). A store that was moved on its disk is recognised
    (`relocation`), and its new path noted. In an approved store without files in git, MEMORY.md,
    the settings and the former content of facts.jsonl and sessions.jsonl must be as they were at
    the approval (both ends of files over 1 MiB), since nothing shows who changed them.
    """
    if not store.exists():
        return not os.path.lexists(store.path)
    if store.scope == "user":
        return not hasattr(os, "geteuid") or os.stat(store.path).st_uid == os.geteuid()
    entry, old = _listed_entry(store)
    if old:
        _note_move(store, old)
    return entry is not None and not _changed(store, entry)


def changed(store: layout.Store) -> list[str] | None:
    """The files of a store that others changed since this user made or approved it.

    None for a store that the ledger doesn't know.
    """
    entry = _entry(store)
    return None if entry is None else _changed(store, entry)


def is_shared(store: layout.Store, name: str) -> bool:
    """Whether others may have written a file of a project's store that may be read.

    They may where git tracks the file, and in a store that was approved.
    """
    entry = _entry(store)
    if entry is None:
        return False  # nothing is read of it
    seen = entry.get(_GIT)
    blobs = seen.get("blobs") if isinstance(seen, dict) else None
    return entry.get("approved") is not None or (isinstance(blobs, dict) and name in blobs)


def copied_from(store: layout.Store) -> str:
    """The real path of a listed store of which this store may be a copy; "" for none.

    For a store whose place another store took, its former path.
    """
    listed = relocation.origins(ledger.entries(), os.path.realpath(store.path), _token(store))
    return next((old.removesuffix(_EARLIER) for old, _ in listed), "")


def _entry(store: layout.Store) -> dict[str, object] | None:
    return _listed_entry(store)[0]


def _listed_entry(store: layout.Store) -> tuple[dict[str, object] | None, str]:
    """The store's entry, and the real path that it is still listed under; "" for its own."""
    stores, token, path = ledger.entries(), _token(store), os.path.realpath(store.path)
    entry = stores.get(path)
    if isinstance(entry, dict) and token and entry.get("token") == token:
        return entry, ""
    for old, one in relocation.origins(stores, path, token):
        if one.get(_NUMBERS) and one[_NUMBERS] == relocation.numbers(store.path):
            return one, old
    return None, ""


def _note_move(store: layout.Store, old: str) -> None:
    """List a store under its new path; the old entry goes, unless the store is there as well."""
    try:
        with ledger.locked(_NOTING_SECONDS):
            entry, still = _listed_entry(store)
            if entry is None or still != old:
                return  # another process was quicker
            path = os.path.realpath(store.path)
            gone = [old] if relocation.is_gone(old) else []
            ledger.enter(path, entry, gone)
            if gone:
                relocation.take_cache(old, path)
    except errors.StoreError:
        return  # it is known again the next time


def _changed(store: layout.Store, entry: dict[str, object]) -> list[str]:
    before, approved = entry.get(_GIT), entry.get("approved")
    came, seen = git_changes.since(store, before)
    if before is None:  # of an older version's ledger
        came, seen = [], git_changes.accepted(store, None)
    if not came and isinstance(approved, dict) and (before is None or not seen["blobs"]):
        from memory_store.trust import fingerprint  # most stores were made here

        now = fingerprint.take(store, approved)
        changed = [name for name in now if approved.get(name) != now[name]]
        if changed:
            return changed
    if seen != before or _NUMBERS not in entry:
        _keep_look(store, entry, seen)
    return came


def _keep_look(store: layout.Store, entry: dict[str, object], seen: git_changes.Seen) -> None:
    """Keep the last look at git; if the ledger can't be written, the next call looks again."""
    try:
        with ledger.locked(_NOTING_SECONDS):
            if _entry(store) == entry:
                changed = {**entry, _GIT: seen, _NUMBERS: relocation.numbers(store.path)}
                ledger.enter(os.path.realpath(store.path), changed)
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
    with ledger.locked():
        if os.path.lexists(store.path):
            return False
        try:
            entry: dict[str, object] = {"token": _write_token(fresh), "approved": None}
            seen = {_GIT: git_changes.at_birth(store), _NUMBERS: relocation.numbers(fresh)}
            _set_aside(os.path.realpath(store.path), str(entry["token"]))
            ledger.enter(os.path.realpath(store.path), {**entry, **seen})
            os.rename(fresh, store.path)
        except OSError as error:
            raise errors.StoreError(f"cannot create {store.path}: {error.strerror}") from error
    return True


def approve(store: layout.Store) -> None:
    """Note that this user takes `store` as it is now.

    Raises:
        StoreError: the ledger or the store can't be written; the store stays untrusted.
    """
    with ledger.locked():
        try:
            token = _token(store) or _write_token(store.path)
        except OSError as error:
            lock_file = os.path.join(store.path, layout.LOCK)
            raise errors.StoreError(
                f"cannot write {lock_file}: {error.strerror}",
                "it has to be a plain file of yours: look at what stands there",
            ) from error
        from memory_store.trust import fingerprint  # see _changed

        path = os.path.realpath(store.path)
        before = _entry(store)
        _set_aside(path, token)
        if before is None:
            relocation.take_cache(copied_from(store), path)
        seen = git_changes.accepted(store, before.get(_GIT) if before else None)
        is_own = before is not None and before.get("approved") is None
        approved = None if is_own else fingerprint.take(store, None)
        numbers = relocation.numbers(store.path)
        ledger.enter(path, {"token": token, "approved": approved, _GIT: seen, _NUMBERS: numbers})


def renew(store: layout.Store) -> None:
    """Approve a shared file after our own write, if it was approved before."""
    entry = ledger.entries().get(os.path.realpath(store.path))
    if isinstance(entry, dict) and entry.get("approved") is not None:
        approve(store)


def withdraw(store: layout.Store) -> None:
    """Take the store off the ledger, under all its paths; errors as `approve`."""
    with ledger.locked():
        path, numbers = os.path.realpath(store.path), relocation.numbers(store.path)
        others = relocation.origins(ledger.entries(), path, _token(store))
        ledger.enter(path, None, [old for old, one in others if one.get(_NUMBERS) == numbers])


def _set_aside(path: str, token: str) -> None:
    """Keep the entry of another store at a real path, so that it is recognised if it was moved.

    Its derived files go: it may have been deleted.
    """
    entry = ledger.entries().get(path)
    if isinstance(entry, dict) and entry.get("token") != token:
        ledger.enter(path + _EARLIER, entry)
        relocation.take_cache("", path)


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


def _token(store: layout.Store) -> str:
    """The random word in the store's lock file, which only this user's ledger knows too."""
    try:
        return files.read(store.path, layout.LOCK, _TOKEN_BYTES).decode("ascii", "replace").strip()
    except OSError:
        return ""
