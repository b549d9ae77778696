"""Reads from git's own files how HEAD moved. Must not run git, or judge a move."""

from __future__ import annotations

import os

from memory_store.trust import work_tree

_LOG_BYTES = 1 << 20
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
    here = work_tree.head(git)
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
