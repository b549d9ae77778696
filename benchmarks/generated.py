"""What years of work leave in a store: facts, summaries, two busy journal days, a core memory.

Writes the files as the product does, line for line, but without its gates, which would take an
hour for a million. Must not touch the index: bringing it up to date is the product's own business.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from benchmarks import sentences
from memory_store import clock, codec
from memory_store.journal import records, schema
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Record = dict[str, object]

DAYS = 400
SEED = 20_261_121

NEEDLES = {
    "en": "Release trains of project Zephyrine leave on Tuesdays at 14:00 from the harbour",
    "zh": "青鸾项目的结算批处理每晚两点在三号机房运行，由沈砚秋值守",
}
"""A fact to be found again in each language, half way through the store's life."""

_DAY_SECONDS = 86_400
_FACTS_A_SUMMARY = 50
_SESSIONS_A_DAY = 20
_SESSIONS_A_PAST_DAY = 1
_TURNS = 4
_LINES_A_WRITE = 10_000
_LINES_CHECKED = 100
_CORE_LINES = 20


def fill(store: layout.Store, count: int, days: int = 2) -> dict[str, str]:
    """Fill a new store with `count` facts spread over 400 days, and what goes with them.

    Args:
        store: the store.
        count: how many facts.
        days: journal days, two at least: today and yesterday are busy, the others quiet.

    Returns:
        The ids of the two needles by language.
    """
    supply = sentences.Supply(SEED)
    now = clock.now()
    middle = now - DAYS * _DAY_SECONDS / 2
    needles = {language: _fact(supply, middle, text) for language, text in NEEDLES.items()}
    _write(store, layout.FACTS, "fact", _facts(supply, _moments(count, now), needles.values()))
    summaries = (_summary(supply, one) for one in _moments(count // _FACTS_A_SUMMARY + 1, now))
    _write(store, layout.SESSIONS, "summary", summaries)
    files.make_directory(os.path.join(store.path, layout.DAILY))
    here = time.localtime(now)
    midnight = now - here.tm_hour * 3600 - here.tm_min * 60 - here.tm_sec
    for back in range(days):
        begins = midnight - back * _DAY_SECONDS
        first, last = begins + _DAY_SECONDS / 2, begins + _DAY_SECONDS - 1
        if back == 0:
            first, last = midnight, now
        name = f"{layout.DAILY}/{clock.local_date(last)}.jsonl"
        sessions = _SESSIONS_A_DAY if back <= 1 else _SESSIONS_A_PAST_DAY
        _write(store, name, "event", _day(supply, first, last, sessions))
    core = "".join(f"- {supply.sentence()}\n" for _ in range(_CORE_LINES))
    files.replace(store.path, layout.CORE, f"# Memory\n\n{core}".encode())
    return {language: str(fact["id"]) for language, fact in needles.items()}


def _moments(count: int, now: float) -> Iterator[float]:
    """`count` moments of the last 400 days, evenly spread, the newest a little before now."""
    step = DAYS * _DAY_SECONDS / count
    return (now - (count - at - 0.5) * step for at in range(count))


def _facts(
    supply: sentences.Supply, moments: Iterable[float], needles: Iterable[Record]
) -> Iterator[Record]:
    """Facts in the order of time, the needles in their places."""
    waiting = list(needles)
    for moment in moments:
        while waiting and (clock.parse(waiting[0]["created_at"]) or 0.0) <= moment:
            yield waiting.pop(0)
        yield _fact(supply, moment, supply.sentence())


def _fact(supply: sentences.Supply, moment: float, content: str) -> Record:
    """A fact: half by an agent in a session, one in eight a rule, three of nine sure."""
    stamp = clock.stamp(moment)
    session = supply.session_id() if supply.random.random() < 0.5 else ""
    return {
        "id": records.new_id("f", moment),
        "type": supply.random.choices("WBOS", (55, 25, 12, 8))[0],
        "content": content,
        "entities": [supply.word()],
        "confidence": supply.random.choice((0.6, 0.7, 0.8, 0.8, 0.8, 0.85, 0.9, 0.95, 1.0)),
        "created_at": stamp,
        "updated_at": stamp,
        "source": {"session_id": session, "via": "agent" if session else "user"},
        "evidence": [],
    }


def _summary(supply: sentences.Supply, moment: float) -> Record:
    session = supply.session_id()
    return {
        "id": records.new_id("s", moment),
        "session_id": session,
        "topic": supply.sentence(),
        "summary": " ".join(supply.sentence() for _ in range(5)),
        "decisions": [supply.sentence()],
        "todos": [supply.sentence()],
        "created_at": clock.stamp(moment),
        "source": {"session_id": session, "via": "agent"},
        "origin": "agent",
    }


def _day(supply: sentences.Supply, first: float, last: float, sessions: int) -> Iterator[Record]:
    """A journal day: sessions one after another, each ended, four questions answered in each."""
    is_busy = sessions > _SESSIONS_A_PAST_DAY
    kinds = ["session_start", *["prompt", "response"] * _TURNS, "session_end"]
    step = (last - first) / (sessions * len(kinds))
    moment = first
    for at in range(sessions):
        session = supply.session_id()
        language = "zh" if at % 3 == 0 else "en"
        for kind in kinds:
            moment += step
            event: Record = {
                "id": records.new_id("e", moment),
                "type": kind,
                "timestamp": clock.stamp(moment),
                "session_id": session,
                "host": "cursor",
            }
            if kind == "prompt":
                event["text"] = f"{supply.sentence()}?"
            elif kind == "response":
                event["text"] = supply.answer(language) if is_busy else supply.sentence()
            yield event


def _write(store: layout.Store, name: str, kind: str, made: Iterable[Record]) -> None:
    """Write records, a line each, and have the first ones checked against their schema."""
    descriptor = files.open_beneath(store.path, name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        lines: list[str] = []
        for at, record in enumerate(made):
            if at < _LINES_CHECKED and (faults := schema.faults(kind, record)):
                raise ValueError(f"not a valid {kind}: {faults}")
            lines.append(codec.render(record) + "\n")
            if len(lines) == _LINES_A_WRITE:
                files.write_all(descriptor, "".join(lines).encode())
                lines = []
        files.write_all(descriptor, "".join(lines).encode())
    finally:
        os.close(descriptor)
