"""The repositories that bring files to a directory, what they track, and their contents' names.

Git is asked (`closed_git`), and only where its index has changed. Must not judge a change.
"""

from __future__ import annotations

import os

from memory_store.store import files, layout
from memory_store.trust import work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SHOWN = 40
"""Digits of an object's name; of a SHA-256 name its last ones serve as well."""

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
    for git, its_tree in apart(store.project):
        if not tree or not os.path.samefile(git, work_tree.git_directory(tree)):
            yield git, its_tree, store.path, ""
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


def listing(git: str, tree: str, directory: str) -> Listing:
    """The files beneath a directory of a work tree that a git directory tracks.

    A disk that ignores case or Unicode's forms has git write `.Memory/` into `.memory/`: each
    way in which the index spells the directory is listed. Where git can't tell, each file that
    stands in the directory is listed, with names that change with each change of the index.

    Returns:
        By the directory's path in the index (with its `/`; "" for the whole work tree), by the
        file's name beneath it, the name of its content (the last 40 hexadecimal digits).
    """
    prefix = _prefix(tree, directory)
    from memory_store.trust import closed_git  # seldom has an index changed

    raw = closed_git.index(git, tree, _spellings(prefix), folds=_folds(tree, prefix))
    if raw is None:
        unsure = files.signature(os.path.join(git, "index")) if os.path.isdir(directory) else ""
        return {prefix: dict.fromkeys(os.listdir(directory), unsure)} if unsure else {}
    contents: Listing = {}
    spellings = {prefix: True}
    for path, content in _entries(raw):
        spelled = "/".join([*path.split("/")[: prefix.count("/")], ""]) if prefix else ""
        if spelled not in spellings:
            spellings[spelled] = _is_same(tree, spelled, prefix)
        if spellings[spelled]:
            listed = contents.setdefault(spelled, {})
            name = path[len(spelled) :]
            listed[name] = listed.get(name, "") + content  # of a merge, all
    return contents


def committed(git: str, tree: str, directory: str) -> Listing:
    """The same of HEAD's tree: another index may have brought it. {} where git can't tell."""
    prefix = _prefix(tree, directory)
    from memory_store.trust import closed_git  # see listing

    raw = closed_git.head(git, tree, prefix)
    found = {path[len(prefix) :]: content for path, content in _entries(raw or b"")}
    return {prefix: found} if found else {}


def _prefix(tree: str, directory: str) -> str:
    name = os.path.relpath(os.path.realpath(directory), tree)
    return "" if name == os.curdir else os.path.join(name, "").replace(os.sep, "/")


def _entries(raw: bytes) -> Iterator[tuple[str, str]]:
    """Path and content of each entry, `mode object stage` or `mode kind object`, TAB, path."""
    for line in raw.split(b"\0"):
        head, _, path = line.partition(b"\t")
        word = next((one for one in head.split()[1:] if len(one) >= SHOWN), b"")
        if path and word:
            yield os.fsdecode(path), word.decode("ascii")[-SHOWN:]


def _spellings(prefix: str) -> tuple[str, ...]:
    """A path in the forms of Unicode that a disk may take for one; git folds ASCII alone."""
    if prefix.isascii():
        return (prefix,)
    import unicodedata

    forms = [unicodedata.normalize(form, prefix) for form in ("NFC", "NFD")]
    cases = [one for form in forms for one in (form, form.upper(), form.lower(), form.swapcase())]
    return tuple(dict.fromkeys([prefix, *cases]))


def _folds(tree: str, prefix: str) -> bool:
    """Whether a disk may take another spelling of a directory for the directory."""
    other = os.path.join(tree, prefix.swapcase())
    return bool(prefix) and (not prefix.isascii() or os.path.lexists(other))


def _is_same(tree: str, spelled: str, prefix: str) -> bool:
    """Whether another spelling names the same directory of this disk."""
    try:
        return os.path.samefile(os.path.join(tree, spelled), os.path.join(tree, prefix))
    except (OSError, ValueError):
        return False


_KEPT_IN = ("", ".local/share/yadm", ".config/vcsh/repo.d", ".config/yadm")
"""Where such directories are, beneath the home: anywhere in it, or where a tool keeps them."""


def apart(directory: str) -> Iterator[tuple[str, str]]:
    """The git directory and the work tree of each such repository that holds a directory.

    That which the environment names (git(1), GIT_DIR), and for the home those found in it.
    """
    named = os.environ.get("GIT_DIR", "")
    if named:
        tree = os.environ.get("GIT_WORK_TREE") or work_tree.named_tree(named) or directory
        if _is_inside(directory, tree):
            yield os.path.realpath(named), os.path.realpath(tree)
    if os.path.realpath(directory) == os.path.realpath(layout.home()):
        for git in _in_home():
            if _is_inside(directory, work_tree.named_tree(git) or directory):
                yield git, os.path.realpath(directory)


def _in_home() -> Iterator[str]:
    for place in _KEPT_IN:
        above = os.path.join(os.path.realpath(layout.home()), *place.split("/"))
        try:
            names = os.listdir(above)
        except OSError:
            continue
        for name in names:
            git = os.path.join(above, name)
            # an index is where files were brought from it; a server's repository has none
            if os.path.isfile(os.path.join(git, "index")) and os.path.isfile(f"{git}/HEAD"):
                yield git


def _is_inside(directory: str, tree: str) -> bool:
    root = os.path.realpath(tree)
    return os.path.join(os.path.realpath(directory), "").startswith(os.path.join(root, ""))
