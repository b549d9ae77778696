"""Names that are never notes below a named folder: hidden, caches, packages, ignored by git.

Must not be applied to a path that the settings name.
"""

from __future__ import annotations

import os

from memory_store.index import gitignore
from memory_store.store import files

_PACKAGES = frozenset((
    "node_modules", "bower_components", "jspm_packages", "site-packages", "__pycache__", "Pods",
))  # fmt: skip
_SIGNS = frozenset(("pyvenv.cfg", "CACHEDIR.TAG"))
"""Files that tell a virtual environment (PEP 405), and a cache (bford.info/cachedir)."""

_VENDOR, _VENDORED = "vendor", frozenset(("modules.txt", "autoload.php"))  # of Go, of Composer


class Rules:
    """The names to skip below a named folder; each folder is entered before its content.

    The folder is `relative` to `root` ("" for that itself); of a project, what is above counts.
    """

    __slots__ = ("_caches", "_of", "_root", "_top")

    def __init__(self, root: str, relative: str, *, of_project: bool) -> None:
        self._root = root
        self._top: list[str] = [part for part in relative.split("/") if part]
        self._of = {"": self._above() if of_project else gitignore.Ignored()}
        self._caches: set[str] = set()

    def enter(self, relative: str, names: set[str]) -> None:
        """Note a folder, `relative` to the named one, with the names in it."""
        above = relative.rpartition("/")[0]
        ignored = self._of[above]
        if gitignore.FILE in names:
            ignored = self._with_file(ignored, [*self._top, *filter(None, relative.split("/"))])
        self._of[relative] = ignored
        vendored = relative.rpartition("/")[2] == _VENDOR and names & _VENDORED
        if relative and (vendored or names & _SIGNS):
            self._caches.add(relative)

    def is_cache(self, relative: str) -> bool:
        """Whether an entered folder holds other people's files, by its content."""
        return relative in self._caches

    def passes_over(self, relative: str, *, is_folder: bool) -> bool:
        """Whether an entry of a folder that was entered is no note, nor holds any."""
        above, _, name = relative.rpartition("/")
        if name.startswith(".") or name in _PACKAGES:
            return True
        ignored = self._of[above]
        return bool(ignored.levels) and ignored.holds(
            [*self._top, *relative.split("/")], is_folder=is_folder
        )

    def reach(self, relative: str) -> bool:
        """Whether a walk from the named folder comes to a file, by looking at its way alone."""
        parts = relative.split("/")
        for depth in range(len(parts)):
            folder = "/".join(parts[:depth])
            wanted = (gitignore.FILE, *_SIGNS, *_VENDORED)
            path = os.path.join(self._root, *self._top, *parts[:depth])
            there = {one for one in wanted if os.path.lexists(os.path.join(path, one))}
            self.enter(folder, there)
            here = "/".join(parts[: depth + 1])
            if self.is_cache(folder) or self.passes_over(here, is_folder=depth + 1 < len(parts)):
                return False
        return True

    def _above(self) -> gitignore.Ignored:
        """The patterns of the folders above the named one; empty if they ignore it."""
        ignored = gitignore.Ignored()
        for depth in range(len(self._top)):
            ignored = self._with_file(ignored, self._top[:depth])
            if ignored.holds(self._top[: depth + 1], is_folder=True):
                return gitignore.Ignored()
        return ignored

    def _with_file(self, ignored: gitignore.Ignored, parts: list[str]) -> gitignore.Ignored:
        try:
            raw = files.read(self._root, "/".join((*parts, gitignore.FILE)), gitignore.MOST_BYTES)
        except OSError:
            return ignored
        return ignored.with_file(len(parts), raw.decode("utf-8", "replace"))
