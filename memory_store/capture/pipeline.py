"""From the journal's events to facts.jsonl, once: what prompts ask to keep, and retain lines."""

from __future__ import annotations

from memory_store import errors, place
from memory_store.capture import retain_lines, signs, statement
from memory_store.journal import append, facts, fields, read, records, sessions
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Record = dict[str, object]

_LOCK_SECONDS = 2.0
_STANDING: Record = {"status": facts.STANDING}  # what a candidate becomes that is said again
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

    def __init__(self, event: Record, said: statement.Statement, record: Record) -> None:
        self.event = event
        self.identity = str(event.get("id", ""))
        self.statement = said
        self.record = record


def keep(
    where: place.Place,
    events: Iterable[Record],
    known_bytes: int = _RECENT_BYTES,
    *,
    changes: bool = True,
) -> int:
    """Append what `prompt` and `response` events state that the facts don't hold yet.

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
    events = [event for event in events if isinstance(event.get("id"), str)]
    kept = {one for event in events for one in facts.sources(event)}
    fresh = [event for event in events if event.get("id") not in kept]
    fresh = [event for event in fresh if event.get("source") != read.IMPORTED]
    found = [(event, one) for event in fresh for one in statements(event)]
    if not changes:
        return write(store, found, known_bytes)
    stated = {str(one.get("id")) for one, _ in found}
    others = [one for one in fresh if one["id"] not in stated]
    found += _changing(store, others, known_bytes)
    return _take_back(store, fresh) + write(store, found, known_bytes)


def statements(event: Record) -> list[statement.Statement]:
    """What a prompt or an answer states; of an answer its retain lines alone."""
    text, kind = event.get("text"), event.get("type")
    if not isinstance(text, str) or kind not in ("prompt", "response"):
        return []
    found = list(retain_lines.statements(text))
    if kind == "response":
        return [one for one in found if one.kind != "S"]  # that is the session's summary
    if len(text.strip()) >= _LEAST_CHARS and not is_silent(text):
        from memory_store.capture import explicit  # an answer needs none of its tables

        asked = explicit.statements(text)
        found += _without_requests_to_forget(asked) if asked and _takes_back(event) else asked
    return list({one.content: one for one in reversed(found)}.values())[::-1]


def _without_requests_to_forget(asked: list[statement.Statement]) -> list[statement.Statement]:
    from memory_store.facts import retraction_request  # few prompts take something back

    return [one for one in asked if not retraction_request.asked(one.content)]


def _changing(
    store: layout.Store, events: list[Record], known_bytes: int
) -> list[tuple[Record, statement.Statement]]:
    """What prompts say that takes the place of a fact which holds."""
    texts = [(one, str(one.get("text") or "")) for one in events if one.get("type") == "prompt"]
    prompts = [one for one in texts if signs.states(one[1])]
    known = list(facts.recent(store, known_bytes)) if prompts else []
    told = [str(one["content"]) for one in known]
    near = [one for one in prompts if signs.may_change(one[1]) or signs.are_near(one[1], told)]
    if not known or not near:
        return []
    from memory_store.capture import changing  # few prompts change something

    return [(event, one) for event, text in near for one in changing.statements(text, known)]


def said(event: Record) -> list[tuple[str, str]]:
    """The kind and content of what an event states."""
    return [(one.kind, one.content) for one in statements(event)]


def _take_back(store: layout.Store, events: list[Record]) -> int:
    prompts = [one for one in events if one.get("type") == "prompt" and _takes_back(one)]
    if not prompts:
        return 0
    from memory_store.facts import retraction  # few prompts take something back

    return retraction.retract(store, prompts)


def _takes_back(prompt: Record) -> bool:
    low = str(prompt.get("text")).lower()
    is_last = len(low) <= _SHORT and any(map(low.count, _JUST_SAID))
    return is_last or (any(map(low.count, _TAKING_BACK)) and any(map(low.count, _RULES)))


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing."""
    return any(mark in text for mark in SILENT)


def write(
    store: layout.Store,
    stated: Iterable[tuple[Record, statement.Statement]],
    known_bytes: int = _RECENT_BYTES,
) -> int:
    """Append what events state, each once, and the journal's notes of it; how many lines.

    Args:
        store: where to.
        stated: statements, each with its event.
        known_bytes: how much of the facts' end to compare with.

    Raises:
        StoreError: they could not be written.
    """
    found = [one for event, said in stated if (one := _found(event, said)) is not None]
    if not found:
        return 0
    with lock.Held(store.path, _LOCK_SECONDS):
        earlier = list(read.newest_first(store, layout.FACTS, known_bytes))
        lines, notes = _lines(found, earlier)
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
            append.append_locked(store, sessions.today(), notes, durable=False)
    return len(lines)


def _lines(found: list[Found], earlier: list[Record]) -> tuple[list[Record], list[Record]]:
    """The lines to append beside those that are there, newest first, and the journal's notes."""
    known = {fields.sameness(str(one["content"])): one for one in facts.living(earlier)}
    ever = [str(one.get("content")) for one in earlier]
    spent = _spent(earlier, {one.identity for one in found})
    lines: list[Record] = []
    notes: list[Record] = []
    for one in found:
        said = fields.sameness(str(one.record["content"]))
        if (said, one.identity) in spent or is_echo(one.event, str(one.record["content"]), ever):
            continue
        line = _line(known.get(said), one)
        if line is not None:
            kept = [line] if "op" in line else _with_ended(line, known.values())
            lines += kept
            known[said] = line
            ever.append(str(line["content"]))
            notes.append(_note(one, line))
    return lines, notes


def _with_ended(line: Record, known: Iterable[Record]) -> list[Record]:
    from memory_store.facts import consolidation  # what says nothing new needs none of it

    return consolidation.with_ended(line, known)


def is_echo(event: Record, content: str, ever: Iterable[str]) -> bool:
    """Whether an answer only says again what facts say, or said before they were taken back.

    An agent is given memories and repeats them: that is no new statement and no second witness.
    """
    if event.get("type") != "response":
        return False
    from memory_store.language import words  # a prompt needs none

    told, same = words.of(content), fields.sameness(content)
    return any(
        same == fields.sameness(one) or (told and words.cover(words.of(one), told)) for one in ever
    )


def record_of(said: statement.Statement, source: Record, identity: str) -> Record:
    """The record of a statement that the event `identity` makes.

    Raises:
        UsageError: it is too long, or nothing but what is never kept.
    """
    how = {facts.HOW: facts.ASKED} if said.how == statement.ASKED else {}
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


def _found(event: Record, said: statement.Statement) -> Found | None:
    """A statement with its record; None where it is no valid fact."""
    source: Record = {
        "host": event.get("host", ""),
        "session_id": event.get("session_id", ""),
        "via": "capture",
    }
    if event.get("type") == "response":
        source[facts.BY] = facts.AGENT
    try:
        return Found(event, said, record_of(said, source, str(event.get("id", ""))))
    except errors.UsageError as error:
        log.write("capture", error)
        return None


def _line(same: Record | None, found: Found) -> Record | None:
    """The line to append for a statement; None where the fact that says the same has it."""
    if same is None:
        return found.record
    before = facts.evidence(same)
    if found.identity in before:
        return None
    evidence = [*before, found.identity]
    if facts.stands(same):
        return facts.changed(same, evidence=evidence)
    if not facts.stands(found.record):
        again = _session(same) != _session(found.record)
        return facts.changed(same, evidence=evidence, **_STANDING if again else {})
    asked = {name: found.record[name] for name in ("type", "confidence", "source", "status")}
    return facts.changed(same, **asked, evidence=evidence)


def _session(record: Record) -> object:
    return records.source_of(record).get("session_id")


def _spent(earlier: list[Record], events: set[str]) -> set[tuple[str, object]]:
    """What was kept of these events before, also where it was taken back or replaced since."""
    return {
        (fields.sameness(str(one.get("content"))), identity)
        for one in earlier
        for identity in facts.evidence(one)
        if identity in events
    }


def _note(found: Found, line: Record) -> Record:
    """The journal's note that an event was kept as a fact, and how that was found."""
    return records.event(
        "fact",
        str(found.event.get("session_id", "")),
        str(found.event.get("host", "")),
        record_id=line["id"],
        record_ids=[found.identity],
        source=found.statement.how,
    )
