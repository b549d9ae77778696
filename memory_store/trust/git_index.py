"""Reads git's index: the tracked files beneath a directory, and their object names.

Starting git takes too long for a hook, and in somebody else's repository git may start programs.
Must not judge a change.
"""

from __future__ import annotations

import os

from memory_store.store import layout
from memory_store.trust import git_apart, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 256 << 20
"""Of a larger index nothing is told: a million files take less than half of it."""
_LARGE_BYTES = 1 << 20
_SHORT, _LONG = 20, 32  # bytes of a SHA-1 name, and of a SHA-256 name
_SETTINGS = 1 << 16
_SHARED = "sharedindex."

Repository = tuple[str, str, str, str]
Listing = dict[str, dict[str, str]]


def names(store: layout.Store) -> set[str]:
    """The tracked files of a store; empty without git."""
    tracked: set[str] = set()
    for git, tree, directory, base in repositories(store):
        for listed in listing(git, tree, directory).values():
            tracked |= {base + name for name in listed}
    return tracked


def is_tracked(path: str) -> bool:
    """Whether git would commit a change to a file; False where there is no git."""
    directory, name = os.path.split(path)
    tree = work_tree.root(directory)
    git = work_tree.git_directory(tree) if tree else ""
    return bool(git) and any(name in one for one in listing(git, tree, directory).values())


def repositories(store: layout.Store) -> Iterator[Repository]:
    """The repositories that bring files to a store: the project's, and those inside it.

    Yields:
        The git directory, the work tree, the store's directory in it, and how the names beneath
        that begin.
    """
    tree = work_tree.root(store.project)
    if tree:
        yield work_tree.git_directory(tree), tree, store.path, ""
    for git, apart in git_apart.repositories(store.project):
        if not tree or not os.path.samefile(git, work_tree.git_directory(tree)):
            yield git, apart, store.path, ""
    notes = os.path.join(store.path, layout.NOTES)
    for directory, base in ((store.path, ""), (notes, f"{layout.NOTES}/")):
        git = work_tree.git_directory(directory) if directory != tree else ""
        if git:
            yield git, directory, directory, base


def beside(store: layout.Store, paths: list[str]) -> Iterator[Repository]:
    """The same of Markdown beside a store, which its project's settings name.

    Args:
        store: whose.
        paths: files and folders, from the project. A file's name begins with `./`, as an index
            calls it.
    """
    project = os.path.realpath(store.project)
    for path in paths:
        there = os.path.normpath(os.path.join(project, path))
        directory = there if os.path.isdir(there) else os.path.dirname(there)
        tree = work_tree.root(directory)
        inside = os.path.relpath(directory, project).replace(os.sep, "/")
        if tree and inside.partition("/")[0] != os.pardir:
            base = "./" if inside == os.curdir else f"./{inside}/"
            yield work_tree.git_directory(tree), tree, directory, base


def signature(git: str) -> str:
    """A word that changes with a large index; "" for a small one."""
    index = _stat(git)
    return _text(index) if index and index.st_size >= _LARGE_BYTES else ""


def listing(git: str, tree: str, directory: str) -> Listing:
    """The files beneath a directory of a work tree that a git directory tracks.

    A disk that ignores case or Unicode's forms has git write `.Memory/` into `.memory/`: each
    way in which the index spells the directory is listed. Of a split index what it shares is
    listed as well (git-scm.com/docs/index-format), with names that change with each change of
    the index: which of them it replaces is told by numbers alone. Of an index that is too large
    to be read, each file that stands in the directory is listed in the same way.

    Returns:
        By the directory's path in the index (with its `/`; "" for the whole work tree), by the
        file's name beneath it, the name of its content (the last 40 hexadecimal digits).
    """
    name = os.path.relpath(os.path.realpath(directory), tree)
    prefix = "" if name == os.curdir else os.path.join(name, "").replace(os.sep, "/")
    index = _stat(git)
    if index and index.st_size > MAX_BYTES:
        return {prefix: dict.fromkeys(os.listdir(directory), _text(index))}
    index_content, shared = _indexes(git)
    contents = _listing(index_content, git, tree, os.fsencode(prefix))
    if shared:
        unsure = _digest(index_content)
        for spelled, listed in _listing(shared, git, tree, os.fsencode(prefix)).items():
            known = contents.setdefault(spelled, {})
            contents[spelled] = {one: content + unsure for one, content in listed.items()} | known
    return contents


def _folds(tree: str, prefix: bytes) -> bool:
    """Whether a disk may take another spelling of a directory for the directory."""
    other = os.path.join(os.fsencode(tree), prefix.swapcase())
    return bool(prefix) and (not prefix.isascii() or os.path.lexists(other))


def _width(git: str) -> int:
    """The bytes of an object's name in the index of a repository."""
    config = os.path.join(work_tree.common_directory(git), "config")
    is_long = b"sha256" in work_tree.read(config, _SETTINGS).lower()
    return _LONG if is_long else _SHORT


def _stat(git: str) -> os.stat_result | None:
    try:
        return os.stat(os.path.join(git, "index"))
    except OSError:
        return None


def _text(index: os.stat_result) -> str:
    return f"{index.st_ino} {index.st_size} {index.st_mtime_ns} {index.st_ctime_ns}"


def _indexes(git: str) -> tuple[bytes, bytes]:
    """The index and, if it is split, its shared index."""
    content = work_tree.read(os.path.join(git, "index"), MAX_BYTES)
    shared = [name for name in os.listdir(git) if name.startswith(_SHARED)] if content else []
    if shared and b"link\0\0" in content:  # to look through it costs a hook more than the names
        for name in shared:
            if _is_named(name.removeprefix(_SHARED), content):
                return content, work_tree.read(os.path.join(git, name), MAX_BYTES)
    return content, b""


def _is_named(digits: str, index: bytes) -> bool:
    try:
        digest = bytes.fromhex(digits)
    except ValueError:
        return False
    return bool(digest) and digest in index


def _digest(index: bytes) -> str:
    """A word that changes with a split index."""
    try:
        from _blake2 import blake2b  # hashlib costs a hook a third of its start
    except ImportError:
        from hashlib import blake2b
    return blake2b(index, digest_size=_SHORT).hexdigest()


def _listing(raw: bytes, git: str, tree: str, prefix: bytes) -> Listing:
    from memory_store.trust import git_index_format  # a large index is read where it changed

    if git_index_format.has_whole_paths(raw) and prefix:
        entries = git_index_format.search(raw, prefix)
    else:
        entries = git_index_format.walk(raw, _width(git), prefix, folds=_folds(tree, prefix))
    contents: Listing = {}
    spellings = {prefix: True}
    for path, content, length in entries:
        spelled = path[:length]
        if spelled not in spellings:
            spellings[spelled] = _is_same(tree, spelled, prefix)
        if spellings[spelled]:
            listed = contents.setdefault(os.fsdecode(spelled), {})
            name = os.fsdecode(path[length:])
            # of a merge, or of what a path was made to look like, all: nothing hides a change
            listed[name] = listed.get(name, "") + content
    return contents


def _is_same(tree: str, spelled: bytes, prefix: bytes) -> bool:
    """Whether another spelling names the same directory of this disk."""
    try:
        return os.path.samefile(
            os.path.join(os.fsencode(tree), spelled), os.path.join(os.fsencode(tree), prefix)
        )
    except (OSError, ValueError):
        return False
