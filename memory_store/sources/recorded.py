"""Finds recorded sessions under a path, and reads what was said in each.

Reads hosts' transcripts and databases. Must not follow a link.
"""

from __future__ import annotations

import os

from memory_store import codec, errors, origin
from memory_store.hosts import transcripts, turns, wire
from memory_store.sources import recorded_session
from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from memory_store.codec import Record


_DATABASES = (".vscdb", ".db")
_ZSTD = ".zst"
_ZSTD_READERS = ("compression.zstd", "backports.zstd")  # of Python 3.14, and the same before
_EXTENSIONS = (".jsonl", ".txt", *_DATABASES, f".jsonl{_ZSTD}")
_GEMINIS = "session-"
"""How an older file of Gemini CLI begins, which ends as any other JSON."""
_SUBAGENTS = "subagents"
_TRANSCRIPTS = "agent-transcripts"
_LONG_BYTES = 1 << 20  # a longer line holds a picture, or what a tool printed
_SMALL_BYTES = 1 << 16
_WORDS_CHARS = 1 << 16  # and a longer run of it without a blank no words
_SAID = (
    *(b'"user"', b'"assistant"', b'"attachment"'),
    *(b'"session_meta"', b'"event_msg"'),
)
_LONG = (recorded_session.CLAUDE, recorded_session.CODEX)
"""The forms whose files hold much that nobody said."""
_HEADS = (
    ("session.start", "data", "copilot"),
    ("user.message", "data", "copilot"),
    ("session_start", "cwd", "droid"),
    ("metadata", "protocol_version", "kimi"),
)
"""The first line of a host's file: its type, a field, and whose it is."""
_LEFT = ("session_index.jsonl", "usage_record.jsonl")


def find(path: str) -> list[str]:
    """The files at or beneath a path that may hold sessions, in the order of their names.

    Left out are links, and what subagents said.

    Raises:
        OSError: there is nothing at the path, or it can't be read.
    """
    os.stat(path)
    if os.path.islink(path):
        return []
    if not os.path.isdir(path):
        return [path]
    paths = []
    for above, directories, names in os.walk(path):
        directories[:] = [one for one in directories if one != _SUBAGENTS]
        paths += [os.path.join(above, one) for one in names if _may_hold(one)]
    return sorted(one for one in paths if not os.path.islink(one))


def oldest_first(paths: Iterable[str]) -> list[str]:
    """Files by when they were last written; one that is gone meanwhile is left out."""
    stamped = []
    for path in paths:
        try:
            stamped.append((os.stat(path).st_mtime, path))
        except OSError:
            continue
    return [path for _, path in sorted(stamped)]


def _may_hold(name: str) -> bool:
    is_geminis = name.startswith(_GEMINIS) and name.endswith(".json")
    return is_geminis or (name.endswith(_EXTENSIONS) and name not in _LEFT)


def read(path: str) -> Iterator[recorded_session.Recording]:
    """The sessions in a file, mostly one, without empty ones.

    Raises:
        OSError: it can't be read, or is no plain file.
        ValueError: it holds no session in a form that is known; the message says so.
    """
    if path.endswith(_DATABASES):
        from memory_store.sources import host_databases  # brings SQLite

        yield from host_databases.sessions(path)
        return
    with _opened(path) as file:
        form, first = _form(path, file)
        file.seek(0)
        if not form and first:
            return
        if not form:
            raise ValueError(errors.Message("no session in a form that is known"))
        content = b"".join(_lines(file)) if form in _LONG else file.read()
    yield from (one for one in _apart(_transcript(form, path, first, content)) if one.events)


def _opened(path: str) -> BinaryIO:
    """A file of lines, also of one that Codex compressed."""
    file = os.fdopen(files.open_plain(path), "rb")
    if not path.endswith(_ZSTD):
        return file
    import importlib  # one host compresses
    import io

    with file:
        for name in _ZSTD_READERS:
            try:
                zstd = importlib.import_module(name)
            except ImportError:
                continue
            return io.BytesIO(zstd.decompress(file.read()))
    told = "compressed by zstd, which Python 3.14 reads, or the package backports.zstd"
    raise ValueError(errors.Message(told))


def _apart(found: recorded_session.Recording) -> Iterator[recorded_session.Recording]:
    """A session without what an agent told its sub-agent, and each that it was forked from."""
    copied = dict.fromkeys(str(one.get("copied_from") or "") for one in found.events)
    for session in dict.fromkeys(["", *copied]):
        events = [
            one
            for one in found.events
            if str(one.get("copied_from") or "") == session
            and (session or one.get("origin") != origin.DELEGATED)
        ]
        yield recorded_session.Recording(
            session or found.id,
            found.form,
            [{**one, "origin": ""} for one in events] if session else events,
            path=found.path,
            project=found.project,
            changed=found.changed,
            is_copy=bool(session),
        )


def _form(path: str, lines: Iterable[bytes]) -> tuple[str, Record]:
    """The form of a file, and the first line that shows it.

    For a file of a host's records of which none is of a session, "" and its first line; for any
    other, "" and {}.
    """
    first: Record = {}
    is_hosts = True
    for line in lines:
        record = turns.record_of(line)
        form = _form_of(record)
        if form:
            return form, record
        first = first or record
        is_hosts &= isinstance(record.get("type"), str) or not line.strip()
    return (
        (recorded_session.CURSOR, {}) if path.endswith(".txt") else ("", first if is_hosts else {})
    )


def _form_of(record: Record) -> str:
    """The form that a record shows, "" for none."""
    message, kind = turns.inner(record, "message"), record.get("type")
    shown = {
        "gemini": "projectHash" in record,
        "qwen": "provenance" in record or (bool(kind) and "parts" in message),
        recorded_session.CLAUDE: isinstance(record.get("sessionId"), str) and "type" in record,
        recorded_session.CODEX: kind == "session_meta" and bool(turns.inner(record, "payload")),
        recorded_session.CURSOR: isinstance(record.get("role"), str)
        and isinstance(record.get("message"), dict),
    }
    heads = (form for mark, field, form in _HEADS if kind == mark and field in record)
    return next((form for form, is_shown in shown.items() if is_shown), next(heads, ""))


def _lines(file: Iterator[bytes]) -> Iterator[bytes]:
    """The lines in which something may be said: a transcript holds much else."""
    for line in file:
        if any(mark in line for mark in _SAID):
            yield line if len(line) <= _LONG_BYTES else _words_of(line)


def _words_of(line: bytes) -> bytes:
    """A long line without what no person wrote, as a pasted picture; its words stay."""
    record = turns.record_of(line)
    return codec.render(_without_runs(record)).encode("utf-8", "replace") + b"\n"


def _without_runs(value: object) -> object:
    """A value of a record without long texts that have no blank."""
    if isinstance(value, str):
        return "" if len(value) > _WORDS_CHARS and " " not in value[:_WORDS_CHARS] else value
    if isinstance(value, list):
        return [_without_runs(one) for one in value]
    if isinstance(value, dict):
        return {name: _without_runs(one) for name, one in value.items()}
    return value


def _transcript(form: str, path: str, first: Record, content: bytes) -> recorded_session.Recording:
    identity, project = _names(form, path, first, content)
    said = transcripts.dialect(form).parse(content, identity).turns
    changed = os.stat(path).st_mtime
    return recorded_session.Recording(
        identity,
        form,
        list(map(recorded_session.event, said)),
        path=path,
        project=project,
        changed=changed,
    )


def _names(form: str, path: str, first: Record, content: bytes) -> tuple[str, str]:
    """A session's id, and its project as `recorded_session.Recording` has it."""
    stem, above = os.path.splitext(os.path.basename(path))[0], os.path.dirname(path)
    if form == recorded_session.CLAUDE:
        return _claude_names(stem, content)
    if form == recorded_session.CODEX:
        meta = turns.inner(first, "payload")
        return str(meta.get("id") or stem), str(meta.get("cwd") or "")
    if form == recorded_session.CURSOR:
        return stem, _slug_of(path)
    if form == "gemini":
        return wire.name_of(first, "sessionId"), _word_in(os.path.dirname(above), ".project_root")
    if form == "kimi":  # sessions/PROJECT/SESSION/agents/main/wire.jsonl
        session = os.path.dirname(os.path.dirname(above))
        state = turns.record_of(_word_in(session, "state.json").encode("utf-8", "replace"))
        return os.path.basename(session), wire.path_of(state.get("cwd"))
    data = turns.inner(first, "data")
    identity = wire.name_of(first, "sessionId", "id")
    if form == "copilot":  # session-state/SESSION/events.jsonl
        identity = os.path.basename(above)
    where = first.get("cwd") or turns.inner(data, "context").get("cwd")
    return wire.name_of(data, "sessionId") or identity, wire.path_of(where)


def _word_in(directory: str, name: str) -> str:
    """The content of a small file beside a session; "" where there is none."""
    try:
        return files.read(directory, name, _SMALL_BYTES).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _claude_names(stem: str, content: bytes) -> tuple[str, str]:
    """The session's id and where it began: of the file's own name, else of its first lines.

    A session that was forked from another one begins with that one's lines.
    """
    first: Record = {}
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        if isinstance(record.get("cwd"), str) and isinstance(record.get("sessionId"), str):
            if record["sessionId"] == stem:
                return stem, str(record["cwd"])
            first = first or record
    return str(first.get("sessionId", stem)), str(first.get("cwd", ""))


def _slug_of(path: str) -> str:
    """The name of the project's directory in a path `…/NAME/agent-transcripts/…`, else ""."""
    parts = os.path.abspath(path).split(os.sep)
    at = parts.index(_TRANSCRIPTS) if _TRANSCRIPTS in parts else 0
    return parts[at - 1] if at else ""
