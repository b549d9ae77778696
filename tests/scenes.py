"""Plays scenarios, which stand as data beside a room's tests.

A scenario:

    promise           the sentence that it proves: the name of its test
    given             what the memory holds: a fact by its text, or an object with a word of
                      `GIVEN` ("fact", "event" …), that function's arguments, "scope", and "of":
                      how many of it there are, with the number of each in the place of `#`
    steps             what a person or an agent does, in order
    bare, long        true: the project has no memory; the default run leaves the scenario out
    unchanged         true: the files of the project are afterwards as before the steps
    holds, lines      afterwards: the contents of all facts that hold; the lines of facts.jsonl
    exists, files     whether there is a memory; its files by name, each with its whole text
    gone, held        texts that no file, or some file, of the memory and the machine holds
    gone_from_memory  texts that no file of the memory holds
    journal           how many events of a kind the journal has, or their texts
    unseen            true: no answer of a hook shows the person anything, or stops the agent

A step is a command line, or an object:

    run               a command line; JSON is asked for, unless it says --format
    input, types      what standard input holds; what a person types on a terminal
    see, press        instead of `run`: the address of a page; a button, with its `fields`
    hook              instead of `run`: a recorded payload (`cursor/stop`), of the `session`, with
                      other `fields`, wired for the host that is recorded or for `wired`, to the
                      hook of its event or to `by`; its
                      answer is compared by `answer`, or whole by `hears`
    given, env, in    further things given before; variables of the environment; the directory
                      to work in, seen from the project, which is made where it is missing
    code              the exit code, or a page's status; else 0 (1 where nothing is listed), or 200
    answer            parts of the JSON answer: of an object the named fields, of a list all items
    finds, lists      the texts of the results: in any order, or in this one
    says, hides       texts that the output has, or has not
    times             texts with how often the output has each

`$1` is the id of the first thing that was given, `$0` that of the last answer; `$PROJECT` and
`$HOME` are directories. Must not know what a command or a page promises.
"""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.journal import append, records
from memory_store.store import layout
from tests import given, transcripts, world
from tests.commands import terminals
from tests.commands.conftest import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.commands.conftest import Run


def beside(test: str) -> pytest.MarkDecorator:
    """The scenarios in the folder of that name beside a test, as its parameter `scenario`."""
    files = sorted(Path(test).with_name("scenarios").glob("*.json"))
    scenarios = [scenario for path in files for scenario in json.loads(path.read_text("utf-8"))]
    rows = [
        pytest.param(one, marks=[pytest.mark.long] * one.pop("long", False), id=one["promise"])
        for one in scenarios
    ]
    return pytest.mark.parametrize("scenario", rows)


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


def written(
    store: layout.Store,
    name: str,
    text: str = "",
    mode: str = "644",
    codec: str = "utf-8",
    more: str = "",
) -> given.Record:
    """A file, its name relative to the memory; `more` is a text that is added at its end."""
    path = Path(store.path, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if more and path.exists() else b""
    path.write_bytes(before + (text or more).encode(codec, "surrogateescape"))
    path.chmod(int(mode, 8))
    return {"id": ""}


def linked(store: layout.Store, name: str, to: str) -> given.Record:
    """A symbolic link, its name and what it leads to relative to the memory."""
    Path(store.path, name).symlink_to(Path(store.path, to))
    return {"id": ""}


def of_git(store: layout.Store, words: str, at: str = "") -> given.Record:
    """What git does in the project, or in a directory seen from there."""
    world.git(Path(store.project, at), *shlex.split(words))
    return {"id": ""}


def removed(store: layout.Store, name: str, to: str = "") -> given.Record:
    """A file or directory that goes, its name relative to the memory; `to` another name."""
    path = Path(store.path, name)
    if to:
        path.rename(Path(store.path, to))
    elif path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
    return {"id": ""}


def copied(store: layout.Store, name: str, to: str) -> given.Record:
    """A file that is copied, its name and the copy's relative to the memory."""
    return written(store, to, Path(store.path, name).read_text("utf-8"))


def team(store: layout.Store, remote: str = "../shared") -> given.Record:
    """A remote that has the project's memory, and a colleague's clone of it."""
    for words in (
        f"init -q --bare {remote}",
        f"remote add origin {remote}",
        "add -f .memory/facts.jsonl .memory/MEMORY.md",
        "commit -qm share",
        "push -q origin HEAD:main",
        f"clone -q -b main {remote} ../theirs",
    ):
        of_git(store, words)
    return {"id": ""}


def of_theirs(store: layout.Store, name: str, text: str = "", more: str = "") -> given.Record:
    """A file of the colleague's memory, or more of it, once it was pushed and pulled."""
    written(store, f"../../theirs/.memory/{name}", text, more=more)
    for words in ("add -f .memory", "commit -qm theirs", "push -q origin HEAD:main"):
        of_git(store, words, "../theirs")
    return of_git(store, "pull -q --no-rebase origin main")


def program(store: layout.Store, name: str) -> given.Record:
    """A program of the user's, in ~/bin."""
    return written(store, f"{os.environ['HOME']}/bin/{name}", "#!/bin/sh\n", "755")


def transcript(
    store: layout.Store,
    said: list[str],
    *,
    session: str,
    host: str = "claude",
    days: float = 30,
) -> given.Record:
    """A host's transcript of prompts and answers by turns, of so many days ago."""
    made = (
        transcripts.Claude(session, ago=days * 86_400, project=store.project)
        if host == "claude"
        else transcripts.Cursor(session, project=store.project)
    )
    for at, text in enumerate(said):
        made.say(text) if at % 2 else made.ask(text)
    for line in made.lines if host == "claude" else ():
        line["cwd"] = store.project
    then = given.moment(days)
    os.utime(made.write(), (then, then))
    return {"id": ""}


GIVEN: dict[str, Callable[..., given.Record]] = {
    "fact": given.fact,
    "proved": proved,
    "retracted": retracted,
    "damaged": damaged,
    "summary": given.summary,
    "event": given.event,
    "file": written,
    "git": of_git,
    "gone": removed,
    "copy": copied,
    "link": linked,
    "program": program,
    "team": team,
    "theirs": of_theirs,
    "transcript": transcript,
}

SCENARIO = set(
    "promise bare given steps unchanged holds lines exists files gone held gone_from_memory"
    " journal unseen".split()
)
STEP = set(
    "run input types see press hook session wired by fields given env in code answer hears finds"
    " lists says hides times".split()
)
"""The words of a scenario and of a step; a misspelt word would ask for nothing."""


class Scene:
    """A memory with what a scenario gives it, and the commands that are run there."""

    def __init__(self, run: Run, store: layout.Store, request: pytest.FixtureRequest) -> None:
        self.run, self.store, self.request = run, store, request
        self.ids = [""]
        self.turns, self.keys = Counter[str](), set[str]()

    def filled(self, value: Any) -> Any:
        """A value, with the ids in the places of their numbers."""
        if isinstance(value, dict):
            return {self.filled(name): self.filled(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.filled(one) for one in value]
        if isinstance(value, str):
            for name, path in (("$PROJECT", self.store.project), ("$HOME", os.environ["HOME"])):
                value = value.replace(name, path)
            return re.sub(r"\$(\d+)", lambda number: self.ids[int(number[1])], value)
        return value

    def give(self, entry: Any) -> None:
        """Put a fact, named by its text, or another thing into the memory."""
        fields = self.filled({"fact": entry} if isinstance(entry, str) else dict(entry))
        scope = fields.pop("scope", "project")
        store = self.request.getfixturevalue("user_store") if scope == "user" else self.store
        (kind,) = fields.keys() & GIVEN.keys()
        text, count = fields.pop(kind), fields.pop("of", None)
        for number in range(count or 1):
            both = json.dumps([text, fields])
            text_, fields_ = json.loads(both.replace("#", str(number)) if count else both)
            self.ids.append(GIVEN[kind](store, text_, **fields_)["id"])

    def step(self, step: Any) -> None:
        """Do what a step says, and compare what is told with what the step expects."""
        step = {"run": step} if isinstance(step, str) else step
        assert step.keys() <= STEP
        for entry in step.get("given", ()):
            self.give(entry)
        step = self.filled(step)
        wanted = step.get("finds", step.get("lists"))
        with pytest.MonkeyPatch.context() as machine:
            for name, value in step.get("env", {}).items():
                machine.setenv(name, value)
            if "in" in step:
                place = Path(self.store.project, step["in"])
                place.mkdir(parents=True, exist_ok=True)
                machine.chdir(place)
            outcome = self.outcome(step)
        self.ids[0] = (outcome.answer or {}).get("id", self.ids[0])

        well = 0 if "run" in step or "hook" in step else 200
        assert outcome.code == step.get("code", 1 if wanted == [] else well), outcome
        assert fits(step.get("answer", {}), outcome.answer or {}), (step["answer"], outcome.answer)
        assert outcome.answer == step.get("hears", outcome.answer)
        if wanted is not None:
            order = list if "lists" in step else sorted
            assert order(texts(outcome)) == order(wanted)
        said = outcome.out + outcome.err
        assert [text for text in step.get("says", ()) if text not in said] == [], said
        assert [text for text in step.get("hides", ()) if text in said] == [], said
        counts = step.get("times", {})
        assert {text: said.count(text) for text in counts} == counts, said

    def outcome(self, step: dict[str, Any]) -> Outcome:
        """What a command leaves, on a terminal where a person types there, or the text of a page.

        The code of a page is its status.
        """
        if "hook" in step:
            return self.heard(step)
        if "run" not in step:
            browser = self.request.getfixturevalue("browser")
            fields = {"form_key": browser.keys.form, **step.get("fields", {})}
            page = (
                browser.client.get(step["see"])
                if "see" in step
                else browser.client.post(f"/do/{step['press']}", data=fields)
            )
            return Outcome(
                code=page.status_code, answer=None, out=html.unescape(page.text), err=""
            )
        words = shlex.split(os.path.expandvars(step["run"]))
        if "types" in step:
            environment = step.get("env", {})
            code, shown = terminals.on_terminal(self.store, step["types"], *words, **environment)
            return Outcome(code=code, answer=None, out=shown, err="")
        outcome = self.run(*words, given=step.get("input", ""))
        check_form(outcome)
        return outcome

    def heard(self, step: dict[str, Any]) -> Outcome:
        """What a hook tells its host; each prompt of a session begins a turn."""
        host, session = step["hook"].partition("/")[0], step.get("session", "s-1")
        fields = step.get("fields", {})
        project = Path(self.store.project, step.get("in", "")).resolve()
        payload = given.payload(step["hook"], project, session, **fields)
        self.turns[session] += "prompt" in payload and "last_assistant_message" not in payload
        for name in ("generation_id", "prompt_id"):
            if payload.get(name) and name not in fields:
                payload[name] = f"{session}-{self.turns[session]}"
        answer = world.hear(payload, step.get("wired", host), step.get("by", ""))
        told = answer if isinstance(answer, dict) else None
        self.keys |= set(told or ())
        return Outcome(code=0, answer=told, out="\n".join(world.strings(answer)), err="")


def check_form(outcome: Outcome) -> None:
    """A mistake is told on standard error with a hint, anything else on standard output.

    A fault of the machine has a hint where something helps.
    """
    if outcome.code > 1:
        assert outcome.out == ""
        error, *hints = outcome.err.splitlines()
        assert error.startswith("error: ")
        assert len(hints) == 1 or (outcome.code == 3 and not hints)
        assert all(re.match("hint: .", hint) for hint in hints)
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


def play(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    """Take the steps of a scenario, and look at what holds behind them."""
    if "types" in json.dumps(scenario) and not hasattr(os, "openpty"):
        pytest.skip("terminals are POSIX's")
    assert scenario.keys() <= SCENARIO
    scene = Scene(run, store, request)
    if scenario.get("bare"):
        shutil.rmtree(store.path)
    for entry in scenario.get("given", ()):
        scene.give(entry)
    before = given.tree(store.project)

    for step in scenario["steps"]:
        scene.step(step)

    places = [store.path, request.getfixturevalue("machine")]
    look_behind(scenario, store, places)
    if scenario.get("unseen"):
        assert scene.keys - {"continue"} == {"additional_context"}, scene.keys
    if scenario.get("unchanged"):
        assert given.tree(store.project) == before


def look_behind(scenario: given.Record, store: layout.Store, places: list[str | Path]) -> None:
    """What a scenario leaves: facts that hold, files, and texts that are gone from all places."""
    if "holds" in scenario:
        assert sorted(one.content for one in given.living(store)) == sorted(scenario["holds"])
    for kind, wanted in scenario.get("journal", {}).items():
        noted = given.journal(store, kind)
        found = len(noted) if isinstance(wanted, int) else [one.text for one in noted if one.text]
        assert found == wanted, kind
    if "lines" in scenario:
        assert len(given.lines(store, layout.FACTS)) == scenario["lines"]
    if "exists" in scenario:
        assert store.exists() == scenario["exists"]
    for text in scenario.get("gone", ()):
        assert given.holding(text, *places) == []
    for text in scenario.get("held", ()):
        assert given.holding(text, *places) != []
    for text in scenario.get("gone_from_memory", ()):
        assert given.holding(text, store.path) == []
    for name, text in scenario.get("files", {}).items():
        assert Path(store.path, name).read_text("utf-8") == text
