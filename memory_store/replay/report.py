"""What a replay came to, as figures and as lines to read: each session, then all of them.

Holds no id that was drawn, and no moment of today, so that two reports differ where memory does.
Must not play.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from memory_store.replay import player, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Record = dict[str, Any]

_OWN_ID = re.compile(r" ?\b[efs]_[0-9a-hjkmnp-tv-z]{26}\b")
_TAGS = ("<memory-", "</memory-")
_PROMPT_CHARS = 100
_LINE_CHARS = 200
_MEMORIES = ("recall", "news")
_TYPES = ("W", "B", "O", "S")
_FATES = (run.HOLDS, run.MERGED, run.REPLACED, run.GONE)


def record(played: Sequence[run.Played]) -> Record:
    """All figures and texts of a replay but its times, in a stable order."""
    return {"sessions": [_session(one) for one in played], "sums": sums(played)}


def _session(one: run.Played) -> Record:
    return {
        "id": one.name,
        "host": one.host,
        **_counts(one),
        "characters": one.characters,
        "kept": [fact._asdict() for fact in one.kept],
        "told": [
            {"prompt": told.prompt[:_PROMPT_CHARS]}
            | {kind: _lines_of(told.parts[kind]) for kind in _MEMORIES if kind in told.parts}
            for told in one.told
            if not told.parts.keys().isdisjoint(_MEMORIES)
        ],
        "summary": one.summary["topic"] if one.summary else None,
    }


def _counts(one: run.Played) -> Record:
    return {
        "prompts": len(one.told),
        "with_recall": sum("recall" in told.parts for told in one.told),
        "with_news": sum("news" in told.parts for told in one.told),
        "silent": sum(not told.parts for told in one.told),
        "asked": one.requests,
    }


def _lines_of(text: str) -> list[str]:
    """The memories in a part of a prompt's context, without their ids and the fence."""
    lines = text.split("\n")[1:]
    return [_OWN_ID.sub("", line) for line in lines if not line.startswith(_TAGS)]


def sums(played: Sequence[run.Played]) -> Record:
    """The figures of all sessions together, of which there is one at least."""
    facts = [fact for one in played for fact in one.kept]
    each = [_counts(one) for one in played]
    fates = {fate.replace(" ", "_"): sum(one.fate == fate for one in facts) for fate in _FATES}
    return {
        "sessions": len(played),
        **{name: sum(one[name] for one in each) for name in each[0]},
        "facts": len(facts),
        "by_type": {kind: sum(one.kind == kind for one in facts) for kind in _TYPES},
        **fates,
        "said_again": sum(one.again for one in facts),
        "summaries": sum(one.summary is not None for one in played),
        "characters": {kind: sum(one.characters[kind] for one in played) for kind in player.KINDS},
    }


def times(played: Iterable[run.Played]) -> Record:
    """Milliseconds until a hook's answer was there, without the start of a process, by hook."""
    found: dict[str, list[float]] = {}
    for one in played:
        for hook, took in one.took.items():
            found.setdefault(hook, []).extend(took)
    return {
        hook: {
            "runs": len(took),
            "p50": round(at(took, 0.5), 1),
            "p95": round(at(took, 0.95), 1),
        }
        for hook, took in sorted(found.items())
    }


def at(values: list[float], share: float) -> float:
    """The value that this share of all does not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def text(played: Sequence[run.Played]) -> str:
    """The report as a person reads it: each session, the sums, the times."""
    parts = ["\n".join(_told(one)) for one in played]
    return "\n\n".join([*parts, "\n".join(_sums(played)), "\n".join(_times(played))])


def _told(one: run.Played) -> list[str]:
    found = _counts(one)
    heads = [
        f"{found['prompts']} prompt{'s' * (found['prompts'] != 1)}",
        *[
            f"{found[name]} {name.replace('_', ' ')}"
            for name in ("with_recall", "with_news")
            if found[name]
        ],
        *(["asked for a summary"] if one.requests else []),
        f"{sum(one.characters.values())} characters",
    ]
    lines = [f"{one.name} ({one.host}): {', '.join(heads)}"]
    lines += [
        f"  kept      {fact.kind} {fact.confidence:g}  {_short(fact.content)}{_fate(fact)}"
        for fact in one.kept
    ]
    for told in one.told:
        for kind in _MEMORIES:
            if kind in told.parts:
                lines.append(f"  {kind:9} {_short(told.prompt, _PROMPT_CHARS)}")
                lines += [f"            {_short(line)}" for line in _lines_of(told.parts[kind])]
    lines.append(f"  summary   {_short(one.summary['topic']) if one.summary else '-'}")
    return lines


def _fate(fact: run.Fact) -> str:
    notes = [fact.fate] if fact.fate != run.HOLDS else []
    if fact.again:
        notes.append("said again once" if fact.again == 1 else f"said again {fact.again} times")
    return f"  ({', '.join(notes)})" if notes else ""


def _short(value: str, limit: int = _LINE_CHARS) -> str:
    line = " ".join(value.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _sums(played: Sequence[run.Played]) -> list[str]:
    found = sums(played)
    kinds = " ".join(f"{kind} {count}" for kind, count in found["by_type"].items())
    fates = ", ".join(f"{found[fate.replace(' ', '_')]} {fate}" for fate in _FATES)
    asked = f"{found['summaries']} with a summary; requests for one: {found['asked']}"
    told = f"{found['with_recall']} with recall, {found['with_news']} with news"
    characters = " ".join(f"{kind} {count:,}" for kind, count in found["characters"].items())
    return [
        f"sessions    {found['sessions']}, {asked}",
        f"facts       {found['facts']} ({kinds}): {fates}; said again: {found['said_again']}",
        f"prompts     {found['prompts']}: {told}, {found['silent']} silent",
        f"characters  {characters}",
    ]


def _times(played: Sequence[run.Played]) -> list[str]:
    return [
        f"{hook:20} {one['runs']:5} runs  p50 {one['p50']:6.1f} ms  p95 {one['p95']:6.1f} ms"
        for hook, one in times(played).items()
    ]
