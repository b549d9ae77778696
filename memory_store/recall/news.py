"""What other sessions learnt since this one last looked, each told once.

Reads only what was appended since; how far a session has looked stands in its own journal
events. Must not tell a session what it said itself.
"""

from __future__ import annotations

import os

from memory_store import files, layout, log, place
from memory_store.journal import facts, own, read, records, sessions
from memory_store.recall import core_lines, fence, provenance
from memory_store.text import redact, wording

Record = dict[str, object]

_COPIES = "core"
_COPIES_KEPT = 20
_COPY_BYTES = 65_536
_CHARS = 3_900  # fits the rule of a Cursor that ignores prompt hooks, whole (handlers.rule_file)
_LINE_CHARS = 400


def since(
    where: place.Place, session_id: str, earlier: list[Record], now: Record, spoken: str
) -> str:
    """The news for a session, as text for its model; "" when there is none.

    Args:
        where: the place of work.
        session_id: the session that asks.
        earlier: its journal events so far, oldest first; the newest `seen` says how far it looked.
        now: the event that is noted with this look; what comes after its `seen` is for the next.
        spoken: zh or en.
    """
    store = where.project
    looked, upto = _looked(earlier), _looked([now])
    if store is None or looked is None or upto is None or not where.config.switch("news"):
        return ""
    limit = where.config.count("news_limit")
    items = _facts(store, session_id, looked.get("facts"), upto.get("facts"))
    told = fence.Fence("news", _CHARS, spoken)
    shown = [provenance.fact(one, spoken) for one in items[:limit]]
    told.entries("", shown, len(items) - len(shown))
    if looked.get("core") != upto.get("core"):
        room = max(0, limit - len(items))
        lines = _new_core_lines(store, str(looked.get("core")))
        told.entries(wording.say(spoken, "core_changed"), lines[:room], len(lines[room:]))
    return told.text()


def remember_core(where: place.Place) -> None:
    """Keep a private copy of MEMORY.md as it is now, to tell later what is new in it."""
    store = where.project
    if store is None:
        return
    cache, name = layout.cache_directory(store), f"{_COPIES}-{sessions.core_state(store)}.md"
    if os.path.exists(os.path.join(cache, name)):
        return
    try:
        content = _readable(files.read(store.path, layout.CORE, _COPY_BYTES)).encode("utf-8")
        files.make_directory(cache)
        files.replace(cache, name, content)
        _forget_old(cache)
    except OSError as error:
        log.write("news", error)


def _forget_old(cache: str) -> None:
    """Keep the newest copies: sessions that looked before those are told of facts alone."""
    copies = [
        os.path.join(cache, name) for name in os.listdir(cache) if name.startswith(f"{_COPIES}-")
    ]
    for old in sorted(copies, key=os.path.getmtime)[:-_COPIES_KEPT]:
        os.unlink(old)


def _looked(earlier: list[Record]) -> Record | None:
    for event in reversed(earlier):
        seen = event.get("seen")
        if isinstance(seen, dict):
            return seen
    return None


def _facts(store: layout.Store, session_id: str, begin: object, end: object) -> list[Record]:
    """The facts of other sessions that hold and were made between two bytes, newest first.

    What was imported is no news, but as old as it is.

    One that was confirmed since it was made is as new as any other.
    """
    if not isinstance(begin, int) or not isinstance(end, int):
        return []
    try:
        appended = [
            one
            for at, line in read.lines_from(store, layout.FACTS, begin)
            if at < end
            for one in read.parse_line(line)
        ]
    except OSError:
        return []
    new = (one for one in appended if one.get("op") is None)
    ours = own.known(store)
    made = {str(one.get("id")) for one in new if not records.is_imported(one)}
    return [
        {**fact, provenance.SCOPE: provenance.scope_in(store, fact, ours)}
        for fact in facts.living(reversed(appended))
        if fact["id"] in made and records.source_of(fact).get("session_id") != session_id
    ]


def _readable(raw: bytes) -> str:
    """What a copy of MEMORY.md holds of it: no secret, though the user may keep one there."""
    return redact.secrets(raw.decode("utf-8", "replace"))[0]


def _new_core_lines(store: layout.Store, before: str) -> list[str]:
    try:
        raw = files.read(layout.cache_directory(store), f"{_COPIES}-{before}.md", _COPY_BYTES)
    except OSError:
        return []
    known = set(raw.decode("utf-8", "replace").split("\n"))
    lines = _readable(core_lines.text(store).encode("utf-8", "replace")).split("\n")
    new = [one for one in lines if one.strip() and one not in known]
    return [fence.quoted(records.cut(one, _LINE_CHARS)) for one in new]
