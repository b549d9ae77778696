"""Reads a session that SpecStory wrote down as Markdown, `.specstory/history/*.md`.

A turn begins with a line `_**User**_` or `_**Assistant**_`, in newer versions with a time, and
ends with a rule. Must not take what stands folded, such as a tool's call, for words.
"""

from __future__ import annotations

import os
import re

from memory_store import clock, model
from memory_store.hosts import turns
from memory_store.sources import recorded_session

_TURN = re.compile(r"_\*\*(User|Assistant|Agent)\b([^*]*)\*\*_\s*$")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)Z?")
_FOLDED = re.compile(r"<(details|think|tool-use)\b.*?</\1>", re.DOTALL)
_SESSION = re.compile(r"<!-- [\w -]*[Ss]ession ([0-9A-Za-z-]{8,}) ")


def read(path: str, content: bytes) -> recorded_session.Recording:
    """The session of a file, whose project is the folder that `.specstory` lies in.

    Where a turn has no time, that of the file's name counts for the first.
    """
    text = content.decode("utf-8", "replace")
    name = os.path.splitext(os.path.basename(path))[0]
    begun = _moment(name.replace("_", " ", 1).replace("-", ":", 4).replace(":", "-", 2))
    named = _SESSION.search(text)
    said: list[turns.Turn] = []
    for line in _FOLDED.sub("", text).split("\n"):
        if begins := _TURN.match(line.strip()):
            role = model.PROMPT if begins[1] == "User" else model.RESPONSE
            said.append(turns.Turn(role, "", moment=_moment(begins[2])))
        elif said:
            said[-1].text += f"{line}\n"
    for turn in said:
        turn.text = turn.text.strip().removesuffix("---").strip()
    if said and said[0].moment is None:
        said[0].moment = begun
    project = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    return recorded_session.Recording(
        named[1] if named else name,
        "specstory",
        [recorded_session.event(one) for one in said if one.text],
        path=path,
        project=project,
        changed=os.stat(path).st_mtime,
    )


def _moment(text: str) -> float | None:
    found = _TIME.search(text)
    if not found:
        return None
    time = found[2] if found[2].count(":") > 1 else f"{found[2]}:00"
    return clock.parse(f"{found[1]}T{time}Z")
