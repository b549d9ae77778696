"""What happened in a session, read from the journal, with a decision noted in one locked step.

Two hooks that run at once for one event see each other's notes, so only one acts. Must not keep
state elsewhere.
"""

from __future__ import annotations

import os

from memory_store import clock, codec, errors, model
from memory_store.journal import read, records, stored
from memory_store.store import files, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry


_TURN_SECONDS = 3_600.0

BRIEFING = "briefing"
"""The `source` of a recalled event that tells what a session start gave, unasked by a prompt."""

NEWS = "news"
"""The same of one that tells what news a prompt brought."""

BACKGROUND = "background"
"""The `source` of a session_start after which a session is left alone."""

_BOUND, _END = b'"type":"session_', b'"type":"session_end"'

_TOLD_ONCE = ("response", "session_end")
"""The first of these in a session changes what others are told of it."""

_SAID = (model.PROMPT, model.RESPONSE)
_REQUESTS = ("save_requested", "flush_requested")
_LOCK_SECONDS = 1.5
_AT_WORK_SECONDS = 1_800.0


def note(
    store: layout.Store | None,
    session_id: str,
    decide: Callable[[list[Entry]], list[Entry]],
) -> tuple[list[Entry], list[Entry]]:
    """Give `decide` the events of a session, and append those that it returns.

    Args:
        store: whose journal; None where there is none.
        session_id: the session; its events of the last two journal days are shown, oldest first.
        decide: gives the events to append.

    Returns:
        The events that were there before, and those that were kept. Where the lock can't be had
        in time, they are kept in the spool, which the next holder of the lock takes in. A journal
        that can't be written is told in the log and counts as nothing kept.
    """
    if store is None or not store.exists():
        decide([])
        return [], []
    from memory_store.journal import append  # a run that finds nothing to do notes nothing

    earlier: list[Entry] = []
    name = records.session_name(session_id)
    try:
        with lock.Held(store.path, _LOCK_SECONDS):
            append.take_in(store)
            earlier = read.session_events(store, name)
            fresh = _noted(earlier, decide)
            if fresh:
                append.append_locked(store, today(), fresh, durable=False)
            if any(one.type in _TOLD_ONCE and last(earlier, one.type) is None for one in fresh):
                append.changed.add(store.project)
    except errors.LockedError as error:
        log.write("journal", error)
        return _spooled(store, name, decide)
    except errors.MemoryStoreError as error:
        log.write("journal", error)
        return earlier, []
    return earlier, fresh


def _noted(earlier: list[Entry], decide: Callable[[list[Entry]], list[Entry]]) -> list[Entry]:
    """What is decided; of a background agent nothing is noted but its end."""
    fresh = decide(earlier)
    if fresh and is_background(earlier):
        return [one for one in fresh if one.type == "session_end"]
    return fresh


def _spooled(
    store: layout.Store, name: str, decide: Callable[[list[Entry]], list[Entry]]
) -> tuple[list[Entry], list[Entry]]:
    """As `note`, without the lock: the events wait in the spool.

    A request to the agent is not made: only the lock makes sure that it is made once.
    """
    from memory_store.journal import spool  # few hooks fail to get the lock

    earlier = [*read.session_events(store, name), *spool.of_session(store, name)]
    fresh = [one for one in _noted(earlier, decide) if one.type not in _REQUESTS]
    try:
        for one in fresh:
            spool.put(store, today(), one)
    except OSError as error:
        log.write("spool", error)
        return earlier, []
    return earlier, fresh


def told(events: list[Entry]) -> set[str]:
    """The ids of the records that a session was given, by its events, or saved itself."""
    return {one for event in events for one in (*event.record_ids, event.record_id)}


def is_main_agent(store: layout.Store | None, event: model.Event) -> bool:
    """Whether an event comes from the agent that its session began with, and no sub-agent of it.

    Some hosts name the main agent in each event, most a sub-agent alone.
    """
    events = read.session_events(store, records.session_name(event.session_id)) if store else []
    begun = next((one for one in events if one.type == "session_start"), None)
    if begun is None:
        return event.kind == model.SESSION_START
    return begun.text_of("agent_id") == event.agent_id


def is_background(events: list[Entry]) -> bool:
    """Whether a session is a background agent's, without memory."""
    return any(one.source == BACKGROUND for one in events)


def begun(store: layout.Store, limit: int = read.TAIL_BYTES, days: int = 2) -> dict[str, bytes]:
    """The newest start of each session without an end after it, as its line, by the id.

    Of the last journal days; only what is glued to another record is parsed.
    """
    found: dict[str, bytes] = {}
    for name in read.recent_days(store, days):
        for line in read.tail_with(store, name, _BOUND, limit):
            glued = read.parse_line(line) if line.count(_BOUND) > 1 else []
            for one in [codec.render(each).encode("utf-8", "replace") for each in glued] or [line]:
                session = read.session_in(one)
                if _END in one:
                    found.pop(session, None)
                elif session:
                    found[session] = one
    return found


def settled(events: list[Entry]) -> list[Entry]:
    """A session's events, without those that its agent may still work on.

    That are the last prompts where no answer and no end came after them, for half an hour: then
    it broke off, and they stay unanswered.
    """
    end = len(events)
    for at in range(len(events) - 1, -1, -1):
        if events[at].type in ("response", "session_end"):
            break
        if events[at].type == "prompt":
            if clock.now() - events[at].moment >= _AT_WORK_SECONDS:
                break
            end = at
    return events[:end]


def settle(store: layout.Store | None) -> None:
    """Flush today's notes to disk; for after a hook's answer, since a disk is slow.

    A disk that fails is told in the log.
    """
    if store is None:
        return
    from memory_store.journal import append  # see note

    try:
        descriptor = files.open_beneath(store.path, today())
        try:
            append.sync(descriptor)
        finally:
            os.close(descriptor)
        files.sync_directory(os.path.join(store.path, layout.DAILY))
    except OSError as error:
        log.write("journal", error)


def today() -> str:
    """The journal's file of this local day, `daily/2026-11-21.jsonl`."""
    return f"{layout.DAILY}/{clock.local_date(clock.now())}.jsonl"


def seen(store: layout.Store) -> Record:
    """How far a session has looked once it was told everything: bytes of facts, state of core."""
    return {"facts": files.size(store.path, layout.FACTS), "core": core_state(store)}


def core_state(store: layout.Store) -> str:
    """A word that changes with MEMORY.md; "" if that is missing, or waits for the user's yes."""
    if layout.CORE in store.withheld:
        return ""
    try:
        state = os.stat(os.path.join(store.path, layout.CORE), follow_symlinks=False)
    except OSError:
        return ""
    return f"{state.st_size}-{state.st_mtime_ns}-{state.st_ino}"


def is_in_progress(store: layout.Store, turn: Record) -> bool:
    """Whether a turn is a prompt of the last hour that its session has not answered yet."""
    prompt = stored.Entry(turn)
    if prompt.type != "prompt" or clock.now() - prompt.moment > _TURN_SECONDS:
        return False
    events = read.session_events(store, prompt.session_id)
    newest = last(events, "prompt", "response", "session_end")
    return newest is not None and newest.id == prompt.id


def last(events: list[Entry], *kinds: str) -> Entry | None:
    """The newest of a session's events of these kinds."""
    for event in reversed(events):
        if event.type in kinds:
            return event
    return None


def is_repeat(earlier: list[Entry], kind: str, seconds: float, **fields: object) -> bool:
    """Whether the same event was noted within the last `seconds`: another wiring was quicker.

    A prompt or an answer without a turn's id was said again, with one of the other kind between.
    """
    newest = last(earlier, kind)
    if newest is None:
        return False
    if kind in _SAID and not fields.get("turn_id") and last(earlier, *_SAID) is not newest:
        return False
    age = abs(clock.now() - (newest.stated_at or 0.0))
    return age < seconds and all(newest.get(name, "") == want for name, want in fields.items())


def since(events: list[Entry], kind: str) -> list[Entry]:
    """The events after the session's newest one of a kind (all of them when it has none)."""
    for index in range(len(events) - 1, -1, -1):
        if events[index].type == kind:
            return events[index + 1 :]
    return events
