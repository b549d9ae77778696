"""The sessions that ended and were not judged yet, and what a judge is shown of each.

A judge sees the person's typed words without code, logs and pasted text, and the agent's answers;
nothing that the person wants unsaved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store import model, origin
from memory_store.capture import explicit, pipeline
from memory_store.index import questions
from memory_store.journal import read, sessions
from memory_store.language import mood, passages, pasted, sentences
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry
    from memory_store.store import layout

PERSON, AGENT = "P", "A"
_DAYS = 7
"""Journal days that are looked at: what was not judged within a week is left to the rules."""
_TYPES = ("session_end", "judged")
_LEAST_CHARS = 40


class Message(NamedTuple):
    """A prompt or an answer.

    Attributes:
        event: of the journal.
        who: PERSON or AGENT.
        text: the whole text, redacted.
        own: of a prompt, the writer's own lines; of an answer what stands outside code.
    """

    event: Entry
    who: str
    text: str
    own: str


class Session(NamedTuple):
    """A session as a judge is shown it: its events on the record, and its messages from 1 on."""

    id: str
    host: str
    events: list[Entry]
    messages: list[Message]


def due(store: layout.Store) -> list[Session]:
    """The ended sessions of a week that a judge has not read since their last prompt.

    Oldest first; of other sessions nothing is parsed. Those without a typed statement are none:
    questions and a few words.
    """
    with questions.Records(store) as known:
        found = [_named(known, session_id) for session_id in _ended(known)]
    return [one for one in found if one is not None and _has_ended(one.events) and _is_worth(one)]


def named(store: layout.Store, session_id: str) -> Session | None:
    """A session of the last week by its id, whether or not it was judged; None for none."""
    with questions.Records(store) as known:
        return _named(known, session_id)


def _named(known: questions.Records, session_id: str) -> Session | None:
    said = known.events(session_id, read.recent_days(known.store, _DAYS))
    events = [one for one in said if one.source != read.IMPORTED]
    host = next((one.host for one in events if one.host), "")
    return Session(session_id, host, events, list(_messages(events))) if events else None


def _ended(known: questions.Records) -> list[str]:
    """The sessions that ended since they were judged, by their ends and verdicts alone."""
    marks = known.events(None, read.recent_days(known.store, _DAYS), _TYPES)
    newest = {one.session_id: one for one in sorted(marks, key=lambda one: one.moment)}
    return [session_id for session_id, one in newest.items() if session_id and _is_open(one)]


def _messages(events: Iterable[Entry]) -> Iterator[Message]:
    """The messages of a session's events; what nobody typed is none of the person's."""
    for event in explicit.on_record(events):
        if event.type not in (model.PROMPT, model.RESPONSE) or pipeline.is_silent(event.text):
            continue
        is_prompt = event.type == model.PROMPT
        if is_prompt and not origin.may_ask(event.origin):
            continue
        text, _ = redact.secrets(clean.text(event.text))  # an old line may hold a secret
        lines = pasted.own_lines(passages.own(text)) if is_prompt else pasted.outside_code(text)
        own = "\n".join(line.rstrip() for line in lines if line.strip())
        if text.strip():
            yield Message(event, PERSON if is_prompt else AGENT, text, own)


def _has_ended(events: list[Entry]) -> bool:
    """Whether the session ended after its last turn, and no judge read it since."""
    newest = sessions.last(events, model.PROMPT, model.RESPONSE, *_TYPES)
    return newest is not None and _is_open(newest)


def _is_open(newest: Entry) -> bool:
    """Whether a session is to be judged whose newest event this is."""
    return newest.type == _TYPES[0] or (
        newest.type == _TYPES[1] and bool(newest.text_of("reason"))
    )


def _is_worth(session: Session) -> bool:
    """Whether the person stated something, and not only asked or said a few words."""
    said = [one.own for one in session.messages if one.who == PERSON]
    return sum(map(len, said)) >= _LEAST_CHARS and not all(
        map(mood.asks, (one for text in said for one in sentences.own(text, is_prompt=False)))
    )
