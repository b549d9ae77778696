"""Names that are never notes below a named folder: hidden, caches, packages, ignored by git.

What git ignores is judged by the lines of `.gitignore` files (gitignore(5)), each bounded in time,
as they may be hostile. Must not be applied to a path that the settings name, or run git.
"""

from __future__ import annotations

import os

from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Segment = Callable[[str], object] | None  # None: `**`, any number of folders

_PACKAGES = frozenset((
    "node_modules", "bower_components", "jspm_packages", "site-packages", "__pycache__", "Pods",
))  # fmt: skip
_SIGNS = frozenset(("pyvenv.cfg", "CACHEDIR.TAG"))
"""Files that tell a virtual environment (PEP 405), and a cache (bford.info/cachedir)."""

_VENDOR, _VENDORED = "vendor", frozenset(("modules.txt", "autoload.php"))  # of Go, of Composer

_GITIGNORE = ".gitignore"
_MOST_BYTES = 1 << 16  # of such a file; what stands behind ignores nothing
_MOST_PATTERNS = 500
_SPECIAL = "*?[\\"
_WILD = frozenset(_SPECIAL)


class Rules:
    """The names to skip below a named folder; each folder is entered before its content.

    The folder is `relative` to `root` ("" for that itself); of a project, what is above counts.
    """

    __slots__ = ("_caches", "_of", "_root", "_top")

    def __init__(self, root: str, relative: str, *, of_project: bool) -> None:
        self._root = root
        self._top: list[str] = [part for part in relative.split("/") if part]
        self._of = {"": self._above() if of_project else Ignored()}
        self._caches: set[str] = set()

    def enter(self, relative: str, names: set[str]) -> None:
        """Note a folder, `relative` to the named one, with the names in it."""
        above = relative.rpartition("/")[0]
        ignored = self._of[above]
        if _GITIGNORE in names:
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
            wanted = (_GITIGNORE, *_SIGNS, *_VENDORED)
            path = os.path.join(self._root, *self._top, *parts[:depth])
            there = {one for one in wanted if os.path.lexists(os.path.join(path, one))}
            self.enter(folder, there)
            here = "/".join(parts[: depth + 1])
            if self.is_cache(folder) or self.passes_over(here, is_folder=depth + 1 < len(parts)):
                return False
        return True

    def _above(self) -> Ignored:
        """The patterns of the folders above the named one; empty if they ignore it."""
        ignored = Ignored()
        for depth in range(len(self._top)):
            ignored = self._with_file(ignored, self._top[:depth])
            if ignored.holds(self._top[: depth + 1], is_folder=True):
                return Ignored()
        return ignored

    def _with_file(self, ignored: Ignored, parts: list[str]) -> Ignored:
        try:
            raw = files.read(self._root, "/".join((*parts, _GITIGNORE)), _MOST_BYTES)
        except OSError:
            return ignored
        return ignored.with_file(len(parts), raw.decode("utf-8", "replace"))


class Pattern:
    """A line of a `.gitignore`.

    Attributes:
        keeps: whether it begins with `!`: what it matches is not ignored after all.
        folders: whether it ends with `/`: it matches folders alone.
        line: the rest.
        segments: what the parts of a path must be; of a pattern without a slash, its last part.
        is_anchored: whether the path begins where the file lies.
    """

    __slots__ = ("folders", "is_anchored", "keeps", "line", "segments")

    def __init__(self, line: str) -> None:
        self.keeps = line.startswith("!")
        line = line[self.keeps :]
        self.folders = line.endswith("/")
        line = line.rstrip("/") if self.folders else line
        self.line = line
        self.is_anchored = "/" in line
        self.segments = [_segment(one) for one in line.removeprefix("/").split("/")]
        if self.segments[-1] is None and self.is_anchored:
            self.segments.append(_segment("*"))  # `a/**` is what lies in a, and not a

    def matches(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Whether a path, its parts from where the file lies, is meant."""
        if self.folders and not is_folder:
            return False
        return _match(self.segments, parts if self.is_anchored else parts[-1:])


class Level:
    """The patterns of one file, the last first, with quick tests that most don't match.

    Attributes:
        depth: how many parts down from the top the file lies.
        patterns: all of them.
        others: those that are neither a name nor `*` and the end of a name.
        names, endings: of those that are.
    """

    __slots__ = ("depth", "endings", "names", "others", "patterns")

    def __init__(self, depth: int, patterns: list[Pattern]) -> None:
        self.depth = depth
        self.patterns = patterns[::-1]
        bare = [pattern.line for pattern in patterns if not pattern.is_anchored]
        self.names = {line for line in bare if not _is_wild(line)}
        self.endings = tuple(
            line[1:] for line in bare if line[0] == "*" and not _is_wild(line[1:])
        )
        quick = {*self.names, *(f"*{ending}" for ending in self.endings)}
        self.others = [one for one in self.patterns if one.is_anchored or one.line not in quick]

    def candidates(self, name: str) -> list[Pattern]:
        """The patterns that may match a name."""
        is_quick = name in self.names or name.endswith(self.endings)
        return self.patterns if is_quick else self.others


class Ignored:
    """The patterns of a folder and of the folders above."""

    __slots__ = ("levels",)

    def __init__(self, levels: tuple[Level, ...] = ()) -> None:
        self.levels = levels

    def with_file(self, depth: int, text: str) -> Ignored:
        """The same and the lines of a file that lies `depth` parts down from the top."""
        lines = (_stripped(line) for line in text.splitlines())
        kept = [line for line in lines if line.strip("!/") and not line.startswith("#")]
        level = Level(depth, [Pattern(one) for one in kept[:_MOST_PATTERNS]])
        return Ignored((*self.levels, level))

    def holds(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Whether a path, its parts from the top, is ignored; the last pattern that fits says.

        The content of an ignored folder is ignored too: the caller looks at the folders first.
        """
        for level in reversed(self.levels):
            below = parts[level.depth :]
            for one in level.candidates(parts[-1]):
                if one.matches(below, is_folder=is_folder):
                    return not one.keeps
        return False


def _stripped(line: str) -> str:
    """A line without trailing blanks, except a blank behind a backslash."""
    bare = line.rstrip(" ")
    return bare + " " if bare.endswith("\\") and bare != line else bare


def _segment(pattern: str) -> Segment:
    if pattern == "**":
        return None
    if not _is_wild(pattern):
        return pattern.__eq__
    ending = pattern[1:]
    if pattern[0] == "*" and not _is_wild(ending):
        return lambda name: name.endswith(ending)
    import fnmatch  # most patterns are names and endings
    import re

    return re.compile(fnmatch.translate(_unescaped(pattern))).match


def _is_wild(pattern: str) -> bool:
    return any(mark in pattern for mark in _SPECIAL)


def _unescaped(pattern: str) -> str:
    """A pattern as fnmatch has it: brackets for a backslash, and `[!a]` for a `[^a]`."""
    glob, characters = "", iter(pattern.replace("[^", "[!"))
    for character in characters:
        bare = next(characters, "") if character == "\\" else ""
        glob += f"[{bare}]" if bare in _WILD else bare or character
    return glob


def _match(segments: Sequence[Segment], parts: Sequence[str]) -> bool:
    """Whether the parts are what the segments say, in a time that is their product at most.

    Only the last `**` is ever tried again, since an earlier one gains nothing by taking more.
    """
    first = segments[0]
    if first is not None and not first(parts[0]):
        return False  # as of most
    at = part = 0
    star, tried = -1, 0
    while part < len(parts):
        wanted = segments[at] if at < len(segments) else None
        if at < len(segments) and wanted is None:
            star, tried, at = at, part, at + 1
        elif wanted is not None and wanted(parts[part]):
            at, part = at + 1, part + 1
        elif star >= 0:
            tried += 1
            at, part = star + 1, tried
        else:
            return False
    return all(one is None for one in segments[at:])
