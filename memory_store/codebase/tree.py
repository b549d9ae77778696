"""Which files a project has now, and what became of those it had.

A statement names a file by the end of its path as often as by the whole: pay.ts, billing/pay.ts.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from memory_store.codebase import sources
from memory_store.store import files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.codebase import commits

_FILES = 40  # manifests that are read
_FILE_BYTES = 1 << 20
_APART = re.compile(r"(?:^|/)(?:[\w-]*tests?|__\w+__|fixtures?|examples?|vendor|node_modules)/")
_STEPS = 8  # renames that are followed


class Tree:
    """The files of a project: those of HEAD, and those on disk.

    Attributes:
        base: the project's directory as HEAD's paths begin there; "" for the root.
    """

    def __init__(self, project: str, root: str, listed: list[str]) -> None:
        """Note what is there.

        Args:
            project: the directory that statements speak of.
            root: that of its repository.
            listed: the paths of HEAD's files, from the root.
        """
        self._roots = list(dict.fromkeys((project, root)))
        self._listed = _Ends(listed)
        inside = os.path.relpath(os.path.realpath(project), os.path.realpath(root))
        self.base = "" if inside == os.curdir else f"{inside.replace(os.sep, '/')}/"

    def has(self, name: str) -> bool:
        """Whether a path ends a file's or a directory's that is there."""
        if any(os.path.lexists(os.path.join(root, name)) for root in self._roots):
            return True
        return next(self._listed.having(name), None) is not None

    def declaring(self) -> list[str]:
        """The paths of files that declare something, the project's own first.

        None of tests, examples and other people's code: they have versions of their own.
        """
        own = [f"{self.base}{name}" for name in sources.DECLARING]
        found = [path for name in sources.DECLARING for path in self._listed.having(name)]
        found = [path for path in found if not _APART.search(path)]
        near = sorted(found, key=lambda path: (path.count("/"), path))
        return list(dict.fromkeys([*own, *sources.DECLARING, *near[:_FILES]]))

    def read(self) -> Iterator[tuple[str, bytes]]:
        """These files as they are on disk, by path from the root."""
        for path in self.declaring():
            try:
                yield path, files.read(self._roots[-1], path, _FILE_BYTES)
            except OSError:
                continue


class Ends:
    """What became of the files that commits since a moment took away."""

    def __init__(self, history: commits.History, since: float) -> None:
        self._history = history
        self._deleted = history.deletions(since)
        self._ends = _Ends(self._deleted)
        self._renamed: dict[str, dict[str, str]] = {}

    def of(self, name: str, since: float) -> End | None:
        """The last end of the files that a path names; None where none ended since a moment."""
        gone = [(self._deleted[path], path) for path in self._ends.having(name)]
        gone = [(end, path) for end, path in gone if end.moment > since]
        if not gone:
            return None
        last = max(end for end, _ in gone)
        return End(name, last.moment, [(end.commit, path) for end, path in gone])

    def now(self, end: End, there: Tree) -> tuple[str, float]:
        """The name by which the ended files are there now, "" for none, and since when."""
        fates = [self._fate(commit, path, there) for commit, path in end.files]
        moment = max(moment for _, moment in fates)
        names = {path for path, _ in fates}
        old = end.files[0][1]
        if "" in names:
            return "", moment
        if len(names) == 1 and (old == end.name or old.endswith(f"/{end.name}")):
            return names.pop(), moment
        common = os.path.commonpath(names) if len(names) > 1 else os.path.dirname(names.pop())
        return f"{common}/" if common else "", moment

    def _fate(self, commit: str, path: str, there: Tree) -> tuple[str, float]:
        """What a file that a commit took away is called in the end, and when that came."""
        moment = self._deleted[path].moment
        for _ in range(_STEPS):
            path = self._renames(commit).get(path, "")
            if not path or there.has(path) or path not in self._deleted:
                return path if path and there.has(path) else "", moment
            moment, commit = self._deleted[path]
        return "", moment

    def _renames(self, commit: str) -> dict[str, str]:
        if commit not in self._renamed:
            self._renamed[commit] = self._history.renames(commit)
        return self._renamed[commit]


class End:
    """The end of what a path names: when it was, and the commits that ended which files."""

    __slots__ = ("files", "moment", "name")

    def __init__(self, name: str, moment: float, ended: list[tuple[str, str]]) -> None:
        self.name = name
        self.moment = moment
        self.files = ended


class _Ends:
    """Paths by how they end."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_last: dict[str, list[str]] = {}
        for path in paths:
            for part in path.split("/"):
                self._by_last.setdefault(part, []).append(path)

    def having(self, name: str) -> Iterator[str]:
        """The paths that are one, or lie in one, that ends so."""
        inner = f"/{name}/"
        for path in self._by_last.get(name.rpartition("/")[2], ()):
            if inner in f"/{path}/":
                yield path
