"""Finds what a person calls a lesson: `gotcha: …`, 踩坑：…, and a cause that is no mere slip.

Such a statement may be about trouble, which others may not. Must not take the diary of a bug.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    en_clauses,
    en_lasting,
    en_left,
    shape,
    specifics,
    zh_clauses,
    zh_lasting,
    zh_left,
)
from memory_store.learn.rules.tables import anywhere, has

_LABELS = frozenset(
    (
        "gotcha|gotchas|known gotcha|one gotcha|a gotcha|pitfall|known pitfall|one pitfall|caveat|"
        "one caveat|footgun|lesson|lesson learned|lesson learnt|lessons learned|踩坑|踩坑记录|"
        "踩坑提醒|踩坑总结|踩坑经验|踩了个坑|踩过的坑|踩过坑|避坑|避坑指南|坑|坑点|有个坑|有坑|一个坑|大坑|"
        "经验|经验教训|教训|血泪教训|血的教训"
    ).split("|")
)
_CAUSES = frozenset(
    (
        "root cause|the root cause|root cause found|found the root cause|found the cause|"
        "cause found|the cause|原因|根因|原因找到了|找到原因了|原因查到了|查到原因了|原因查明了|"
        "根因找到了|原因定位到了|原因清楚了"
    ).split("|")
)
_CAUSE_IS = (
    "原因是", "原因就是", "原因在于", "根因是", "根因就是", "the cause is ", "the cause was ",
    "the root cause is ", "the root cause was ", "root cause is ", "root cause was ",
)  # fmt: skip
_IS = ("是因为", "是由于", "因为", "由于", "是", "it's that ", "it was that ", "is that ")
_TRIM = " \t*_-—:：,，。.!！"
_SLIPS = (
    "没", "忘", "漏", "写错", "配错", "拼错", "填错", "打错", "手滑", "笔误", "误删", "误改",
    "残留", "少写", "多写", "少了", "多了", "我改", "我把",
)  # fmt: skip
_SLIPS_EN = anywhere(
    "we|i|typo|a typo|forgot|forgotten|missing|missed|left out|mistyped|misspelled|wrong|stale|"
    "leftover|my fault|my mistake|by mistake|was not|were not|did not|not set|accidentally"
)
_LEAST_CHARS = 8


def told(sentence: str) -> str | None:
    """What is called a lesson, or the cause of something, in a sentence.

    Returns:
        It, without the words that call it so; "" where it doesn't last; None for no such sentence.
    """
    parts = shape.clauses(sentence)
    label = parts[0].strip(_TRIM).lower() if len(parts) > 1 else ""
    rest = "".join(parts[1:])
    told_as = next((one for one in _CAUSE_IS if sentence.lower().startswith(one)), "")
    is_cause = label in _CAUSES or told_as != ""
    if not (is_cause or (label in _LABELS and parts[0].rstrip().endswith((":", "：")))):
        return None
    said = _bare((sentence[len(told_as) :] if told_as else rest).strip(_TRIM))
    lasts = _lasts_zh if shape.is_chinese(said) else _lasts_en
    return said if len(said) >= _LEAST_CHARS and lasts(said, is_cause=is_cause) else ""


def _bare(said: str) -> str:
    lead = next((one for one in _IS if said.lower().startswith(one)), "")
    return said[len(lead) :].lstrip()


def _lasts_zh(said: str, *, is_cause: bool) -> bool:
    flat = shape.chinese(said).replace("如果", "若")  # tells when it bites, and is no thought
    passing = (
        has(flat, zh_left.SPANS) or has(flat, zh_left.MOMENTS) or zh_clauses.is_void(said, flat)
    )
    if passing or not (specifics.count(said) or zh_clauses.is_named(flat)):
        return False
    return not is_cause or (has(flat, zh_lasting.DURABLE) and not has(flat, _SLIPS))


def _lasts_en(said: str, *, is_cause: bool) -> bool:
    flat = shape.english(said)
    passing = any(
        has(flat, one) for one in (en_left.MOMENTS, en_left.HERE_AND_NOW, en_left.SCOPING)
    )
    known = specifics.count(said) or any(word in en_lasting.NOUNS for word in flat.split())
    if passing or en_clauses.is_void(said, flat) or not known:
        return False
    return not is_cause or (has(flat, en_lasting.DURABLE) and not has(flat, _SLIPS_EN))
