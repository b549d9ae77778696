"""Whether the right memory comes with a prompt, and silence where nothing bears on it.

Asks `recall.relevant` as the prompt hook does, by the prompts of benchmarks/prompts (README.md
there). Must not look at which memory answers a prompt before it was asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from benchmarks import generated, sentences
from memory_store import layout, place
from memory_store.index import sync
from memory_store.journal import append, create, records
from memory_store.recall import relevant

PROMPTS = Path(__file__).parent / "prompts"

Record = dict[str, str]


class Quality(NamedTuple):
    """What came with the prompts.

    Attributes:
        others: how many facts the store has that answer none of them.
        asked, hit: by language, prompts that a memory answers, and how many of them it came with.
        unrelated, told: by language, prompts about other things, and how many anything came with.
        missed, false: the texts of both kinds of mistakes; of the second with what came.
        most_items, most_chars: the most that came with any prompt.
    """

    others: int
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
        own = [language for language in self.asked if language != "cross"]
        return sum(self.hit[one] for one in own) / sum(self.asked[one] for one in own)

    def false_rate(self) -> float:
        """The share of unrelated prompts that anything came with."""
        return sum(self.told.values()) / sum(self.unrelated.values())


def read(name: str) -> list[Record]:
    """The lines of a file of prompts (`answered`, `unrelated`)."""
    lines = (PROMPTS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def measure(project: str, others: int) -> Quality:
    """Fill a new store in `project` and ask every prompt once, each as a session of its own.

    Args:
        project: an empty directory; the product's places (HOME, XDG_*) have to be a benchmark's.
        others: how many generated facts to put beside those that answer.
    """
    store = layout.project_store(project)
    create.create(store)
    answered, unrelated = read("answered"), read("unrelated")
    ids = _fill(store, answered, others)
    where = place.resolve(project)
    found = Quality(others, {}, {}, {}, {}, [], [], 0, 0)
    came = [relevant.to_prompt(where, one["prompt"], [], "en") for one in [*answered, *unrelated]]
    for one, got in zip(answered, came, strict=False):
        is_hit = ids[one["id"]] in got.ids
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


def _fact(content: str) -> dict[str, object]:
    made, _ = records.fact(content, source={"via": "user"})
    return made


def _count(all_: dict[str, int], some: dict[str, int], language: str, *, happened: bool) -> None:
    all_[language] = all_.get(language, 0) + 1
    some[language] = some.get(language, 0) + happened
