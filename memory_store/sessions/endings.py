"""Writes summaries and ends for sessions that their hosts left open.

Each is written once, through the journal. Must not touch a summary of an agent.
"""

from __future__ import annotations

from memory_store import clock, origin, place
from memory_store.journal import read, records, sessions, stored
from memory_store.store import layout, lock
from memory_store.text import mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.journal.stored import Entry, Summary
    from memory_store.sessions import summary
    from memory_store.text import retold

    Gone = Callable[[str], retold.Gone]

_STALE_SECONDS = 12 * 3600
_DAYS = 7
_WENT_ON = 3  # answers after an agent's own summary, from which on it no longer tells the session
_WHOLE_BYTES = 1 << 30


def summaries(
    where: place.Place,
    store: layout.Store,
    events: list[Entry],
    day_before: str,
    gone: Gone,
    on_record: Callable[[list[Entry]], Iterable[Entry]],
) -> int:
    """Write a summary for each session of a day that needs one, and count them.

    A session needs one when it has none, or turns newer than its last automatic one. An agent's
    own summary stands, until the person asks for something else or three more answers came: then
    what it says is kept, word for word, and what came after is added. A prompt that an agent may
    still work on waits for a later run.

    Args:
        where: the place of work.
        store: whose.
        events: of one day of the journal.
        day_before: the journal file of the day before, or "": what a session did then counts.
        gone: what was taken back of what a session said, by its id.
        on_record: gives a session's events without what is not to be kept.

    Raises:
        StoreError: they can't be written.
    """
    from memory_store.sessions import closing, topic_lines  # a run that finds nothing new

    stated = topic_lines.keep(store, events)
    by_session = read.by_session(one for one in events if one.session_id)
    summaries_of = _told(store, by_session)
    candidates = []
    for session_id, all_ in by_session.items():
        settled = sessions.settled(all_)
        # what was imported has its summary, as old as it is
        captured = [one for one in settled if one.source != read.IMPORTED]
        last = sessions.last(captured, "prompt", "response")
        newest, by_agent = summaries_of.get(session_id, (None, None))
        said = [*on_record(settled)]
        if last is not None and _is_stale(newest, said):
            earlier = read.of_session(store, day_before, session_id) if day_before else []
            whole = [*earlier, *settled]
            kept = [*on_record(whole)]
            persons = [one for one in whole if origin.is_persons(one.origin)]
            hides = len([*on_record(persons)]) < len(persons)
            hides |= any(mark.MARK in one.text for one in whole)
            draft = _draft(where, store, kept, newest, by_agent, gone(session_id), hides=hides)
            waits = len(settled) < len(all_)
            if draft:
                candidates.append((_dated(session_id, draft, last, waits=waits), said))
    typed = (one for one in events if one.type == "prompt" and origin.may_ask(one.origin))
    closing.close_what_is_done(store, typed)
    return stated + (_write(store, candidates) if candidates else 0)


def _draft(
    where: place.Place,
    store: layout.Store,
    events: list[Entry],
    newest: Summary | None,
    by_agent: Summary | None,
    gone: retold.Gone,
    *,
    hides: bool,
) -> summary.Draft | None:
    """The draft of a session's summary, with the proof of its transcript.

    Where no agent summed it up, the host's title is the topic, and what the host's model wrote at
    a compaction tells what came before; unless the session hides a part that was not to be kept.
    """
    from memory_store.language import script  # see summaries
    from memory_store.sessions import evidence, host_summary, summary, todos

    before = by_agent
    since = by_agent.moment if by_agent is not None else 0.0
    content = evidence.content(store, events) if where.config.switch("capture") else None
    proof = None if content is None else evidence.of_transcript(content, store.project, since)
    if before is None and events and where.config.switch("capture") and not hides:
        before = host_summary.of_session(events[-1], content, gone)
    after = said_after(before, events)
    if before is not None and newest is not None:
        before = before.with_(todos=todos.rest(before, newest))
    spoken = script.chosen(where.config.word("language"), events)
    return summary.automatic(after, spoken, before, gone, proof)


def _write(store: layout.Store, candidates: list[tuple[Summary, list[Entry]]]) -> int:
    """Append the summaries that are still needed, each made of these events; how many."""
    from memory_store.journal import append  # see ends

    with lock.Held(store.path):
        sessions_of = [line.session_id for line, _ in candidates]
        summaries_of = _told(store, sessions_of)  # another process may have been quicker
        lines = []
        for line, events in candidates:
            newest, _ = summaries_of.get(line.session_id, (None, None))
            if _is_stale(newest, events):
                lines.append(line.with_(done=newest.done) if newest and newest.done else line)
        if lines:
            append.append_locked(store, layout.SESSIONS, lines, durable=True)
    return len(lines)


def _told(
    store: layout.Store, session_ids: Iterable[str]
) -> dict[str, tuple[Summary, Summary | None]]:
    """The newest summary of each of these sessions, and the newest that an agent wrote, if any."""
    summaries_of: dict[str, tuple[Summary, Summary | None]] = {}
    for summary in read.summaries_of(store, session_ids):
        newest, by_agent = summaries_of.get(summary.session_id, (summary, None))
        is_agents = by_agent is None and summary.is_by_agent
        summaries_of[summary.session_id] = newest, summary if is_agents else by_agent
    return summaries_of


def said_after(summary: Summary | None, events: list[Entry]) -> list[Entry]:
    """The events after a summary; all events without a summary."""
    if summary is None:
        return events
    since = summary.moment
    return [one for one in events if one.moment > since]


def ends(store: layout.Store) -> int:
    """Note the end of each session that has been silent for 12 hours; how many.

    Looks at the sessions of the last seven journal days; their reason is `unknown`.

    Raises:
        StoreError: the journal can't be written.
    """
    closed = 0
    begun = sessions.begun(store, _WHOLE_BYTES, _DAYS).values()
    for start in [one for line in begun for one in read.entries(line)]:
        session_id = start.session_id
        if start.type != "session_start" or clock.now() - start.moment < _STALE_SECONDS:
            continue
        from memory_store.journal import append  # mostly nothing is to be written

        with lock.Held(store.path):
            newest = _newest(store, session_id)
            if newest.type == "session_end" or clock.now() - newest.moment < _STALE_SECONDS:
                continue
            end = records.event("session_end", session_id, start.host, reason="unknown")
            append.append_locked(store, sessions.today(), [end], durable=False)
        closed += 1
    return closed


def _newest(store: layout.Store, session_id: str) -> Entry:
    newest = stored.Entry()
    for name in read.recent_days(store, _DAYS):
        events = read.of_session(store, name, session_id)
        newest = events[-1] if events else newest
    return newest


def _is_stale(before: Summary | None, events: list[Entry]) -> bool:
    """Whether turns or a compaction came after a session's summary, or older turns were read."""
    if before is None:
        return True
    if before.is_by_agent:
        from memory_store.sessions import requests  # see summaries

        went_on = requests.read(said_after(before, events))
        answers = sum(len(one.answers) for one in went_on)
        return answers >= _WENT_ON or any(requests.is_real(one.asked) for one in went_on)
    written = before.id[2:]  # ids sort by when they were made
    return any(
        (one.type in ("prompt", "response") and before.moment < one.moment)
        or (one.source in (read.FROM_TRANSCRIPT, "compact") and written < one.id[2:])
        for one in events
    )


def _dated(session_id: str, draft: summary.Draft, last: Entry, *, waits: bool) -> Summary:
    """The record of a summary, dated as its last event."""
    source: dict[str, object] = {
        "host": last.host,
        "session_id": session_id,
        "via": draft.via,
    }
    line = record(session_id, draft, source)
    return line.with_(created_at=last["timestamp"]) if waits else line


def record(session_id: str, draft: summary.Draft, source: dict[str, object]) -> Summary:
    """The record of a draft that `summary.automatic` made of a session."""
    line, _ = records.summary(
        session_id,
        topic=draft.topic,
        text=draft.text,
        decisions=draft.decisions,
        todos=draft.todos,
        source=source,
        origin="automatic",
    )
    return line
