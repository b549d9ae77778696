"""The values that readers give: a fact, a session's summary, a note.

Must not know which tool they are from, or what becomes of them.
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """A fact of another tool.

    Attributes:
        key: what tells it from all others of its tool, whatever else of it changes.
        content: the text, not yet cleaned or redacted.
        kind: W, B, O or S.
        confidence: 0..1.
        moment: when it was kept, seconds since 1970.
        entities: whom or what it is about.
        session: the host's id of the session it comes from, "" where none is told.
    """

    key: tuple[str, ...]
    content: str
    kind: str
    confidence: float
    moment: float
    entities: tuple[str, ...] = ()
    session: str = ""


class Summary(NamedTuple):
    """A summary of another tool; fields as in `Fact`, `todos` are its open todos."""

    key: tuple[str, ...]
    session: str
    topic: str
    text: str
    moment: float
    todos: tuple[str, ...] = ()


class Note(NamedTuple):
    """A Markdown file.

    Attributes:
        name: the file's name among the notes, `….md`.
        text: all of it.
        moment: when it was written, seconds since 1970.
    """

    name: str
    text: str
    moment: float


class Collection(NamedTuple):
    """All that a tool kept.

    Attributes:
        facts, summaries, notes: the oldest first.
        sessions: paths of the transcripts that belong to it.
        others: how many belong to other projects and were left out.
        faults: what could not be read, a line each.
    """

    facts: tuple[Fact, ...] = ()
    summaries: tuple[Summary, ...] = ()
    notes: tuple[Note, ...] = ()
    sessions: tuple[str, ...] = ()
    others: int = 0
    faults: tuple[str, ...] = ()
