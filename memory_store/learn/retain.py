"""Keeps what captured turns hold: from their journal events to facts.jsonl, once.

Looks for a few literal marks first, so that an ordinary answer costs nothing. Must not fail a
hook: what it leaves undone, `finish` does.
"""

from __future__ import annotations

from memory_store import errors, layout, lock, log, place
from memory_store.journal import append, facts, fields, read, records, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.learn import extract

Record = dict[str, object]

_LEAST_CHARS = 5  # 叫我阿林; a statement of less names nothing
_ENDS = ".。!！;；\n"
_ANSWERED = (  # what of an answer may be settled; a prompt may state anything
    "decision", "decided", "agree", "settle", "conclusion", "verdict", "resolved",
    "from now on", "going forward", "in future", "in the future", "from here on", "any more",
    "anymore", "always", "never", "remember to", "checked", "looked", "verified", "confirmed",
    "inspected", "found it in", "according to", "migrat", "moved", "switch", "replaced",
    "upgrade", "ported", "converted", "decommissioned", "deprecated", "retired", "removed",
    "renamed", "released", "complete", "now on", "结论", "决定", "定了", "么定", "样定", "么办",
    "方案", "确定", "确认", "约定", "一致", "商定", "敲定", "共识", "定论", "定下", "说定",
    "以后", "今后", "往后", "从现在起", "之后我", "看了", "看过", "查了", "查过", "核实",
    "翻了", "检查了", "查到", "核对", "查看", "查明", "已查", "看到", "根据", "迁移", "迁到",
    "迁至", "切到", "切换", "替换", "换成", "升级", "升到", "改名", "改为", "上线", "下线",
    "拆成", "合并到", "搬到", "讨论结果",
)  # fmt: skip
_MARKS = ("W @", "B @", "O @", "S @", "(c=", "(c =")
_CORRECTION = "correction"
_ENDING = (_CORRECTION, "done")
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
_CHANGES = (  # what a sentence says that changes a fact which holds
    "改成", "改为", "改為", "换成", "換成", "换为", "換為", "改到", "改用", "调到", "調到",
    " instead", "switch to", "change to", "changed to", "no longer", "after all",
)  # fmt: skip

_LOCK_SECONDS = 2.0
_RECENT_BYTES = 65_536  # of a hook; consolidation merges with what is older


def keep(
    where: place.Place,
    events: Iterable[Record],
    known_bytes: int = _RECENT_BYTES,
    *,
    changes: bool = True,
) -> int:
    """Extract the facts of `prompt` and `response` events and append the new ones.

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
    if not changes:
        found = [(event, one) for event in fresh for one in candidates(event)]
        return write(store, found, known_bytes, events)
    found = [(event, one) for event in fresh for one in _found(store, event, known_bytes)]
    return _take_back(store, fresh) + write(store, found, known_bytes, events)


def _found(store: layout.Store, event: Record, known_bytes: int) -> list[extract.Candidate]:
    """What the rules find in an event; else what of it changes a fact that holds."""
    found = candidates(event)
    text = str(event.get("text") or "").lower()
    if found or event.get("type") != "prompt" or not _says(text, _CHANGES):
        return found
    from memory_store.learn import changing  # few prompts change something

    return changing.candidates(event, list(facts.recent(store, known_bytes)), _CHANGES)


def write(
    store: layout.Store,
    found: list[tuple[Record, extract.Candidate]],
    known_bytes: int = _RECENT_BYTES,
    events: Iterable[Record] = (),
) -> int:
    """Append what was found in events, each once, and the journal's notes of it; how many lines.

    Args:
        store: where to.
        found: candidates, each with the event that states it.
        known_bytes: how much of the facts' end to compare with.
        events: what was said beside it, and the notes of what was kept of that.

    Raises:
        StoreError: they could not be written.
    """
    if not found:
        return 0
    from memory_store.learn import echoes, withdrawn  # few turns state anything

    with lock.Held(store.path, _LOCK_SECONDS):
        earlier = list(read.newest_first(store, layout.FACTS, known_bytes))
        known = {fields.sameness(str(one["content"])): one for one in facts.living(earlier)}
        ever = [str(one.get("content")) for one in earlier]
        spent = _spent(earlier, {event.get("id") for event, _ in found})
        taken_back = withdrawn.Withdrawn(store, earlier, events, candidates)
        lines: list[Record] = []
        notes: list[Record] = []
        for event, candidate in found:
            _complete(candidate, store, event, known.values())
            if echoes.is_echo(event, candidate, known.values(), ever, taken_back):
                continue
            said = fields.sameness(candidate.content)
            line = _line(known.get(said), candidate, event)
            if line is not None and (said, event.get("id")) not in spent:
                lines += _with_ended(line, candidate, known.values())
                known[fields.sameness(str(line["content"]))] = line
                ever.append(str(line["content"]))
                notes.append(_note(event, line))
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
            append.append_locked(store, sessions.today(), notes, durable=False)
    return len(lines)


def _take_back(store: layout.Store, events: list[Record]) -> int:
    prompts = [one for one in events if one.get("type") == "prompt" and _takes_back(one)]
    if not prompts:
        return 0
    from memory_store.learn import taking_back  # few prompts take something back

    return taking_back.retract(store, prompts)


def _takes_back(prompt: Record) -> bool:
    low = str(prompt.get("text")).lower()
    return _says(low, _TAKING_BACK) and _says(low, _RULES)


def _says(text: str, words: tuple[str, ...]) -> bool:
    return any(map(text.count, words))


def _complete(
    found: extract.Candidate, store: layout.Store, event: Record, known: Iterable[Record]
) -> None:
    if found.rule == _CORRECTION:
        from memory_store.learn import correcting  # few prompts correct something

        correcting.complete(found, store, event, known)


def _with_ended(line: Record, found: extract.Candidate, known: Iterable[Record]) -> list[Record]:
    if found.rule not in _ENDING or "op" in line or records.source_of(line).get(facts.BY):
        return [line]
    from memory_store.learn import correcting  # see _complete

    return correcting.lines(line, found, known)


def _note(event: Record, line: Record) -> Record:
    """The journal's note that an event was kept as a fact."""
    return records.event(
        "fact",
        str(event.get("session_id", "")),
        str(event.get("host", "")),
        record_id=line["id"],
        record_ids=[str(event.get("id", ""))],
    )


def candidates(event: Record) -> list[extract.Candidate]:
    """What the rules find in a prompt or a response, in its order."""
    text, kind = event.get("text"), event.get("type")
    if not isinstance(text, str) or kind not in ("prompt", "response"):
        return []
    if not may_state(event):
        return []
    from memory_store.learn import extract  # its tables cost half of a hook's start

    return extract.from_prompt(text) if kind == "prompt" else extract.from_response(text)


def may_state(event: Record) -> bool:
    """Whether the rules could find anything, by signs that are looked for at no cost.

    A prompt may state anything, but for a few words and one question alone.
    """
    text = str(event.get("text") or "")
    if any(mark in text for mark in _MARKS):
        return True
    if event.get("type") == "response":
        from memory_store.language import script  # a prompt needs no look at all

        low = script.simplified(text.lower())
        return any(word in low for word in _ANSWERED)
    bare = text.strip()
    question = bare.endswith(("?", "？")) and not any(sign in bare for sign in _ENDS)
    return len(bare) >= _LEAST_CHARS and not question


def _spent(earlier: list[Record], events: set[object]) -> set[tuple[str, object]]:
    """What was kept of these events before, also where it was taken back or replaced since."""
    return {
        (fields.sameness(str(one.get("content"))), identity)
        for one in earlier
        for identity in facts.evidence(one)
        if identity in events
    }


def _line(same: Record | None, found: extract.Candidate, event: Record) -> Record | None:
    """The line to append for a candidate; None where there is nothing new, or no valid fact."""
    identity = str(event.get("id", ""))
    if same is not None:
        before = facts.evidence(same)
        return None if identity in before else facts.changed(same, evidence=[*before, identity])
    source: Record = {
        "host": event.get("host", ""),
        "session_id": event.get("session_id", ""),
        "via": "capture",
    }
    if event.get("type") == "response":
        source[facts.BY] = facts.AGENT
    try:
        return fact_of(found, source, identity)
    except errors.UsageError as error:
        log.write("retain", error)
        return None


def fact_of(found: extract.Candidate, source: Record, identity: str) -> Record:
    """The record of a candidate that was found in the event `identity`.

    Raises:
        UsageError: it is too long, or nothing but what is never kept.
    """
    made, _ = records.fact(
        found.content,
        kind=found.kind,
        entities=found.entities,
        confidence=found.confidence,
        source=source,
        evidence=[identity],
    )
    return made
