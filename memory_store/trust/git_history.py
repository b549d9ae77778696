"""Reads from git's own files how HEAD moved, and what a commit holds of a file.

Packed objects are not read, and the caller is told so. Must not run git, or judge a move.
"""

from __future__ import annotations

import os

from memory_store.trust import git_refs, work_tree

_LOG_BYTES = 1 << 20
_OBJECT_BYTES = 1 << 20
_SHOWN = 40  # digits, as the index is read
_UNDER_WAY = (
    *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"),
    *("rebase-merge", "rebase-apply"),
)

Move = tuple[str, str, str]


def moves_since(git: str, last: str) -> list[Move] | None:
    """Where HEAD was and went, each with git's word for why, since it was at `last`; oldest first.

    Each line of git's log is `old new who <mail> time zone TAB why` (git-scm.com/docs/git-reflog).
    A move that no line tells has no word: other tools write none, and lines expire.

    Args:
        git: the git directory.
        last: a commit; "" for all moves.

    Returns:
        None where it can't be told where HEAD is.
    """
    here = git_refs.head(git)
    if here is None:
        return None
    logged = _moves(git)
    was = logged[0][0] if logged else last
    first, moves = was, []
    for old, new, why in [*logged, (here, here, "")]:
        moves += [move for move in ((was, old, ""), (old, new, why)) if move[0] != move[1]]
        was = new
    start = next((at + 1 for at in reversed(range(len(moves))) if moves[at][1] == last), 0)
    unseen = [(last, first, "")] if not start and first != last else []
    return unseen + moves[start:]


def is_none(commit: str) -> bool:
    """Whether git means no commit at all: only zeros."""
    return not commit.strip("0")


def _moves(git: str) -> list[Move]:
    """The moves that the end of the log tells; of a branch without a commit the name is ""."""
    path = os.path.join(git, "logs", "HEAD")
    try:
        skipped = max(0, os.stat(path).st_size - _LOG_BYTES)
    except OSError:
        return []
    raw = work_tree.read(path, _LOG_BYTES, skipped)
    lines = raw.split(b"\n")[1 if skipped else 0 :]
    moves: list[Move] = []
    for line in lines:
        commits, _, why = line.partition(b"\t")
        words = commits.split(b" ", 2)
        if len(words) == 3:  # noqa: PLR2004  old, new, the rest
            old, new = (word.decode("ascii", "replace") for word in words[:2])
            old, new = ("" if is_none(name) else name for name in (old, new))
            moves.append((old, new, why.decode("utf-8", "replace")))
    return moves


def is_under_way(git: str) -> bool:
    """Whether a merge, a rebase or the like waits for its user to go on."""
    return any(os.path.exists(os.path.join(git, name)) for name in _UNDER_WAY)


class Objects:
    """The loose objects of a repository; each directory's entry is read once."""

    __slots__ = ("_common", "_known")

    def __init__(self, common: str) -> None:
        """Of the repository with this common git directory."""
        self._common = common
        self._known: dict[tuple[str, str], str | None] = {}

    def blob(self, commit: str, path: str) -> str | None:
        """The last 40 digits of a file's object name in a commit; "" for none.

        None where an object on the way is packed or damaged: then it can't be told.
        """
        name = "" if is_none(commit) else self._entry(commit, "")
        for part in path.split("/"):
            if not name:
                return name
            name = self._entry(name, part)
        return name[-_SHOWN:] if name else name

    def is_loose(self, name: str) -> bool:
        """Whether an object has a file of its own, as new objects have."""
        return os.path.exists(self._path(name))

    def _entry(self, name: str, part: str) -> str | None:
        """The name of an entry of a tree; of a commit (`part` is ""), of its tree."""
        key = name, part
        if key not in self._known:
            raw = self._read(name)
            if not raw:
                self._known[key] = None
            elif part:
                self._known[key] = _in_tree(raw, os.fsencode(part), len(name) // 2)
            else:
                is_commit = raw.startswith(b"tree ")
                tree = raw[5 : raw.find(b"\n")].decode("ascii", "replace")
                self._known[key] = tree if is_commit else None
        return self._known[key]

    def _path(self, name: str) -> str:
        return os.path.join(self._common, "objects", name[:2], name[2:])

    def _read(self, name: str) -> bytes:
        """A loose object's content (git-scm.com/book/en/v2/Git-Internals-Git-Objects), or b""."""
        if not name.isalnum():
            return b""
        import zlib  # seldom is a commit looked at

        try:
            raw = zlib.decompressobj().decompress(
                work_tree.read(self._path(name), _OBJECT_BYTES), _OBJECT_BYTES
            )
        except zlib.error:
            return b""
        return raw.partition(b"\0")[2]


def _in_tree(tree: bytes, wanted: bytes, width: int) -> str:
    """The object of an entry: each is its mode, a blank, its name, a zero byte and the object."""
    at = 0
    while at < len(tree):
        blank, end = tree.find(b" ", at), tree.find(b"\0", at)
        if blank < 0 or end < 0:
            return ""
        object_ = tree[end + 1 : end + 1 + width]
        if tree[blank + 1 : end] == wanted:
            return object_.hex()
        at = end + 1 + width
    return ""
