"""A recorded session, as each reader of recordings gives it.

Must not know how a recording is read.
"""

from __future__ import annotations

import os
import posixpath

from memory_store import model, place
from memory_store.hosts import transcript_cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.hosts import turns


CLAUDE, CURSOR, CODEX = model.CLAUDE, model.CURSOR, "codex"


class Recording:
    """A recorded session.

    Attributes:
        id: the host's id of it.
        form: one of the constants above.
        path: the file it was read from.
        project: what the recording says of its project: a directory, of Cursor the directory's
            name with hyphens, "" where it says nothing.
        changed: when the file was last written, seconds since 1970.
        ends: how it ended: `end`, `aborted` (the last turn has no answer), `killed` (no end told).
        events: what happened, in its order: objects with `type` (prompt, response, compaction,
            fact, summary), `text`, and where known `moment` (seconds since 1970) and `key` (the
            host's id of the turn), `origin` and `directory` (`hosts.turns`).
        is_copy: whether another session's recording holds its turns, which was forked from it.
    """

    __slots__ = ("changed", "ends", "events", "form", "id", "is_copy", "path", "project")

    def __init__(
        self,
        identity: str,
        form: str,
        events: list[Record],
        *,
        path: str = "",
        project: str = "",
        changed: float = 0.0,
        ends: str = "end",
        is_copy: bool = False,
    ) -> None:
        self.id = identity
        self.form = form
        self.events = events
        self.path = path
        self.project = project
        self.changed = changed
        self.ends = ends
        self.is_copy = is_copy

    def said(self) -> list[Record]:
        """The prompts and the responses alone."""
        return [one for one in self.events if one["type"] in (model.PROMPT, model.RESPONSE)]

    def last(self) -> float:
        """When something was said last, else when the file was written; seconds since 1970."""
        moments = [one for turn in self.said() if isinstance(one := turn.get("moment"), float)]
        return max(moments, default=self.changed)

    def keep_of(self, project: str) -> None:
        """Leave out what was not said in this project, or in a directory beneath it.

        A session may be gone on with in another project.
        """
        directories = {str(one.get("directory") or self.project) for one in self.events}
        here = {one: self._is_of(one, project) for one in directories}
        self.events = [
            one for one in self.events if here[str(one.get("directory") or self.project)]
        ]

    def _is_of(self, directory: str, project: str) -> bool:
        if self.form == CURSOR and not os.path.isabs(directory):
            return directory == transcript_cursor.slug(project)
        if not directory:
            return False
        if os.path.isdir(directory):
            return place.find_project(directory) == project
        named, here = _named(directory), _named(project)
        return named == here or named.startswith((here + os.sep, here + "/"))


def _named(directory: str) -> str:
    """A directory by one name: WSL has `/mnt/c/shop` for `C:/shop`."""
    if directory[1:3] in (":\\", ":/"):
        directory = f"/mnt/{directory[0].lower()}/" + directory[3:].replace("\\", "/")
        return posixpath.normpath(directory)
    return os.path.normpath(directory)


def event(turn: turns.Turn) -> Record:
    """A turn as an event of a recording."""
    return {
        "type": turn.role,
        "text": turn.text,
        "moment": turn.moment,
        "key": turn.key,
        "origin": turn.origin,
        "copied_from": turn.copied_from,
        "directory": turn.directory,
    }
