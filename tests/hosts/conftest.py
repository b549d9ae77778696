"""What the tests of the dialects share: golden files, and readers as strict as the hosts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import model
from memory_store.hosts import cursor, wiring

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLAUDE_EVENTS = {
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PreCompact",
    "Stop",
    "SubagentStop",
    "SessionEnd",
    "Notification",
}
CLAUDE_HOOK_KEYS = {"type", "command", "timeout", "args", "shell", "if", "statusMessage", "async"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, object], None]:
    def check(path: Path, value: object) -> None:
        text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
        if request.config.getoption("--update-golden", default=False):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def commands() -> Callable[[str], Callable[[str], str]]:
    """The command lines for a host, as `init` makes them on this machine."""

    def for_host(host: str) -> Callable[[str], str]:
        python = "/opt/my venv/bin/python"
        return lambda name: wiring.command_line(
            python, f"/opt/it's $HOME/库/hooks/{name}.py", host, windows=False
        )

    return for_host


@pytest.fixture
def read_as_host() -> Callable[[str, str], dict[str, Any]]:
    """Read a hooks file as its host does, and fail where the host drops the file."""
    return lambda text, host: {model.CURSOR: _as_cursor, model.CLAUDE: _as_claude}[host](text)


def _as_cursor(text: str) -> dict[str, Any]:
    """docs/hosts.md 1.2: comments go by regex, and one fault voids the whole file."""
    assert not text.startswith("\ufeff"), "a byte order mark"
    bare = re.sub(r"//[^\r\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    settings: dict[str, Any] = json.loads(bare, object_pairs_hook=_without_duplicates)
    assert type(settings.get("version")) is int, "no whole number as version"
    assert set(settings.get("hooks", {})) <= cursor.EVENTS, "an unknown event"
    for entries in settings.get("hooks", {}).values():
        for entry in entries:
            assert isinstance(entry[entry.get("type", "command")], str)
            assert entry.get("timeout", 60) > 0
            assert entry.get("loop_limit", 5) is None or entry.get("loop_limit", 5) > 0
    return settings


def _as_claude(text: str) -> dict[str, Any]:
    """The closed schema of settings.json's hooks (SchemaStore claude-code-settings)."""
    text = text.removeprefix("\ufeff")
    settings: dict[str, Any] = json.loads(text, object_pairs_hook=_without_duplicates)
    assert set(settings.get("hooks", {})) <= CLAUDE_EVENTS, "an unknown event"
    for groups in settings.get("hooks", {}).values():
        for group in groups:
            assert set(group) <= {"matcher", "hooks"}
            for hook in group["hooks"]:
                assert set(hook) <= CLAUDE_HOOK_KEYS
                assert hook["type"] == "command"
    return settings


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    assert len({key for key, _ in pairs}) == len(pairs), "a key twice"
    return dict(pairs)
