"""Decides which stores this user trusts, made here or approved, and what in them waits for a yes.

The ledger lies in the configuration directory, outside every repository. Without a readable ledger
nothing is trusted. Must not decide by a path alone, since another clone may stand there tomorrow.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.store import files, layout, log
from memory_store.trust import git_changes, git_index, ledger

_GIT, _NUMBERS, _SETTINGS = "git", "numbers", "settings"
_BESIDE, _MARKDOWN = "beside", ".md"
_SETTINGS_BYTES = 65_536
_NOTING_SECONDS = 0.5
_EARLIER = ".earlier"
"""How the path ends under which a store is listed whose place another has taken."""


def is_trusted(store: layout.Store) -> bool:
    """Whether `store` may be read and written, but for what `waiting` names."""
    return waiting(store) is not None


def waiting(store: layout.Store) -> list[str] | None:
    """The files of a store that others changed, and that this user did not approve since.

    None for a store that may not be read or written at all. The user's own store may be, unless it
    is a link or another user's; a project's if the ledger knows the token in its lock file. A
    store that was moved on its disk is recognised (`relocation`), and its new path noted.

    What waits is what git brought (`git_changes`). In an approved store without files in git, it
    is what changed of MEMORY.md, the settings and the former content of facts.jsonl and
    sessions.jsonl (of files over 1 MiB, at both ends), since nothing shows who changed them. A
    file of lines of which each line was written here or approved doesn't wait.
    """
    if not store.exists():
        return None if os.path.lexists(store.path) else []
    if store.scope == "user":
        is_own = not hasattr(os, "geteuid") or os.stat(store.path).st_uid == os.geteuid()
        return _brought_to_own(store) if is_own else None
    entry, old = _listed_entry(store)
    if old:
        _note_move(store, old)
    return None if entry is None else _changed(store, entry)


def _brought_to_own(store: layout.Store) -> list[str]:
    """What git brought to the user's own store; what stands at the first look is taken as seen."""
    if not any(git_index.repositories(store)):
        return []
    entry = _entry(store)
    if entry is not None:
        return _changed(store, entry)
    try:
        approve(store)
    except errors.StoreError as error:
        log.write("trust", error)
    return []


def lost_lock(store: layout.Store) -> str:
    """The path of a listed store's lock file that no longer says which store it is; else ""."""
    entry = ledger.entries().get(os.path.realpath(store.path))
    is_lost = isinstance(entry, dict) and entry.get("token") != ledger.token_of(store)
    return os.path.join(store.path, layout.LOCK) if is_lost else ""


def settings(store: layout.Store) -> str:
    """The text of the settings as they were last when no change of them waited; "" for none."""
    found = (_entry(store) or {}).get(_SETTINGS)
    return found if isinstance(found, str) else ""


def is_shared(store: layout.Store, name: str, entry: dict[str, object] | None = None) -> bool:
    """Whether others may have written a file of a project's store that may be read.

    They may where git tracks the file, and in a store that was approved. `entry` is the store's in
    the ledger, for who has it.
    """
    entry = entry or _entry(store)
    if entry is None:
        return False  # nothing is read of it
    seen = entry.get(_GIT)
    blobs = seen.get("blobs") if isinstance(seen, dict) else None
    return entry.get("approved") is not None or (isinstance(blobs, dict) and name in blobs)


def copied_from(store: layout.Store) -> str:
    """The real path of a listed store of which this store may be a copy; "" for none.

    For a store whose place another store took, its former path.
    """
    listed = ledger.origins(ledger.entries(), os.path.realpath(store.path), ledger.token_of(store))
    return next((old.removesuffix(_EARLIER) for old, _ in listed), "")


def _entry(store: layout.Store) -> dict[str, object] | None:
    return _listed_entry(store)[0]


def _listed_entry(store: layout.Store) -> tuple[dict[str, object] | None, str]:
    """The store's entry, and the real path that it is still listed under; "" for its own."""
    stores, token, path = ledger.entries(), ledger.token_of(store), os.path.realpath(store.path)
    entry = stores.get(path)
    if isinstance(entry, dict) and token and entry.get("token") == token:
        return entry, ""
    for old, one in ledger.origins(stores, path, token):
        if one.get(_NUMBERS) and one[_NUMBERS] == ledger.numbers(store.path):
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
            gone = [old] if ledger.is_gone(old) else []
            ledger.enter(path, entry, gone)
            if gone:
                ledger.take_cache(old, path)
    except errors.StoreError:
        return  # it is known again the next time


def _changed(store: layout.Store, entry: dict[str, object]) -> list[str]:
    before, approved = entry.get(_GIT), entry.get("approved")
    entry_now = dict(entry)
    came, seen = git_changes.since(store, before, lambda name: _is_known(store, name))
    if before is None:  # of an older version's ledger
        came, seen = [], git_changes.accepted(store, None)
    if isinstance(approved, dict) and (before is None or not seen["blobs"]):
        from memory_store.trust import fingerprint  # most stores were made here

        now = fingerprint.take(store, approved)
        changed = [name for name in now if approved.get(name) != now[name]]
        known = [one for one in changed if _is_known(store, one)]
        came += [one for one in changed if one not in (*came, *known)]
        if known:
            fresh = fingerprint.take(store, None)
            entry_now["approved"] = {**approved, **{one: fresh[one] for one in known}}
    entry_now[_GIT] = seen
    if layout.SETTINGS not in came and is_shared(store, layout.SETTINGS, entry):
        entry_now[_SETTINGS] = _settings_now(store)
    if entry_now != entry or _NUMBERS not in entry:
        _keep_look(store, entry, entry_now)
    return came


def _is_known(store: layout.Store, name: str) -> bool:
    """Whether all lines of a file of lines were written here or approved."""
    if not name.endswith(layout.LINES):
        return False
    from memory_store.trust import approved_lines  # few looks find a change

    return not approved_lines.waiting(store, name)


def waiting_beside(store: layout.Store, paths: list[str]) -> list[str]:
    """The Markdown beside a store that git brought, of the paths that its settings name.

    What stands at the first look is taken as seen. A name begins with `./`, as an index calls it.
    """
    entry = _entry(store)
    if entry is None:
        return []
    before = entry.get(_BESIDE)
    came: list[str] = []
    if before is None:
        seen = git_changes.accepted(store, None, git_index.beside(store, paths))
    else:
        came, seen = git_changes.since(store, before, places=git_index.beside(store, paths))
    if seen != before:
        _keep_look(store, entry, {**entry, _BESIDE: seen})
    return [name for name in came if name.endswith(_MARKDOWN)]


def _blobs(seen: git_changes.Seen) -> dict[str, object]:
    blobs = seen.get("blobs")
    return blobs if isinstance(blobs, dict) else {}


def _settings_now(store: layout.Store) -> str:
    try:
        raw = files.read(store.path, layout.SETTINGS, _SETTINGS_BYTES)
    except OSError:
        return ""
    return raw.decode("utf-8", "replace")


def _keep_look(store: layout.Store, entry: dict[str, object], changed: dict[str, object]) -> None:
    """Keep the last look at git; if the ledger can't be written, the next call looks again."""
    try:
        with ledger.locked(_NOTING_SECONDS):
            if _entry(store) == entry:
                changed = {**changed, _NUMBERS: ledger.numbers(store.path)}
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
            entry: dict[str, object] = {"token": ledger.give_token(fresh), "approved": None}
            seen = {_GIT: git_changes.at_birth(store), _NUMBERS: ledger.numbers(fresh)}
            _set_aside(os.path.realpath(store.path), str(entry["token"]))
            ledger.enter(os.path.realpath(store.path), {**entry, **seen})
            os.rename(fresh, store.path)
        except OSError as error:
            raise errors.cannot("create", store.path, error) from error
    return True


def approve(store: layout.Store) -> None:
    """Note that this user takes `store` as it is now.

    Raises:
        StoreError: the ledger or the store can't be written; the store stays untrusted.
    """
    with ledger.locked():
        try:
            token = ledger.token_of(store) or ledger.give_token(store.path)
        except OSError as error:
            lock_file = os.path.join(store.path, layout.LOCK)
            raise errors.cannot(
                "write",
                lock_file,
                error,
                "it has to be a plain file of yours: look at what stands there",
            ) from error
        from memory_store.trust import fingerprint  # see _changed

        path = os.path.realpath(store.path)
        before = _entry(store)
        _set_aside(path, token)
        if before is None and store.scope == "project":
            ledger.take_cache(copied_from(store), path)
        seen = git_changes.accepted(store, before.get(_GIT) if before else None)
        is_own = store.scope == "user" or (before is not None and before.get("approved") is None)
        approved = None if is_own else fingerprint.take(store, None)
        numbers = ledger.numbers(store.path)
        entry: ledger.Entry = {
            "token": token,
            "approved": approved,
            _GIT: seen,
            _NUMBERS: numbers,
        }
        try:
            from memory_store.trust import approved_lines  # see _is_known

            approved_lines.take(store)
        except OSError as error:
            raise ledger.unwritable(error) from error
        if store.scope == "project" or layout.SETTINGS in _blobs(seen):
            entry[_SETTINGS] = _settings_now(store)  # the user's own may hold a key
        ledger.enter(path, entry)


def renew(store: layout.Store) -> None:
    """Take an approved store as it is after our own write, but for what waits.

    Raises:
        StoreError: the ledger can't be written.
    """
    with ledger.locked():
        entry = _entry(store)
        approved = entry.get("approved") if entry else None
        if entry is None or not isinstance(approved, dict):
            return
        from memory_store.trust import fingerprint  # see _changed

        now = fingerprint.take(store, None)
        now |= {name: approved[name] for name in store.withheld if name in approved}
        ledger.enter(os.path.realpath(store.path), {**entry, "approved": now})


def withdraw(store: layout.Store) -> None:
    """Take the store off the ledger, under all its paths; errors as `approve`."""
    with ledger.locked():
        path, numbers = os.path.realpath(store.path), ledger.numbers(store.path)
        others = ledger.origins(ledger.entries(), path, ledger.token_of(store))
        ledger.enter(path, None, [old for old, one in others if one.get(_NUMBERS) == numbers])
        try:
            from memory_store.trust import approved_lines  # see _is_known

            approved_lines.drop(store)
        except OSError as error:
            raise ledger.unwritable(error) from error


def _set_aside(path: str, token: str) -> None:
    """Keep the entry of another store at a real path, so that it is recognised if it was moved.

    Its derived files go: it may have been deleted.
    """
    entry = ledger.entries().get(path)
    if isinstance(entry, dict) and entry.get("token") != token:
        ledger.enter(path + _EARLIER, entry)
        ledger.take_cache("", path)
