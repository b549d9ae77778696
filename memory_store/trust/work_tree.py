"""Finds a directory's git directory, the common one, and the main work tree.

Reads git's small files, which may be traps. A pointer counts only where its target points back.
Must not run git.
"""

from __future__ import annotations

import os

from memory_store.store import files

_POINTER_BYTES = 4_096
_SETTINGS_BYTES = 65_536
_REF_BYTES = 4_096
_PACKED_BYTES = 64 << 20
_DEPTH = 5  # as git follows symbolic refs
_OF_TREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
"""What each work tree has for itself (git-scm.com/docs/git-worktree, REFS)."""
_DIGITS = frozenset("0123456789abcdef")
_SHORTEST = 40


def root(directory: str) -> str:
    """The work tree of a directory: the nearest above with a `.git`; "" for none."""
    here = os.path.realpath(directory)
    while not git_directory(here):
        above = os.path.dirname(here)
        if above == here:
            return ""
        here = above
    return here


def git_directory(tree: str) -> str:
    """The git directory of the work tree at this path; "" for none.

    That of a linked work tree or a submodule is what its file `.git` names
    (git-scm.com/docs/gitrepository-layout).
    """
    git = os.path.join(tree, ".git")
    if os.path.isdir(git):
        return git
    named = _named(read(git, _POINTER_BYTES), b"gitdir: ")
    return os.path.normpath(os.path.join(tree, named)) if named else ""


def common_directory(git: str) -> str:
    """The git directory that all work trees of a repository share."""
    named = _named(read(os.path.join(git, "commondir"), _POINTER_BYTES))
    return os.path.normpath(os.path.join(git, named)) if named else git


def main_tree(tree: str) -> str:
    """The main work tree of the linked one at this path; "" for other directories.

    The repository must know the linked one: anybody can write a file `.git` that names a
    repository of this user's. A bare repository has no main work tree.
    """
    common = _linked_to(tree)
    return os.path.dirname(common) if os.path.basename(common) == ".git" else ""


def bare_repository(tree: str) -> str:
    """The bare repository of the work tree at this path, by its real path; "" for none.

    That is one that knows the linked tree, or one that lies in the tree whose `.git` names it.
    """
    common = _linked_to(tree)
    if not common:
        git = os.path.realpath(git_directory(tree) or tree)
        common = git if os.path.dirname(git) == os.path.realpath(tree) else ""
    settings = read(os.path.join(common, "config"), _SETTINGS_BYTES) if common else b""
    lines = [line.replace(b" ", b"").strip().lower() for line in settings.split(b"\n")]
    return common if b"bare=true" in lines else ""


def _linked_to(tree: str) -> str:
    """The git directory of the repository that knows this linked work tree; "" for none."""
    git = os.path.realpath(git_directory(tree) or tree)
    common = os.path.realpath(common_directory(git))
    back = _named(read(os.path.join(git, "gitdir"), _POINTER_BYTES))
    if not back or os.path.dirname(git) != os.path.join(common, "worktrees"):
        return ""
    own = os.path.realpath(os.path.join(tree, ".git"))
    return common if os.path.realpath(os.path.join(git, back)) == own else ""


def linked_trees(tree: str) -> list[str]:
    """The work trees linked to the main one, or the bare repository, here, if they name it too."""
    common = common_directory(git_directory(tree) or tree)
    administered = os.path.join(common, "worktrees")
    try:
        names = os.listdir(administered)
    except OSError:
        return []
    pointers = [
        _named(read(os.path.join(administered, n, "gitdir"), _POINTER_BYTES)) for n in names
    ]
    trees = [os.path.dirname(os.path.join(administered, one)) for one in pointers if one]
    here = os.path.realpath(tree)
    return sorted(one for one in trees if here in (main_tree(one), bare_repository(one)))


def own_directory(tree: str) -> str:
    """The git directory with this work tree's settings; "" for none.

    A linked tree's is the common one. Where `.git` is a link, or a file that names a directory
    which doesn't name this tree in turn, that directory is somebody else's.
    """
    git = git_directory(tree)
    if not git or git == os.path.join(tree, ".git"):
        return "" if os.path.islink(git) else git
    if main_tree(tree) or bare_repository(tree):
        return common_directory(git)
    named = named_tree(git)
    is_submodule = named and os.path.realpath(named) == os.path.realpath(tree)
    return git if is_submodule else ""


def named_tree(git: str) -> str:
    """The work tree that a git directory's settings name, as a submodule's do; "" for none."""
    for line in read(os.path.join(git, "config"), _SETTINGS_BYTES).split(b"\n"):
        key, _, value = line.partition(b"=")
        if key.strip() == b"worktree":
            return os.path.join(git, os.fsdecode(value.strip().replace(b"\0", b"")))
    return ""


def read(path: str, limit: int, offset: int = 0) -> bytes:
    """`limit` bytes of a plain file from `offset`; b"" for a missing file, pipe or device."""
    try:
        return files.read_path(path, limit, offset)
    except (OSError, ValueError):
        return b""


def _named(raw: bytes, before: bytes = b"") -> str:
    """The path in a one-line file, behind its first word; "" for none."""
    line = raw.partition(b"\n")[0].rstrip(b"\r")
    path = line[len(before) :].strip() if line.startswith(before) else b""
    return "" if b"\0" in path else os.fsdecode(path)


def head(git: str) -> str | None:
    """The commit that HEAD names; "" before the first commit of its branch.

    Args:
        git: the git directory of a work tree.

    Returns:
        None where it can't be told: HEAD is damaged, or its refs are kept in another way than in
        files (git-scm.com/docs/reftable).
    """
    common = common_directory(git)
    name = "HEAD"
    for _ in range(_DEPTH):
        where = git if name == "HEAD" or name.startswith(_OF_TREE) else common
        path = os.path.join(where, name)
        text = read(path, _REF_BYTES).decode("utf-8", "surrogateescape").strip()
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
    raw = read(os.path.join(common, "packed-refs"), _PACKED_BYTES)
    if len(raw) == _PACKED_BYTES:
        return None
    end = raw.find(b" " + os.fsencode(name) + b"\n")
    if end < 0:
        return ""
    commit = raw[raw.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace")
    return commit if _is_commit(commit) else None


def _is_commit(text: str) -> bool:
    return len(text) >= _SHORTEST and _DIGITS.issuperset(text)
