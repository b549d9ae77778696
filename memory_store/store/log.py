"""A private log of reasons, one line each, in the state directory; hooks print none.

Must not raise, grow past its limit, or hold the words of a user or an agent.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.store import files, layout

_CAP_BYTES = 262_144
_READ_CHARS, _REASON_CHARS = 4_000, 400
NAME = "memory-store.log"


def path() -> str:
    """Where the log is."""
    return os.path.join(layout.state_directory(), NAME)


def write(where: str, reason: object) -> None:
    """Append `reason`, cut to a short line, under the name of its teller."""
    line = f"{clock.stamp(clock.now())} {where}: {_plain(reason)}\n"
    try:
        files.make_directory(layout.state_directory())
        _rotate()
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        descriptor = files.open_beneath(layout.state_directory(), NAME, flags)
        try:
            os.write(descriptor, line.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)
    except OSError:
        return  # a log that can't be written is no reason to fail


def _plain(reason: object) -> str:
    """The beginning of a reason: one line, no secret, no terminal codes."""
    try:
        from memory_store.text import clean, redact  # a log line is rare

        text = redact.secrets(clean.line(str(reason)[:_READ_CHARS]))[0][:_REASON_CHARS]
    except Exception:  # noqa: BLE001  no descriptor or memory is left, or it knows no text
        text = type(reason).__name__
    return "".join(char if char.isprintable() else " " for char in text)


def _rotate() -> None:
    """Rename a log that reached its limit, replacing the older one."""
    try:
        if os.path.getsize(path()) > _CAP_BYTES:
            os.replace(path(), path() + ".1")
    except FileNotFoundError:
        return
