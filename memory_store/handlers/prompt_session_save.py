"""The end of a task: saves by itself what it can, and asks the agent only where that is worth it.

An extra turn costs the user a request, so the marker is written before the request goes out, and
where it can't be written nothing is asked. Must not ask twice for the same work.
"""

from __future__ import annotations

from memory_store import codec, log, model, place
from memory_store.handlers import asking, capture_response
from memory_store.journal import read, records, sessions

Record = dict[str, object]

RICH_TURNS = 10
RICH_BYTES = 40_000
TELLING_BYTES = 120
_DAYS = 31
_TRANSCRIPT_BYTES = 4 << 20


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The request for a summary as followup, or nothing."""
    afterwards = capture_response.capture(event, where) if event.text else None
    followup = ""
    is_first = event.status == "completed" and event.loop_count == 0
    if is_first and event.hears and not event.background:
        followup = _request(event, where)
    return model.Reply(followup=followup, afterwards=afterwards)


def _request(event: model.Event, where: place.Place) -> str:
    """The request, once its marker is in the journal; "" where nothing is to be asked."""
    setting = where.config.word("session_save")
    is_private = not where.config.switch("capture")
    transcript = _transcript(event, where) if is_private and setting == "auto" else None

    def decide(earlier: list[Record]) -> Record | None:
        said = earlier if transcript is None and _has_text(earlier) else transcript
        if not is_wanted(earlier, said, event.turn_id, setting):
            return None
        if setting == "auto" and said is not None and _was_asked(where, event.session_id):
            return None
        return records.event("save_requested", event.session_id, event.host, turn_id=event.turn_id)

    earlier, noted = sessions.note(where.project, event.session_id, decide)
    if not noted:
        return ""
    facts = sessions.last(earlier, "fact") is None
    return asking.save(event.session_id, where, asking.spoken(where, earlier), facts=facts)


def _transcript(event: model.Event, where: place.Place) -> list[Record]:
    """What the host itself wrote down of the session, as events that nobody keeps."""
    if where.project is None:
        return []
    from memory_store.learn import known, transcripts  # only where capture is off

    first: Record = {"session_id": event.session_id, "host": event.host}
    session = known.Session(where.project, first, first_day="")
    session.transcript = event.transcript
    try:
        said = transcripts.read_turns(where.project, session, _TRANSCRIPT_BYTES)
    except OSError as error:
        log.write("transcript", error)
        return []
    return [{"type": turn.role, "text": turn.text} for turn in said]


def is_wanted(events: list[Record], said: list[Record] | None, turn_id: str, setting: str) -> bool:
    """Whether the agent is to be asked for a summary now.

    Args:
        events: the session's journal events, oldest first.
        said: its prompts and answers, from the journal or the host's transcript; None where they
            were to be captured and none was, so that the agent is the only one who knows them.
        turn_id: the turn that ended, "" when the host does not say.
        setting: `auto`, `always` or `never`.
    """
    if setting == "never":
        return False
    asked = sessions.last(events, "save_requested")
    if setting == "auto" and said is not None:
        return asked is None and sessions.last(events, "summary") is None and is_rich(said)
    if sessions.last(events, "prompt") is None:  # no prompt hook: the turn's id tells turns apart
        if asked is None:
            return sessions.last(events, "summary") is None
        return bool(turn_id) and asked.get("turn_id", "") != turn_id
    return sessions.last(sessions.since_last_turn(events), "save_requested", "summary") is None


def is_rich(events: list[Record]) -> bool:
    """Whether a session holds more than an automatic summary can tell.

    Ten turns whose answers tell something, or 40,000 bytes of answers. Bytes of UTF-8, since
    Chinese and English that say the same are near each other in them: 120 are a long sentence.
    Short questions and answers, however many, and `continue` don't make a session rich; a prompt's
    length doesn't either: it may be a pasted log.
    """
    turns = whole = 0
    is_new = True
    for one in events:
        if one.get("type") == "prompt":
            is_new = True
        elif one.get("type") == "response":
            size = len(str(one.get("text", "")).encode("utf-8", "replace"))
            whole += size
            if is_new and size >= TELLING_BYTES:  # a turn may have several answers
                turns += 1
                is_new = False
    return turns >= RICH_TURNS or whole >= RICH_BYTES


def _has_text(events: list[Record]) -> bool:
    """Whether anything of the session was captured."""
    return any(one.get("text") for one in events)


def _was_asked(where: place.Place, session_id: str) -> bool:
    """Whether this session was asked before, looking at all of the last month's journal.

    Only a session that is about to be asked pays for that: the tail may not reach back to it.
    """
    if where.project is None:
        return True
    wanted = codec.render(session_id).encode("utf-8", "replace")
    return any(
        b'"type":"save_requested"' in line and wanted in line
        for name in read.recent_days(where.project, _DAYS)
        for _, line in read.lines_from(where.project, name)
    )
