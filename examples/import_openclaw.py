"""Takes over OpenClaw's memory: MEMORY.md and USER.md as facts, daily notes, and sessions.

    python examples/import_openclaw.py ~/.openclaw > old.jsonl
    memory-store import --from memory-store old.jsonl

The Python is that of memory-store. A line of OpenClaw's long-term memory is one conclusion, like a
fact; a day's notes are for looking up. Its search index is not read.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, NamedTuple

import export_lines
import markdown_folder
import openclaw_sessions

from memory_store.sources import recorded
from memory_store.text import emphasis, outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memory_store.codec import Record

_CORE, _PERSON, _DIARY = "MEMORY.md", "USER.md", "memory"
_WORKSPACE, _AGENTS, _SESSIONS = "workspace", "agents", "sessions"
_DATABASE = os.path.join("agent", "openclaw-agent.sqlite")
_ASIDE = ".jsonl.reset."
_BULLETS = ("- ", "* ", "+ ")
_BOXES = ("[ ] ", "[x] ", "[X] ")
_COLONS = (":", "：")
_TABLE, _CODE = "|", ("```", "~~~")
_COMMENT = ("<!--", "-->")
_CLOSING = "you're learning about a person, not building a dossier"
"""What the template of USER.md ends with."""

_RULES = (
    "prefer", "rule", "style", "convention", "habit", "likes", "dislikes", "偏好", "喜好", "规则",
    "规范", "习惯", "约定",
)  # fmt: skip
_SURE = 0.8
_LEAST_CHARS = 4


class Kept(NamedTuple):
    """What stands in a workspace: facts, notes by their names, paths of sessions."""

    facts: list[export_lines.Fact]
    notes: dict[str, str]
    sessions: list[str]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of an export."""
    parser = argparse.ArgumentParser(description="Take over OpenClaw's memory.")
    parser.add_argument("path", help="~/.openclaw, or a workspace in it")
    parsed = parser.parse_args(arguments)
    try:
        found = read(parsed.path)
    except (OSError, ValueError) as error:
        parser.error(f"{parsed.path}: {error}")
    notes = [export_lines.of_note(*one) for one in found.notes.items()]
    lines = [*notes, *export_lines.of_facts(found.facts), *_sessions(found.sessions)]
    export_lines.write(lines)


def _sessions(paths: list[str]) -> Iterator[Record]:
    for path in paths:
        try:
            for session, said in openclaw_sessions.read(path):
                changed = os.stat(path).st_mtime
                yield from export_lines.of_session("openclaw", session, said, changed)
        except (OSError, ValueError) as error:
            export_lines.fault(f"{path}: {error}")


def read(path: str) -> Kept:
    """OpenClaw's memory in a workspace, or in a directory of several (`~/.openclaw`).

    Raises:
        OSError: there is nothing at the path.
        ValueError: it is no memory of OpenClaw's.
    """
    os.stat(path)
    facts: list[export_lines.Fact] = []
    notes: dict[str, str] = {}
    for workspace in _workspaces(path):
        items, files = _core(workspace)
        facts += items
        notes |= files | _diary(workspace)
    sessions = _transcripts(path)
    if not (facts or notes or sessions):
        raise ValueError(f"neither {_CORE} nor {_DIARY}/*.md nor sessions stand there")
    return Kept(sorted(facts, key=lambda one: one.moment), notes, sessions)


def _workspaces(path: str) -> list[str]:
    names = [one for one in sorted(os.listdir(path)) if one.startswith(_WORKSPACE)]
    return [path, *(os.path.join(path, one) for one in names)]


def _transcripts(path: str) -> list[str]:
    """The sessions' files: in `agents/NAME/sessions`, or in a directory `sessions` itself.

    Also those that `/new` or `/reset` set aside, and the databases that came after the files.
    """
    agents = os.path.join(path, _AGENTS)
    names = sorted(os.listdir(agents)) if os.path.isdir(agents) else []
    folders = [os.path.join(agents, one, _SESSIONS) for one in names]
    paths = []
    for folder in (*folders, os.path.join(path, _SESSIONS)):
        if os.path.isdir(folder):
            aside = (one for one in sorted(os.listdir(folder)) if _ASIDE in one)
            paths += [*recorded.find(folder), *(os.path.join(folder, one) for one in aside)]
    databases = (os.path.join(agents, one, _DATABASE) for one in names)
    paths += [one for one in databases if os.path.isfile(one)]
    return [one for one in paths if not os.path.islink(one)]


def _note(path: str, relative: str) -> markdown_folder.Note | None:
    try:
        return markdown_folder.note(path, os.path.join("openclaw", relative))
    except (OSError, ValueError) as error:
        export_lines.fault(f"{path}: {error}")
        return None


def _core(workspace: str) -> tuple[list[export_lines.Fact], dict[str, str]]:
    """The items of the long-term memory and of the person's file, as facts.

    A file with code or a table in it, which no fact can hold, is a note too.
    """
    facts: list[export_lines.Fact] = []
    notes: dict[str, str] = {}
    for name in (_CORE, _PERSON):
        path = os.path.join(workspace, name)
        if not os.path.isfile(path) or os.path.islink(path):
            continue
        note = _note(path, name)
        if note is None:
            continue
        for title, text in _items(note.text):
            is_rule = name == _PERSON or any(word in title.lower() for word in _RULES)
            about = () if is_rule or not title else (title,)
            kind, key = "O" if is_rule else "W", ("openclaw", name, text)
            facts.append(export_lines.Fact(key, text, kind, _SURE, note.moment, about))
        if any(_is_drawn(line) for line in outline.read(note.text)):
            notes[note.name] = note.text
    return facts, notes


def _items(text: str) -> list[tuple[str, str]]:
    """Each item of a list and each paragraph, with the heading it stands beneath.

    Comments, front matter, code, tables and unfilled parts of the template are left out. An item
    beneath an item that ends in a colon begins with the text of that item.
    """
    texts: list[tuple[str, str]] = []
    title, above, is_new = "", "", True
    for line in outline.read(text):
        said = line.text.strip()
        if line.hidden or line.level or not said.strip("-*_ ") or said.startswith(_TABLE):
            title, above, is_new = line.title or title, "", True
            continue
        bullet = next((one for one in _BULLETS if said.startswith(one)), "")
        if not bullet and not is_new:
            texts[-1] = (title, f"{texts[-1][1]} {said}")
            continue
        is_new = False
        said = _without_box(said.removeprefix(bullet).strip())
        is_inner = bool(bullet and above and line.text[:1] in " \t")
        filled = _filled(said)
        if filled.endswith(_COLONS):
            above = filled
            continue
        above = above if is_inner else ""
        texts.append((title, f"{above} {said}" if is_inner else said))
    items = [(head, _filled(said)) for head, said in texts]
    return [
        (head, said)
        for head, said in items
        if len(said) >= _LEAST_CHARS and not said.endswith(_COLONS) and _CLOSING not in said
    ]


def _filled(said: str) -> str:
    """An item in plain words: `Name:` where only a hint stands behind it, "" for a hint alone."""
    while _COMMENT[0] in said and _COMMENT[1] in said:
        before, _, after = said.partition(_COMMENT[0])
        said = f"{before}{after.partition(_COMMENT[1])[2]}".strip()
    if _is_hint(said):
        return ""
    plain = emphasis.without(said).strip()
    for colon in _COLONS:
        name, _, value = plain.partition(colon)
        if _is_hint(value.strip()):
            return f"{name}{colon}"
    return plain


def _is_hint(text: str) -> bool:
    """Whether all of it stands in italics, as what the template explains does."""
    sign = text[:1]
    return sign in ("_", "*") and text[1:2] not in ("", sign) and text.endswith(sign)


def _without_box(said: str) -> str:
    return said[len(_BOXES[0]) :] if said.startswith(_BOXES) else said


def _is_drawn(line: outline.Line) -> bool:
    """Whether a line begins code or is of a table."""
    return line.text.strip().startswith((_TABLE, *_CODE))


def _diary(workspace: str) -> dict[str, str]:
    """The daily notes, each named by its day."""
    folder = os.path.join(workspace, _DIARY)
    if not os.path.isdir(folder):
        return {}
    paths = markdown_folder.find(folder)
    notes = [_note(path, os.path.relpath(path, folder)) for path in paths]
    return {one.name: one.text for one in notes if one is not None}


if __name__ == "__main__":
    main()
