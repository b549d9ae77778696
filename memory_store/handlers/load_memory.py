"""Session start: gives the agent its memory.

Only the ends of files are read. Must not search, or wait for anything but the journal's lock.
"""

from __future__ import annotations

import os

from memory_store import clock, codec, model, place
from memory_store.handlers import asking
from memory_store.journal import access, create, read, records, sessions, stored
from memory_store.language import wording
from memory_store.recall import briefing
from memory_store.recall import earlier as past_sessions
from memory_store.sessions import todos
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Summary


_GOES_ON = ("resume", "compact")
"""The sources of a start that goes on with a session, whose person was told."""
_TRUST = "memory-store trust"
_NAMES = 3
_TWICE_SECONDS = 10.0
_RECENT_BYTES = 131_072
_RECENT_PROMPTS = 50
_UNREAD_SHOWN = 3
_WENT_ON = 3  # answers
_OPEN_SECONDS = 1_800.0
_SILENT = 5  # sessions that are looked at for an answer
_TOLD_EVENTS, _FIRST_EVENTS = 24, 3
_TO_LEARN = (b'"type":"prompt"', b'"type":"response"', b'"type":"session_end"')


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The briefing as context; a line about trust if the memory is not approved."""
    if where.untrusted:
        spoken = asking.spoken(where, [])
        return model.Reply(notice=_lines(_untrusted(where, spoken), _closed(where, spoken)))
    if event.background and not where.config.switch("background_agents"):
        _leave_alone(event, where)
        return model.Reply()
    if where.project is not None:
        create.create(where.project)
    recent = _recent_prompts(where.project)
    earlier, noted = _note(event, where)
    if earlier and noted is None and _is_repeat(earlier, event):
        return model.Reply()
    if not event.hears:
        return model.Reply(afterwards=lambda: _finish_others(event, where.project))
    spoken = asking.spoken(where, [*recent, *earlier])
    notice = _lines(
        _closed(where, spoken),
        _unread(where.stores(), spoken),
        _waits(where, spoken),
        _homeless(event, where, spoken),
        _mention(event, where, spoken),
    )
    sign = ""
    if event.source == "resume" and sessions.last(earlier, "session_start"):
        from memory_store.recall import news  # few starts go on with a session

        fresh = news.since(where, event.session_id, earlier, noted or stored.Entry(), spoken)
        context, ids = fresh.text, fresh.ids
    else:
        past = _past(event, where, recent, earlier, spoken)
        given = _briefing(event, where, past, spoken, model.MAX_TEXT - len(notice) - 2)
        context, ids, sign = given.text, given.ids, _sign(event, where, given, spoken)

    def afterwards() -> None:
        store = where.project
        if store is None:
            return
        from memory_store.recall import news  # the answer is out

        news.remember_core(where)
        _note_told(event, store, noted, ids)
        if event.traits.reads_rules:
            from memory_store.handlers import rule_file  # few hosts read one

            rule_file.refresh(event, where.tree, context)
        _finish_others(event, store)

    return model.Reply(context=context, notice=notice, sign=sign, afterwards=afterwards)


def _sign(event: model.Event, where: place.Place, given: briefing.Told, spoken: str) -> str:
    """The line for the person about the loaded memory, where the host shows it."""
    if not event.shows or not where.config.switch("signs"):
        return ""
    from memory_store.handlers import sign_line  # few hosts show a line

    judged = ""
    if where.project is not None and where.config.word("judge_provider") != "none":
        judged = sign_line.of_judged(where.project, event.session_id, spoken)
    return sign_line.of_start(given, judged, spoken)


def preview(event: model.Event, where: place.Place) -> tuple[briefing.Told, str]:
    """The briefing of a session that starts now, and its language, without a note of it."""
    recent = _recent_prompts(where.project)
    spoken = asking.spoken(where, recent)
    past = _past(event, where, recent, [], spoken)
    return _briefing(event, where, past, spoken, model.MAX_TEXT - 2), spoken


def _finish_others(event: model.Event, store: layout.Store | None) -> None:
    """Start the background run where another session was left unfinished, or a remote may wait."""
    if store is not None and (_unfinished(store, event) or os.path.exists(layout.remotes())):
        from memory_store import background  # a start with nothing left to finish needs none

        background.sync(store.project)


def _note_told(
    event: model.Event, store: layout.Store, noted: Entry | None, ids: list[str]
) -> None:
    """Journal the facts of the briefing, so that no prompt of this session repeats them."""
    if noted is None or not ids:
        return
    entry = records.event(
        "recalled", event.session_id, event.host, source=sessions.BRIEFING, record_ids=ids
    )
    sessions.note(store, event.session_id, lambda _: entry)


def _leave_alone(event: model.Event, where: place.Place) -> None:
    """Note that a session is a background agent's where its later events don't say so.

    Another host's subagent goes by its parent's session and says itself what it is.
    """
    if event.traits.says_background_once:
        entry = records.event(
            "session_start", event.session_id, event.host, source=sessions.BACKGROUND
        )
        sessions.note(where.project, event.session_id, lambda earlier: None if earlier else entry)


def _lines(*sentences: str) -> str:
    return "\n".join(filter(None, sentences))


def _closed(where: place.Place, spoken: str) -> str:
    """A line about wrong settings, and whether memory is off until they are mended."""
    faults = (*where.config.unreadable, *where.config.misspelt)
    sentence = "closed" if where.config.unreadable else "misspelt"
    return wording.say(spoken, sentence, faults=faults) if faults else ""


def _untrusted(where: place.Place, spoken: str) -> str:
    """Why the project's memory is not used: it can't be, no list of what is trusted, or no yes."""
    store = layout.project_store(where.directory)
    closed = access.look(store.path, is_directory=True)
    if closed is not None:
        return f"memory-store: {closed.with_cure(spoken)}"
    if fault := ledger.fault():
        told = wording.say(spoken, "unread", fault=fault, cure=ledger.MENDING)
        return f"memory-store: {told}"
    return wording.say(spoken, "untrusted", command=_TRUST)


def _unread(stores: list[layout.Store], spoken: str) -> str:
    """A line for what of the memories can't be read or written, with what mends it."""
    faults = [one for store in stores for one in access.closed(store, to_write=True)]
    return _lines(*(f"memory-store: {one.with_cure(spoken)}" for one in faults[:_UNREAD_SHOWN]))


def _homeless(event: model.Event, where: place.Place, spoken: str) -> str:
    """A line where nothing of this session will be kept, and what makes a memory."""
    if where.project is not None or event.source in _GOES_ON:
        return ""
    if os.path.realpath(where.directory) == os.path.realpath(layout.home()):
        command = "memory-store save-fact --scope user --content …"
        return wording.say(spoken, "no_memory_at_home", command=command)
    return wording.say(spoken, "no_memory", directory=where.directory)


def _waits(where: place.Place, spoken: str) -> str:
    """A line about what others changed in the memory, which waits for the user's yes."""
    lines = []
    for store in where.stores():
        names = sorted(store.withheld)
        shown = ", ".join([*map(clean.line, names[:_NAMES]), *["…"][: len(names) > _NAMES]])
        is_users = store.scope == "user"
        sentence, flag = ("waits_own", " --scope user") if is_users else ("waits", "")
        if names:
            lines.append(wording.say(spoken, sentence, names=shown, command=_TRUST + flag))
    return _lines(*lines)


def _mention(event: model.Event, where: place.Place, spoken: str) -> str:
    """A line about facts that wait for the user's decision, at most once a day."""
    if where.config.word("promotion") == "off" or event.source in _GOES_ON:
        return ""
    caches = [layout.cache_directory(store) for store in where.stores()]
    if not any(os.path.exists(os.path.join(cache, layout.PROPOSALS)) for cache in caches):
        return ""
    from memory_store.promotion import mention  # few starts have anything to mention

    count = mention.due(where.stores())
    if not count:
        return ""
    return wording.say(spoken, "proposals", count=count, command="memory-store promote")


def _note(event: model.Event, where: place.Place) -> tuple[list[Entry], Entry | None]:
    """Append session_start, unless another wiring of ours did so a moment ago.

    Returns:
        What the journal held of the session before, and what was appended.
    """
    store = where.project
    start: Entry | None = None

    def decide(earlier: list[Entry]) -> Entry | None:
        nonlocal start
        if store is not None and not _is_repeat(earlier, event):
            start = records.event(
                "session_start",
                event.session_id,
                event.host,
                source=event.source or "startup",
                agent_id=event.agent_id or None,
                transcript=event.transcript if where.config.switch("capture") else None,
                seen=sessions.seen(store) if event.hears else None,
            )
        return start

    earlier, noted = sessions.note(store, event.session_id, decide)
    return earlier, start if noted else None


def _is_repeat(earlier: list[Entry], event: model.Event) -> bool:
    source = event.source or "startup"
    kinds = [one.type for one in earlier if one.type != "recalled"]
    newest = kinds[-1] if kinds else ""
    return (
        bool(event.session_id)
        and newest == "session_start"
        and sessions.is_repeat(earlier, "session_start", _TWICE_SECONDS, source=source)
    )


def _briefing(
    event: model.Event, where: place.Place, past: past_sessions.Sessions, spoken: str, most: int
) -> briefing.Told:
    how = wording.say(
        spoken,
        "how",
        session=event.session_id or "-",
        save=asking.save_command(event.session_id, where, spoken),
        search=asking.search_command(where, spoken),
    )
    if where.config.switch("capture"):
        how += "\n" + wording.say(spoken, "how_to_end")
    return briefing.compose(where, how, past, spoken, most, event.host)


def _recent_prompts(store: layout.Store | None) -> list[Entry]:
    """The last prompts of any session, oldest first, from the journal's tail."""
    lines: list[bytes] = []
    if store is not None:
        for name in read.recent_days(store):
            lines += read.tail_with(store, name, b'"type":"prompt"', _RECENT_BYTES)
    return [one for line in lines[-_RECENT_PROMPTS:] for one in read.entries(line)]


def _past(
    event: model.Event,
    where: place.Place,
    recent: list[Entry],
    earlier: list[Entry],
    spoken: str,
) -> past_sessions.Sessions:
    """The earlier sessions to tell of; after a compaction also this session so far."""
    if where.project is None:
        return past_sessions.Sessions()
    left_open = [one.text for one in todos.of_store(where.project, todos.BYTES)]
    if event.source == "compact":
        saved = past_sessions.of_own(where.project, event.session_id)
        so_far = _summed_up(earlier, saved, spoken)
        if so_far is not None:
            return past_sessions.Sessions(so_far, todos=left_open, is_own=True)
    others = _others(event, where.project, recent, spoken)
    return past_sessions.choose(others, left_open, _open_elsewhere(where.project, recent))


def _open_elsewhere(store: layout.Store, recent: list[Entry]) -> list[str]:
    """The sessions that began, have no end, and were asked something in the last half hour."""
    since = clock.now() - _OPEN_SECONDS
    at_work = {one.session_id for one in recent if one.moment >= since}
    bounds: dict[str, str] = {}
    for name in read.recent_days(store) if at_work else ():
        for line in read.tail_with(store, name, b'"type":"session_', _RECENT_BYTES):
            bounds |= {one.session_id: one.type for one in read.entries(line)}
    return [one for one in at_work if bounds.get(one) == "session_start"]


def _summed_up(events: list[Entry], saved: Summary | None, spoken: str) -> Summary | None:
    """A summary of a session's events; an agent's own summary stays, with later events added."""
    by_agent = saved if saved is not None and saved.is_by_agent else None
    if by_agent is not None:
        made_at = by_agent.moment
        events = [one for one in events if one.moment > made_at]
    from memory_store.sessions import summary  # few starts come in the middle, or after a crash

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


def _others(
    event: model.Event, store: layout.Store, recent: list[Entry], spoken: str
) -> list[Summary]:
    """The summaries of other sessions; the newest made on the spot where it has none (a crash)."""
    saved = past_sessions.summaries(store, event.session_id)
    others = [one for one in recent if one.session_id not in ("", event.session_id)]
    if not others:
        return saved
    last_of = {one.session_id: one for one in others}
    ordered = sorted(last_of.values(), key=lambda one: one.text_of("timestamp"), reverse=True)
    for newest in ordered[:_SILENT]:
        if saved and saved[0].moment >= newest.moment:
            return saved
        session = newest.session_id
        events = sessions.settled(read.session_events(store, session))
        if any(one.type == model.RESPONSE for one in events):
            break
    else:
        return saved
    saved_summary = next((one for one in saved if one.session_id == session), None)
    if saved_summary is not None and _is_told_by(saved_summary, events):
        return saved
    from memory_store.capture import explicit  # see _summed_up

    summed_up = _summed_up([*explicit.on_record(events)], saved_summary, spoken)
    rest = [one for one in saved if one is not saved_summary]
    return [summed_up.with_(created_at=newest.text_of("timestamp")), *rest] if summed_up else saved


def _is_told_by(summary: Summary, events: list[Entry]) -> bool:
    """Whether hardly anything came after a summary: the next run in the background adds it."""
    made_at = summary.moment
    after = [one for one in events if one.moment > made_at]
    return sum(one.type == "response" for one in after) < _WENT_ON


def _unfinished(store: layout.Store, event: model.Event) -> bool:
    """Whether another session has no end, or an end that was not finished.

    Looks at the last two days.
    """
    from memory_store.journal import checkpoints  # the answer is out

    session_bytes = codec.render(event.session_id).encode("utf-8", "replace")
    learnt = checkpoints.load(store)
    open_sessions: set[str] = set()
    for name in read.recent_days(store):
        begin = max(0, learnt.get(name, 0) - 1)
        behind = read.between(store, name, begin, begin + _RECENT_BYTES)
        if any(
            session_bytes not in line and any(mark in line for mark in _TO_LEARN)
            for line in behind
        ):
            return True
        for line in read.tail_with(store, name, b'"type":"session_', _RECENT_BYTES):
            for entry in read.entries(line):
                if entry.type == "session_start" and not sessions.is_background([entry]):
                    open_sessions.add(entry.session_id)
                elif entry.type == "session_end":
                    open_sessions.discard(entry.session_id)
    return bool(open_sessions - {event.session_id})
