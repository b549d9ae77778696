"""Answers who wrote a turn: by a hook's payload, the environment, and the host's own transcript.

What hosts write stands in origin.json. Pure. Must not know what becomes of a turn.
"""

from __future__ import annotations

import os

from memory_store import codec, model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from memory_store.codec import Record

TYPED = ""
"""The person typed it, as far as is known: what a journal event without an `origin` is."""
SCHEDULED, RELAYED, COPIED, DELEGATED, SCRIPTED, UNKNOWN = ORIGINS = (
    *("scheduled", "relayed", "copied", "delegated", "scripted", "unknown"),
)
"""By the clock or the agent's own plan; from another session, person or program; repeated from the
session that this one was forked from; from an agent to its sub-agent; by a program that runs the
host; from a source that nobody knows."""
RECORD = "record"
"""No turn at all: what a host writes down beside what is said, such as a command's output."""

_UNSURE = (SCRIPTED, UNKNOWN)
_ENTRY, _ATTENDED = "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ATTENDED"
_NAMED = ("turnOrigin", "promptSource")
_KIND, _HEAD = '"origin":{"kind":"', b'"session_meta"'
_BLANK = b'": '
_ASIDE = (b'"isMeta":true', b'"isSidechain":true')
_NOTICE, _TRIGGER = "task-notification", "scheduled-trigger"

_read: dict[str, dict[str, Any]] = {}


def of_prompt(record: Record, text: str, environment: Mapping[str, str]) -> str:
    """The origin of a prompt.

    Args:
        record: the payload of a hook, or the line of a transcript.
        text: the prompt, without what a host puts beside it.
        environment: the variables of the hook; empty for a line, which names its entry itself.

    Returns:
        TYPED, one of ORIGINS, or RECORD.
    """
    found = _by_fields(record) or of_text(text)
    if found not in (TYPED, SCRIPTED):
        return found
    entry = str(record.get("entrypoint") or environment.get(_ENTRY, ""))
    entries = _table("entries")
    if entry in entries["apps"]:  # where a person types, and the host says `sdk` all the same
        return TYPED
    is_alone = environment.get(_ATTENDED) == "0" or is_machine(environment)
    return SCRIPTED if found or is_alone or entry.startswith(tuple(entries["programs"])) else TYPED


def of_text(text: str) -> str:
    """The origin of a text that begins as no person's does; else TYPED."""
    text = text.lstrip()
    name, _, rest = text.partition("\n")[0].partition(" ")
    event = name.partition(":")[0]
    if rest.startswith(tuple(_table("hooks")["say"])) and event in _table("hooks")["of"]:
        return RECORD
    for found, beginnings in _table("begins").items():
        if text.startswith(tuple(beginnings)):
            return str(found)
    return TYPED


def is_machine(environment: Mapping[str, str]) -> bool:
    """Whether this runs in continuous integration, where nobody is asked and nobody types."""
    known = _table("machines")
    told = (environment.get(name, "") for name in known["variables"])
    return any(value.lower() not in known["unset"] for value in told)


def may_be_apart(content: bytes, project: str) -> bool:
    """Whether a transcript's bytes may hold a turn that no person typed here; in doubt true.

    Quick. `project` is the directory of which the memory is.
    """
    is_others = _BLANK in content.partition(b"\n")[0]  # in which the marks would not be found
    if _HEAD in content or is_others or any(mark in content for mark in _ASIDE):
        return True
    if any(f'"{name}":'.encode() in content for name in _table("fields")):
        return True
    here = b'"cwd":"' + os.fsencode(project)
    if content.count(b'"cwd":"') != content.count(here + b'"') + content.count(here + b"/"):
        return True
    programs = _table("entries")["programs"]
    if any(f'"entrypoint":"{one}'.encode() in content for one in programs):
        return True
    for field, named in (*((one, "prompt") for one in _NAMED), (_KIND, "kind")):
        mark = f'"{field}":"' if field != _KIND else field
        typed = [one for one, found in _table("values")[named].items() if not found]
        known = sum(content.count(f'{mark}{one}"'.encode()) for one in typed)
        if content.count(mark.encode()) != known:
            return True
    return False


def of_session(meta: Record) -> str:
    """The origin of all prompts of a session of Codex, by the head of its transcript."""
    source = meta.get("source")
    named = next(iter(source), "") if isinstance(source, dict) else source
    thread = str(meta.get("thread_source") or "user")
    values = _table("values")
    found = values["thread_source"].get(thread, DELEGATED) or values["session_source"].get(named)
    return str(found or TYPED)


def of_answer(earlier: Iterable[Record], turn_id: str) -> str:
    """The origin of an answer that comes now: that of the prompt which it answers.

    Args:
        earlier: the journal events of its session.
        turn_id: the host's id of its turn, "" for none: then it answers the last prompt.
    """
    prompts = [one for one in earlier if one.get("type") == model.PROMPT]
    ours = [one for one in prompts if turn_id and one.get("turn_id") == turn_id] or prompts[-1:]
    return str(ours[-1].get("origin", TYPED)) if ours else TYPED


def is_persons(origin: str) -> bool:
    """Whether a turn may tell what a session was about, and what the person wants."""
    return origin == TYPED or origin in _UNSURE


def may_ask(origin: str) -> bool:
    """Whether what a turn states may stand, prove another statement, or end one."""
    return origin == TYPED


def _by_fields(record: Record) -> str:
    """The origin that a host's own fields tell; TYPED where they say nothing else."""
    named = record.get("origin")
    told = named if isinstance(named, dict) else {}
    kind = told.get("kind")
    values = _table("values")
    if kind == _NOTICE and told.get("subkind"):
        return SCHEDULED if told["subkind"] == _TRIGGER else RELAYED
    copied = next((one for name, one in _table("fields").items() if record.get(name)), TYPED)
    if copied == COPIED or kind is not None:
        return str(copied if copied == COPIED else values["kind"].get(kind, UNKNOWN) or copied)
    sources = [values["prompt"].get(one, UNKNOWN) for name in _NAMED if (one := record.get(name))]
    sources.append(values["prompt"].get(record.get("source"), TYPED))  # a word of other hosts too
    return str(copied or next(filter(None, sources), TYPED))


def _table(name: str) -> dict[str, Any]:
    if not _read:
        with open(f"{os.path.splitext(__file__)[0]}.json", encoding="utf-8") as file:
            found = codec.parse(file.read())
        assert isinstance(found, dict)  # noqa: S101  our own file
        _read.update(found)
    return _read[name]
