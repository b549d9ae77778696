"""Asks git about a repository that may be somebody else's, with all off that could run a program.

Its settings may name programs: a file system monitor, hooks, filters, and remotes from which
missing objects are fetched. The questions here read the index and objects alone (ADR 27).
"""

from __future__ import annotations

import os
import sys

from memory_store.store import layout

_SECONDS = 2.0  # hosts give a whole hook 10
_OFF = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",  # nothing is fetched, as git has known since 2.3,
    "GIT_NO_LAZY_FETCH": "1",  # nor tried, since 2.39.4 and 2.45
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_SHIM, _TOOLS = "/usr/bin/git", ("/Library/Developer/CommandLineTools", "/Applications/Xcode.app")
"""On a Mac without these tools, that git opens a window that offers them."""

_late: list[str] = []
"""The git directory of a question that was not answered in time: none is asked after it."""


def index(git: str, tree: str, prefixes: tuple[str, ...], *, folds: bool) -> bytes | None:
    """The entries of the index beneath directories, as `ls-files -s -z` prints them.

    Args:
        git: the git directory.
        tree: the work tree.
        prefixes: paths from there; "" for all.
        folds: whether case does not matter.

    Returns:
        None where git can't tell.
    """
    magic = ":(top,icase,literal)" if folds else ":(top,literal)"
    return _ask(git, tree, ["ls-files", "-s", "-z", "--", *(magic + one for one in prefixes)])


def head(git: str, tree: str, prefix: str) -> bytes | None:
    """The entries of HEAD's tree beneath a directory, as `ls-tree -r -z` prints them."""
    beneath = [prefix] if prefix else []
    return _ask(git, tree, ["ls-tree", "-r", "-z", "--full-tree", "HEAD", "--", *beneath])


def blobs(git: str, tree: str, wanted: list[tuple[str, str]]) -> list[str | None]:
    """The name of the object at each path of a commit; "" for none, None where git can't tell.

    Of a path in a directory that was not fetched it is "" too; `history` tells that it can't.
    """
    if not wanted:
        return []
    lines = "".join(f"{commit}^{{tree}}\n{commit}:{path}\n" for commit, path in wanted)
    found = _ask(git, tree, ["cat-file", "--batch-check"], lines)
    said = found.decode("utf-8", "replace").split("\n")[:-1] if found is not None else []
    if len(said) != 2 * len(wanted):
        return [None] * len(wanted)
    pairs = zip(said[::2], said[1::2], strict=True)
    return [
        None if root.endswith("missing") else "" if blob.endswith("missing") else blob.split()[0]
        for root, blob in pairs
    ]


def history(git: str, tree: str, paths: list[str]) -> set[str] | None:
    """The names of all objects that a commit of a ref, HEAD or what was fetched has at paths.

    What was stashed is left out: it is this user's own.
    """
    fetched = ["FETCH_HEAD"] if os.path.exists(os.path.join(git, "FETCH_HEAD")) else []
    words = ["--objects", "--ignore-missing", "--exclude=refs/stash", "--all", *fetched]
    found = _ask(git, tree, ["rev-list", *words, "--", *paths])
    return None if found is None else {one.split(" ", 1)[0] for one in found.decode().split("\n")}


def is_there(tree: str) -> bool:
    """Whether there is a git to ask about a work tree."""
    return not _late and bool(program(tree))


def _ask(git: str, tree: str, words: list[str], text: str = "") -> bytes | None:
    import subprocess  # a repository is seldom as it was not at the last look

    if _late or not os.path.isfile(os.path.join(git, "index")):  # a pipe would never answer
        return None
    where = [f"--git-dir={git}", f"--work-tree={tree}"]
    try:
        given = text.encode("utf-8", "surrogateescape")
        return run([*where, *words], tree, tree, given, _SECONDS)
    except subprocess.TimeoutExpired:
        _late.append(git)
        return None
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def run(
    words: list[str], tree: str, place: str, given: bytes, seconds: float, **variables: str
) -> bytes:
    """What git prints, with all off that could run a program.

    Args:
        words: its arguments.
        tree: the work tree that is asked about, of which no program runs.
        place: where it runs.
        given: its standard input.
        seconds: how long it may take.
        variables: more of its environment.

    Raises:
        OSError: there is no git, or it can't be started.
        subprocess.SubprocessError: it failed, or took too long.
    """
    import subprocess  # see _ask

    git = program(tree)
    if not git:
        raise FileNotFoundError("there is no git")
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
    done = subprocess.run(
        [git, *_OFF, *words],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=place,
        env=kept | _ENVIRONMENT | variables,
        timeout=seconds,
        check=True,
    )
    return done.stdout


def program(tree: str) -> str:
    """The user's git by its absolute path; "" for none.

    Neither by a relative entry of PATH nor by one that lies in the work tree or in one around it,
    as `node_modules/.bin` of a shell that was set up for it.

    Args:
        tree: the work tree that is asked about, or the directory that a command runs in.
    """
    name = "git.exe" if os.name == "nt" else "git"
    brought = _outermost(tree)
    for directory in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(directory, name)
        if (
            os.path.isabs(directory)
            and os.path.isfile(path)
            and os.access(path, os.X_OK)
            and not any(_lies_in(one, brought) for one in (directory, path))
        ):
            is_offer = sys.platform == "darwin" and path == _SHIM
            return path if not is_offer or any(map(os.path.isdir, _TOOLS)) else ""
    return ""


def _outermost(tree: str) -> str:
    """The outermost work tree that a directory lies in, or itself; "" if it is a whole home."""
    home = os.path.realpath(layout.home())
    path = found = os.path.realpath(tree)
    while not _lies_in(home, path) and os.path.dirname(path) != path:
        if os.path.exists(os.path.join(path, ".git")):
            found = path
        path = os.path.dirname(path)
    return "" if _lies_in(home, found) else found


def _lies_in(path: str, root: str) -> bool:
    return bool(root) and os.path.join(os.path.realpath(path), "").startswith(
        os.path.join(root, "")
    )
