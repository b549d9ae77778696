"""Events of the journal as lines for a person: time, event, reason.

Must not choose events.
"""

from __future__ import annotations

import time

from memory_store import clock
from memory_store.capture import pipeline
from memory_store.cli import terminal
from memory_store.commands import columns, fact_changes, listed_facts
from memory_store.index import questions
from memory_store.journal import read, sessions, stored
from memory_store.language import wording
from memory_store.store import layout
from memory_store.text import clean, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memory_store import config
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact


_TEXT_CHARS = 200
_TURNS = ("prompt", "response")
_FACT = "f_"
CHANGE = "change"
"""The type of an entry that no event tells of: a line of a record that changed it."""
_JUDGED = "judged"
_LOUD = ("fact", "recalled", "summary", _JUDGED)


class Lines:
    """Makes lines for events, with the ids of the facts that they name."""

    __slots__ = ("_facts", "_held", "_said", "_settings", "_why")

    def __init__(
        self, records: Sequence[questions.Records], settings: config.Config, *, why: bool
    ) -> None:
        """`records` are asked for the facts, which events name by their ids."""
        self._settings = settings
        self._why = why
        self._said: dict[object, str] = {}
        self._held = list(records)
        self._facts: dict[str, listed_facts.Listed | None] = {}

    def record(self, event: Entry) -> Record:
        """An event with the texts of the facts that it names."""
        named = {one: self._then(one, event).content for one in _named(event) if self._fact(one)}
        if event.type in _TURNS:
            self._said[event.id] = event.text
        return {**event, "contents": named}

    def _fact(self, identity: str) -> listed_facts.Listed | None:
        """A fact as it is now; None for none, and for other records."""
        if identity not in self._facts:
            self._facts[identity] = None
            for held in self._held if identity.startswith(_FACT) else ():
                if fact := held.fact(identity):
                    self._facts[identity] = listed_facts.Listed(held, fact)
        return self._facts[identity]

    def _then(self, identity: str, event: Entry) -> Fact:
        """A fact as its lines had it when an event told of it."""
        for held in self._held:
            lines = held.lines(identity)
            by_then = [one for one in lines if (one.written_at or 0.0) <= event.moment]
            if lines:
                return (by_then or lines)[-1 if by_then else 0]
        return stored.Fact()

    def text(self, event: Entry) -> str:
        """The line of an event, with the facts that it names below."""
        self.record(event)
        at = time.strftime("%m-%d %H:%M", time.localtime(event.moment))
        session = clean.line(event.session_id or "-", listed_facts.SESSION_CHARS)
        said = self.said(event)
        failure = event.get("error") or (event.get("reason") if event.type == _JUDGED else "")
        text = clean.line(str(event.text or failure or ""), _TEXT_CHARS)
        if event.type == CHANGE:
            said, text = self._say(str(event["change"]), text=text), ""
        line = f"{at}  {session}  {said}{': ' if text else ''}{text}"
        lines = [columns.styled(line, columns.BOLD if event.type in _LOUD else "")]
        for identity in _named(event):
            if fact := self._fact(identity):
                gone = "" if fact.tier in questions.HOLDING else f" ({self._say(fact.tier)})"
                content = self._then(identity, event).content
                is_so = content == fact.record.content
                told = listed_facts.told(fact, self._settings) if is_so else clean.line(content)
                lines.append(f"    {identity}  {told}{gone}")
                lines += self._receipt(identity, event)
        if self._why and (reason := self.reason(event)):
            lines.append(columns.styled(f"    ^ {reason}", columns.DIM))
        return "\n".join(lines)

    def _say(self, name: str, **values: object) -> str:
        return terminal.say(self._settings, name, **values)

    def _receipt(self, identity: str, event: Entry) -> list[str]:
        """What answers made of a fact that came beside a prompt; nothing without --why."""
        known = (one.receipts().get(identity) for one in self._held)
        found = next(filter(None, known), None)
        if found is None or not self._why or _kind(event) != "recalled":
            return []
        told = self._say("receipt", told=found.told, used=found.used)
        return [columns.styled(f"    ^ {told}", columns.DIM)]

    def said(self, event: Entry) -> str:
        """The event in a word or two: `kept`, `given at the start`."""
        kind = _kind(event)
        if kind == "fact" and self._fact(event.record_id):
            kind = kind if self._then(event.record_id, event).stands else "candidate"
        name = f"event_{kind}"
        if not wording.knows(f"steering.{name}"):
            name = "event_other"
        return self._say(name, type=clean.line(event.type), origin=self._origin(event))

    def _origin(self, event: Entry) -> str:
        return self._say(f"origin_{event.origin}")

    def reason(self, event: Entry) -> str:
        """Why an event came about; "" where that is plain."""
        name = f"reason_{_kind(event)}"
        if kind := pipeline.lost(event):
            name = f"reason_{mark.PRIVATE if kind == mark.PRIVATE else 'secret'}"
        taken = [self._said[one] for one in event.stated_in if one in self._said]
        if event.type == "fact":
            name = "reason_taken" if taken else "reason_saved"
        if not wording.knows(f"steering.{name}"):
            told = event.source if event.type == _JUDGED else event.get("reason")
            word = f"reason_word_{told}"  # of a host, for why a session begins or ends
            if wording.knows(f"steering.{word}"):
                return self._say(word)
            return clean.line(str(told or ""), _TEXT_CHARS)
        text = clean.line(taken[0] if taken else "", _TEXT_CHARS)
        return self._say(name, text=text, origin=self._origin(event))


def _kind(event: Entry) -> str:
    """The kind of an event, with the occasion of a telling."""
    if event.type == read.WARNING and event.origin:
        return "disowned"
    if event.type in _TURNS and event.origin:
        return f"{event.type}_apart"
    if event.type != "recalled":
        return event.type
    return event.source if event.source in (sessions.BRIEFING, sessions.NEWS) else "recalled"


def _named(event: Entry) -> list[str]:
    """The ids of the records that an event is about."""
    if event.type in ("recalled", _JUDGED, read.WARNING):
        return event.record_ids
    return [event.record_id] if event.record_id else []


def changes(held: questions.Records, since: float, session: str | None) -> Iterator[Entry]:
    """The changes of facts and todos since a moment, which no event tells of: the last first.

    Of one session those of what it said.
    """
    for name in (layout.FACTS, layout.SESSIONS):
        for row, line in held.last_lines(name):
            fact, of_facts = stored.Fact(line), name == layout.FACTS
            if fact.is_weighed or not (fact.op or "updated_at" in line):
                continue
            if (clock.parse(line.get("updated_at")) or 0.0) < since:
                break  # changes stand in the order of time
            of = fact.session_id
            if session not in (None, of) or (of_facts and not fact.op):
                continue
            key = fact.id if of_facts else stored.Summary(line).key
            _, before = held.line_before(name, key, row) or (0, None)
            for change, text in fact_changes.told(name, before, line):
                if change == fact_changes.AGAIN:
                    continue  # an event tells who said it
                yield stored.Entry(
                    id=fact.id,
                    type=CHANGE,
                    change=change,
                    reason=fact.text_of(stored.REASON),
                    timestamp=line["updated_at"],
                    session_id=of,
                    text=text,
                )
