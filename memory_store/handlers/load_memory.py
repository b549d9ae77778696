"""Session start: gives the agent its memory, and a sub-agent the rules.

Only the ends of files are read. Must not search, or wait for anything but the journal's lock.
"""

from __future__ import annotations

import os

from memory_store import clock, codec, errors, model, place
from memory_store.journal import access, read, records, sessions, stored
from memory_store.recall import core_copies
from memory_store.start import past, prepared
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry


_GOES_ON = ("resume", "compact")
"""The sources of a start that goes on with a session, whose person was told."""
_TRUST = "memory-store trust"
_NAMES = 3
_TWICE_SECONDS = 10.0
_UNREAD_SHOWN = 3
_TO_LEARN = (b'"type":"prompt"', b'"type":"response"', b'"type":"session_end"')


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The briefing as context; a line about trust if the memory is not approved."""
    if event.kind == model.SUBAGENT_START:
        from memory_store.handlers import subagent_start  # most starts are a session's

        return subagent_start.handle(event, where)
    if where.untrusted:
        spoken = past.spoken(where, [])
        return model.Reply(notice=_lines(_untrusted(where, spoken), _closed(where, spoken)))
    if event.background and not where.config.switch("background_agents"):
        _leave_alone(event, where)
        return model.Reply()
    if where.project is not None and not where.project.exists():
        from memory_store.journal import create  # most projects have one

        create.create(where.project)
    recent = past.recent_prompts(where.project)
    earlier, noted = _note(event, where)
    if earlier and noted is None and _is_repeat(earlier, event):
        return model.Reply()
    if not event.hears:
        return model.Reply(afterwards=lambda: _finish_others(event, where.project))
    spoken = past.spoken(where, [*recent, *earlier])
    notice = _lines(
        _closed(where, spoken),
        _unread(where.stores(), spoken),
        _waits(where, spoken),
        _homeless(event, where, spoken),
        _mention(event, where, spoken),
    )
    if event.source == "resume" and sessions.last(earlier, "session_start"):
        from memory_store.recall import news  # few starts go on with a session

        fresh = news.since(where, event.session_id, earlier, noted or stored.Entry(), spoken)
        context, ids, sign, keep = fresh.text, fresh.ids, "", None
    else:
        most = model.MAX_TEXT - len(notice) - 2
        wanted = past.Wanted(where, event.host, event.session_id, recent, spoken, most)
        given, keep = _briefing(event, wanted, earlier)
        context, ids, sign = given.text, given.ids, _sign(event, where, given, spoken)

    def afterwards() -> None:
        if where.project is not None:
            _note_told(event, where.project, noted, ids)
            _afterwards(event, where, where.project, context, keep)

    return model.Reply(context=context, notice=notice, sign=sign, afterwards=afterwards)


def _afterwards(
    event: model.Event,
    where: place.Place,
    store: layout.Store,
    context: str,
    keep: Callable[[], None] | None,
) -> None:
    """Keep what the next look or start compares with, and start what sessions left to do."""
    core_copies.keep(store)
    if keep is not None:
        keep()
    if event.traits.reads_rules:
        from memory_store.handlers import rule_file  # few hosts read one

        rule_file.refresh(event, where.tree, context)
    _finish_others(event, store)


def _briefing(event: model.Event, wanted: past.Wanted, earlier: list[Entry]) -> prepared.Given:
    """The briefing, and what keeps it for the next session."""
    if event.source != "compact":
        return prepared.given(wanted, is_new=not earlier)
    from memory_store.start import making  # few starts come in the middle

    return making.after_compaction(wanted, earlier), None


def _sign(event: model.Event, where: place.Place, given: model.Told, spoken: str) -> str:
    """The line for the person about the loaded memory, where the host shows it."""
    if not event.shows or not where.config.switch("signs"):
        return ""
    from memory_store.handlers import start_sign  # few hosts show a line

    judged = ""
    if where.project is not None and where.config.word("judge_provider") != "none":
        from memory_store.handlers import sign_line  # few have a judge

        judged = sign_line.of_judged(where.project, event.session_id, spoken)
    return start_sign.of_start(given, judged, spoken)


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
    sessions.note(store, event.session_id, lambda _: [entry])


def _leave_alone(event: model.Event, where: place.Place) -> None:
    """Note that a session is a background agent's where its later events don't say so.

    Another host's subagent goes by its parent's session and says itself what it is.
    """
    if event.traits.says_background_once:
        entry = records.event(
            "session_start", event.session_id, event.host, source=sessions.BACKGROUND
        )
        sessions.note(where.project, event.session_id, lambda earlier: [] if earlier else [entry])


def _say(spoken: str, name: str, **values: object) -> str:
    from memory_store.language import wording  # most starts have nothing to tell a person

    return wording.say(spoken, name, **values)


def _told(spoken: str, said: errors.Message) -> str:
    from memory_store.language import wording  # see _say

    return wording.told(spoken, said)


def _lines(*sentences: str) -> str:
    return "\n".join(filter(None, sentences))


def _closed(where: place.Place, spoken: str) -> str:
    """A line about wrong settings, and whether memory is off until they are mended."""
    faults = (*where.config.unreadable, *where.config.misspelt)
    sentence = "closed" if where.config.unreadable else "misspelt"
    return _say(spoken, sentence, faults=faults) if faults else ""


def _untrusted(where: place.Place, spoken: str) -> str:
    """Why the project's memory is not used: it can't be, no list of what is trusted, or no yes."""
    store = layout.project_store(where.directory)
    closed = access.look(store.path, is_directory=True)
    if closed is not None:
        return f"memory-store: {_told(spoken, closed.with_cure())}"
    if fault := ledger.fault():
        whole = errors.Message("{fault}. To mend it: {cure}", fault=fault, cure=ledger.MENDING)
        return f"memory-store: {_told(spoken, whole)}"
    return _say(spoken, "untrusted", command=_TRUST)


def _unread(stores: list[layout.Store], spoken: str) -> str:
    """A line for what of the memories can't be read or written, with what mends it."""
    faults = [one for store in stores for one in access.closed(store, to_write=True)]
    told = (_told(spoken, one.with_cure()) for one in faults[:_UNREAD_SHOWN])
    return _lines(*(f"memory-store: {one}" for one in told))


def _homeless(event: model.Event, where: place.Place, spoken: str) -> str:
    """A line where nothing of this session will be kept, and what makes a memory."""
    if where.project is not None or event.source in _GOES_ON:
        return ""
    if os.path.realpath(where.directory) == os.path.realpath(layout.home()):
        command = "memory-store save-fact --scope user --content …"
        return _say(spoken, "no_memory_at_home", command=command)
    return _say(spoken, "no_memory", directory=where.directory)


def _waits(where: place.Place, spoken: str) -> str:
    """A line about what others changed in the memory, which waits for the user's yes."""
    lines = []
    for store in where.stores():
        names = sorted(store.withheld)
        shown = ", ".join([*map(clean.line, names[:_NAMES]), *["…"][: len(names) > _NAMES]])
        is_users = store.scope == "user"
        sentence, flag = ("waits_own", " --scope user") if is_users else ("waits", "")
        if names:
            lines.append(_say(spoken, sentence, names=shown, command=_TRUST + flag))
    return _lines(*lines)


def _mention(event: model.Event, where: place.Place, spoken: str) -> str:
    """A line about facts that wait for the user's decision, at most once a day."""
    if where.config.word("promotion") == "off" or event.source in _GOES_ON:
        return ""
    caches = [layout.cache_directory(store) for store in where.stores()]
    waiting = [one for one in caches if os.path.exists(os.path.join(one, layout.PROPOSALS))]
    if all(map(_was_mentioned_today, waiting)):
        return ""
    from memory_store.promotion import mention  # few starts have anything to mention

    count = mention.due(where.stores())
    if not count:
        return ""
    return _say(spoken, "proposals", count=count, command="memory-store promote")


def _was_mentioned_today(cache: str) -> bool:
    """Whether the note of the last mention was written today, without reading it."""
    try:
        noted = os.stat(os.path.join(cache, layout.PROPOSALS_TOLD)).st_mtime
    except OSError:
        return False
    return clock.local_day(noted) == clock.local_day(clock.now())


def _note(event: model.Event, where: place.Place) -> tuple[list[Entry], Entry | None]:
    """Append session_start, unless another wiring of ours did so a moment ago.

    Returns:
        What the journal held of the session before, and what was appended.
    """
    store = where.project

    def decide(earlier: list[Entry]) -> list[Entry]:
        if store is None or _is_repeat(earlier, event):
            return []
        start = records.event(
            "session_start",
            event.session_id,
            event.host,
            source=event.source or "startup",
            agent_id=event.agent_id or None,
            plugin=event.by_plugin or None,
            transcript=event.transcript if where.config.switch("capture") else None,
            seen=sessions.seen(store) if event.hears else None,
        )
        return [start]

    earlier, noted = sessions.note(store, event.session_id, decide)
    return earlier, noted[0] if noted else None


def _is_repeat(earlier: list[Entry], event: model.Event) -> bool:
    source = event.source or "startup"
    kinds = [one.type for one in earlier if one.type != "recalled"]
    newest = kinds[-1] if kinds else ""
    return (
        bool(event.session_id)
        and newest == "session_start"
        and sessions.is_repeat(earlier, "session_start", _TWICE_SECONDS, source=source)
    )


def _unfinished(store: layout.Store, event: model.Event) -> bool:
    """Whether another session has no end, or an end that was not finished.

    Looks at the last two days.
    """
    from memory_store.journal import checkpoints  # the answer is out

    session_bytes = codec.render(event.session_id).encode("utf-8", "replace")
    learnt = checkpoints.load(store)
    for name in read.recent_days(store):
        begin = max(0, learnt.get(name, 0) - 1)
        behind = read.between(store, name, begin, begin + past.RECENT_BYTES)
        if any(
            session_bytes not in line and any(mark in line for mark in _TO_LEARN)
            for line in behind
        ):
            return True
    return bool(past.begun(store) - {event.session_id})
