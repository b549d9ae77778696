"""The line that shows the person what was loaded and what was kept.

It goes to the person alone, where the host can show a line. Must not reach the model, or say
anything where nothing happened.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.journal import facts, read, sessions
from memory_store.language import wording
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Fact


_COARSE_SECONDS = 2.0
_TAIL_BYTES = 32_768
_TEXT_CHARS = 60
_SHOWN = 2


def of_judged(store: layout.Store, session: str, language: str) -> str:
    """What a judge brought since the last start of another session: `judged 2 sessions: 1 new`."""
    listed = [
        one
        for name in read.recent_days(store)
        for kind in (b'"type":"judged"', b'"type":"session_start"')
        for line in read.tail_with(store, name, kind)
        for one in read.entries(line)
    ]
    starts = [one.moment for one in listed if one.type != "judged" and one.session_id != session]
    judged = [
        one for one in listed if one.type == "judged" and one.moment > max(starts, default=0.0)
    ]
    ids = {identity for one in judged for identity in one.record_ids}
    held = {one.id: one.op for one in reversed(list(facts.newest_first(store))) if one.id in ids}
    found = sum(not op for op in held.values())
    counts = (("sign_found", found), ("sign_changed", len(held) - found))
    parts = [wording.say(language, name, count=count) for name, count in counts if count]
    if not parts:
        return ""
    sessions_read = len({one.session_id for one in judged if one.record_ids})
    name = "sign_judged_one" if sessions_read == 1 else "sign_judged"
    return wording.say(
        language, name, count=sessions_read, listed=wording.say(language, "comma").join(parts)
    )


def of_turn(store: layout.Store, events: list[Entry], language: str) -> str:
    """The facts that a session kept, and took back, since the answer before this turn.

    Args:
        store: whose facts.
        events: the session's journal events, oldest first.
        language: zh or en.
    """
    begin = _begin(events)
    if not begin:
        return ""
    has_facts = _is_written_since(store, layout.FACTS, begin)
    lines = list(facts.newest_first(store, _TAIL_BYTES)) if has_facts else []
    fresh = [one for one in lines if (one.written_at or 0.0) >= begin]
    opened = _opened(store, events[-1].session_id, begin, language)
    if not (fresh or opened):
        return ""
    contents = {one.id: one.content for one in lines}
    own = [one for one in _learnt(lines, fresh) if one.session_id == events[-1].session_id]
    kept = [
        _quoted(one, language) + _instead(contents.get(one.supersedes), language)
        for one in own
        if one.stands
    ]
    heard = [_quoted(one, language) for one in own if not one.stands]
    back = [_quoted(one, language) for one in fresh if one.op == "retract"]
    parts = [
        wording.say(language, name, listed=_listed(texts, language))
        for name, texts in (("sign_kept", kept), ("sign_taken_back", back), ("sign_todo", opened))
        if texts
    ]
    if parts:
        parts.append(wording.say(language, "sign_undo", command="memory-store undo"))
    if heard:
        parts.append(wording.say(language, "sign_heard", listed=_listed(heard, language)))
    if not parts:
        return ""
    return wording.say(language, "sign", listed=wording.say(language, "semicolon").join(parts))


def _learnt(lines: list[Fact], fresh: list[Fact]) -> list[Fact]:
    """The newest lines of facts that began, or were confirmed, in the fresh ones of all lines."""
    begun = {one.id for one in fresh if not one.op}
    waited = {one.id for one in lines[len(fresh) :] if not one.stands}
    newest = {one.id: one for one in reversed(fresh)}
    now = clock.now()
    known = [newest[one] for one in dict.fromkeys(one.id for one in fresh)]
    return [
        one
        for one in known
        if (one.id in begun or (one.stands and one.id in waited))
        and not (one.op == "retract" or one.has_ended(now))
    ]


def _opened(store: layout.Store, session: str, begin: float, language: str) -> list[str]:
    """The todos that a session opened since a moment, newest first."""
    if not _is_written_since(store, layout.SESSIONS, begin):
        return []
    return [
        wording.say(language, "sign_quoted", text=_short(text))
        for one in read.summaries(store, _TAIL_BYTES)
        if one.is_todo and one.moment >= begin and one.source.get("session_id") == session
        for text in one.todos
    ]


def _is_written_since(store: layout.Store, name: str, moment: float) -> bool:
    """Whether a file may hold lines of after a moment: some file systems count whole seconds."""
    try:
        return os.stat(os.path.join(store.path, name)).st_mtime + _COARSE_SECONDS >= moment
    except OSError:
        return False


def _begin(events: list[Entry]) -> float:
    """When the turn's news began: at the answer before it, or at its prompt; 0 for no turn.

    What the agent wrote at the end of an answer is kept once that turn's line is out.
    """
    turns = [at for at, one in enumerate(events) if one.type in ("prompt", "save_requested")]
    if not turns:
        return 0.0
    answer = sessions.last(events[: turns[-1]], "response")
    return (answer or events[turns[-1]]).moment


def _quoted(fact: Fact, language: str) -> str:
    return wording.say(language, "sign_quoted", text=_short(fact.content))


def _instead(former: object, language: str) -> str:
    if not isinstance(former, str):
        return ""
    return wording.say(language, "was", text=_short(former))


def _short(text: str) -> str:
    from memory_store.recall import provenance  # few turns keep something
    from memory_store.sessions import prose

    return provenance.short(prose.cut(clean.line(text), _TEXT_CHARS))


def _listed(texts: list[str], language: str) -> str:
    """The first few of the texts, oldest first, and how many more there are."""
    shown = wording.say(language, "comma").join(texts[::-1][:_SHOWN])
    more = len(texts) - _SHOWN
    return shown + (wording.say(language, "sign_more", count=more) if more > 0 else "")
