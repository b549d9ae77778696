"""What marks of a project's facts are made from, and whether it changed since they were made.

A few calls of stat: a hook may ask. Must not read a file of the project, or run git.
"""

from __future__ import annotations

import os

from memory_store.journal import outlived
from memory_store.store import files, layout
from memory_store.trust import work_tree

DECLARING = (
    "package.json", "pyproject.toml", "Makefile", "makefile", "GNUmakefile", "justfile",
    "Justfile", ".justfile", "go.mod", "Cargo.toml", "requirements.txt", ".nvmrc",
    ".python-version",
)  # fmt: skip
"""The names of the files that declare scripts, packages and versions."""


def state(store: layout.Store) -> list[object]:
    """What changes where HEAD, the facts or a file of the project's directory does."""
    git = repository(store)[1]
    head = (work_tree.head(git) or "") if git else ""
    paths = [os.path.join(store.project, name) for name in DECLARING]
    return [head, files.size(store.path, layout.FACTS), *map(files.signature, paths)]


def repository(store: layout.Store) -> tuple[str, str]:
    """The work tree that a project is in, and its git directory; "" for none."""
    root = work_tree.root(store.project)
    return root, work_tree.git_directory(root) if root else ""


def is_due(store: layout.Store) -> bool:
    """Whether the marks of a project's facts are to be made again."""
    has_facts = files.size(store.path, layout.FACTS) > 0
    return has_facts and outlived.made_from(store) != state(store)
