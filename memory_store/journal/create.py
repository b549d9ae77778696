"""Creates a store: its directory, a template of MEMORY.md, its git exclusion, its trust.

Must not touch existing files.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.store import files, layout
from memory_store.trust import approval

_TEMPLATE = """# Memory

<!-- Loaded whole at the start of every session. Keep it short: what always holds.
     每次会话开始时全文加载。只写长期有效的内容，越短越好。 -->

## Preferences / 偏好

## Decisions / 决策

## Facts / 事实
"""
_PRIVATE = f"*\n!.gitignore\n!.gitattributes\n!{layout.CORE}\n"
_SHARED = (f"!{layout.FACTS}", f"!{layout.NOTES}/", f"!{layout.NOTES}/*.md")
_TEAM = _PRIVATE + "".join(f"{one}\n" for one in _SHARED)
_IGNORED_BYTES = 1 << 16
_ATTRIBUTES = f"{layout.FACTS} merge=union\n"


def create(store: layout.Store, *, team: bool = False) -> bool:
    """Create `store` where it is missing, whole or not at all, and note its birth.

    Args:
        store: where.
        team: share `facts.jsonl` and `notes/` of a new one through git too; see `share`.

    Returns:
        Whether this call created it.

    Raises:
        StoreError: it can't be written.
        UsageError: something else stands in its place.
    """
    if os.path.lexists(store.path):
        if not store.exists():
            raise errors.UsageError(
                "{path} is no directory", "move it away: the memory is kept there", path=store.path
            )
        return False
    from memory_store.store import derived  # a store is created once

    fresh = f"{store.path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    try:
        derived.sweep(os.path.dirname(store.path), layout.STORE)
        _fill(fresh, _TEAM if team else _PRIVATE)
        is_ours = _put_in_place(fresh, store)
        if is_ours:
            derived.empty(layout.cache_directory(store))  # of a memory that stood here before
        return is_ours
    except OSError as error:
        raise errors.cannot("create", store.path, error) from error
    finally:
        _discard(fresh)


def _fill(directory: str, ignored: str) -> None:
    files.make_directory(directory)
    for name, text in ((".gitignore", ignored), (".gitattributes", _ATTRIBUTES)):
        files.replace(directory, name, text.encode("utf-8"))
    files.replace(directory, layout.CORE, _TEMPLATE.encode("utf-8"))


def _put_in_place(fresh: str, store: layout.Store) -> bool:
    """Give the new directory its name, for good; False where another process was quicker."""
    if store.scope == "project":
        is_ours = approval.record_birth(store, fresh)
    else:
        try:
            os.rename(fresh, store.path)
            is_ours = True
        except OSError:
            if not store.exists():
                raise
            is_ours = False
    files.sync_directory(os.path.dirname(store.path))
    return is_ours


def _discard(fresh: str) -> None:
    """Remove a store that was not put in place; if that fails, it is never read."""
    try:
        for name in os.listdir(fresh):
            os.unlink(os.path.join(fresh, name))
        os.rmdir(fresh)
    except OSError:
        return


def is_template(text: str) -> bool:
    """Whether a MEMORY.md says nothing yet."""
    return text.strip() == _TEMPLATE.strip()


def share(store: layout.Store) -> bool:
    """Share `facts.jsonl` and `notes/` of a store that is there through git too.

    Returns:
        Whether they were not shared before.

    Raises:
        StoreError: its .gitignore can't be read or written.
    """
    try:
        before = _ignored(store)
        missing = [one for one in _SHARED if one not in before.splitlines()]
        if missing:
            begun = before if before.endswith("\n") else f"{before}\n"
            text = begun + "".join(f"{one}\n" for one in missing)
            files.replace(store.path, ".gitignore", text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise errors.cannot("share", store.path, error) from error
    return bool(missing)


def _ignored(store: layout.Store) -> str:
    try:
        return files.read(store.path, ".gitignore", _IGNORED_BYTES).decode("utf-8")
    except FileNotFoundError:
        return _PRIVATE
