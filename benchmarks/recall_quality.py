"""Whether the right memory comes with a prompt, and silence where nothing bears on it.

Asks `recall.relevant` as the prompt hook does, by the prompts of benchmarks/prompts (README.md
there). Must not look at which memory answers a prompt before it was asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from benchmarks import generated, sentences
from memory_store import place
from memory_store.capture import explicit
from memory_store.index import sync
from memory_store.journal import append, create, records, stored
from memory_store.journal import read as read_back
from memory_store.journal import sessions as sessions_of
from memory_store.recall import relevant
from memory_store.store import layout
from memory_store.upkeep import finish

PROMPTS = Path(__file__).parent / "prompts"
SESSION, NEAR = "session", "near"
"""In the place of a language: prompts that a session's answer helps with, and prompts that are
near to a session's question and about something else."""

Record = dict[str, str]


class Quality(NamedTuple):
    """What came with the prompts.

    Attributes:
        others: how many facts the store has that answer none of them.
        sessions: how many ended sessions of one question it has.
        asked, hit: by language, prompts that a memory answers, and how many of them it came with.
        unrelated, told: by language, prompts about other things, and how many anything came with.
        missed, false: the texts of both kinds of mistakes; of the second with what came.
        most_items, most_chars: the most that came with any prompt.
    """

    others: int
    sessions: int
    asked: dict[str, int]
    hit: dict[str, int]
    unrelated: dict[str, int]
    told: dict[str, int]
    missed: list[str]
    false: list[str]
    most_items: int
    most_chars: int

    def hit_rate(self) -> float:
        """The share of prompts in a memory's own language that it came with."""
        own = [language for language in self.asked if language not in ("cross", SESSION)]
        return sum(self.hit[one] for one in own) / sum(self.asked[one] for one in own)

    def false_rate(self) -> float:
        """The share of unrelated prompts that anything came with."""
        return sum(self.told.values()) / sum(self.unrelated.values())


def read(name: str) -> list[Record]:
    """The lines of a file of prompts (`answered`, `unrelated`, `sessions`)."""
    lines = (PROMPTS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def measure(project: str, others: int, *, history: bool = False) -> Quality:
    """Fill a new store in `project` and ask every prompt once, each as a session of its own.

    Args:
        project: an empty directory; the product's places (HOME, XDG_*) have to be a benchmark's.
        others: how many generated facts to put beside those that answer.
        history: whether the sessions of `sessions.jsonl` went before, and are asked about too.
    """
    store = layout.project_store(project)
    create.create(store)
    answered, unrelated = read("answered"), read("unrelated")
    ids = {one: {fact} for one, fact in _fill(store, answered, others).items()}
    where = place.resolve(project)
    sessions = read("sessions") if history else []
    ids |= _hold(store, where, sessions)
    answered += [_prompt(one, SESSION, one["finds"]) for one in sessions if "finds" in one]
    unrelated += [_prompt(one, NEAR, one["near"]) for one in sessions if "near" in one]
    found = Quality(others, len(sessions), {}, {}, {}, {}, [], [], 0, 0)
    came = [
        relevant.to_prompt(where, one["prompt"], [], "en", explicit.is_unsaved)
        for one in [*answered, *unrelated]
    ]
    for one, got in zip(answered, came, strict=False):
        is_hit = not ids[one["id"]].isdisjoint(got.ids)
        _count(found.asked, found.hit, one["lang"], happened=is_hit)
        found.missed.extend([] if is_hit else [one["prompt"]])
    for one, got in zip(unrelated, came[len(answered) :], strict=True):
        _count(found.unrelated, found.told, one["lang"], happened=bool(got.ids))
        found.false.extend(
            [f"{one['prompt']} <- {got.text.partition(chr(10))[2]}"] * bool(got.ids)
        )
    return found._replace(
        most_items=max(len(got.ids) for got in came), most_chars=max(len(got.text) for got in came)
    )


def _fill(store: layout.Store, answered: list[Record], others: int) -> dict[str, str]:
    """Put the facts into the store, shuffled by their turn, and index them; ids by prompt's id."""
    supply = sentences.Supply(generated.SEED + 3)
    made = {one["id"]: _fact(one["fact"]) for one in answered}
    noise = [_fact(supply.sentence()) for _ in range(others)]
    every = [*made.values(), *noise]
    supply.random.shuffle(every)
    append.append(store, layout.FACTS, every)
    sync.sync(store)
    return {one: str(fact["id"]) for one, fact in made.items()}


def _prompt(session: Record, kind: str, prompt: str) -> Record:
    return {"id": session["id"], "lang": kind, "prompt": prompt}


def _hold(store: layout.Store, where: place.Place, held: list[Record]) -> dict[str, set[str]]:
    """Have sessions of one question and one answer, each with its end; what is kept of each."""
    for one in held:
        turns = [("prompt", {"text": one["asked"]}), ("response", {"text": one["answer"]})]
        events = [
            records.event(kind, one["id"], "claude", **more)
            for kind, more in [("session_start", {}), *turns, ("session_end", {"reason": "exit"})]
        ]
        append.append(store, sessions_of.today(), events)
    finish.bring_up_to_date(where, embed_seconds=None)
    kept: dict[str, set[str]] = {one["id"]: set() for one in held}
    for name in (layout.FACTS, layout.SESSIONS, sessions_of.today()) if held else ():
        for record in read_back.newest_first(store, name, 1 << 30):
            session = record.get("session_id") or stored.Fact(record).session_id
            kept.get(str(session), set()).add(str(record["id"]))
    return kept


def _fact(content: str) -> dict[str, object]:
    made, _ = records.fact(content, source={"via": "user"})
    return made


def _count(all_: dict[str, int], some: dict[str, int], language: str, *, happened: bool) -> None:
    all_[language] = all_.get(language, 0) + 1
    some[language] = some.get(language, 0) + happened
