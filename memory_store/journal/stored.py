"""The records of a store as values: a fact, a summary, and an event of the journal.

A value is the JSON object of its line, so unknown fields and their order survive. Members give the
known fields, each with its type and default. Must not open a file.
"""

from __future__ import annotations

from memory_store import clock, codec
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from memory_store.codec import Record

STANDING, CANDIDATE = STATUSES = ("standing", "candidate")
"""The tiers of a fact, in its `status` (docs/interface.md 2)."""
TODO = "todo"
"""The `kind` of a line of sessions.jsonl that a person opened by itself."""
AGENT, USER, CAPTURE, IMPORT, JUDGE, HOST = VIAS = (
    *("agent", "user", "capture", "import", "judge"),
    "host",
)
"""Which way a record came in, in the `via` of its source; HOST: its host's own model wrote it."""
BY, PROGRAM = "by", "program"
"""In the source of a captured fact: `agent` where an agent's answer states it, `program` where it
is from a turn of a program that runs the host."""
HOW, ASKED, ACCEPTED, HEARD = "how", "asked", "accepted", "heard"
"""In the source of a captured fact: the person asked in so many words that it be kept, or
confirmed what was inferred; a candidate was heard at once, by its characters alone."""
WORDS, MEANING = "words", "meaning"
HEARERS = (WORDS, MEANING, PROGRAM, JUDGE)
"""What infers candidates: a prompt's characters, its meaning, a program's turn, the judge."""
RELATED = "related"
"""The ids of older facts that a fact may replace, where nobody said so in words."""
AMENDED_BY = "amended_by"
"""The ids of newer facts that took the place of a part of a fact."""
RESTORED, IMPORTED = "restored_at", "imported_at"
UPDATED_BY = "updated_by"
"""In a line by which a judge changed a fact: JUDGE. The next change by anybody else drops it."""
REASON, DOUBTED, LEFT = "reason", "doubted", "left"
"""Why a run took a candidate back: by its meaning it does not last, or the agent kept others."""
PRIVATE, TEAM = VISIBILITIES = ("private", "team")
"""Who may be given a fact, in its `visibility`; one without is private."""
UPDATE, RETRACT, RESTORE = OPS = ("update", "retract", "restore")
"""What the line of a changed fact does, in its `op`."""
LIKELY = 0.3
"""The confidence of a candidate from which on one in two is right (docs/extraction.md)."""

USUAL_CONFIDENCE = 0.5
"""How sure a fact is that does not say so."""
_APART_SECONDS = 3_600.0
_SAID_BYTES = 48  # twelve words of English, sixteen signs of Chinese
_DAY_SECONDS = 86_400.0
_TIME = "created_at"


def as_written(line: Record) -> Record:
    """A line as it was before any import of an export: machines import at other moments."""
    return {k: v for k, v in line.items() if k != IMPORTED} if IMPORTED in line else line


class _Text:
    """A member that is a text; "" where it is missing or of another type."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, line: Record, _: object) -> str:
        """The member of a line."""
        value = line.get(self._name)
        return value if isinstance(value, str) else ""


class _Texts(_Text):
    """A member that is a list of texts, without what is none; [] where it is missing."""

    __slots__ = ()

    def __get__(self, line: Record, _: object) -> list[str]:  # type: ignore[override]
        """The member of a line."""
        return codec.texts(line.get(self._name))


class _Line(codec.Record):
    """The members of all records."""

    __slots__ = ()

    def text_of(self, name: str) -> str:
        """The text of a field; "" if it holds none."""
        value = self.get(name)
        return value if isinstance(value, str) else ""

    def with_(self, **others: object) -> Self:
        """The same record with other values of these fields."""
        made = type(self)(self)
        made.update(others)
        return made

    def without(self, *names: str) -> Self:
        """The same record without some fields."""
        return type(self)({name: value for name, value in self.items() if name not in names})

    id = _Text("id")

    type = _Text("type")
    """The kind of an event, or W, B, O or S of a fact."""

    @property
    def stated_at(self) -> float | None:
        """When the record says it was made, seconds since 1970; None where it does not say."""
        return clock.parse(self.get(_TIME))

    @property
    def moment(self) -> float:
        """`stated_at`, but now where it lies in the future; 0.0 where the record does not say."""
        stated = self.stated_at
        return 0.0 if stated is None else min(stated, clock.now())

    @property
    def is_ahead(self) -> bool:
        """Whether it is dated a day or more ahead of the clock: nobody knows when it was."""
        return (self.stated_at or 0.0) > clock.now() + _DAY_SECONDS


class _Sourced(_Line):
    """The members of facts and summaries."""

    __slots__ = ()

    @property
    def source(self) -> Record:
        """The author and origin; empty if the record does not say."""
        found = self.get("source")
        return found if isinstance(found, dict) else {}

    @property
    def via(self) -> str:
        """The way a record came in, one of `VIAS`; IMPORT if it does not say."""
        source = self.get("source")
        via = source.get("via") if isinstance(source, dict) else None
        return via if isinstance(via, str) and via in VIAS else IMPORT

    @property
    def is_imported(self) -> bool:
        """Whether it was imported, so that newer records come first."""
        return self.via == IMPORT


class Fact(_Sourced):
    """A line of facts.jsonl."""

    __slots__ = ()

    content = _Text("content")
    """The statement."""

    @property
    def session_id(self) -> str:
        """The session in which it was said."""
        session = self.source.get("session_id")
        return session if isinstance(session, str) else ""

    entities = _Texts("entities")
    """The subjects of the fact."""

    @property
    def confidence(self) -> float:
        """How sure it is, from 0 to 1."""
        return fields.share(self.get("confidence"), USUAL_CONFIDENCE)

    evidence = _Texts("evidence")
    """The ids of events and facts that say the same, oldest first."""

    related = _Texts(RELATED)
    """The ids of older facts that it may replace."""

    amendments = _Texts(AMENDED_BY)
    """The ids of newer facts that changed a part of it."""

    supersedes = _Text("supersedes")
    """The id of the fact that it replaces; "" for none."""

    op = _Text("op")
    """The change of a line, one of `OPS`; "" for a new fact."""

    @property
    def visibility(self) -> str:
        """The people who may see it, one of `VISIBILITIES`."""
        return fields.word(self.get("visibility"), VISIBILITIES, PRIVATE)

    author = _Text("author")
    """The author; "" without a signature."""

    promotion = _Text("promotion")
    """Its state as a line of MEMORY.md: proposed, accepted or refused; "" for none."""

    @property
    def is_pinned(self) -> bool:
        """Whether a person pinned it."""
        return self.get("pinned") is True

    @property
    def is_answer(self) -> bool:
        """Whether no person stated it: an agent's answer did, or a program."""
        return self.source.get(BY) in (AGENT, PROGRAM)

    @property
    def heard_by(self) -> str:
        """What heard a candidate, one of `HEARERS`."""
        if self.is_answer or self.via == JUDGE:
            return JUDGE if self.via == JUDGE else PROGRAM
        return WORDS if self.source.get(HOW) == HEARD else MEANING

    @property
    def is_likely(self) -> bool:
        """Whether it is a person's own sentence, and sure enough that a start tells it."""
        is_persons = self.source.get(BY) != AGENT and self.via != JUDGE
        return is_persons and self.confidence >= LIKELY

    @property
    def told_via(self) -> str:
        """The way it came in, as people are told: an agent's retain line is saved by the agent."""
        return AGENT if self.is_answer and self.stands else self.via

    @property
    def status(self) -> str:
        """One of `STATUSES`; "" if it is unknown."""
        status = self.get("status")
        return status if isinstance(status, str) and status in STATUSES else ""

    @property
    def stands(self) -> bool:
        """Whether it stands; else it is a candidate, which was inferred.

        What capture wrote without a status comes from release 0.1.0, which was sure of what it was
        asked to keep alone.
        """
        status = self.status
        if status:
            return status == STANDING or self.is_pinned
        return self.via != CAPTURE or self.confidence >= 1

    @property
    def is_asked(self) -> bool:
        """Whether a person asked in so many words to keep it, or saved it without an agent."""
        via = self.via
        if via != CAPTURE:
            return via == USER
        of_first_release = not self.status and self.confidence >= 1
        return self.source.get(HOW) == ASKED or (of_first_release and not self.is_answer)

    @property
    def lasts(self) -> bool:
        """Whether it holds until it is replaced or taken back, at any age."""
        return (self.type == "O" or self.is_pinned or self.is_asked) and self.stands

    @property
    def is_kept(self) -> bool:
        """Whether somebody saved or accepted what it tells of the world: no age ends it."""
        is_meant = self.told_via in (AGENT, USER) or self.source.get(HOW) == ACCEPTED
        return self.type == "W" and self.stands and is_meant

    @property
    def begins(self) -> float | None:
        """The moment from which it holds, seconds since 1970; None if it names none."""
        return self._day("valid_from", last=False)

    @property
    def ends(self) -> float | None:
        """The moment up to which it holds, the end of the day, month or year it names."""
        return self._day("valid_to", last=True)

    def _day(self, name: str, *, last: bool) -> float | None:
        if self.get(name) is None:
            return None
        from memory_store.journal import validity  # few facts name a day

        return validity.moment(self[name], last=last)

    def has_begun(self, now: float) -> bool:
        """Whether it holds from no moment after `now`, seconds since 1970."""
        begins = self.begins
        return begins is None or begins <= now

    def has_ended(self, now: float) -> bool:
        """Whether it held only up to a moment that is past at `now`."""
        ends = self.ends
        return ends is not None and ends <= now

    @property
    def written_at(self) -> float | None:
        """When the line was written: of a change its own time, else the fact's."""
        return clock.parse((self.get("updated_at") if "op" in self else None) or self.get(_TIME))

    @property
    def restored_at(self) -> float | None:
        """The moment at which somebody restored it; None if nobody did."""
        return clock.parse(self.get(RESTORED))

    def is_said_by(self, moment: float) -> bool:
        """Whether it was said by a moment. Dated ahead of the clock it was, by another clock."""
        return self.first_said() <= moment or (self.stated_at or 0.0) > clock.now()

    def is_written_by(self, moment: float) -> bool:
        """Whether the line was written before a moment; as `is_said_by` where dated ahead."""
        written = self.written_at or 0.0
        return written < moment or written > clock.now()

    def first_said(self) -> float:
        """When it was said first, seconds since 1970: a run may keep it long after its event."""
        return min(self._said())

    def is_said_apart(self, other: Fact) -> bool:
        """Whether two sessions said two facts, an hour apart: who sends a prompt again is one.

        Or one session said a rule for the third time: somebody insists. Nobody says a long
        sentence twice word for word: its prompt was sent again.
        """
        own, others = (one.session_id or one.id for one in (self, other))
        is_insisted = self.type == other.type == "O" and len(other.evidence) > 1
        apart = abs(self.first_said() - other.first_said())
        is_sent = len(self.content.encode()) > _SAID_BYTES and self.content == other.content
        return (own != others or is_insisted) and apart >= _APART_SECONDS and not is_sent

    def last_said(self) -> float:
        """When it was said last, seconds since 1970."""
        return max(0.0, *self._said())

    def is_end_of(self, older: Fact) -> bool:
        """Whether an older fact ended at a moment at which this one was said."""
        return older.text_of("valid_to") in map(clock.stamp, self._said())

    def _said(self) -> list[float]:
        """When it was said, seconds since 1970: its own moment, and those of its evidence."""
        return [self.moment, *filter(None, map(fields.made_at, self.evidence))]

    def changed(self, **others: object) -> Fact:
        """The line that changes the fact: the whole record, with an `update` and new fields."""
        return self._changed_now(UPDATE, **others)

    def weighed(self, confidence: float) -> Fact:
        """The line that says how sure a candidate is; nobody changed it, so it keeps its time."""
        return self.with_(op=UPDATE, confidence=confidence)

    @property
    def is_weighed(self) -> bool:
        """Whether this line only says how sure a candidate is that was heard at once."""
        is_heard = not self.stands and self.heard_by == WORDS
        return (
            is_heard
            and self.get("op") == UPDATE
            and self.get("updated_at") == self.get("created_at")
        )

    def ended_by(self, newer: Fact) -> Fact:
        """The line that ends the fact at the moment at which a newer one was said last."""
        return self.changed(valid_to=clock.stamp(newer.last_said()))

    def amended_by(self, newer: Fact) -> Fact:
        """The line that says that a newer fact changed a part of the fact."""
        return self.changed(amended_by=list(dict.fromkeys([*self.amendments, newer.id])))

    def retracted(self, reason: str = "") -> Fact:
        """The line that takes the fact back; older lines stay in the file.

        Args:
            reason: DOUBTED or LEFT, where no person asked for it.
        """
        return self._changed_now(RETRACT, **({REASON: reason} if reason else {}))

    def restored(self) -> Fact:
        """The line that lets a fact hold again that was taken back, or replaced by another.

        When that was is noted, so that consolidation doesn't decide against it again.
        """
        now = clock.now()
        whole = self._changed_now(RESTORE, **{RESTORED: clock.stamp(now)})
        return whole.without("valid_to") if self.has_ended(now) else whole

    def _changed_now(self, op: str, **others: object) -> Fact:
        """The whole record with an `op`, as of now, and new fields."""
        line = self.without(UPDATED_BY, REASON)
        return line.with_(op=op, updated_at=clock.stamp(clock.now()), **others)


class Summary(_Sourced):
    """A line of sessions.jsonl."""

    __slots__ = ()

    @property
    def moment(self) -> float:
        """As for all records, but 0.0 where it is dated ahead: no later session is older."""
        return 0.0 if self.is_ahead else super().moment

    session_id = _Text("session_id")
    """The session that it tells of."""

    @property
    def key(self) -> str:
        """The key that all lines of a session's summary share."""
        return self.session_id or self.id

    topic = _Text("topic")
    """Its title."""

    text = _Text("summary")
    """The summary itself."""

    decisions = _Texts("decisions")
    """The decisions."""

    todos = _Texts("todos")
    """The open todos."""

    done = _Texts("done")
    """The closed todos."""

    def without_todos(self, closed: object) -> Summary:
        """The same summary once these of its todos are closed: they stand under `done`."""
        done = [one for one in self.todos if one in codec.texts(closed)]
        left = [one for one in self.todos if one not in done]
        now = clock.stamp(clock.now())
        return self.with_(todos=left, done=[*self.done, *done], updated_at=now)

    @property
    def is_todo(self) -> bool:
        """Whether it is a todo that a person opened, and no session's summary."""
        return self.get("kind") == TODO

    @property
    def is_by_agent(self) -> bool:
        """Whether an agent or a person wrote it, and no rules."""
        return self.get("origin") == AGENT


class Entry(_Line):
    """A line of the journal: an event of a session."""

    __slots__ = ()

    session_id = _Text("session_id")
    """The session."""

    host = _Text("host")
    """The host that held the session."""

    turn_id = _Text("turn_id")
    """The user's turn."""

    text = _Text("text")
    """The prompt or the answer."""

    origin = _Text("origin")
    """Who wrote a turn, one of `origin.ORIGINS`; "" for what a person typed."""

    source = _Text("source")
    """Why an event was noted, or where a turn was read from."""

    transcript = _Text("transcript")
    """Where the host keeps its own record of the session."""

    record_id = _Text("record_id")
    """The record that was saved."""

    record_ids = _Texts("record_ids")
    """The records that the session was given; of a `fact` event where the fact is from."""

    @property
    def stated_in(self) -> list[str]:
        """Of a `fact` event: the events that the fact was taken from."""
        return self.record_ids if self.type == "fact" else []

    @property
    def stated_at(self) -> float | None:
        """When it happened, seconds since 1970; None where it does not say."""
        return clock.parse(self.get("timestamp"))

    def at(self, moment: float) -> Entry:
        """The same event at another moment, seconds since 1970."""
        return self.with_(timestamp=clock.stamp(moment))
