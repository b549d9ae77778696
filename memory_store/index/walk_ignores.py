"""Names that are never notes below a named folder: what is hidden, caches and packages.

Must not be applied to a path that the settings name.
"""

from __future__ import annotations

import os

_PACKAGES = frozenset((
    "node_modules", "bower_components", "jspm_packages", "site-packages", "__pycache__", "Pods",
))  # fmt: skip
_SIGNS = frozenset(("pyvenv.cfg", "CACHEDIR.TAG"))
"""Files that tell a virtual environment (PEP 405), and a cache (bford.info/cachedir)."""

_VENDOR, _VENDORED = "vendor", frozenset(("modules.txt", "autoload.php"))  # of Go, of Composer


def passes_over(name: str, *, is_folder: bool) -> bool:
    """Whether an entry is no note, nor holds any, by its name."""
    return name.startswith(".") or (is_folder and name in _PACKAGES)


def is_cache(folder: str, names: set[str]) -> bool:
    """Whether a folder holds other people's files, by its name and the names in it."""
    return bool(names & _SIGNS) or (folder == _VENDOR and bool(names & _VENDORED))


def reach(root: str, relative: str) -> bool:
    """Whether a walk from the folder `root` comes to a file, by looking at its way alone."""
    path, above = root, ""
    parts = relative.split("/")
    for depth, part in enumerate(parts):
        wanted = {*_SIGNS, *_VENDORED}
        there = {one for one in wanted if os.path.lexists(os.path.join(path, one))}
        if depth and is_cache(above, there):
            return False
        if passes_over(part, is_folder=depth + 1 < len(parts)):
            return False
        path, above = os.path.join(path, part), part
    return True
