"""Excludes our files from a clone's git by `.git/info/exclude`, which git never shares.

Must not run git.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.store import files
from memory_store.trust import work_tree

_MAX_BYTES = 1 << 20


def add(project: str, names: list[str]) -> list[str]:
    """Exclude paths (`/.cursor/hooks.json`), each once, and list the new ones; none without git.

    Raises:
        StoreError: the file can't be written.
    """
    path = _file(project)
    if path is None:
        return []
    before = _read(path)
    missing = [name for name in names if name not in before.split("\n")]
    if missing:
        glue = "" if not before or before.endswith("\n") else "\n"
        _write(path, before + glue + "".join(f"{name}\n" for name in missing))
    return missing


def remove(project: str, names: list[str]) -> None:
    """Take paths out again; errors as `add`."""
    path = _file(project)
    before = _read(path) if path else ""
    if path is not None and before:
        kept = [line for line in before.split("\n") if line not in names]
        if kept != before.split("\n"):
            _write(path, "\n".join(kept))


def _file(project: str) -> str | None:
    """Where git keeps a clone's private ignores; of a worktree, in the common directory.

    None also where `.git` names a directory outside that doesn't know this work tree: what lies
    there is somebody else's to write.
    """
    git = work_tree.own_directory(project)
    return os.path.join(git, "info", "exclude") if os.path.isdir(git) else None


def _read(path: str) -> str:
    try:
        return files.read_path(path, _MAX_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return ""


def _write(path: str, text: str) -> None:
    directory, name = os.path.split(path)
    try:
        os.makedirs(directory, exist_ok=True)
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644
        files.replace(directory, name, text.encode("utf-8", "surrogateescape"), mode)
    except OSError as error:
        raise errors.cannot("write", path, error) from error
