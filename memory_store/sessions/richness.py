"""Measures how much an agent said and did since its session was last summarised.

Counts bytes, and reads at most the end of a transcript. Must not decide who is asked.
"""

from __future__ import annotations

from memory_store.sessions import topic_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry

RICH = 100_000
"""Bytes of work from which on a session holds more than an automatic summary can tell.

One of 15 strangers' sessions has as much in its answers (docs/extraction.md)."""

_CALL = 500  # bytes that a tool's call counts: what it was for and what came of it
_LINE = 700  # bytes of a transcript's line that are no words
_STAMP = b'"timestamp":"'
_STAMP_CHARS = len("2026-11-21T22:54:01")


def last_summary(events: list[Entry]) -> Entry | None:
    """The newest of a session's events by which its agent summed it up: a command or a line."""
    for event in reversed(events):
        kind = event.type
        if kind == "summary" or (kind == "response" and topic_lines.parse(event.text)):
            return event
    return None


def is_rich(events: list[Entry], transcript: Callable[[], bytes | None]) -> bool:
    """Whether a session is rich by its journal, or by its transcript, which is read only then.

    Args:
        events: the session's, oldest first.
        transcript: gives the end of the host's own record of it; None where there is none.
    """
    summed_up = last_summary(events)
    begin = events.index(summed_up) + 1 if summed_up is not None else 0
    said = sum(
        len(one.text.encode("utf-8", "replace"))
        for one in events[begin:]
        if one.type == "response"
    )
    if said >= RICH:
        return True
    content = transcript()
    if content is None:
        return False
    since = summed_up.text_of("timestamp") if summed_up is not None else ""
    return said + _work(content, since, said) >= RICH


def _work(content: bytes, since: str, said: int) -> int:
    """The work in a transcript that the journal lacks: tool calls, and words.

    A host that writes no times shows nothing of what came after a summary.
    """
    from memory_store.hosts import tool_calls  # most sessions are judged without

    after = since[:_STAMP_CHARS].encode("ascii", "replace")
    lines = [line for line in content.split(b"\n") if not after or _stamp(line) > after]
    words = sum(
        max(0, len(line) - _LINE) for line in lines if b'"assistant"' in line and b'"text"' in line
    )
    return sum(map(tool_calls.count, lines)) * _CALL + max(0, words - said)


def _stamp(line: bytes) -> bytes:
    at = line.find(_STAMP) + len(_STAMP)
    return line[at : at + _STAMP_CHARS] if at >= len(_STAMP) else b""
