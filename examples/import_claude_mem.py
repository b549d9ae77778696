"""Takes over claude-mem's memory: observations become facts, summaries stay summaries.

    python examples/import_claude_mem.py ~/.claude-mem --project NAME > old.jsonl
    memory-store import --from memory-store old.jsonl

The Python is that of memory-store. Columns are read by name, as of version 13 and back to 3; a
missing column counts as empty. The database is only read.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, NamedTuple

import apsw
import export_lines

from memory_store import clock, codec
from memory_store.store import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Row = dict[str, object]

_NAME = "claude-mem.db"
_DONE = ("bugfix", "feature", "refactor", "change")
_SURE = 0.7
_CONTENT_CHARS = 1_900
_TOPIC_CHARS = 280
_WAIT_MILLISECONDS = 2_000
_TABLES = ("observations", "session_summaries", "memories", "overviews")
_OWN = ("memory_session_id", "sdk_session_id", "session_id")  # of versions from 9, 4 and 3 on
_HOSTS = ("content_session_id", "claude_session_id")
_TOLD = ("investigated", "learned", "completed", "notes")


class Kept(NamedTuple):
    """What the database has of a project, and how many rows are of others."""

    facts: list[export_lines.Fact]
    summaries: list[export_lines.Summary]
    others: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of an export."""
    parser = argparse.ArgumentParser(description="Take over claude-mem's memory.")
    parser.add_argument("path", help="~/.claude-mem, or its claude-mem.db")
    parser.add_argument("--project", default="", help="the name of its directory (default: all)")
    parsed = parser.parse_args(arguments)
    try:
        found = read(parsed.path, parsed.project)
    except (OSError, ValueError) as error:
        parser.error(f"{parsed.path}: {error}")
    if found.others:
        export_lines.fault(f"left out: {found.others} of another project")
    lines = [*export_lines.of_facts(found.facts), *export_lines.of_summaries(found.summaries)]
    export_lines.write(lines)


def read(path: str, project: str) -> Kept:
    """The observations and summaries of a database, or of the one in a directory.

    Args:
        path: the database, or the directory that holds it.
        project: the name of the project's directory, by which claude-mem knows it; "" for all.

    Raises:
        OSError: there is no such file, or it is no plain one.
        ValueError: it is no database of claude-mem's.
    """
    path = os.path.join(path, _NAME) if os.path.isdir(path) else path
    os.close(files.open_plain(path))  # SQLite would wait at a pipe
    try:
        db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(_WAIT_MILLISECONDS)
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
        if there.isdisjoint(_TABLES):
            raise ValueError("no database of claude-mem's: it has none of its tables")
        sessions = {
            _first(one, _OWN): _first(one, _HOSTS) for one in _rows(db, there, "sdk_sessions")
        }
        seen, overviews_read, memories, overviews = (
            list(_rows(db, there, name)) for name in _TABLES
        )
        db.close()
    except apsw.Error as error:
        raise ValueError(f"no database of claude-mem's: {error}") from error
    seen += [{**one, "narrative": one["text"], "id": f"memory {one['id']}"} for one in memories]
    overviews_read += [{**one, "learned": one["content"]} for one in overviews]
    observed = [one for one in seen if _is_of(one, project)]
    summed = [one for one in overviews_read if _is_of(one, project)]
    facts = [fact for one in observed if (fact := _fact(one, sessions)) is not None]
    for one in observed:
        if not _content(one):
            export_lines.fault(f"observation {one.get('id')}: empty")
    others = len(seen) + len(overviews_read) - len(observed) - len(summed)
    return Kept(facts, [*_summaries(summed, sessions)], others)


def _rows(db: apsw.Connection, there: set[object], table: str) -> Iterator[Row]:
    """The rows of a table, oldest first; empty if the table is missing."""
    if table not in there:
        return
    order = "created_at_epoch, id" if table in _TABLES else "id"
    cursor = db.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608  names of ours
    names: list[str] = []
    for row in cursor:
        names = names or [one[0] for one in cursor.get_description()]
        yield dict(zip(names, row, strict=True))


def _is_of(row: Row, project: str) -> bool:
    """Whether it is of a project, or of a linked work tree of it, named `project/tree`."""
    named = (_text(row, "project"), _text(row, "merged_into_project"))
    return not project or project in named or named[0].startswith(f"{project}/")


def _fact(row: Row, sessions: dict[str, str]) -> export_lines.Fact | None:
    """An observation as one fact: its title and narrative."""
    content = _content(row)
    if not content:
        return None
    moment = _moment(row)
    return export_lines.Fact(
        key=("claude-mem", _first(row, _OWN), str(row.get("id"))),
        content=content,
        kind="B" if row.get("type") in _DONE else "W",
        confidence=_SURE,
        moment=moment,
        session=_session(row, sessions),
    )


def _content(row: Row) -> str:
    """Title and narrative; where there is no narrative, subtitle and single facts, or the text."""
    title = _text(row, "title")
    narrative = _text(row, "narrative")
    if not narrative:
        parts = [_text(row, "subtitle"), *_listed(row, "facts")]
        narrative = " ".join(one for one in parts if one) or _text(row, "text")
    whole = f"{title}: {narrative}" if title and narrative else title or narrative
    return whole if len(whole) <= _CONTENT_CHARS else whole[:_CONTENT_CHARS].rstrip() + "…"


def _summaries(rows: list[Row], sessions: dict[str, str]) -> Iterator[export_lines.Summary]:
    """One summary a session: claude-mem writes one after each prompt."""
    by_session: dict[str, list[Row]] = {}
    for row in rows:
        by_session.setdefault(_session(row, sessions), []).append(row)
    for session, written in by_session.items():
        topic = next((text for one in written if (text := _text(one, "request"))), "")
        texts = [text for one in written for name in _TOLD if (text := _text(one, name))]
        left = _text(written[-1], "next_steps")
        text = "\n".join(dict.fromkeys(texts)) or topic
        if session and text:
            yield export_lines.Summary(
                key=("claude-mem", "summary", session),
                session=session,
                topic=(topic or text)[:_TOPIC_CHARS],
                text=text,
                moment=_moment(written[-1]),
                todos=(left,) if left else (),
            )


def _session(row: Row, sessions: dict[str, str]) -> str:
    """The host's id of a row's session, else claude-mem's own."""
    own = _first(row, _OWN)
    return sessions.get(own, "") or own


def _first(row: Row, names: tuple[str, ...]) -> str:
    """The text in the first of these columns that has one."""
    return next((text for name in names if (text := _text(row, name))), "")


def _moment(row: Row) -> float:
    stated = clock.parse(row.get("created_at"))
    if stated is not None:
        return stated
    epoch = row.get("created_at_epoch")
    return epoch / 1000 if isinstance(epoch, int | float) else 0.0


def _text(row: Row, name: str) -> str:
    found = row.get(name)
    return " ".join(found.split()) if isinstance(found, str) else ""


def _listed(row: Row, name: str) -> list[str]:
    """The texts in a column that holds a JSON array."""
    raw = row.get(name)
    try:
        listed = codec.parse(raw) if isinstance(raw, str) else []
    except ValueError:
        return []
    return codec.texts(listed)


if __name__ == "__main__":
    main()
