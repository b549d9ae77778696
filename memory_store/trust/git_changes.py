"""Which of a store's files git brought since it was looked at last: by a pull, merge or checkout.

What this user edits or commits here is no arrival. Must not decide whether it is trusted.
"""

from __future__ import annotations

import os

from memory_store.trust import git_history, git_index, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import layout

Seen = dict[str, object]

_SILENT = (".gitignore", ".gitattributes")  # which tell an agent nothing
_OWN = ("commit: ", "commit (initial): ", "commit (amend): ")
_KEPT = 16


def at_birth(store: layout.Store) -> Seen:
    """What was seen of a store that is being made: where HEAD is, and no file."""
    return {"head": git_history.head(_git(store)), "blobs": {}}


def accepted(store: layout.Store, before: object) -> Seen:
    """All that git tracks in a store now, as seen, beside what was before."""
    return since(store, before)[1]


def since(store: layout.Store, before: object) -> tuple[list[str], Seen]:
    """What came by git since, and what is to be kept as seen once that is accepted.

    A file arrived where the index names a content that was never seen and that HEAD's log does
    not show to be made here: `git add` and plain commits are the user's own, whatever else moves
    HEAD may bring others' work. What can't be told (packed objects behind such a move, no log)
    counts as arrived.

    Args:
        store: whose.
        before: what an earlier call gave; anything else means nothing was seen.

    Returns:
        The names of what arrived, and what is seen now (equal to `before` if nothing is new).
    """
    git = _git(store)
    head = git_history.head(git)  # before the index: no move that brought something may seem seen
    blobs, last = _read(before)
    listed = {n: one for n, one in git_index.entries(store).items() if n not in _SILENT}
    new = {name: one for name, one in listed.items() if one not in blobs.get(name, [])}
    came = _brought(store, git, new, _after(git_history.moves(git), last)) if new else []
    kept = {name: [*blobs.get(name, []), one][-_KEPT:] for name, one in new.items()}
    return came, {"head": head, "blobs": {**blobs, **kept}}


def _git(store: layout.Store) -> str:
    tree = work_tree.root(store.project)
    return work_tree.git_directory(tree) if tree else ""


def _read(before: object) -> tuple[dict[str, list[str]], object]:
    if not isinstance(before, dict) or not isinstance(before.get("blobs"), dict):
        return {}, ""
    return before["blobs"], before.get("head")


def _after(moved: list[git_history.Move], head: object) -> list[git_history.Move]:
    """The moves since HEAD was there last; all that are known where it never was."""
    for at in range(len(moved) - 1, -1, -1):
        if moved[at][1] == head:
            return moved[at + 1 :]
    return moved


def _brought(
    store: layout.Store, git: str, new: dict[str, str], moved: list[git_history.Move]
) -> list[str]:
    """The names whose content somebody else may have made."""
    common = work_tree.common_directory(git)
    if git_history.is_under_way(git):
        return sorted(new)
    if not os.path.exists(os.path.join(git, "logs", "HEAD")):
        return [] if git_history.has_none(common) else sorted(new)
    inside = os.path.relpath(os.path.realpath(store.path), work_tree.root(store.project))
    at = inside.replace(os.sep, "/")
    foreign: list[str] = []
    own: set[str] = set()
    for old, there, why in moved:
        if why.startswith(_OWN):
            if not foreign:
                own |= {
                    n
                    for n, one in new.items()
                    if git_history.blob(common, there, f"{at}/{n}") == one
                }
        elif old != there:
            foreign.append(there)
    return sorted(
        name
        for name, one in new.items()
        if foreign and name not in own and not _is_made_here(common, f"{at}/{name}", one, foreign)
    )


def _is_made_here(common: str, path: str, content: str, foreign: list[str]) -> bool:
    """Whether a content was added after others' work came, none of which has it."""
    return git_history.is_loose(common, content) and all(
        git_history.blob(common, one, path) not in (content, None) for one in foreign
    )
