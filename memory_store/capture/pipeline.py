"""Turns journal events into lines of facts.jsonl: each statement once."""

from __future__ import annotations

from memory_store import clock, errors, model, origin, place
from memory_store.capture import cues, retain_lines, stated_fact
from memory_store.journal import (
    append,
    facts,
    fields,
    imported_ids,
    read,
    records,
    sessions,
    stored,
)
from memory_store.language import signs
from memory_store.store import layout, lock, log
from memory_store.text import mark, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Entry, Fact

_LOCK_SECONDS = 2.0
_RECENT_BYTES = 65_536  # of a hook; consolidation merges with what is older
SILENT = ("NO_REPLY", "NO_FLUSH", "_SILENT_")
"""What an answer holds that is only to say that there is nothing."""


def keep(
    where: place.Place,
    events: Iterable[Entry],
    known_bytes: int = _RECENT_BYTES,
    *,
    changes: bool = True,
) -> int:
    """Append the statements of `prompt` and `response` events that the facts lack.

    A fact that is there already (equal but for case and blanks) gains the event as evidence. What
    was kept of an event is noted in the journal, so that it stays gone once somebody deleted it:
    an event that was kept before, by what `events` or the facts say, changes nothing.

    Args:
        where: the place of work.
        events: journal events; those of a day may hold the notes of what was kept of them.
        known_bytes: how much of the facts' end to compare with.
        changes: whether to look as well for what only changes or takes back what holds.

    Returns:
        How many lines were appended.

    Raises:
        StoreError: they could not be written.
    """
    store = where.project
    if store is None or not where.config.switch("extract"):
        return 0
    events = list(events)
    kept = {"", *(source for one in events for source in one.stated_in)}
    fresh = [one for one in events if one.id not in kept and one.source != read.IMPORTED]
    pairs = [(event, one) for event in fresh for one in statements(event)]
    if not changes:
        return write(store, pairs, known_bytes)
    prompts = [one for one in fresh if one.type == model.PROMPT and origin.may_ask(one.origin)]
    corrections = _correcting(store, prompts)
    corrected = {event.id for event, _ in corrections}
    pairs = [*corrections, *(pair for pair in pairs if pair[0].id not in corrected)]
    stated = {event.id for event, _ in pairs}
    _follow_todos(store, prompts)
    pairs += _changing(store, [one for one in prompts if one.id not in stated], known_bytes)
    return _take_back(store, prompts) + write(store, pairs, known_bytes)


def _follow_todos(store: layout.Store, prompts: list[Entry]) -> None:
    """Open the todos that prompts state, and close those that they say are done."""
    likely = [one for one in prompts if signs.may_open_todo(one.text)]
    if likely:
        from memory_store.capture import explicit  # few prompts open one
        from memory_store.sessions import todos

        made = [_todo(event, text) for event in likely for text in explicit.todos(event.text)]
        if made:
            todos.open_all(store, made)


def _todo(event: Entry, text: str) -> stored.Summary:
    source: dict[str, object] = {"host": event.host, "session_id": event.session_id}
    made, _ = records.todo(text, {**source, "via": stored.USER})
    stamp = clock.stamp(event.moment)
    identity = imported_ids.identity("s", event.moment, event.id, text)
    return made.with_(id=identity, created_at=stamp, updated_at=stamp)


def statements(event: Entry) -> list[stated_fact.Statement]:
    """The statements of a prompt or an answer; of an answer its retain lines alone.

    None of a turn that no person typed, and none that has lost a secret.
    """
    return [one for one in _stated(event) if not mark.taken_out(one.content)]


def lost(event: Entry) -> str:
    """The kind of a secret for which a statement of a prompt is not kept; "" for none."""
    if event.type != model.PROMPT or not mark.taken_out(event.text):
        return ""
    return next(filter(None, (mark.taken_out(one.content) for one in _stated(event))), "")


def _stated(event: Entry) -> list[stated_fact.Statement]:
    text = event.text
    if event.type not in (model.PROMPT, model.RESPONSE) or not origin.is_persons(event.origin):
        return []
    if event.type == model.RESPONSE:
        # a line of a session's summary is no fact
        return [one for one in retain_lines.statements(text) if one.kind != "S"]
    stated: list[stated_fact.Statement] = []
    if "@" in text:
        from memory_store.language import handed, passages, pasted  # few have a line for us

        kept = list(retain_lines.statements("\n".join(pasted.own_lines(passages.own(text)))))
        others = handed.parted(text)[1] if kept else []
        for one in kept:
            is_others = any(f"@{one.entities[0]}" in other for other in others)
            stated.append(one.doubted() if is_others else one)
    if not is_silent(text) and cues.may_stand_in(text):
        from memory_store.capture import explicit  # few prompts need its tables

        stated += explicit.statements(text)
    return stated


def _changing(
    store: layout.Store, events: list[Entry], known_bytes: int
) -> list[tuple[Entry, stated_fact.Statement]]:
    """The statements of prompts that replace a fact from before them."""
    likely = [one for one in events if any(map(signs.may_change, signs.stating(one.text)))]
    known = list(facts.recent(store, known_bytes)) if likely else []
    if not known:
        return []
    from memory_store.capture import changing  # few prompts change something

    return [
        (event, one)
        for event in likely
        for one in changing.statements(event.text, _said_before(event, known))
    ]


def _correcting(
    store: layout.Store, prompts: list[Entry]
) -> list[tuple[Entry, stated_fact.Statement]]:
    """The statements of prompts that correct what the prompt before them stated."""
    likely = [one for one in prompts if signs.may_correct(one.text)]
    known = list(facts.recent(store, _RECENT_BYTES)) if likely else []
    if not known:
        return []
    from memory_store.capture import changing  # few prompts correct something
    from memory_store.facts import retraction

    found: list[tuple[Entry, stated_fact.Statement]] = []
    for event in likely:
        said = changing.correcting(event.text, retraction.stated_by_prompt(store, known, event))
        if said is not None and not retraction.is_answer(store, event):
            found.append((event, said))
    return found


def _said_before(event: Entry, known: Iterable[Fact]) -> list[Fact]:
    """The facts that an event can change: the run that reads it may come after newer ones."""
    return [one for one in known if one.is_said_by(event.moment)]


def said(event: Entry) -> list[str]:
    """The contents of an event's statements."""
    return [one.content for one in statements(event)]


def _take_back(store: layout.Store, prompts: list[Entry]) -> int:
    requests = [one for one in prompts if signs.may_take_back(one.text)]
    if not requests:
        return 0
    from memory_store.facts import retraction  # few prompts take something back

    return retraction.retract(store, requests)


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing."""
    return any(word in text for word in SILENT)


def write(
    store: layout.Store,
    stated: Iterable[tuple[Entry, stated_fact.Statement]],
    known_bytes: int = _RECENT_BYTES,
) -> int:
    """Append the statements of events, each once, with the journal's notes; count the lines.

    Args:
        store: where to.
        stated: statements, each with its event.
        known_bytes: how much of the facts' end to compare with.

    Raises:
        StoreError: they could not be written.
    """
    fresh: list[tuple[Entry, str, Fact]] = []
    for event, said in stated:
        try:
            fresh.append((event, said.how, record_of(said, event)))
        except errors.UsageError as error:
            log.write("capture", error)
    if not fresh:
        return 0
    with lock.Held(store.path, _LOCK_SECONDS):
        lines, notes = _lines(fresh, list(facts.newest_first(store, known_bytes)))
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
            append.append_locked(store, sessions.today(), notes, durable=False)
    return len(lines)


def _lines(
    fresh: list[tuple[Entry, str, Fact]], earlier: list[Fact]
) -> tuple[list[Fact], list[Entry]]:
    """The lines to append to the facts, and the notes to append to the journal.

    `fresh` are events, how a statement of each was found, and its record. What was kept of an
    event before stays as it is, also if it was replaced since.
    """
    known = {fields.sameness(one.content): one for one in facts.holding(earlier)}
    ever = [one.content for one in earlier]
    retracted = retold.Gone([one.content for one in facts.taken_back(earlier)], list(known))
    spent = {(fields.sameness(one.content), name) for one in earlier for name in one.evidence}
    lines: list[Fact] = []
    notes: list[Entry] = []
    for event, how, record in fresh:
        key = fields.sameness(record.content)
        if (key, event.id) in spent:
            continue
        if found := _asked_about(event, record, known.values()):
            key = fields.sameness(found.content)
        elif is_echo(event, record.content, ever):
            continue
        if not record.stands and retracted.tells(record.content):
            continue  # nobody asked for it again
        if key in known and not origin.may_ask(event.origin):
            continue  # what a program repeats proves nothing
        same = known.get(key)
        line = _line(records.as_fact(same) if same is not None else None, record)
        meant = (one for one in known.values() if one.id == record.supersedes)
        older = next(filter(None, map(records.as_fact, meant)), None)
        if older is not None and older.id != line.id:
            lines += [older.ended_by(line), line]
        elif line.op or not origin.may_ask(event.origin):
            lines.append(line)
        else:
            from memory_store.facts import consolidation  # what says nothing new needs none of it

            lines += consolidation.with_changed(line, _said_before(event, known.values()))
        spent.add((key, event.id))
        known[key] = line
        ever.append(line.content)
        sources = {"record_id": line.id, "record_ids": [event.id], "source": how}
        notes.append(records.event("fact", event.session_id, event.host, **sources))
    return lines, notes


def _asked_about(event: Entry, record: Fact, known: Iterable[Fact]) -> Fact | None:
    """The candidate from an answer's own session that its retain line confirms; None for none.

    The agent writes the line because it was asked about what the person said. What a program or a
    judge said it was only told.
    """
    if event.type != model.RESPONSE or not (record.stands and event.session_id):
        return None
    waiting = (one for one in known if not one.stands and one.session_id == event.session_id)
    heard = [one for one in waiting if one.heard_by in (stored.WORDS, stored.MEANING)]
    return next((one for one in heard if is_echo(event, record.content, [one.content])), None)


def is_echo(event: Entry, content: str, ever: Iterable[str]) -> bool:
    """Whether an answer only repeats facts, also facts that were taken back since.

    An agent is given memories and repeats them: that is no new statement and no second witness.
    """
    if event.type != model.RESPONSE:
        return False
    from memory_store.facts import relation  # a prompt needs none

    return any(relation.says_again(one, content) for one in ever)


def record_of(said: stated_fact.Statement, event: Entry) -> Fact:
    """The record of an event's statement; a candidate where no person typed the turn.

    Of an imported event it is as old as the event.

    Raises:
        UsageError: it is too long, or nothing but what is never kept.
    """
    via = stored.IMPORT if event.source == read.IMPORTED else stored.CAPTURE
    source: dict[str, object] = {"host": event.host, "session_id": event.session_id, "via": via}
    if not origin.may_ask(event.origin):
        said = said.doubted()
        source[stored.BY] = stored.PROGRAM
    elif event.type == model.RESPONSE and via == stored.CAPTURE:
        source[stored.BY] = stored.AGENT
    if said.how in (stated_fact.ASKED, stated_fact.HEARD):
        source[stored.HOW] = said.how
    made, _ = records.fact(
        said.content,
        kind=said.kind,
        entities=said.entities,
        confidence=said.confidence,
        source=source,
        supersedes=said.corrects,
        evidence=[event.id],
        status=said.status,
    )
    if via == stored.IMPORT:
        words = (imported_ids.part(event.id), made.content)
        dated = imported_ids.dated(made, event.moment, words)
        written = made["updated_at"]  # by which `undo` goes
        return dated.with_(updated_at=written)
    return made


def _line(same: Fact | None, record: Fact) -> Fact:
    """The line to append for a statement, or for one more witness of the same fact."""
    if same is None:
        return record
    evidence = [*same.evidence, *record.evidence]
    if same.stands and (same.is_asked or not record.is_asked):
        return same.changed(evidence=evidence)
    if not record.stands:
        is_witness = record.is_said_apart(same)
        standing = same.with_(status=stored.STANDING) if is_witness else same
        return standing.changed(evidence=evidence)
    asked = {name: record[name] for name in ("type", "confidence", "source", "status")}
    return same.changed(**asked, evidence=evidence)
