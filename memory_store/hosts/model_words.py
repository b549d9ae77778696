"""Reads what a host's own model wrote of a session from its transcript: titles, summaries, recaps.

The hosts' forms are in model_words.json: what it is, the mark of its lines, where the words stand,
behind what. Other forms are left.
"""

from __future__ import annotations

from typing import NamedTuple

from memory_store import clock
from memory_store.hosts import turns
from memory_store.language import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_DATA = phrases.data(__file__)
_MARKS = [f'"{mark}"'.encode() for _, mark, *_ in _DATA["forms"]]
_SUMMED = ("summary", "recap")


class Words(NamedTuple):
    """What a host's model wrote of a session, "" for nothing.

    Attributes:
        title: the newest; a person's own name for it before it.
        summary: the newest that took the place of what was said before.
        recap: for a person who came back, if that was after the summary.
        moment: when the newer of the two was written, seconds since 1970.
    """

    title: str = ""
    summary: str = ""
    recap: str = ""
    moment: float = 0.0


def read(content: bytes, session_id: str) -> Words:
    """What stands in a transcript's bytes of this session; never raises.

    Passed over are copies of other sessions' lines, and titles of messages that the file lacks:
    older versions of Claude Code wrote those anywhere.
    """
    found = dict.fromkeys(("name", "title", "old", *_SUMMED), "")
    moment = 0.0
    for _, line in turns.lines(content):
        record = turns.record_of(line) if any(mark in line for mark in _MARKS) else {}
        is_copy = record.get("forkedFrom") or record.get("sessionId", session_id) != session_id
        leaf = str(record.get("leafUuid") or "").encode("utf-8", "replace")
        is_elsewhere = leaf and b'"uuid":"%b"' % leaf not in content
        if is_copy or is_elsewhere or record.get("isSidechain"):
            continue
        for kind, mark, path, begin in _DATA["forms"]:
            text = _words(record, mark, path, begin)
            if text and kind in _SUMMED:
                moment = clock.parse(record.get("timestamp")) or moment
                found["recap"] = ""
            found[kind] = text or found[kind]
    title = found["name"] or found["title"] or found["old"]
    return Words(title, found["summary"], found["recap"], moment)


def _words(record: Record, mark: str, path: str, begin: str) -> str:
    kinds = (record.get("type"), record.get("subtype"), turns.inner(record, "payload").get("type"))
    value: object = record if mark in kinds or record.get(mark) else None
    for name in path.split("/"):
        value = value.get(name) if isinstance(value, dict) else None
    text = _text(value)
    text = text.partition(begin)[2] if begin else text
    for end in _DATA["ends"]:
        text = text.partition(end)[0]
    return text.strip()


def _text(value: object) -> str:
    """The text of a message, of its blocks, or of a list of messages."""
    if isinstance(value, dict):
        value = value.get("text") or value.get("parts")
    if isinstance(value, list):
        return "\n".join(_text(one) for one in value if isinstance(one, dict))
    return value if isinstance(value, str) else ""
