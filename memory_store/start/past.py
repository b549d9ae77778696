"""Whose start it is, and the earlier sessions that it tells of, by summaries or the journal.

Reads the ends of files. Must not word anything.
"""

from __future__ import annotations

import os

from memory_store import clock, model
from memory_store.journal import read, sessions, stored
from memory_store.language import script
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store import place
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Summary
    from memory_store.recall import earlier
    from memory_store.store import layout

RECENT_BYTES = 131_072
_RECENT_PROMPTS = 20
_WENT_ON = 3  # answers
_OPEN_SECONDS = 1_800.0
_SILENT = 5  # sessions that are looked at for an answer
_TOLD_EVENTS, _FIRST_EVENTS = 24, 3
_WARNING = b'"type":"warning"'
_BACKGROUND = f'"source":"{sessions.BACKGROUND}"'.encode()


class Wanted:
    """Whose briefing it is.

    Attributes:
        where: the place of work.
        host, session: the host, and its id of the session; "" for none.
        recent: the last prompts of any session.
        spoken: zh or en.
        most: the characters that it may have: no more than the setting `briefing_chars`.
    """

    def __init__(
        self,
        where: place.Place,
        host: str,
        session: str,
        recent: list[Entry],
        spoken: str,
        most: int,
    ) -> None:
        self.where = where
        self.host = host
        self.session = session
        self.recent = recent
        self.spoken = spoken
        self.most = min(where.config.count("briefing_chars"), most)


def recent_prompts(store: layout.Store | None) -> list[Entry]:
    """The last prompts of any session, oldest first, from the journal's tail."""
    lines: list[bytes] = []
    if store is not None:
        for name in read.recent_days(store):
            lines += read.tail_with(store, name, b'"type":"prompt"', RECENT_BYTES)
    return [one for line in lines[-_RECENT_PROMPTS:] for one in read.entries(line)]


def spoken(where: place.Place, events: Iterable[Record]) -> str:
    """The language to speak: the setting, else that of the session, else the machine's."""
    setting = where.config.word("language")
    return script.chosen(setting, events, script.of_machine(os.environ))


class Seen:
    """What a session was last seen at.

    Attributes:
        session: its id.
        asked: when it was asked something last, seconds since 1970.
        is_open: another window is at it: it began, has no end, and was asked in the last half
            hour.
        prompts: what it was asked.
        answers: the answers that it was given, and what was found out about its turns, as lines.
    """

    def __init__(
        self, session: str, prompts: list[Entry], answers: list[bytes], *, is_open: bool
    ) -> None:
        self.session = session
        self.asked = prompts[-1].moment
        self.is_open = is_open
        self.prompts = [one.text for one in prompts]
        self.answers = answers

    def key(self, covered: float) -> list[object]:
        """What the telling of it depends on, where summaries tell up to the moment `covered`.

        An open session is told by its first answer, unless there is no summary at all. The words
        are part of it, since somebody may edit the journal.
        """
        if self.is_open and covered:
            first = _digest(self.prompts[:1], self.answers[:1])
            return [self.session, first, self.asked > covered]
        return [self.session, self.is_open, self.asked, _digest(self.prompts, self.answers)]


def _digest(prompts: list[str], answers: list[bytes]) -> str:
    return (digest.of_text("\n".join(prompts)) + digest.of_bytes(b"\n".join(answers))).hex()


def seen(store: layout.Store, recent: list[Entry], own: str, covered: float = 0.0) -> list[Seen]:
    """The sessions that were asked something lately, the newest first; not the one that asks.

    Args:
        store: whose journal.
        recent: what `recent_prompts` gave.
        own: the session that asks.
        covered: up to when the summaries tell; only open sessions matter that were asked before.
    """
    since = clock.now() - _OPEN_SECONDS
    prompts: dict[str, list[Entry]] = {}
    for one in recent:
        if one.session_id not in ("", own):
            prompts.setdefault(one.session_id, []).append(one)
    least = min(covered, since)
    asked = {one: said for one, said in prompts.items() if said[-1].moment > least}
    if not asked:
        return []
    unended = begun(store)
    answers: dict[str, list[bytes]] = {}
    for name in read.recent_days(store):
        for line in read.tail_with(store, name, b'"type":"response"', RECENT_BYTES, _WARNING):
            answers.setdefault(read.session_in(line), []).append(line)
    found = [
        Seen(
            one,
            said,
            answers.get(one, []),
            is_open=said[-1].moment >= since and one in unended,
        )
        for one, said in asked.items()
    ]
    return sorted(found, key=lambda one: one.asked, reverse=True)


def begun(store: layout.Store) -> set[str]:
    """The sessions that began in the last two days of the journal and have no end."""
    found = sessions.begun(store, RECENT_BYTES)
    return {session for session, line in found.items() if _BACKGROUND not in line}


def others(
    store: layout.Store, own: str, at_work: list[Seen], spoken: str
) -> tuple[earlier.Sessions, float]:
    """The earlier sessions to tell of, and up to when their summaries tell; 0.0 for none.

    Args:
        store: whose sessions.
        own: the session that asks, which is not told of.
        at_work: what `seen` gave.
        spoken: zh or en.
    """
    from memory_store.recall import earlier  # most starts find their text prepared

    saved = earlier.summaries(store, own)
    open_ones = [one.session for one in at_work if one.is_open]
    newest_first = _with_newest(store, saved, at_work, spoken)
    covered = saved[0].moment if saved else 0.0
    return earlier.choose(newest_first, _left_open(store), open_ones), covered


def own_so_far(
    store: layout.Store, session: str, events: list[Entry], spoken: str
) -> earlier.Sessions | None:
    """What a session did so far, where there is anything to tell of it."""
    from memory_store.recall import earlier  # few starts come in the middle

    so_far = _summed_up(events, earlier.of_own(store, session), spoken)
    if so_far is None:
        return None
    return earlier.Sessions(so_far, todos=_left_open(store), is_own=True)


def _left_open(store: layout.Store) -> list[str]:
    from memory_store.sessions import todos  # see others

    return [one.text for one in todos.of_store(store, todos.BYTES)]


def _with_newest(
    store: layout.Store, saved: list[Summary], at_work: list[Seen], spoken: str
) -> list[Summary]:
    """The summaries of other sessions; the newest made on the spot where it has none (a crash)."""
    for newest in at_work[:_SILENT]:
        if saved and saved[0].moment >= newest.asked:
            return saved
        events = sessions.settled(read.session_events(store, newest.session))
        if any(one.type == model.RESPONSE for one in events):
            break
    else:
        return saved
    known = next((one for one in saved if one.session_id == newest.session), None)
    if newest.is_open and saved:
        if known is not None:
            return saved
        events = _first_turn(events)
    elif known is not None and _is_told_by(known, events):
        return saved
    from memory_store.capture import explicit  # few starts come after a crash, or beside a session

    summed_up = _summed_up([*explicit.on_record(events)], known, spoken)
    if summed_up is None:
        return saved
    stamp = clock.stamp(events[0].moment if newest.is_open else newest.asked)
    told = summed_up.with_(created_at=stamp, session_id=newest.session)
    return [told, *(one for one in saved if one is not known)]


def _first_turn(events: list[Entry]) -> list[Entry]:
    """A session's events up to its first answer, which stay as they are while it goes on."""
    first = next(at for at, one in enumerate(events) if one.type == model.RESPONSE)
    return events[: first + 1]


def _summed_up(events: list[Entry], saved: Summary | None, spoken: str) -> Summary | None:
    """A summary of a session's events; an agent's own summary stays, with later events added."""
    by_agent = saved if saved is not None and saved.is_by_agent else None
    if by_agent is not None:
        made_at = by_agent.moment
        events = [one for one in events if one.moment > made_at]
    from memory_store.sessions import summary  # see _with_newest

    if len(events) > _TOLD_EVENTS:  # its beginning and its end: somebody waits
        events = [*events[:_FIRST_EVENTS], *events[_FIRST_EVENTS - _TOLD_EVENTS :]]
    draft = summary.automatic(events, spoken, by_agent)
    if draft is None:
        return saved
    return stored.Summary(
        topic=draft.topic,
        summary=draft.text,
        decisions=draft.decisions,
        todos=draft.todos,
        created_at=events[-1].text_of("timestamp"),
        origin=stored.AGENT if by_agent is not None else "automatic",
        source={"via": stored.AGENT if by_agent is not None else stored.CAPTURE},
    )


def _is_told_by(summary: Summary, events: list[Entry]) -> bool:
    """Whether hardly anything came after a summary: the next run in the background adds it."""
    made_at = summary.moment
    after = [one for one in events if one.moment > made_at]
    return sum(one.type == model.RESPONSE for one in after) < _WENT_ON
