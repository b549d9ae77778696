"""What a commit holds of a file, and how HEAD came to where it is, out of git's own files.

Packed objects are not read, and who asks is told so. Must not run git, nor decide what it means.
"""

from __future__ import annotations

import os

from memory_store.trust import work_tree

_LOG_BYTES = 1 << 16
_LINE_BYTES = 1 << 10  # the end of the log, with a line at least but for the longest subjects
_OBJECT_BYTES = 1 << 20
_NAME_BYTES = 20
_UNDER_WAY = (
    *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"),
    *("rebase-merge", "rebase-apply"),
)

Move = tuple[str, str, str]


def head(git: str) -> str:
    """Where HEAD went last; "" where git keeps no log of it."""
    found = _moves(git, _LINE_BYTES) or _moves(git, _LOG_BYTES)
    return found[-1][1] if found else ""


def moves(git: str) -> list[Move]:
    """Where HEAD was and went, each with git's word for why, oldest first; the last 64 KiB.

    Each line is `old new who <mail> time zone TAB why` (git-scm.com/docs/git-reflog). Empty where
    git keeps no such log.
    """
    return _moves(git, _LOG_BYTES)


def _moves(git: str, limit: int) -> list[Move]:
    """The same of the last `limit` bytes."""
    path = os.path.join(git, "logs", "HEAD")
    try:
        skipped = max(0, os.stat(path).st_size - limit)
    except OSError:
        return []
    raw = work_tree.read(path, limit, skipped)
    lines = raw.split(b"\n")[1 if skipped else 0 :]
    found: list[Move] = []
    for line in lines:
        head, _, why = line.partition(b"\t")
        words = head.split(b" ", 2)
        if len(words) == 3:  # noqa: PLR2004  old, new, the rest
            old, new = words[0].decode("ascii", "replace"), words[1].decode("ascii", "replace")
            found.append((old, new, why.decode("utf-8", "replace")))
    return found


def is_under_way(git: str) -> bool:
    """Whether a merge, a rebase or the like waits for its user to go on."""
    return any(os.path.exists(os.path.join(git, name)) for name in _UNDER_WAY)


def has_none(common: str) -> bool:
    """Whether nothing was committed in a repository yet, as far as its refs tell."""
    if any(os.path.exists(os.path.join(common, name)) for name in ("packed-refs", "reftable")):
        return False
    try:
        return not os.listdir(os.path.join(common, "refs", "heads"))
    except OSError:
        return False


def blob(common: str, commit: str, path: str) -> str | None:
    """The git name of a file's content in a commit; "" where it has none.

    None where an object on the way is packed or damaged: then it can't be told.
    """
    found = _object(common, commit)
    if not found.startswith(b"tree "):
        return None
    name = found[5 : found.find(b"\n")].decode("ascii", "replace")
    for part in path.split("/"):
        found = _object(common, name)
        if not found:
            return None
        name = _in_tree(found, os.fsencode(part))
        if not name:
            return ""
    return name


def is_loose(common: str, name: str) -> bool:
    """Whether an object stands in a file of its own, as what was added here does at first."""
    return os.path.exists(_path(common, name))


def _path(common: str, name: str) -> str:
    return os.path.join(common, "objects", name[:2], name[2:])


def _object(common: str, name: str) -> bytes:
    """A loose object's content (git-scm.com/book/en/v2/Git-Internals-Git-Objects), else b""."""
    if not name.isalnum():
        return b""
    import zlib  # seldom is a commit looked at

    try:
        raw = zlib.decompressobj().decompress(
            work_tree.read(_path(common, name), _OBJECT_BYTES), _OBJECT_BYTES
        )
    except zlib.error:
        return b""
    return raw.partition(b"\0")[2]


def _in_tree(tree: bytes, wanted: bytes) -> str:
    """The object of an entry: each is its mode, a blank, its name, a zero byte and 20 bytes."""
    at = 0
    while at < len(tree):
        blank, end = tree.find(b" ", at), tree.find(b"\0", at)
        if blank < 0 or end < 0:
            return ""
        object_ = tree[end + 1 : end + 1 + _NAME_BYTES]
        if tree[blank + 1 : end] == wanted:
            return object_.hex()
        at = end + 1 + _NAME_BYTES
    return ""
