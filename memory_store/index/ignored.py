"""What git ignores in a folder and below it, by the `.gitignore` files there (gitignore(5)).

Works on names alone. Must not open a file, run git, or take more than a moment for any pattern:
whoever wrote it may mean harm.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Segment = Callable[[str], object] | None  # None: `**`, any number of folders

FILE = ".gitignore"
MOST_BYTES = 1 << 16
"""Of such a file; what stands behind ignores nothing."""

_MOST_PATTERNS = 500
_SPECIAL = "*?[\\"
_WILD = frozenset(_SPECIAL)


class Pattern:
    """A line of a `.gitignore`.

    Attributes:
        keeps: whether it begins with `!`: what it matches is not ignored after all.
        folders: whether it ends with `/`: it matches folders alone.
        segments: what the parts of a path must be; of a pattern without a slash, its last part.
        is_anchored: whether the path begins where the file lies.
    """

    __slots__ = ("folders", "is_anchored", "keeps", "segments")

    def __init__(self, line: str) -> None:
        self.keeps = line.startswith("!")
        line = line[self.keeps :]
        self.folders = line.endswith("/")
        line = line.rstrip("/") if self.folders else line
        self.is_anchored = "/" in line
        self.segments = [_segment(one) for one in line.removeprefix("/").split("/")]
        if self.segments[-1] is None and self.is_anchored:
            self.segments.append(_segment("*"))  # `a/**` is what lies in a, and not a

    def matches(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Whether a path, its parts from where the file lies, is meant."""
        if self.folders and not is_folder:
            return False
        return _match(self.segments, parts if self.is_anchored else parts[-1:])


class Ignored:
    """The patterns that hold in a folder: its own, and those of the folders above.

    Attributes:
        levels: how many parts down from the top a file lies, and its patterns.
    """

    __slots__ = ("levels",)

    def __init__(self, levels: tuple[tuple[int, list[Pattern]], ...] = ()) -> None:
        self.levels = levels

    def with_file(self, depth: int, text: str) -> Ignored:
        """The same and the lines of a file that lies `depth` parts down from the top."""
        lines = (_stripped(line) for line in text.splitlines())
        kept = [line for line in lines if line.strip("!/") and not line.startswith("#")]
        return Ignored((*self.levels, (depth, [Pattern(one) for one in kept[:_MOST_PATTERNS]])))

    def holds(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Whether a path, its parts from the top, is ignored; the last pattern that fits says.

        What is in an ignored folder is so too, which the caller has to have looked at before.
        """
        for depth, patterns in reversed(self.levels):
            below = parts[depth:]
            for one in reversed(patterns):
                if one.matches(below, is_folder=is_folder):
                    return not one.keeps
        return False


def _stripped(line: str) -> str:
    """A line without the blanks at its end, but for one behind a backslash."""
    bare = line.rstrip(" ")
    return bare + " " if bare.endswith("\\") and bare != line else bare


def _segment(pattern: str) -> Segment:
    if pattern == "**":
        return None
    if not any(mark in pattern for mark in _SPECIAL):
        return pattern.__eq__
    ending = pattern[1:]
    if pattern[0] == "*" and not any(mark in ending for mark in _SPECIAL):
        return lambda name: name.endswith(ending)
    import fnmatch  # most patterns are names and endings
    import re

    return re.compile(fnmatch.translate(_unescaped(pattern))).match


def _unescaped(pattern: str) -> str:
    """A pattern as fnmatch has it: brackets for a backslash, and `[!a]` for a `[^a]`."""
    found, characters = "", iter(pattern.replace("[^", "[!"))
    for one in characters:
        bare = next(characters, "") if one == "\\" else ""
        found += f"[{bare}]" if bare in _WILD else bare or one
    return found


def _match(segments: Sequence[Segment], parts: Sequence[str]) -> bool:
    """Whether the parts are what the segments say, in a time that is their product at most.

    As wildcards are matched by hand: only the last `**` is ever tried again, as an earlier one
    that takes more gains nothing.
    """
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
