"""Reads from git's own files which commit HEAD names now.

Tools beside git move HEAD and write no log of it. Must not run git, or judge a move.
"""

from __future__ import annotations

import os

from memory_store.trust import work_tree

_REF_BYTES = 4_096
_PACKED_BYTES = 64 << 20
_DEPTH = 5  # as git follows symbolic refs
_OF_TREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
"""What each work tree has for itself (git-scm.com/docs/git-worktree, REFS)."""
_DIGITS = frozenset("0123456789abcdef")
_SHORTEST = 40


def head(git: str) -> str | None:
    """The commit that HEAD names; "" before the first commit of its branch.

    Args:
        git: the git directory of a work tree.

    Returns:
        None where it can't be told: HEAD is damaged, or its refs are kept in another way than in
        files (git-scm.com/docs/reftable).
    """
    common = work_tree.common_directory(git)
    name = "HEAD"
    for _ in range(_DEPTH):
        where = git if name == "HEAD" or name.startswith(_OF_TREE) else common
        path = os.path.join(where, name)
        text = work_tree.read(path, _REF_BYTES).decode("utf-8", "surrogateescape").strip()
        if not text:
            return None if name == "HEAD" or os.path.isfile(path) else _packed(common, name)
        if not text.startswith("ref:"):
            return text if _is_commit(text) else None
        name = text.removeprefix("ref:").strip()
        if not name.startswith("refs/") or ".." in name or name == "refs/heads/.invalid":
            return None
    return None


def _packed(common: str, name: str) -> str | None:
    """The commit of a ref that has no file of its own (git-scm.com/docs/git-pack-refs)."""
    raw = work_tree.read(os.path.join(common, "packed-refs"), _PACKED_BYTES)
    if len(raw) == _PACKED_BYTES:
        return None
    end = raw.find(b" " + os.fsencode(name) + b"\n")
    if end < 0:
        return ""
    commit = raw[raw.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace")
    return commit if _is_commit(commit) else None


def _is_commit(text: str) -> bool:
    return len(text) >= _SHORTEST and _DIGITS.issuperset(text)
