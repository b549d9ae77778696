"""The results of a replay as figures and lines: each session, then all.

Has no random id and no present date, so two reports differ only where memory does. Must not play.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from benchmarks.replay import player, run

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


def _session(session: run.Played) -> Record:
    return {
        "id": session.name,
        "host": session.host,
        **_counts(session),
        "characters": session.characters,
        "kept": [fact._asdict() for fact in session.kept],
        "told": [
            {"prompt": told.prompt[:_PROMPT_CHARS]}
            | {kind: _lines_of(told.parts[kind]) for kind in _MEMORIES if kind in told.parts}
            for told in session.told
            if not told.parts.keys().isdisjoint(_MEMORIES)
        ],
        "summary": session.summary["topic"] if session.summary else None,
    }


def _counts(session: run.Played) -> Record:
    return {
        "prompts": len(session.told),
        "with_recall": sum("recall" in told.parts for told in session.told),
        "with_news": sum("news" in told.parts for told in session.told),
        "silent": sum(not told.parts for told in session.told),
        "asked": session.requests,
    }


def _lines_of(text: str) -> list[str]:
    """The memories in a part of a prompt's context, without their ids and the fence."""
    lines = text.split("\n")[1:]
    return [_OWN_ID.sub("", line) for line in lines if not line.startswith(_TAGS)]


def sums(played: Sequence[run.Played]) -> Record:
    """The figures of all sessions together; there is at least one."""
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
    times_of: dict[str, list[float]] = {}
    for session in played:
        for hook, took in session.took.items():
            times_of.setdefault(hook, []).extend(took)
    return {
        hook: {
            "runs": len(took),
            "p50": round(at(took, 0.5), 1),
            "p95": round(at(took, 0.95), 1),
        }
        for hook, took in sorted(times_of.items())
    }


def at(values: list[float], share: float) -> float:
    """The value that this share of all does not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def text(played: Sequence[run.Played]) -> str:
    """The report as a person reads it: each session, the sums, the times."""
    parts = ["\n".join(_told(one)) for one in played]
    return "\n\n".join([*parts, "\n".join(_sums(played)), "\n".join(_times(played))])


def _told(session: run.Played) -> list[str]:
    counts = _counts(session)
    heads = [
        f"{counts['prompts']} prompt{'s' * (counts['prompts'] != 1)}",
        *[
            f"{counts[name]} {name.replace('_', ' ')}"
            for name in ("with_recall", "with_news")
            if counts[name]
        ],
        *(["asked for a summary"] if session.requests else []),
        f"{sum(session.characters.values())} characters",
    ]
    lines = [f"{session.name} ({session.host}): {', '.join(heads)}"]
    lines += [
        f"  kept      {fact.kind} {fact.confidence:g}  {_short(fact.content)}{_fate(fact)}"
        for fact in session.kept
    ]
    for prompt in session.told:
        for kind in _MEMORIES:
            if kind in prompt.parts:
                lines.append(f"  {kind:9} {_short(prompt.prompt, _PROMPT_CHARS)}")
                lines += [f"            {_short(line)}" for line in _lines_of(prompt.parts[kind])]
    lines.append(f"  summary   {_short(session.summary['topic']) if session.summary else '-'}")
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
    counts = sums(played)
    kinds = " ".join(f"{kind} {count}" for kind, count in counts["by_type"].items())
    fates = ", ".join(f"{counts[fate.replace(' ', '_')]} {fate}" for fate in _FATES)
    asked = f"{counts['summaries']} with a summary; requests for one: {counts['asked']}"
    contexts = f"{counts['with_recall']} with recall, {counts['with_news']} with news"
    characters = " ".join(f"{kind} {count:,}" for kind, count in counts["characters"].items())
    return [
        f"sessions    {counts['sessions']}, {asked}",
        f"facts       {counts['facts']} ({kinds}): {fates}; said again: {counts['said_again']}",
        f"prompts     {counts['prompts']}: {contexts}, {counts['silent']} silent",
        f"characters  {characters}",
    ]


def _times(played: Sequence[run.Played]) -> list[str]:
    return [
        f"{hook:20} {one['runs']:5} runs  p50 {one['p50']:6.1f} ms  p95 {one['p95']:6.1f} ms"
        for hook, one in times(played).items()
    ]
