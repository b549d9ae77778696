"""See it work in a minute: two sessions on a throw-away project, with the real hooks, offline.

The first session speaks Cursor's language and the second Claude Code's; a third step searches.
Nothing stays behind but the models' cache, and nothing of yours is read.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from typing import NamedTuple

from memory_store import codec, errors, model, place
from memory_store.commands import hook_trial, progress
from memory_store.language import script
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.cli import table

_FIRST, _SECOND = "demo-monday", "demo-tuesday"
_VARIABLES = {"MEMORY_STORE_SYNC_BUDGET_MS": "60000"}  # no background run is waited for here


class _Script(NamedTuple):
    """The words of the demonstration: turns of the first session, prompts of the others."""

    said: tuple[tuple[str, str], ...]
    meanwhile: str
    asked: str
    searched: str


_SCRIPTS = {
    script.ENGLISH: _Script(
        (
            ("Remember that we deploy with Argo CD, never with kubectl by hand.", "Understood."),
            ("以后提交信息统一用英文写。", "好的，以后提交信息用英文。"),
            (
                "The checkout of a cart with many items is slow. Why?",
                "The cart query had no index; I added one.",
            ),
        ),
        "From now on the staging database is read-only.",
        "Please write the release script.",
        "测试数据库能写吗",
    ),
    script.CHINESE: _Script(
        (
            ("记住：部署用 Argo CD，不要手工执行 kubectl。", "好的。"),
            ("From now on write commit messages in English.", "Understood."),
            ("结账为什么慢？", "购物车查询缺少索引，我加上了。"),
        ),
        "以后预发数据库一律只读。",
        "写一下发布脚本。",
        "is the staging database writable?",
    ),
}


def run(call: table.Call) -> model.Answer:
    """Run the demonstration and tell it as it goes.

    Raises:
        StoreError: a step did not do what it should.
    """
    root = tempfile.mkdtemp(prefix="memory-store demo ")
    stage = _Stage(root, "shop", **_VARIABLES, XDG_CACHE_HOME=os.path.dirname(layout.cache_root()))
    try:
        with progress.Waiting(call.say("demo_begins"), after=0.0) as waiting:
            steps = _play(stage, _SCRIPTS[call.spoken], lambda one: waiting.tell(call.say(one)))
    finally:
        if not call.keep:
            cache = layout.cache_directory(layout.project_store(stage.project))
            shutil.rmtree(root, ignore_errors=True)
            shutil.rmtree(cache, ignore_errors=True)
    if call.keep:
        left = errors.Message(
            'The project is left in "{project}"; to look at it, approve it there first:'
            " memory-store trust",
            project=stage.project,
        )
        steps += ["", left]
    return model.Answer({"status": "shown", "steps": steps}, call.tell(steps))


class _Stage(hook_trial.Machine):
    """A throw-away machine whose hooks and commands must do what they should."""

    seconds = 120.0

    def hook(self, name: str, host: str, session: str, turn: str = "turn-1", **said: str) -> str:
        """The answer of a hook: the text for the model."""
        command = [sys.executable, "-I", place.hook(name), "--host", host]
        answer = codec.parse(self._done(command, self.payload(name, host, session, turn, **said)))
        assert isinstance(answer, dict)  # noqa: S101  a hook answers an object
        inner = answer.get("hookSpecificOutput", answer)
        context = inner.get("additional_context") or inner.get("additionalContext")
        return str(context or "")

    def command(self, *words: str) -> list[str]:
        """The output of a command, indented."""
        ours = [sys.executable, "-m", "memory_store", *words, "--format", "text"]
        return _indent(self._done([*ours, "--project", self.project]))

    def _done(self, words: list[str], given: str = "") -> str:
        code, out, told = self.run(words, given)
        if code > 1:
            command = " ".join(words[1:4])
            raise errors.StoreError(
                "{command} failed: {told}", command=command, told=f"{told:.300}"
            )
        return out.strip()


def _play(stage: _Stage, script: _Script, begin: Callable[[str], None]) -> list[str]:
    os.makedirs(os.path.join(stage.project, ".git", "info"))
    wired = errors.Message("A throw-away project: {project}", project=stage.project)
    steps = [wired, "", "$ memory-store init", *stage.command("init")]
    begin("demo_first")
    monday = "Monday, a session in Cursor. The agent saves nothing; the hooks listen:"
    steps += ["", errors.Message(monday)]
    stage.hook("load_memory", "cursor", _FIRST)
    for number, (prompt, answer) in enumerate(script.said):
        turn = f"turn-{number}"
        stage.hook("recall_memory", "cursor", _FIRST, turn, prompt=prompt)
        stage.hook("capture_response", "cursor", _FIRST, turn, text=answer)
        steps += [_you(prompt), errors.Message("    agent: {answer}", answer=answer)]
    stage.hook("sync_and_cleanup", "cursor", _FIRST, reason="window_close")
    begin("demo_second")
    steps += _second_session(stage, script)
    begin("demo_search")
    searched = "$ memory-store search '{asked}'     (by meaning, across languages)"
    steps += ["", errors.Message(searched, asked=script.searched)]
    steps += stage.command("search", script.searched, "--kind", "fact", "--limit", "1")
    end = errors.Message("Offline, in plain files. In your project: memory-store init")
    return [*steps, "", end]


def _second_session(stage: _Stage, script: _Script) -> list[str]:
    given = stage.hook("load_memory", "claude", _SECOND)
    if "Argo CD" not in given:
        raise errors.StoreError("the second session was not given what the first one learnt")
    tuesday = "Tuesday, a session in Claude Code. Before you type, its agent is given:"
    steps = ["", errors.Message(tuesday), *_indent(given)]
    stage.hook("recall_memory", "cursor", "demo-window-2", prompt=script.meanwhile)
    meanwhile = errors.Message("Meanwhile, in another Cursor window:")
    steps += ["", meanwhile, _you(script.meanwhile)]
    news = stage.hook("recall_memory", "claude", _SECOND, prompt=script.asked)
    back = errors.Message("Back in Claude Code you type: {asked}", asked=script.asked)
    return [*steps, "", back, errors.Message("With it, its agent is given:"), *_indent(news)]


def _you(said: str) -> errors.Message:
    return errors.Message("    you:   {said}", said=said)


def _indent(text: str) -> list[str]:
    return [f"    {line}" for line in text.split("\n")]
