"""Lists the extra files of a store, and the reason for each that is left out.

Looks at names, kinds and sizes, within fixed limits. Must not read a note.
"""

from __future__ import annotations

import os
import stat

from memory_store import errors
from memory_store.index import extra, walk_ignores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.index.extra import Source
    from memory_store.store import layout

Left = dict[str, str]

MOST_FILES = 5_000
MOST_BYTES = 64 << 20
"""Of all extra files of a store together."""

_MOST_ENTRIES = 20_000  # of a named folder; some 60 ms to look at
_IN_PART = "is indexed in part: {bound} are as much as is looked at"


class ExtraFiles:
    """The extra files of a store.

    Attributes:
        kept: the files to index, by name.
        left: what was named or met and is not indexed, or in part: a sentence without its subject.
        bytes: how many the files have together.
    """

    def __init__(self) -> None:
        self.kept: dict[str, os.stat_result] = {}
        self.left: Left = {}
        self.bytes = 0

    def leave(self, name: str, template: str, /, **values: object) -> None:
        """Note that something is not indexed, as it does what the template says."""
        self.left[name if name.isprintable() else ascii(name)] = errors.Message(
            "is left out: it {reason}", reason=errors.Message(template, **values)
        )

    def judge(self, name: str, status: os.stat_result) -> str:
        """Keep a file, or note the reason against it; the limit that is reached, "" for none."""
        size = status.st_size
        if not name.endswith(extra.MARKDOWN):
            self.leave(name, "is no Markdown by its name")
        elif not stat.S_ISREG(status.st_mode):
            self.leave(name, "is no plain file")
        elif size > extra.MOST_BYTES:
            self.leave(name, "is larger than {most} MiB", most=extra.MOST_BYTES >> 20)
        elif name not in self.kept:
            if len(self.kept) == MOST_FILES:
                return errors.Message("{count} files", count=f"{MOST_FILES:,}")
            if self.bytes + size > MOST_BYTES:
                return errors.Message("{count} MiB", count=MOST_BYTES >> 20)
            self.kept[name] = status
            self.bytes += size
        return ""


def find(store: layout.Store) -> ExtraFiles:
    """The extra files of a store, and the left-out ones with the reasons.

    Links, names that can't be told, what is no plain file or too large, and what stands behind a
    bound is left out and noted; what `walk_ignores` names, and what is no Markdown by its name,
    nobody expects to be indexed, and it is not.
    """
    files = ExtraFiles()
    for source in extra.sources(store):
        for name, status in _files(source, files):
            bound = files.judge(name, status)
            if bound:
                files.left[source.name] = errors.Message(_IN_PART, bound=bound)
                break
    return files


def _files(source: Source, files: ExtraFiles) -> Iterator[tuple[str, os.stat_result]]:
    """The named file, or the files of the named folder."""
    reason = extra.refusal(source)
    if reason:
        files.leave(source.name, reason)
        return
    try:
        status = os.lstat(source.path())
    except (FileNotFoundError, NotADirectoryError, ValueError):
        files.leave(source.name, "is not there")
    except OSError as error:
        files.leave(source.name, "can't be read: {reason}", reason=error)
    else:
        if os.path.isdir(source.path()):
            yield from _walk(source, files)
        else:
            yield source.name, status


def _walk(source: Source, files: ExtraFiles) -> Iterator[tuple[str, os.stat_result]]:
    """The possible notes below a folder, the nearest first."""
    waiting = [""]
    entries = 0
    for relative in waiting:  # which grows
        listed = _entries(source, relative, files)
        if relative and walk_ignores.is_cache(
            relative.rpartition("/")[2], {entry.name for entry in listed}
        ):
            continue
        for entry in listed:
            entries += 1
            if entries > _MOST_ENTRIES:
                bound = errors.Message("{count} entries", count=f"{_MOST_ENTRIES:,}")
                files.left[source.name] = errors.Message(_IN_PART, bound=bound)
                return
            here = f"{relative}/{entry.name}" if relative else entry.name
            if not _may_be_entered(entry, source, here, files):
                continue
            if entry.is_dir():
                waiting.append(here)
            else:
                yield source.inside(here), entry.stat(follow_symlinks=False)


def _may_be_entered(entry: os.DirEntry[str], source: Source, here: str, files: ExtraFiles) -> bool:
    """Whether an entry is a folder to look into, or a file that may be a note."""
    is_folder = entry.is_dir()
    if not is_folder and not entry.name.endswith(extra.MARKDOWN):
        return False
    if walk_ignores.passes_over(entry.name, is_folder=is_folder):
        return False
    if not entry.name.isprintable():
        files.leave(source.inside(here), extra.UNTOLD)
        return False
    if entry.is_symlink():
        files.leave(source.inside(here), "is a link")
        return False
    return True


def _entries(source: Source, relative: str, files: ExtraFiles) -> list[os.DirEntry[str]]:
    """The entries of a folder, in order."""
    try:
        with os.scandir(os.path.join(source.path(), *relative.split("/"))) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        files.leave(source.inside(relative), "can't be read: {reason}", reason=error)
        return []
