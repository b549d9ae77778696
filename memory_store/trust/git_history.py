"""Reads from git's own files how HEAD moved, and what a commit holds of a file.

Packed objects are not read, and the caller is told so. Must not run git, or judge a move.
"""

from __future__ import annotations

import os

from memory_store.trust import work_tree

_LOG_BYTES = 1 << 20
_LINE_BYTES = 1 << 10  # the end of the log, with a line at least but for the longest subjects
_OBJECT_BYTES = 1 << 20
_SHOWN = 40  # digits, as the index is read
_UNDER_WAY = (
    *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"),
    *("rebase-merge", "rebase-apply"),
)

Move = tuple[str, str, str]


def head(git: str) -> str:
    """Where HEAD went last; "" where git keeps no log of it."""
    found = (_moves(git, _LINE_BYTES) or _moves(git, _LOG_BYTES)) if git else []
    return found[-1][1] if found else ""


def moves_since(git: str, last: str) -> list[Move] | None:
    """Where HEAD was and went, each with git's word for why, since it was at `last`; oldest first.

    Each line of git's log is `old new who <mail> time zone TAB why` (git-scm.com/docs/git-reflog).

    Args:
        git: the git directory.
        last: a commit; "" for all moves.

    Returns:
        None where the log does not tell: its lines expired, a move is missing, or there is none.
    """
    moves = _moves(git, _LOG_BYTES)
    start = next((at + 1 for at in reversed(range(len(moves))) if moves[at][1] == last), 0)
    first = moves[0][0] if moves else "?"
    if not start and not (first == last if last else is_none(first)):
        return None
    import itertools  # most starts ask for the last move alone

    for before, after in itertools.pairwise(moves[max(0, start - 1) :]):
        if after[0] != before[1] and not is_none(after[0]):
            return None
    return moves[start:]


def is_none(commit: str) -> bool:
    """Whether git means no commit at all: only zeros."""
    return not commit.strip("0")


def _moves(git: str, limit: int) -> list[Move]:
    """The moves that the last `limit` bytes of the log tell."""
    path = os.path.join(git, "logs", "HEAD")
    try:
        skipped = max(0, os.stat(path).st_size - limit)
    except OSError:
        return []
    raw = work_tree.read(path, limit, skipped)
    lines = raw.split(b"\n")[1 if skipped else 0 :]
    moves: list[Move] = []
    for line in lines:
        commits, _, why = line.partition(b"\t")
        words = commits.split(b" ", 2)
        if len(words) == 3:  # noqa: PLR2004  old, new, the rest
            old, new = words[0].decode("ascii", "replace"), words[1].decode("ascii", "replace")
            moves.append((old, new, why.decode("utf-8", "replace")))
    return moves


def is_under_way(git: str) -> bool:
    """Whether a merge, a rebase or the like waits for its user to go on."""
    return any(os.path.exists(os.path.join(git, name)) for name in _UNDER_WAY)


def has_no_commit(common: str) -> bool:
    """Whether nothing was committed in a repository yet, as far as its refs tell."""
    if any(os.path.exists(os.path.join(common, name)) for name in ("packed-refs", "reftable")):
        return False
    try:
        return not os.listdir(os.path.join(common, "refs", "heads"))
    except OSError:
        return False


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
