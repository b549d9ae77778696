"""Runs the real Claude Code, headless, against `messages_api`, and reads what it printed.

It must not touch the home directory, the environment or the network of whoever runs the tests: the
child gets a home of its own, a handful of variables, and a loopback address as its model.

How a test uses it, by the fixture `claude` (it skips where the binary can't be had)::

    @pytest.mark.usefixtures("wired")
    def test_what_session_one_was_told_session_two_knows(claude: Claude) -> None:
        (first, second), requests = claude.talk(
            ["Noted.", "It is Heron."], "The codename is Heron", "What is it called?"
        )

        assert first.failures == second.failures == ()
        assert len(requests) == 2  # no loop: a third would have been refused, and raised
        assert "Heron" in requests[1].text  # all that the model was given in session two

A Stop hook that asks for a turn costs one more reply of the script; a compaction costs one, which
must hold `<summary>…</summary>` (without it Claude Code 2.1.330 asks twice). `--continue` goes on
with the project's last session; `/compact` as the prompt compacts; `--allowedTools Bash` lets the
script's `messages_api.ToolUse("Bash", {"command": …})` run a command that writes. Each test's home
is new, so its caches are cold: `environment={"XDG_CACHE_HOME": …}` shares a warm one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.end_to_end import claude_binary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from tests.end_to_end import messages_api

FLAGS = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
QUIET = {
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}
SECONDS, GRACE_SECONDS = 180.0, 30.0
FAILED_AT_END = re.compile(r"^\w+ hook \[.*")
FAILED_AT_COMPACTION = re.compile(r"\b(?:Pre|Post)Compact \[.*\] failed.*")


class HookResponse(NamedTuple):
    """What a hook did, as the stream tells it; `outcome` is success, error or cancelled."""

    event: str
    name: str
    outcome: str
    exit_code: int | None
    stdout: str
    stderr: str


class Transcript(NamedTuple):
    """One run: the stream's lines as parsed, and what else can be seen from outside."""

    lines: tuple[dict[str, Any], ...]
    stderr: str
    exit_code: int
    seconds: float

    @property
    def hooks(self) -> tuple[HookResponse, ...]:
        """Each hook that the stream tells of: not PreCompact, PostCompact or SessionEnd."""
        responses = (line for line in self.lines if line.get("subtype") == "hook_response")
        return tuple(_hook_response(line) for line in responses)

    @property
    def failures(self) -> tuple[str, ...]:
        """A line for each hook that failed, those included that the stream has no response for."""
        return tuple(_failures(self))

    @property
    def answer(self) -> str:
        """The last text of the assistant, or "" if the run ended without one."""
        return str(self._result.get("result", ""))

    @property
    def session_id(self) -> str:
        """The session that the run belonged to, the resumed one under --continue."""
        return str(self._result["session_id"])

    @property
    def _result(self) -> dict[str, Any]:
        return next((line for line in reversed(self.lines) if line["type"] == "result"), {})


def prepare_home(home: Path, project: Path) -> None:
    """Makes `home` that of somebody who has used Claude Code and trusts `project`.

    2.1.330 runs a project's hooks under `-p` without it; the trust question is the terminal's.
    """
    (home / "tmp").mkdir(parents=True)
    trust = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    state = {"hasCompletedOnboarding": True, "projects": {os.path.realpath(project): trust}}
    (home / ".claude.json").write_text(json.dumps(state), encoding="utf-8")


def run(
    prompt: str,
    project: Path,
    home: Path,
    server: messages_api.Server,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    until: Callable[[], object] | None = None,
) -> Transcript:
    """One `claude -p PROMPT`, from start to exit, on the server's network.

    Args:
        prompt: what the user says, or a command such as `/compact`.
        project: the working directory, whose `.claude/settings.json` holds the hooks.
        home: a directory that `prepare_home` made.
        server: the model.
        arguments: further ones for the command line.
        environment: variables beyond PATH, HOME, TMPDIR and Claude Code's own.
        until: when it is ended, and its tools with it; else after four minutes.

    Raises:
        FileNotFoundError: there is no binary, and why.
        TimeoutError: it was ended; with what it had printed.
    """
    binary = claude_binary.find()
    if binary.path is None:
        raise FileNotFoundError(binary.reason)
    command = [*server.network.entrance, str(binary.path), "-p", prompt, *FLAGS, *arguments]
    begun = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=project,
        env={**_environment(home, server.url), **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as child:
        try:
            output, complaints = _read(
                child, until or (lambda: time.monotonic() > begun + SECONDS)
            )
        finally:
            _end(child)
    return Transcript(
        lines=tuple(json.loads(line) for line in output.split("\n") if line),
        stderr=complaints,
        exit_code=child.returncode,
        seconds=time.monotonic() - begun,
    )


def _environment(home: Path, url: str) -> dict[str, str]:
    """All that the child sees; TMPDIR keeps its sockets and probes inside the home."""
    own = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home / "tmp")}
    return {**own, **QUIET, "ANTHROPIC_API_KEY": "mock", "ANTHROPIC_BASE_URL": url}


def _read(child: subprocess.Popen[str], is_over: Callable[[], object]) -> tuple[str, str]:
    while not is_over():
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.communicate(timeout=0.2)
    _end(child)
    output, complaints = child.communicate(timeout=GRACE_SECONDS)
    raise TimeoutError(f"Claude Code took too long; it said:\n{output}\n{complaints}")


def _end(child: subprocess.Popen[str]) -> None:
    """Asks first: only Claude Code can end its tools, which have sessions of their own."""
    if child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_SECONDS)
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)


def _hook_response(line: dict[str, Any]) -> HookResponse:
    return HookResponse(
        event=line["hook_event"],
        name=line["hook_name"],
        outcome=line["outcome"],
        exit_code=line.get("exit_code"),
        stdout=line["stdout"],
        stderr=line["stderr"],
    )


def _failures(transcript: Transcript) -> Iterator[str]:
    for hook in transcript.hooks:
        if hook.outcome != "success":
            yield f"{hook.event} {hook.outcome} {hook.exit_code}: {hook.stderr}{hook.stdout}"
    for line in transcript.lines:
        said = line.get("message", {}).get("content", "") if line["type"] == "user" else ""
        yield from FAILED_AT_COMPACTION.findall(said) if isinstance(said, str) else ()
    for complaint in transcript.stderr.splitlines():
        yield from FAILED_AT_END.findall(complaint)
