"""A candidate for MEMORY.md with its evidence, for a person or as JSON. Must not ask or decide."""

from __future__ import annotations

from memory_store import clock
from memory_store.cli import terminal
from memory_store.promotion import core_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.promotion import candidates

_SHOWN_CHARS = 2_000


def record(candidate: candidates.Candidate) -> Record:
    """A candidate and its evidence, for JSON."""
    return {
        "id": candidate.fact.id,
        "type": candidate.fact.type,
        "content": candidate.fact.content,
        "reason": _reason(candidate),
        "sessions": candidate.times,
        "first": clock.stamp(candidate.first),
        "last": clock.stamp(candidate.last),
        "confidence": candidate.fact.confidence,
        "section": core_memory.section_of(candidate.fact),
    }


def _reason(candidate: candidates.Candidate) -> str:
    """Why a fact is a candidate; also the name of the sentence that says so."""
    if candidate.proposed:
        return "proposed"
    return "repeated" if candidate.is_proved() else "sure"


def described(candidate: candidates.Candidate, call: table.Call) -> str:
    """A candidate and its evidence, for a person to judge."""
    fact = candidate.fact
    evidence = call.say(
        _reason(candidate),
        times=candidate.times,
        first=clock.local_date(candidate.first),
        last=clock.local_date(candidate.last),
        sure=f"{fact.confidence:g}",
    )
    title = core_memory.TITLES[terminal.spoken(call.settings)][core_memory.section_of(fact)]
    text = fact.content[:_SHOWN_CHARS].replace("\n", "\n  ")
    goes = call.say("goes", section=title)
    return f"[{fact.type}] {text}\n  {evidence}\n  {goes}\n  {fact.id}"
