"""Writes what was taken of a judge's answer: facts, changes, todos, the summary.

One stamp marks all lines of a verdict, so that one `undo` takes it back; `updated_by` marks the
lines by which a judge changed a fact, so that all of them can be taken back at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import clock, errors
from memory_store.journal import append, facts, fields, read, records, sessions, stored
from memory_store.language import names
from memory_store.sessions import todos
from memory_store.store import layout, lock, log
from memory_store.text import retold

if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact, Summary
    from memory_store.judge import checks
    from memory_store.judge.request import Request
    from memory_store.judge.session import Message

SURE, LIKELY = 0.9, 0.6
_LOCK_SECONDS = 10.0
_PARTS = ("done", "holds", "open")


def take(
    store: layout.Store, request: Request, verdict: checks.Verdict, provider: str
) -> list[Fact]:
    """Write a verdict, with a `judged` event in the journal; the lines of facts that were added.

    What changed meanwhile is left as it is: a judge decided by what was there when it was asked.

    Raises:
        StoreError: it could not be written.
    """
    session = request.session
    with lock.Held(store.path, _LOCK_SECONDS):
        lines = _Lines(list(facts.newest_first(store, read.TAIL_BYTES)), session.id, session.host)
        for known in verdict.dropped:
            lines.drop(known)
        for new in verdict.facts:
            lines.add(new)
        for known, message, stands in verdict.confirmed:
            lines.confirm(known, message, stands=stands)
        for known, message in verdict.ended:
            lines.end(known, message)
        for known in lines.unnamed(verdict.spared):
            lines.drop(known)
        if lines.made:
            append.append_locked(store, layout.FACTS, lines.made, durable=True)
        note = judged(request, provider, [one.id for one in lines.made])
        append.append_locked(store, sessions.today(), [note], durable=False)
    closed = {one.id for one in verdict.closed}
    if closed:
        todos.close(store, lambda listed: [one for one in listed if one.id in closed])
    _summarize(store, request, verdict)
    return lines.made


def judged(request: Request, provider: str, made: list[str], reason: str = "") -> stored.Entry:
    """The event that a session was judged: what came of it, or why nothing did."""
    session = request.session
    return records.event(
        "judged",
        session.id,
        session.host,
        source=provider,
        record_ids=list(dict.fromkeys(made)),
        reason=reason or None,
    )


class _Lines:
    """The lines of a verdict, made against the facts as they are under the lock."""

    def __init__(self, newest_first: list[Fact], session: str, host: str) -> None:
        living = list(facts.living(newest_first))
        self.made: list[Fact] = []
        self._stamp = clock.stamp(clock.now())
        self._session, self._host = session, host
        self._living = {one.id: one for one in living}
        self._said = {fields.sameness(one.content): one.id for one in living}
        held = [one.content for one in living]
        self._gone = retold.Gone([one.content for one in facts.taken_back(newest_first)], held)

    def add(self, new: checks.New) -> None:
        """A new fact, or one more message for a fact that says the same."""
        same = self._said.get(fields.sameness(new.text))
        if same is not None:
            if same in self._living:  # else another fact of the verdict says the same
                self.confirm(self._living[same], new.message, stands=new.stands)
            return
        if self._gone.tells(new.text):
            return
        try:
            record = self._record(new)
        except errors.UsageError as error:
            log.write("judge", error)
            return
        self._said[fields.sameness(new.text)] = record.id
        replaced = self._living.get(new.replaces.id) if new.replaces else None
        doubted = self._living.get(new.doubts.id) if new.doubts else replaced
        if replaced is not None and new.message.event.moment > replaced.last_said():
            record = record.with_(supersedes=replaced.id)
            self.made += [self._changed(replaced.ended_by(record)), record]
            return
        if doubted is not None:
            record = record.with_(related=[doubted.id])
        self.made.append(record)

    def confirm(self, known: Fact, message: Message, *, stands: bool) -> None:
        """The person said it: what waited stands if it was said apart, or said as standing."""
        fact = self._living.get(known.id)
        is_new = fact is not None and message.event.id not in fact.evidence
        rises = fact is not None and not fact.stands
        rises &= stands or (is_new and known.session_id != self._session)
        if fact is None or not (is_new or rises):
            return
        line = fact.changed(evidence=[*dict.fromkeys([*fact.evidence, message.event.id])])
        self._keep(line.with_(status=stored.STANDING) if rises else line)

    def end(self, known: Fact, message: Message) -> None:
        """The person said that it holds no more, after it was said last."""
        fact = self._living.get(known.id)
        if fact is not None and message.event.moment > fact.last_said():
            self._keep(fact.changed(valid_to=clock.stamp(message.event.moment)))

    def drop(self, known: Fact) -> None:
        """A candidate that is none."""
        fact = self._living.get(known.id)
        if fact is not None and not fact.stands:
            self._keep(fact.retracted())
            self._said.pop(fields.sameness(fact.content), None)

    def unnamed(self, spared: set[str]) -> list[Fact]:
        """The session's candidates that a judge who read all of it says nothing of."""
        own = [one for one in self._living.values() if one.session_id == self._session]
        return [one for one in own if not one.stands and one.id not in spared]

    def _keep(self, line: Fact) -> None:
        self._living.pop(line.id, None)  # one change of a fact a verdict
        self.made.append(self._changed(line))

    def _changed(self, line: Fact) -> Fact:
        return line.with_(updated_at=self._stamp, **{stored.UPDATED_BY: stored.JUDGE})

    def _record(self, new: checks.New) -> Fact:
        source: dict[str, object] = {
            "host": self._host,
            "session_id": self._session,
            "via": stored.JUDGE,
            "quote": new.quote,
            "message": new.message.event.id,
            "scope": new.scope,
        }
        made, _ = records.fact(
            new.text,
            kind=new.type,
            entities=names.find(new.text),
            confidence=SURE if new.stands else LIKELY,
            source=source,
            evidence=[new.message.event.id],
            status=stored.STANDING if new.stands else stored.CANDIDATE,
        )
        said = new.message.event.moment  # what was asked for since then outranks it
        identity = records.new_id("f", said)
        return made.with_(id=identity, created_at=clock.stamp(said), updated_at=self._stamp)


def _summarize(store: layout.Store, request: Request, verdict: checks.Verdict) -> None:
    """Append the session's summary, unless the agent or a person wrote one since its last turn.

    Where others' words are all its topic, that of the summary before it stays.
    """
    told = verdict.summary
    text = "\n".join(told[name] for name in _PARTS if told[name])
    session = request.session
    last = max(one.event.moment for one in session.messages)
    source: Record = {"host": session.host, "session_id": session.id, "via": stored.JUDGE}
    with lock.Held(store.path, _LOCK_SECONDS):
        before = _newest(store, session.id)
        topic = told["topic"] or (before.topic if before is not None else "")
        if not (topic and text):
            return
        line, _ = records.summary(
            session.id,
            topic=topic,
            text=text,
            decisions=[],
            todos=verdict.opened,
            source=source,
            origin="automatic",
        )
        if before is not None:
            if before.is_by_agent and before.moment >= last:
                return
            line = line.with_(updated_at=line["created_at"], done=before.done)
        append.append_locked(store, layout.SESSIONS, [line], durable=True)


def _newest(store: layout.Store, session_id: str) -> Summary | None:
    name = records.session_name(session_id)
    return next((one for one in read.summaries(store) if one.session_id == name), None)


def undo(store: layout.Store) -> list[Fact]:
    """Take back all facts that a judge wrote and all changes that it made; the lines, appended.

    A fact that somebody changed after the judge stays as that somebody has it.

    Raises:
        StoreError: they could not be written.
    """
    from memory_store.index import questions  # a run that takes nothing back has no use for it

    with lock.Held(store.path, _LOCK_SECONDS):
        past = questions.Records(store).histories()
        stamp = clock.stamp(clock.now())
        lines = [
            line.with_(updated_at=stamp)
            for said in past.values()
            if (line := _undone(said)) is not None
        ]
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
    return lines


def _undone(lines: list[Fact]) -> Fact | None:
    """The line after which a fact is as it was before a judge; None where there is nothing."""
    newest = lines[-1]
    if newest.via == stored.JUDGE and newest.op != stored.RETRACT:
        return newest.retracted()
    if newest.via == stored.JUDGE or newest.text_of(stored.UPDATED_BY) != stored.JUDGE:
        return None
    before = [one for one in lines if one.text_of(stored.UPDATED_BY) != stored.JUDGE]
    return before[-1].restored() if before else None
