"""What the dialects share: readers of a host's fields that never fail, and a check of answers.

On the hot path. Must not know a host's field names, raise for a payload, or touch a file.
"""

from __future__ import annotations

from memory_store import model
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    Answer = dict[str, object] | str | None
    """A JSON object; a text that is printed as it is; or nothing at all."""

    class Host(Protocol):
        """The interface of a dialect's module."""

        KINDS: dict[str, str]
        """The kind of each event that it reads, by the host's name of the event."""

        def parse(self, payload: dict[str, object]) -> model.Event:
            """Turn a host's payload into our value; never raises."""

        def render(self, event: model.Event, reply: model.Reply) -> Answer:
            """Turn our answer into the host's; None prints nothing."""

        def directory(
            self,
            event: model.Event,
            environment: Mapping[str, str],
            has_memory: Callable[[str], bool],
        ) -> str:
            """The project's directory, from the payload or the environment; "" for none."""


MAX_TEXT = model.MAX_TEXT

MAX_SAID = 65_536
"""Most characters of a prompt or an answer that are taken in: several times what is kept of one,
so that whoever keeps it sees that there was more."""

MAX_NAME = 200
"""Longest id or one-word field that is taken in, in characters."""

UNSAID = -1
"""A count or a percentage that the host did not send, or sent as something else."""

_LARGEST = 2**53  # the last whole number that JSON writers agree on


def text_of(payload: dict[str, object], key: str) -> str:
    """The text under a key, "" for none; text that UTF-8 cannot hold becomes `?`."""
    value = payload.get(key)
    return _legible(value) if isinstance(value, str) else ""


def name_of(payload: dict[str, object], *keys: str) -> str:
    """The first non-empty id or word under one of the keys, without control characters, or ""."""
    for key in keys:
        value = payload.get(key)
        name = _plain(value[:MAX_NAME]) if isinstance(value, str) else ""
        if name:
            return name
    return ""


def number_of(payload: dict[str, object], key: str) -> float:
    """The number under a key, or UNSAID: for no number, one below zero, NaN and infinity."""
    value = payload.get(key)
    # a bool is an int to Python, but no host counts with true and false
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return UNSAID
    return value if 0 <= value <= _LARGEST else UNSAID


def count_of(payload: dict[str, object], key: str) -> int:
    """The whole number under a key, or UNSAID; 3.0 is 3, and 3.5 is no count."""
    number = number_of(payload, key)
    return int(number) if number == int(number) else UNSAID


def path_of(value: object) -> str:
    """A path that a system call accepts, or "": for no string, a NUL, what UTF-8 cannot hold."""
    if not isinstance(value, str) or "\0" in value or value != _legible(value):
        return ""
    return value


def event(payload: dict[str, object], host: str, kind: str) -> model.Event:
    """The event of a payload with Claude Code's field names, without what its kind adds."""
    return model.Event(
        host=host,
        kind=kind,
        session_id=name_of(payload, "session_id"),
        directory=path_of(payload.get("cwd")),
        source=name_of(payload, "source") if kind == model.SESSION_START else "",
        status="completed" if kind == model.STOP else "",
        reason=name_of(payload, "reason"),
        transcript=path_of(payload.get("transcript_path")),
    )


def stop_count(payload: dict[str, object]) -> int:
    """The rounds of a loop by `stop_hook_active`: 1 or 0, and UNSAID where it is missing.

    So only a host that says that it is at the first stop is taken to be there.
    """
    active = payload.get("stop_hook_active")
    return int(active) if isinstance(active, bool) else UNSAID


def payload_directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The project's directory of a host whose payloads always name it."""
    del environment, has_memory
    return event.directory


def fit(text: str) -> str:
    """A text cut to whole lines within MAX_TEXT, "" for blanks alone.

    Cursor and Claude Code count UTF-16 units, as JavaScript does, so an emoji counts twice. The
    first line alone is cut inside, if it is too long by itself.
    """
    if not text.strip():
        return ""
    units = text.encode("utf-16", "replace")  # two bytes of order mark, then two a unit
    if len(units) <= 2 + 2 * MAX_TEXT:
        return units.decode("utf-16")
    head = units[: 2 + 2 * MAX_TEXT].decode("utf-16", "ignore")
    end = head.rfind("\n")
    return head[:end] if end > 0 else head


def snake_case(name: str) -> str:
    """A field's name in camel case as Claude Code spells it, `hook_event_name`."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def _legible(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can spell and no file can hold
        text = text.encode("utf-8", "replace").decode()
    if text.isascii():
        return text
    from memory_store.text import encoding  # few payloads are in another alphabet

    return encoding.restored(text)


def _plain(name: str) -> str:
    return name if name.isprintable() else clean.text(name).replace("\n", "").replace("\t", "")
