"""Finds the repositories whose git directory stands apart from the files that they bring.

That is how people keep the files of their home in git: `git --git-dir=~/.dotfiles
--work-tree=~`, with no `.git` beside them. Must not run git, or look deeper than one directory.
"""

from __future__ import annotations

import os

from memory_store.store import layout
from memory_store.trust import work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KEPT_IN = ("", ".local/share/yadm", ".config/vcsh/repo.d", ".config/yadm")
"""Where such directories are, beneath the home: anywhere in it, or where a tool keeps them."""


def repositories(directory: str) -> Iterator[tuple[str, str]]:
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
