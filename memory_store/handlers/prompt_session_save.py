"""The end of a task: saves by rules, and asks the agent only where a turn is worth its price.

An extra turn costs the user a request. So a marker is journalled before the request goes out, and
without a marker nothing is asked. Must not ask twice for the same work.
"""

from __future__ import annotations

from memory_store import codec, model, place
from memory_store.journal import read, records, sessions
from memory_store.sessions import richness
from memory_store.start import asking, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.store import layout


_REQUEST = "save_requested"
_ASKED = b'"type":"save_requested"'
_DAYS = 31
_OPEN_CHARS = 300
OWN_JUDGES = ("claude", "codex")
"""Judges that are a host's own program."""


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The request for a summary as followup, or nothing; some hosts send the answer with it."""
    answer = None
    if event.text:
        from memory_store.handlers import capture_response  # some hosts send the answer before

        answer = capture_response.said(event, where)
    is_first = event.status == "completed" and event.loop_count == 0
    may_ask = is_first and event.hears and not event.background

    def decide(earlier: list[Entry]) -> list[Entry]:
        fresh = capture_response.heard(answer, event, earlier) if answer is not None else []
        if may_ask and _is_wanted(event, where, [*earlier, *fresh]):
            made = records.event(_REQUEST, event.session_id, event.host, turn_id=event.turn_id)
            fresh.append(made)
        return fresh

    shows = event.shows and where.config.switch("signs") and not event.background
    earlier: list[Entry] = []
    kept: list[Entry] = []
    if answer is not None or may_ask or shows:
        earlier, kept = sessions.note(where.project, event.session_id, decide)
    answers = [one for one in kept if one.type == model.RESPONSE]

    def afterwards() -> None:
        from memory_store.capture import backfill  # the answer is out

        wrong = backfill.confirm(where, event)
        for one in answers:
            known = one if one.id not in wrong else one.with_(origin=wrong[one.id])
            capture_response.keep(where, known)

    events, asks = [*earlier, *answers], len(kept) > len(answers)
    followup = sign = ""
    if where.project is not None and (asks or shows):
        spoken = past.spoken(where, events)
        followup = _request(event, where, events, spoken) if asks else ""
        sign = _sign(where.project, events, spoken) if shows else ""
    return model.Reply(followup=followup, sign=sign, afterwards=afterwards)


def _sign(store: layout.Store, events: list[Entry], spoken: str) -> str:
    """The line for the person about the facts that this turn kept; "" for none."""
    from memory_store.handlers import sign_line  # few hosts show a line

    return sign_line.of_turn(store, events, spoken)


def _request(event: model.Event, where: place.Place, events: list[Entry], spoken: str) -> str:
    """The request; its marker is in the journal, and `events` are the session's before it."""
    facts = sessions.last(events, "fact") is None
    still = asking.left_open(where, events, spoken, _OPEN_CHARS)
    return asking.save(event.session_id, where, spoken, facts=facts, left_open=still)


def _is_wanted(event: model.Event, where: place.Place, events: list[Entry]) -> bool:
    """Whether the agent is to be asked for a summary now (docs/interface.md 3.3).

    By default a session whose turns are in the journal, or on whose the person wants nobody to
    look, is asked for once in its life, if it is rich and no judge reads it; any other, once until
    a new turn.
    """
    setting = where.config.word("session_save")
    if setting == "never":
        return False
    asked = sessions.last(events, _REQUEST)
    if setting == "auto" and (_has_text(events) or not where.config.switch("capture")):
        return (
            asked is None
            and richness.is_rich(events, lambda: _transcript(event, where, events))
            and not _was_asked(where, event.session_id)
            and not _is_judged(event, where)
        )
    summed_up = richness.last_summary(events)
    if sessions.last(events, "prompt") is None:  # no prompt hook: the turn's id tells turns apart
        if asked is None:
            return summed_up is None
        return bool(event.turn_id) and asked.turn_id != event.turn_id
    since = sessions.since(events, "prompt")
    return sessions.last(since, _REQUEST) is None and richness.last_summary(since) is None


def _transcript(event: model.Event, where: place.Place, events: list[Entry]) -> bytes | None:
    """The end of the host's own record of the session."""
    if where.project is None:
        return None
    from memory_store.sessions import evidence  # what is rich by its journal needs none

    told = event.transcript or next((one.transcript for one in events if one.transcript), "")
    return evidence.transcript(where.project, event.host, event.session_id, told)


def _is_judged(event: model.Event, where: place.Place) -> bool:
    """Whether a judge reads this session once it ends; a host's program only that host's own."""
    judge = where.config.word("judge_provider")
    if judge == "none" or not all(map(where.config.switch, ("judge", "capture", "extract"))):
        return False
    is_own = judge not in OWN_JUDGES or judge == event.host
    return is_own or where.config.switch("judge_other_hosts")


def _has_text(events: list[Entry]) -> bool:
    """Whether anything of the session was captured."""
    return any(one.text for one in events)


def _was_asked(where: place.Place, session_id: str) -> bool:
    """Whether this session was asked before, looking at all of the last month's journal.

    Only a session that is about to be asked pays for that: the tail may not reach back to it.
    """
    if where.project is None:
        return True
    wanted = codec.render(session_id).encode("utf-8", "replace")
    return any(
        wanted in line
        for name in read.recent_days(where.project, _DAYS)
        for line in read.tail_with(where.project, name, _ASKED, read.WHOLE_BYTES)
    )
