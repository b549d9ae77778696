"""What a judge's answer makes of a memory: `verdicts.json`.

Each row is a promise and its steps: what is known and was said, the answer, and what holds then.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.journal import records, stored
from memory_store.judge import checks, taking
from memory_store.sessions import todos
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.store import layout

SCENARIOS = json.loads(Path(__file__).with_name("verdicts.json").read_text("utf-8"))


class World:
    """A memory whose last session is judged."""

    def __init__(self, store: layout.Store) -> None:
        self.store = store
        self.contents: dict[str, str] = {}

    def fact(self, content: str, *, ago: float = 0, **fields: Any) -> None:
        """A fact; so many seconds ago where that is said."""
        if ago:
            then = clock.now() - ago
            fields |= {"id": records.new_id("f", then), "created_at": clock.stamp(then)}
        made = given.fact(self.store, content, **fields)
        self.contents[made.id] = content

    def retract(self, content: str) -> None:
        held = next(one for one in given.living(self.store) if one.content == content)
        given.retraction(self.store, held)

    def summary(self, topic: str, **fields: Any) -> None:
        given.summary(self.store, topic, **{"session": answers.SESSION, **fields})

    def said(self, *messages: str) -> None:
        answers.session(self.store, *messages)

    def take(self, **parts: Any) -> None:
        """An answer, in which facts are named by what they say, and todos too."""
        request = answers.asked(self.store)
        facts = {one.content: short for short, one in request.known.facts.items()}
        open_ = {one.text: short for short, one in request.known.todos.items()}
        if "facts" in parts:
            parts["facts"] = [answers.fact(*one) | more for *one, more in parts["facts"]]
        for name in ("changes", "candidates"):
            parts[name] = [{**one, "id": facts[one["id"]]} for one in parts.get(name, ())]
        if "todos" in parts:
            closed = [open_[one] for one in parts["todos"]["closed"]]
            parts["todos"] = {**parts["todos"], "closed": closed}
        verdict = checks.accepted(request, answers.answer(**parts))
        taking.take(self.store, request, verdict, "openai")

    def undo(self, count: int) -> None:
        """All that a judge did is taken back, in so many lines."""
        assert len(taking.undo(self.store)) == count

    def holds(self, *told: str) -> None:
        """The facts that hold, a candidate with a question mark, with what they may replace."""
        assert sorted(map(self._told, given.living(self.store))) == sorted(told)

    def _told(self, fact: stored.Fact) -> str:
        others = [self.contents[one] for one in (fact.supersedes, *fact.related) if one]
        was = f" (was: {'; '.join(others)})" if others else ""
        return f"{fact.content}{was}" if fact.stands else f"{fact.content}{was}?"

    def summed_up(self, **fields: str) -> None:
        """What the newest summary says."""
        newest = given.lines(self.store, "sessions.jsonl")[-1]
        known = {**newest, "via": newest["source"].get("via")}
        assert {name: known[name] for name in fields} == fields

    def open(self, *texts: str) -> None:
        assert [one.text for one in todos.of_store(self.store)] == list(texts)


@pytest.mark.parametrize("steps", SCENARIOS.values(), ids=SCENARIOS)
def test_a_verdict_is_taken(store: layout.Store, steps: list[list[Any]]) -> None:
    world = World(store)
    for verb, *said in steps:
        fields = {
            name: one for part in said if isinstance(part, dict) for name, one in part.items()
        }
        getattr(world, verb)(*(one for one in said if not isinstance(one, dict)), **fields)
