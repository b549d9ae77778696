"""What git would bring into a store: the entries of its index that lie beneath `.memory/`.

Reads `.git/index` itself: a hook has no time to start git. Must not decide what it means.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import layout

_MAX_BYTES = 16 << 20
_OBJECT_BYTES = 20  # of a SHA-1 name; of a SHA-256 name its last 20 bytes serve as well
_FLAG_BYTES = 2


def entries(store: layout.Store) -> dict[str, str]:
    """The tracked files of a store, by their name within it, each with its content's git name.

    Empty where there is no git. The index's versions 2 and 3 hold each path whole behind its
    object name and flags (git-scm.com/docs/index-format); in version 4, which shortens paths, and
    in an index of more than 16 MiB, entries may be missed.
    """
    root = _root(store.project)
    if root is None:
        return {}
    try:
        with open(os.path.join(root[0], "index"), "rb") as file:
            raw = file.read(_MAX_BYTES)
    except OSError:
        return {}
    prefix = os.path.join(os.path.relpath(store.path, root[1]), "").replace(os.sep, "/")
    wanted = os.fsencode(prefix)
    found: dict[str, str] = {}
    at = raw.find(wanted)
    while at >= 0:
        end = raw.find(b"\0", at)
        name = os.fsdecode(raw[at + len(wanted) : end])
        found[name] = raw[max(0, at - _FLAG_BYTES - _OBJECT_BYTES) : at - _FLAG_BYTES].hex()
        at = raw.find(wanted, end)
    return found


def _root(project: str) -> tuple[str, str] | None:
    """The git directory and work tree that a project lies in; None where there is none."""
    here = os.path.realpath(project)
    while True:
        git = os.path.join(here, ".git")
        if os.path.isdir(git):
            return git, here
        if os.path.isfile(git):
            with open(git, encoding="utf-8", errors="replace") as file:
                named = file.read().partition("gitdir:")[2].strip()
            return os.path.join(here, named), here
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above
