"""Finds what an agent's answer calls settled: a decision, a result looked up, a change, a promise.

An answer is mostly explanation and progress, so that only plain signs count. Must not take advice.
"""

from __future__ import annotations

from memory_store.learn.rules import answer_signs as signs
from memory_store.learn.rules import (
    en_clauses,
    en_judge,
    prose,
    shape,
    specifics,
    zh_judge,
)
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import BIOGRAPHY, OPINION, WORLD, Verdict

_SURE = 0.7
_MIN_CHARS = 6
_HEAD_WORDS = 7
_HEAD_CHARS = 14
_VOW_CHARS = 8

Settled = tuple[list[str], Verdict]


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing: NO_REPLY, NO_FLUSH, _SILENT_."""
    return any(mark in text for mark in signs.SILENT)


def settled(text: str) -> list[Settled]:
    """The clauses of each settled statement of an answer, and the verdict on it (0.7 sure)."""
    found: list[Settled] = []
    for sentence in prose.sentences(text):
        asks = sentence.rstrip().endswith(("?", "？"))
        if not asks and not has(sentence.lower(), signs.FROM_MEMORY):
            made = _declared(sentence) or _told(sentence)
            found += [made] if made is not None else []
    return found


def _told(sentence: str) -> Settled | None:
    chinese = shape.is_chinese(sentence)
    rules = _CHINESE if chinese else _ENGLISH
    flat = shape.chinese(sentence) if chinese else shape.english(sentence)
    parts = shape.clauses(sentence)
    for rule in rules:
        made = rule(sentence, flat, parts)
        if made is not None:
            return made
    return None


def _declared(sentence: str) -> Settled | None:
    """What follows `Decision:`, `We agreed:`, 结论： or 那就这么定：."""
    parts = shape.clauses(sentence.strip("* "))
    for at in range(min(2, len(parts) - 1)):
        head = "".join(parts[: at + 1]).strip(" *_:：，,。").lower()
        last = parts[at].strip(" *_:：，,。").lower()
        rest = parts[at + 1 :]
        known = head in signs.HEADS or last in signs.HEADS or _is_settling(last)
        if (
            known
            and "step" not in head
            and _has_colon(parts[at])
            and len("".join(rest)) >= _MIN_CHARS
        ):
            return None if has("".join(rest), signs.BUGS_ZH) else (rest, _verdict("settled"))
    return None


def _is_settling(head: str) -> bool:
    """Whether a few words before a colon call what follows settled."""
    if head.endswith(signs.NOT_HEADS):
        return False
    if head.isascii():
        words = head.replace("'", " ").split()
        return len(words) <= _HEAD_WORDS and any(word in signs.SETTLING for word in words)
    return len(head) <= _HEAD_CHARS and has(head, signs.SETTLING_ZH)


def _promise(_sentence: str, flat: str, parts: list[str]) -> Settled | None:
    """`From now on I will …`: how the agent works, not what a value is."""
    vowed = has(flat, signs.PROMISES) or " i will remember to " in flat
    vowed = vowed or (" i will " in flat and has(flat, signs.VOWED))
    if (vowed or flat.startswith(signs.PROMISED_FIRST)) and not has(flat, signs.NO_WAYS):
        return parts, _verdict("promise", OPINION)
    return None


def _agreed(_sentence: str, flat: str, parts: list[str]) -> Settled | None:
    return (parts, _verdict("settled")) if has(flat, signs.AGREED) else None


def _looked_up(sentence: str, flat: str, parts: list[str]) -> Settled | None:
    """`I checked the manifest: production runs …`: a lasting fact about some environment."""
    first = shape.english(parts[0])
    told = _has_colon(parts[0]) or first.startswith(" , according to ")
    rest = "".join(parts[1:])
    if not (rest and told and has(first, signs.LOOKED) and has(flat, signs.WHERE)):
        return None
    lasts = specifics.count(rest) and en_judge.judge(sentence, rest) is not None
    return (parts[1:], _verdict("looked up")) if lasts else None


def _changed(sentence: str, flat: str, parts: list[str]) -> Settled | None:
    """`Migrated the whole … from X to Y`: a change of the whole, of something with a name."""
    if has(flat, signs.SMALL) or not specifics.entities(sentence.rstrip(".")):
        return None
    complete = has(flat, signs.COMPLETE) or (" upgrade to " in flat and " is done " in flat)
    whole = has(flat, signs.CHANGED) and has(flat, signs.WHOLE)
    done = (complete or whole) and not en_clauses.is_trouble(flat)
    return (parts, _verdict("changed", BIOGRAPHY)) if done else None


def _closed_zh(_sentence: str, _flat: str, parts: list[str]) -> Settled | None:
    closed = len(parts) > 1 and parts[-1].strip(" 。.！!") in signs.CLOSINGS
    return (parts[:-1], _verdict("settled")) if closed else None


def _promise_zh(_sentence: str, flat: str, parts: list[str]) -> Settled | None:
    first = flat.startswith(signs.PROMISED_FIRST_ZH) and len(flat) > _VOW_CHARS
    vowed = ("以后" in flat or "往后" in flat) and has(flat, signs.VOWED_ZH)
    known = vowed or has(flat, signs.PROMISES_ZH)
    if first or (known and not has(flat, signs.ADVICE_ZH)):
        return parts, _verdict("promise", OPINION)
    return None


def _looked_up_zh(sentence: str, flat: str, parts: list[str]) -> Settled | None:
    told = _has_colon(parts[0]) or parts[0].startswith("根据")
    rest = "".join(parts[1:])
    if not (rest and told and has(parts[0], signs.LOOKED_ZH) and has(flat, signs.WHERE_ZH)):
        return None
    lasts = specifics.count(rest) and zh_judge.judge(sentence, rest) is not None
    return (
        (parts[1:], _verdict("looked up")) if lasts and not has(flat, signs.FINDINGS_ZH) else None
    )


def _changed_zh(sentence: str, flat: str, parts: list[str]) -> Settled | None:
    whole = has(flat, signs.CHANGED_ZH) and has(flat, signs.WHOLE_ZH)
    if whole and specifics.count(sentence) and not has(flat, signs.SMALL_ZH):
        return parts, _verdict("changed", BIOGRAPHY)
    return None


_ENGLISH = (_promise, _agreed, _looked_up, _changed)
_CHINESE = (_closed_zh, _promise_zh, _looked_up_zh, _changed_zh)


def _has_colon(part: str) -> bool:
    return part.rstrip(" *_")[-1:] in (":", "：")


def _verdict(rule: str, kind: str = WORLD) -> Verdict:
    return Verdict(rule, kind, _SURE)
