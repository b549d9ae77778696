"""The scenarios of commands, which stand as data in scenarios/*.jsonl: a promise a line.

A scenario has what is `given`, the `steps` that a person or an agent takes, and the facts that
hold afterwards. `$1` is the id of the first thing that was given, `$0` that of the last answer.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.journal import append, records
from memory_store.store import layout
from tests import given
from tests.commands import terminals
from tests.commands.conftest import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.commands.conftest import Run

FOLDER = Path(__file__).with_name("scenarios")
SCENARIOS = [
    json.loads(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]


def proved(store: layout.Store, content: str, **fields: Any) -> given.Record:
    """A fact that three sessions said."""
    evidence = [records.new_id("e", given.moment(days)) for days in (9, 5)]
    return given.fact(store, content, days=12, evidence=evidence, **fields)


def retracted(store: layout.Store, content: str, **fields: Any) -> given.Record:
    fact = given.fact(store, content, **fields)
    given.retraction(store, fact)
    return fact


def damaged(store: layout.Store, before: str, /, **fields: Any) -> given.Record:
    """A fact whose newest line has fields that our own writer would not let through."""
    fact = {**given.fact(store, before), **fields}
    append.append(store, layout.FACTS, [fact])
    return fact


def written(store: layout.Store, name: str, text: str) -> given.Record:
    """A file, its name relative to the memory."""
    path = Path(store.path, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return {"id": ""}


GIVEN: dict[str, Callable[..., given.Record]] = {
    "fact": given.fact,
    "proved": proved,
    "retracted": retracted,
    "damaged": damaged,
    "summary": given.summary,
    "event": given.event,
    "file": written,
}


class Scene:
    """A memory with what a scenario gives it, and the commands that are run there."""

    def __init__(self, run: Run, store: layout.Store, request: pytest.FixtureRequest) -> None:
        self.run, self.store, self.request = run, store, request
        self.ids = [""]

    def filled(self, value: Any) -> Any:
        """A value, with the ids in the places of their numbers."""
        if isinstance(value, dict):
            return {self.filled(name): self.filled(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.filled(one) for one in value]
        if isinstance(value, str):
            return re.sub(r"\$(\d)", lambda number: self.ids[int(number[1])], value)
        return value

    def give(self, entry: Any) -> None:
        """Put a fact, named by its text, or another thing into the memory."""
        fields = self.filled({"fact": entry} if isinstance(entry, str) else dict(entry))
        scope = fields.pop("scope", "project")
        store = self.request.getfixturevalue("user_store") if scope == "user" else self.store
        (kind,) = fields.keys() & GIVEN.keys()
        self.ids.append(GIVEN[kind](store, fields.pop(kind), **fields)["id"])

    def step(self, step: Any) -> None:
        """Run a command line, and compare what is told with what the step expects."""
        step = {"run": step} if isinstance(step, str) else step
        for entry in step.get("given", ()):
            self.give(entry)
        step = self.filled(step)
        wanted = step.get("finds", step.get("lists"))
        outcome = self.outcome(step)
        self.ids[0] = (outcome.answer or {}).get("id", self.ids[0])

        assert outcome.code == step.get("code", 1 if wanted == [] else 0), outcome
        assert fits(step.get("answer", {}), outcome.answer or {}), (step["answer"], outcome.answer)
        if wanted is not None:
            shown = texts(outcome)
            assert (shown if "lists" in step else sorted(shown)) == (
                wanted if "lists" in step else sorted(wanted)
            )
        said = outcome.out + outcome.err
        assert [text for text in step.get("says", ()) if text not in said] == [], said
        assert [text for text in step.get("hides", ()) if text in said] == [], said
        assert [said.count(text) for text in step.get("times", ())] == [
            *step.get("times", {}).values()
        ]

    def outcome(self, step: dict[str, Any]) -> Outcome:
        """What a command leaves, on a terminal where the step says what a person types there."""
        words, environment = shlex.split(step["run"]), step.get("env", {})
        if "types" in step:
            code, shown = terminals.on_terminal(self.store, step["types"], *words, **environment)
            return Outcome(code=code, answer=None, out=shown, err="")
        with pytest.MonkeyPatch.context() as machine:
            for name, value in environment.items():
                machine.setenv(name, value)
            outcome = self.run(*words, given=step.get("input", ""))
        check_form(outcome)
        return outcome


def check_form(outcome: Outcome) -> None:
    """A mistake is told in two lines on standard error, anything else on standard output."""
    if outcome.code > 1:
        assert outcome.out == ""
        error, hint = outcome.err.splitlines()
        assert error.startswith("error: ")
        assert re.match("hint: .", hint)
    else:
        assert outcome.err == ""


def texts(outcome: Outcome) -> list[str]:
    """The texts of what was found or listed."""
    names = {"results": "text", "facts": "content", "todos": "text", "sessions": "topic"}
    ((key, name),) = ((key, names[key]) for key in names if key in outcome.answer)
    return [one[name] for one in outcome.answer[key]]


def fits(expected: Any, value: Any) -> bool:
    """Whether a value is as expected; of an object the fields that are named alone."""
    if isinstance(expected, dict):
        return all(name in value and fits(one, value[name]) for name, one in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(value) and all(map(fits, expected, value))
    return bool(expected == value)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one["promise"])
def test_what_a_scenario_promises_holds(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    if "types" in json.dumps(scenario) and not hasattr(os, "openpty"):
        pytest.skip("terminals are POSIX's")
    scene = Scene(run, store, request)
    for entry in scenario.get("given", ()):
        scene.give(entry)
    before = given.tree(store.path)

    for step in scenario["steps"]:
        scene.step(step)

    if "holds" in scenario:
        assert sorted(one.content for one in given.living(store)) == sorted(scenario["holds"])
    if "lines" in scenario:
        assert len(given.lines(store, layout.FACTS)) == scenario["lines"]
    if "exists" in scenario:
        assert store.exists() == scenario["exists"]
    if scenario.get("unchanged"):
        assert given.tree(store.path) == before


def test_a_scenario_that_expects_too_much_fails(
    run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    """The control."""
    scene = Scene(run, store, request)
    scene.give("the gateway")
    faults: list[dict[str, Any]] = [
        {"code": 1},
        {"answer": {"facts": [{"content": "the queue"}]}},
        {"answer": {"facts": []}},
        {"finds": []},
        {"lists": ["the gateway", "the queue"]},
        {"says": ["the queue"]},
        {"hides": ["the gateway"]},
    ]
    for wrong in faults:
        with pytest.raises(AssertionError):
            scene.step({"run": "list", **wrong})
