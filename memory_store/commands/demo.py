"""See it work in a minute: two sessions on a throw-away project, with the real hooks, offline.

The first session speaks Cursor's language and the second Claude Code's; a third step searches.
Nothing stays behind but the models' cache, and nothing of yours is read.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

from memory_store import codec, errors, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import progress
from memory_store.language import script
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.cli import table

_FIRST, _SECOND = "demo-monday", "demo-tuesday"
_SECONDS = 120
_EMBEDS_MS = "60000"


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
    settings = call.settings
    root = tempfile.mkdtemp(prefix="memory-store demo ")
    stage = _Stage(root)
    script = _SCRIPTS[terminal.spoken(settings)]
    try:
        with progress.Waiting(speech.say(settings, "setup", "demo_begins"), after=0.0) as waiting:
            steps = _play(
                stage, script, lambda name: waiting.tell(speech.say(settings, "setup", name))
            )
    finally:
        if not call.keep:
            shutil.rmtree(root, ignore_errors=True)
            shutil.rmtree(stage.cache, ignore_errors=True)
    if call.keep:
        left = errors.Message(
            'The project is left in "{project}"; to look at it, approve it there first:'
            " memory-store trust",
            project=stage.project,
        )
        steps += ["", left]
    return model.Answer({"status": "shown", "steps": steps}, speech.text(settings, steps))


class _Stage:
    """A throw-away home and project, and how to run a hook or a command in them."""

    def __init__(self, root: str) -> None:
        self.project = os.path.join(root, "shop")
        os.makedirs(os.path.join(self.project, ".git", "info"))
        self.cache = layout.cache_directory(layout.project_store(self.project))
        self._environment = {
            **{name: value for name, value in os.environ.items() if "MEMORY_STORE" not in name},
            "MEMORY_STORE_SYNC_BUDGET_MS": _EMBEDS_MS,  # no background run is waited for here
            "HOME": root,
            "XDG_CONFIG_HOME": os.path.join(root, "config"),
            "XDG_STATE_HOME": os.path.join(root, "state"),
            "XDG_CACHE_HOME": os.path.dirname(layout.cache_root()),
        }

    def hook(self, name: str, host: str, **payload: object) -> str:
        """The answer of a hook: the text for the model."""
        command = [sys.executable, "-I", place.hook(name), "--host", host]
        answer = codec.parse(self._run(command, codec.render(payload)) or "{}")
        assert isinstance(answer, dict)  # noqa: S101  a hook answers an object
        inner = answer.get("hookSpecificOutput", answer)
        context = inner.get("additional_context") or inner.get("additionalContext")
        return str(context or "")

    def command(self, *words: str) -> str:
        """The output of a command."""
        return self._run([sys.executable, "-m", "memory_store", *words, "--project", self.project])

    def _run(self, command: list[str], given: str = "") -> str:
        done = subprocess.run(
            command,
            input=given.encode(),
            capture_output=True,
            env=self._environment,
            timeout=_SECONDS,
            check=False,
        )
        if done.returncode > 1:
            raise errors.StoreError(
                "{command} failed: {told}",
                command=" ".join(command[1:4]),
                told=f"{done.stderr.decode(errors='replace'):.300}",
            )
        return done.stdout.decode("utf-8", "replace").strip()


def _play(stage: _Stage, script: _Script, begin: Callable[[str], None]) -> list[str]:
    wired = errors.Message("A throw-away project: {project}", project=stage.project)
    steps = [wired, "", "$ memory-store init"]
    steps += _indent(stage.command("init", "--format", "text"))
    begin("demo_first")
    monday = "Monday, a session in Cursor. The agent saves nothing; the hooks listen:"
    steps += ["", errors.Message(monday)]
    cursor = {
        "conversation_id": _FIRST,
        "cursor_version": "3.20.17",
        "workspace_roots": [stage.project],
    }
    stage.hook("load_memory", "cursor", hook_event_name="sessionStart", **cursor)
    for number, (prompt, answer) in enumerate(script.said):
        turn = {**cursor, "generation_id": f"turn-{number}"}
        stage.hook(
            "recall_memory", "cursor", hook_event_name="beforeSubmitPrompt", prompt=prompt, **turn
        )
        stage.hook(
            "capture_response", "cursor", hook_event_name="afterAgentResponse", text=answer, **turn
        )
        steps += [_you(prompt), errors.Message("    agent: {answer}", answer=answer)]
    stage.hook(
        "sync_and_cleanup", "cursor", hook_event_name="sessionEnd", reason="window_close", **cursor
    )
    begin("demo_second")
    steps += _second_session(stage, script)
    begin("demo_search")
    searched = "$ memory-store search '{asked}'     (by meaning, across languages)"
    steps += ["", errors.Message(searched, asked=script.searched)]
    steps += _indent(
        stage.command(
            "search", script.searched, "--kind", "fact", "--limit", "1", "--format", "text"
        )
    )
    end = errors.Message("Offline, in plain files. In your project: memory-store init")
    return [*steps, "", end]


def _second_session(stage: _Stage, script: _Script) -> list[str]:
    claude = {"session_id": _SECOND, "cwd": stage.project, "transcript_path": ""}
    given = stage.hook(
        "load_memory", "claude", hook_event_name="SessionStart", source="startup", **claude
    )
    if "Argo CD" not in given:
        raise errors.StoreError("the second session was not given what the first one learnt")
    tuesday = "Tuesday, a session in Claude Code. Before you type, its agent is given:"
    steps = ["", errors.Message(tuesday)]
    steps += _indent(given)
    other = {"conversation_id": "demo-window-2", "cursor_version": "3.20.17"}
    stage.hook(
        "recall_memory",
        "cursor",
        hook_event_name="beforeSubmitPrompt",
        generation_id="turn-1",
        prompt=script.meanwhile,
        workspace_roots=[stage.project],
        **other,
    )
    meanwhile = errors.Message("Meanwhile, in another Cursor window:")
    steps += ["", meanwhile, _you(script.meanwhile)]
    news = stage.hook(
        "recall_memory",
        "claude",
        hook_event_name="UserPromptSubmit",
        prompt=script.asked,
        **claude,
    )
    back = errors.Message("Back in Claude Code you type: {asked}", asked=script.asked)
    return [*steps, "", back, errors.Message("With it, its agent is given:"), *_indent(news)]


def _you(said: str) -> errors.Message:
    return errors.Message("    you:   {said}", said=said)


def _indent(text: str) -> list[str]:
    return [f"    {line}" for line in text.split("\n")]
