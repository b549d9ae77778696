"""The plugin folder: hosts accept it, its hooks run, and a missing program is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memory_store import __version__, place
from memory_store.language import wording
from memory_store.store import layout
from tests import given, world
from tests.end_to_end import claude_binary, shims

ROOT = Path(__file__).parent.parent
PLUGIN = ROOT / "plugin"
CURSOR = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},
        "author": {"type": "object"},
        "keywords": {"type": "array"},
        **{
            key: {"type": "string"}
            for key in ("displayName", "description", "version", "license", "skills", "hooks")
        },
    },
}
"""What Cursor's schema says of the fields that are used here (docs/hosts.md)."""

PAYLOADS = {
    "SessionStart": "claude/session-start",
    "SubagentStart": "claude/subagent-start",
    "UserPromptSubmit": "claude/user-prompt-submit",
    "PreCompact": "claude/pre-compact",
    "PostCompact": "claude/post-compact",
    "Stop": "claude/stop",
    "SessionEnd": "claude/session-end",
    "sessionStart": "cursor/session-start",
    "beforeSubmitPrompt": "cursor/before-submit-prompt",
    "afterAgentResponse": "cursor/after-agent-response",
    "preCompact": "cursor/pre-compact-auto",
    "stop": "cursor/stop",
    "sessionEnd": "cursor/session-end",
    "BeforeAgent": "gemini/before-agent",
    "AfterAgent": "gemini/after-agent",
}


NOWHERE = "/nowhere"


def read(name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((ROOT / name).read_text("utf-8"))
    return record


def commands() -> dict[str, str]:
    """The command line of each event of the hook files."""
    claude = read("plugin/hooks/hooks.json")["hooks"]
    cursor = read("plugin/hooks/cursor.json")["hooks"]
    gemini = read("plugin/gemini/hooks/hooks.json")["hooks"]
    grouped = gemini | claude  # of two events of one name Claude's is tried
    return {event: rows[0]["hooks"][0]["command"] for event, rows in grouped.items()} | {
        event: rows[0]["command"] for event, rows in cursor.items()
    }


def ran(command: str, project: str | Path, event: str, path: str, **said: str) -> str:
    """What a hook prints, run by a shell as its host would; a shell tells what it can't find."""
    payload = json.dumps(given.payload(PAYLOADS[event], project, **said))
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=payload.encode(),
        capture_output=True,
        env={**os.environ, "PATH": path},
        check=True,
    )
    assert done.stderr == b"" or path == NOWHERE
    return done.stdout.decode()


@pytest.fixture
def with_program(tmp_path: Path) -> str:
    """A PATH on which memory-store stands."""
    program = tmp_path / "memory-store"
    program.write_text(f'#!/bin/sh\nexec {place.quote(sys.executable)} -m memory_store "$@"\n')
    program.chmod(0o755)
    return f"{tmp_path}:/usr/bin:/bin"


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("event", PAYLOADS)
def test_each_hook_answers_as_its_host_expects(
    store: layout.Store, event: str, with_program: str
) -> None:
    given.fact(store, "the port is 8080")

    out = ran(commands()[event], store.project, event, with_program)

    if event == "PreCompact":
        assert out.rstrip("\n") == wording.say("en", "memory_lines")
    elif event == "PostCompact":
        assert out == ""
    else:
        assert isinstance(json.loads(out), dict)
    if event.lower() == "sessionstart":
        assert "the port is 8080" in out


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize(
    ("start", "prompt"),
    [
        ("SessionStart", "UserPromptSubmit"),
        ("sessionStart", "beforeSubmitPrompt"),
        ("SessionStart", "BeforeAgent"),
    ],
    ids=["claude", "cursor", "gemini"],
)
@pytest.mark.parametrize("kind", ["a git project", "a folder without git"])
def test_a_plugin_alone_makes_a_memory_in_git_and_tells_elsewhere_what_does(
    project: Path, start: str, prompt: str, kind: str, with_program: str
) -> None:
    if kind == "a git project":
        world.git(project, "init", "-q")
    asked = {"prompt": "Remember that the gateway listens on port 8123."}

    briefing = ran(commands()[start], project, start, with_program)
    ran(commands()[prompt], project, prompt, with_program, **asked)

    if kind == "a git project":
        facts = given.living(layout.project_store(str(project)))
        assert ["port 8123" in one.content for one in facts] == [True]
    else:
        assert list(project.iterdir()) == []
        assert "`memory-store init` there makes one" in briefing


@pytest.mark.skipif(sys.platform == "win32", reason="no folder in use can be deleted there")
@pytest.mark.parametrize("name", shims.HOOKS)
def test_a_hook_answers_where_the_folder_that_it_starts_in_is_gone(
    name: str, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    words = [sys.executable, "-m", "memory_store", "hook", name, "--host", "cursor"]
    code = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"

    assert shims.feed([sys.executable, "-c", code, *words], b"{}", gone).answer == {}


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("event", PAYLOADS)
def test_a_missing_program_is_told_once_at_a_sessions_start(
    store: layout.Store, event: str
) -> None:
    out = ran(commands()[event], store.project, event, NOWHERE)

    assert ("pipx install memory-store" in out) == (event.lower() == "sessionstart")
    assert out == "" or isinstance(json.loads(out), dict)


@pytest.mark.parametrize("event", PAYLOADS)
def test_a_line_says_nothing_that_only_one_shell_reads(event: str) -> None:
    """sh, Git Bash, cmd and PowerShell 7 read `||` alike, and our program never fails."""
    program, otherwise = commands()[event].split(" || ")

    assert set("$;&|<>(){}'\"`").isdisjoint(program)
    assert otherwise.startswith(("exit 0", "echo '{"))


def test_every_event_that_a_project_is_wired_with_is_there() -> None:
    assert set(commands()) == set(PAYLOADS)
    assert all(f" hook {name} " in " ".join(commands().values()) for name in shims.HOOKS)


def test_the_manifests_name_this_version_and_cursors_has_its_form() -> None:
    claude, cursor = (read(f"plugin/.{host}-plugin/plugin.json") for host in ("claude", "cursor"))

    others = (read("server.json"), read("plugin/gemini/gemini-extension.json"))
    assert {one["version"] for one in (claude, cursor, *others)} == {__version__}
    jsonschema.validate(cursor, CURSOR)
    for folder in ("skills", "hooks"):
        assert (PLUGIN / cursor[folder]).exists()


@pytest.mark.long
@pytest.mark.parametrize("what", [PLUGIN, ROOT], ids=["plugin", "marketplace"])
def test_claude_code_finds_no_fault(what: Path) -> None:
    binary = claude_binary.find()
    if binary.path is None:
        pytest.skip(binary.reason)

    done = subprocess.run(
        [binary.path, "plugin", "validate", "--strict", what], capture_output=True, check=False
    )

    assert done.returncode == 0, done.stdout.decode()
