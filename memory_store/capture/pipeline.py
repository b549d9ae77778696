"""Turns journal events into lines of facts.jsonl: each statement once."""

from __future__ import annotations

from memory_store import errors, place
from memory_store.capture import retain_lines, signs, stated_fact
from memory_store.journal import append, facts, fields, read, records, sessions, stored
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Entry, Fact

_LOCK_SECONDS = 2.0
_RECENT_BYTES = 65_536  # of a hook; consolidation merges with what is older
_LEAST_CHARS = 4  # 叫我阿林 has as many
SILENT = ("NO_REPLY", "NO_FLUSH", "_SILENT_")
"""What an answer holds that is only to say that there is nothing."""


_TAKING_BACK = (  # what a prompt says that takes something back
    "忘", "废", "廢", "取消", "撤", "不算", "删", "刪", "不要了", "不再", "不用遵", " no longer ",
    "forget", "drop", "retract", "scrap", "discard", "withdraw", "revoke", "abandon", "get rid",
    " is void", " is obsolete", " is off", " is gone", " is cancel", "not apply", "n't apply",
    "not hold", "n't hold",
)  # fmt: skip
_RULES = (  # and how it calls it
    "条", "條", "个", "個", "规", "規", "约定", "約定", "要求", "偏好", "记忆", "記憶", "rule",
    "convention", "preference", "requirement", "instruction", "guideline", "fact", "memory",
)  # fmt: skip
_JUST_SAID = (  # and how it means what was said just before
    "刚才", "剛才", "刚刚", "剛剛", "没说", "沒說", "scratch", "strike", "disregard", "that back",
    "i said", "just said",
)  # fmt: skip
_SHORT = 30


class Found:
    """A statement, the event that makes it, and its record, made before any lock is taken."""

    __slots__ = ("event", "identity", "record", "statement")

    def __init__(self, event: Entry, said: stated_fact.Statement, record: Fact) -> None:
        self.event = event
        self.identity = event.id
        self.statement = said
        self.record = record


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
    events = [event for event in events if event.id]
    kept = {one for event in events for one in event.stated_in}
    fresh = [event for event in events if event.id not in kept]
    fresh = [event for event in fresh if event.source != read.IMPORTED]
    pairs = [(event, one) for event in fresh for one in statements(event)]
    if not changes:
        return write(store, pairs, known_bytes)
    stated = {one.id for one, _ in pairs}
    others = [one for one in fresh if one.id not in stated]
    pairs += _changing(store, others, known_bytes)
    return _take_back(store, fresh) + write(store, pairs, known_bytes)


def statements(event: Entry) -> list[stated_fact.Statement]:
    """The statements of a prompt or an answer; of an answer its retain lines alone."""
    text, kind = event.text, event.type
    if kind not in ("prompt", "response"):
        return []
    stated = list(retain_lines.statements(text))
    if kind == "response":
        return [one for one in stated if one.kind != "S"]  # that is the session's summary
    if len(text.strip()) >= _LEAST_CHARS and not is_silent(text):
        from memory_store.capture import explicit  # an answer needs none of its tables

        asked = explicit.statements(text)
        stated += _without_requests_to_forget(asked) if asked and _takes_back(event) else asked
    return list({one.content: one for one in reversed(stated)}.values())[::-1]


def _without_requests_to_forget(asked: list[stated_fact.Statement]) -> list[stated_fact.Statement]:
    from memory_store.facts import retraction_request  # few prompts take something back

    return [one for one in asked if not retraction_request.asked(one.content)]


def _changing(
    store: layout.Store, events: list[Entry], known_bytes: int
) -> list[tuple[Entry, stated_fact.Statement]]:
    """The statements of prompts that replace a fact."""
    texts = [(one, one.text) for one in events if one.type == "prompt"]
    prompts = [one for one in texts if signs.states(one[1])]
    known = list(facts.recent(store, known_bytes)) if prompts else []
    told = [one.content for one in known]
    near = [one for one in prompts if signs.may_change(one[1]) or signs.are_near(one[1], told)]
    if not known or not near:
        return []
    from memory_store.capture import changing  # few prompts change something

    return [(event, one) for event, text in near for one in changing.statements(text, known)]


def said(event: Entry) -> list[str]:
    """The contents of an event's statements."""
    return [one.content for one in statements(event)]


def _take_back(store: layout.Store, events: list[Entry]) -> int:
    prompts = [one for one in events if one.type == "prompt" and _takes_back(one)]
    if not prompts:
        return 0
    from memory_store.facts import retraction  # few prompts take something back

    return retraction.retract(store, prompts)


def _takes_back(prompt: Entry) -> bool:
    low = prompt.text.lower()
    is_last = len(low) <= _SHORT and any(map(low.count, _JUST_SAID))
    return is_last or (any(map(low.count, _TAKING_BACK)) and any(map(low.count, _RULES)))


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing."""
    return any(mark in text for mark in SILENT)


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
    fresh = [one for event, said in stated if (one := _found(event, said)) is not None]
    if not fresh:
        return 0
    with lock.Held(store.path, _LOCK_SECONDS):
        earlier = list(facts.newest_first(store, known_bytes))
        lines, notes = _lines(fresh, earlier)
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
            append.append_locked(store, sessions.today(), notes, durable=False)
    return len(lines)


def _lines(fresh: list[Found], earlier: list[Fact]) -> tuple[list[Fact], list[Entry]]:
    """The lines to append to the facts, and the notes to append to the journal."""
    known = {fields.sameness(one.content): one for one in facts.living(earlier)}
    ever = [one.content for one in earlier]
    spent = _spent(earlier, {one.identity for one in fresh})
    lines: list[Fact] = []
    notes: list[Entry] = []
    for new in fresh:
        said = fields.sameness(new.record.content)
        if (said, new.identity) in spent or is_echo(new.event, new.record.content, ever):
            continue
        line = _line(known.get(said), new)
        if line is not None:
            kept = [line] if line.op else _with_ended(line, known.values())
            lines += kept
            known[said] = line
            ever.append(line.content)
            notes.append(_note(new, line))
    return lines, notes


def _with_ended(line: Fact, known: Iterable[Fact]) -> list[Fact]:
    from memory_store.facts import consolidation  # what says nothing new needs none of it

    return consolidation.with_ended(line, known)


def is_echo(event: Entry, content: str, ever: Iterable[str]) -> bool:
    """Whether an answer only repeats facts, also facts that were taken back since.

    An agent is given memories and repeats them: that is no new statement and no second witness.
    """
    if event.type != "response":
        return False
    from memory_store.language import words  # a prompt needs none

    told, same = words.split(content), fields.sameness(content)
    return any(
        same == fields.sameness(one) or (told and words.cover(words.split(one), told))
        for one in ever
    )


def record_of(said: stated_fact.Statement, source: dict[str, object], identity: str) -> Fact:
    """The record of a statement that the event `identity` makes.

    Raises:
        UsageError: it is too long, or nothing but what is never kept.
    """
    how = {stored.HOW: stored.ASKED} if said.how == stated_fact.ASKED else {}
    made, _ = records.fact(
        said.content,
        kind=said.kind,
        entities=said.entities,
        confidence=said.confidence,
        source={**source, **how},
        evidence=[identity],
        status=said.status,
        valid_from=said.valid_from,
    )
    return made


def _found(event: Entry, said: stated_fact.Statement) -> Found | None:
    """A statement with its record; None if it makes no valid fact."""
    source: dict[str, object] = {
        "host": event.host,
        "session_id": event.session_id,
        "via": "capture",
    }
    if event.type == "response":
        source[stored.BY] = stored.AGENT
    try:
        return Found(event, said, record_of(said, source, event.id))
    except errors.UsageError as error:
        log.write("capture", error)
        return None


def _line(same: Fact | None, new: Found) -> Fact | None:
    """The line to append for a statement; None if the same fact has this evidence already."""
    if same is None:
        return new.record
    before = same.evidence
    if new.identity in before:
        return None
    evidence = [*before, new.identity]
    if same.stands:
        return same.changed(evidence=evidence)
    if not new.record.stands:
        again = same.session_id != new.record.session_id
        standing = same.with_(status=stored.STANDING) if again else same
        return standing.changed(evidence=evidence)
    asked = {name: new.record[name] for name in ("type", "confidence", "source", "status")}
    return same.changed(**asked, evidence=evidence)


def _spent(earlier: list[Fact], events: set[str]) -> set[tuple[str, object]]:
    """The statements of these events that were kept before, also if replaced since."""
    return {
        (fields.sameness(one.content), identity)
        for one in earlier
        for identity in one.evidence
        if identity in events
    }


def _note(new: Found, line: Fact) -> Entry:
    """The journal's note that an event was kept as a fact, and how that was found."""
    return records.event(
        "fact",
        new.event.session_id,
        new.event.host,
        record_id=line.id,
        record_ids=[new.identity],
        source=new.statement.how,
    )
