"""Finds which of a store's files git brought since the last look: pull, merge or checkout.

The user's own edits and commits do not count. Must not decide whether the store is trusted.
"""

from __future__ import annotations

import os

from memory_store.store import files
from memory_store.trust import git_index, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.store import layout

Seen = dict[str, object]
New = dict[str, tuple[str, list[str]]]
"""By name: the content that a file has in the index, and those that it was seen with."""

_SILENT = (".gitignore", ".gitattributes")  # which tell an agent nothing
_OWN = ("commit: ", "commit (initial): ", "commit (amend): ")
_KEPT = 16
_FILE_BYTES = 64 << 20
_PROJECTS, _STORES = "project", "store"


def at_birth(store: layout.Store) -> Seen:
    """The first look at a new store: where HEAD is, and no file."""
    tree = work_tree.root(store.project)
    heads = {_PROJECTS: work_tree.head(work_tree.git_directory(tree)) or ""} if tree else {}
    return {"heads": heads, "blobs": {}}


def accepted(
    store: layout.Store, before: object, places: Iterable[git_index.Repository] | None = None
) -> Seen:
    """A look that takes all tracked files as seen; `places` as for `since`."""
    return _look(store, before, places)[1]


def since(
    store: layout.Store,
    before: object,
    is_known: Callable[[str], bool] = lambda _: False,
    places: Iterable[git_index.Repository] | None = None,
) -> tuple[list[str], Seen]:
    """The files that came by git since the last look, and the new look.

    A file arrived where a move of HEAD that is no plain commit gave it a content that was neither
    seen nor committed here before (a move that git's log doesn't tell is none), and where it has
    such a content of a commit without a move of HEAD, as `git checkout COMMIT -- FILE` brings it.
    It counts as arrived until it is accepted or what was seen is back, whatever is edited or
    committed on top. What git can't tell counts as arrived too.

    Args:
        store: whose.
        before: what an earlier call gave; anything else means nothing was seen.
        is_known: whether a file that has just arrived holds nothing new after all.
        places: where to look; None for the store itself.

    Returns:
        The names of what arrived, and what to keep: what is seen now; where something arrived,
        what was seen before, with these names. Equal to `before` if nothing is new.
    """
    came, seen = _look(store, before, places)
    asked = _pending(before)
    came = [name for name in came if name in asked or not is_known(name)]
    if not came:
        return [], seen
    return came, {**(before if isinstance(before, dict) else {"blobs": {}}), "pending": came}


def _look(
    store: layout.Store, before: object, places: Iterable[git_index.Repository] | None = None
) -> tuple[list[str], Seen]:
    """The names of arrived files, and the new look."""
    heads, signatures = _part(before, "heads"), _part(before, "indexes")
    blobs = _part(before, "blobs")
    known = {name: list(seen) for name, seen in blobs.items() if isinstance(seen, list)}
    came: set[str] = set()
    seen_heads, seen_indexes = {}, {}
    for git, tree, directory, base in git_index.repositories(store) if places is None else places:
        label = base or (_STORES if tree == directory else _PROJECTS)
        label = f"{label} {git}" if label in seen_heads else label
        signature = files.signature(os.path.join(git, "index"))
        # before the index: no move may seem looked at
        seen_heads[label] = work_tree.head(git) or ""
        seen_indexes[label] = signature
        is_as_seen = signatures.get(label) == signature and seen_heads[label]
        if is_as_seen and heads.get(label) == seen_heads[label]:
            continue
        last = str(heads.get(label, ""))
        for listing in (git_index.listing, git_index.committed):
            for at, listed in listing(git, tree, directory).items():
                new = _new(listed, base, known)
                came |= {base + name for name in _arrived(git, tree, at, new, last)}
                for name, (content, seen) in new.items():
                    known[base + name] = [*seen, content][-_KEPT:]
    waiting = _pending(before) - came
    came |= {name for name in waiting if not _is_back(store, name, known.get(name, []))}
    now: Seen = {"heads": seen_heads, "blobs": known}
    return sorted(came), {**now, "indexes": seen_indexes} if seen_indexes else now


def _new(listed: dict[str, str], base: str, known: dict[str, list[str]]) -> New:
    """The files with unseen content, that content, and the seen contents."""
    contents = {
        name: (content, known.get(base + name, []))
        for name, content in listed.items()
        if name not in _SILENT
    }
    return {name: found for name, found in contents.items() if found[0] not in found[1]}


def _part(before: object, name: str) -> dict[str, object]:
    part = before.get(name) if isinstance(before, dict) else None
    return part if isinstance(part, dict) else {}


def _pending(before: object) -> set[str]:
    found = before.get("pending") if isinstance(before, dict) else None
    return set(found) if isinstance(found, list) else set()


def _is_back(store: layout.Store, name: str, seen: list[str]) -> bool:
    """Whether no file stands under a name, or one with a content that was seen before."""
    import hashlib  # seldom does something wait to be accepted

    try:
        root = store.project if name.startswith("./") else store.path
        content = files.read(root, name.removeprefix("./"), _FILE_BYTES)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    blob = b"blob %d\0" % len(content) + content
    sha1 = hashlib.sha1(blob, usedforsecurity=False).hexdigest()
    return sha1 in seen or hashlib.sha256(blob).hexdigest()[-len(sha1) :] in seen


def _arrived(git: str, tree: str, at: str, new: New, last: str) -> set[str]:
    """The names whose content somebody else may have made, of files in the directory `at`."""
    if not new:
        return set()
    from memory_store.trust import closed_git, git_history  # few looks find another content

    moves = git_history.moves_since(git, last)
    if moves is None or git_history.is_under_way(git):
        return set(new)
    known = {name: set(seen) for name, (_, seen) in new.items()}
    brought: set[str] = set()
    has_foreign = any(not why.startswith(_OWN) for _, _, why in moves)
    commits = dict.fromkeys(one for move in moves for one in move[:2])
    wanted = [(one, at + name) for one in commits for name in new if one]
    objects = dict(zip(wanted, closed_git.blobs(git, tree, wanted), strict=True))
    for old, there, why in moves:
        is_own = why.startswith(_OWN)
        for name in new:
            before, content = (_shown(objects.get((one, at + name), "")) for one in (old, there))
            if content in known[name] or content == "":
                continue
            if not is_own:
                if content is None or content != before:
                    brought.add(name)
            elif content and name not in brought:
                known[name].add(content)
    left = {name for name, (content, _) in new.items() if content not in known[name]}
    doubtful = {name: new[name][0] for name in left - brought}
    if not doubtful or not (has_foreign or closed_git.is_there(tree)):
        return left & brought
    return (left & brought) | _in_a_commit(git, tree, at, doubtful)


def _in_a_commit(git: str, tree: str, at: str, contents: dict[str, str]) -> set[str]:
    """The names whose content a commit has, which is not what this user has just written."""
    from memory_store.trust import closed_git  # see _arrived

    found = closed_git.history(git, tree, [at + name for name in contents])
    if found is None:
        return set(contents)
    shown = {_shown(one) for one in found}
    return {name for name, content in contents.items() if content in shown}


def _shown(name: str | None) -> str | None:
    return name[-git_index.SHOWN :] if name else name
