"""Whether a host starts our hooks by its own wiring, so that an imported one has nothing to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_store.hosts import cursor, own_wiring, registry

WIRING = '{"version": 1, "hooks": {"sessionStart": [{"command": "%s"}]}}'
OURS = "/v/bin/python -I -S /x/hooks/load_memory.py --host cursor"


def wire(root: Path, text: str = WIRING % OURS) -> str:
    (root / ".cursor").mkdir(parents=True)
    (root / ".cursor" / "hooks.json").write_text(text, encoding="utf-8")
    return str(root)


def is_wired(directory: str, host: str = "cursor") -> bool:
    row = registry.HOSTS[host]
    return own_wiring.is_there(host, row.project_file, row.user_file, directory)


def test_there_are_exactly_21_event_names() -> None:
    assert len(cursor.EVENTS) == 21
    assert set(cursor.KINDS) < cursor.EVENTS


def test_cursor_is_wired_by_the_projects_file_or_the_users(project: Path) -> None:
    assert not is_wired(str(project))

    assert is_wired(wire(project))
    assert not is_wired("")

    wire(Path.home())
    assert is_wired("")


@pytest.mark.parametrize(
    ("text", "wired"),
    [
        (WIRING % "'/a b/hooks/load_memory.py' --host cursor", True),
        (WIRING % 'C:/\\"a b\\"/hooks/load_memory.py --host cursor', True),
        (WIRING % "hooks/load_memory.py; /y/hooks/load_memory.py --host cursor", True),
        ("", False),
        (WIRING % "echo load_memory.py", False),
        (WIRING % "/x/hooks/load_memory.py --host claude", False),
        (WIRING % "/x/hooks/recall_memory.py --host cursor", False),
        (f'{{"version": 1, "hooks": {{}}\n// "{OURS}"\n}}', False),
        (" " * 262_144 + WIRING % OURS, False),  # no more is read
    ],
)
def test_our_command_is_found_however_it_is_quoted_and_no_other(
    project: Path, text: str, *, wired: bool
) -> None:
    assert is_wired(wire(project, text)) is wired


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.timeout(10)
def test_a_fifo_or_a_directory_in_the_files_place_does_not_hold_a_hook_up(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "hooks.json")
    (tmp_path / "b" / ".cursor" / "hooks.json").mkdir(parents=True)

    assert not is_wired(str(tmp_path))
    assert not is_wired(str(tmp_path / "b"))
    assert not is_wired("a\0b")


@pytest.mark.parametrize(
    ("payload", "named", "file", "superseded"),
    [
        ({"cursor_version": "3"}, "claude", ".cursor/hooks.json", True),
        ({"workspace_roots": [], "agent_id": "solo_agent"}, "claude", ".trae/hooks.json", True),
        ({"workspace_roots": []}, "trae", ".trae/hooks.json", False),
        ({"workspace_roots": []}, "claude", ".trae-cn/hooks.json", False),
        ({}, "", ".claude/settings.json", False),
        ({"transcript_path": "/x/.qwen/p"}, "claude", ".qwen/settings.json", False),
    ],
)
def test_only_a_host_that_runs_claude_codes_file_beside_its_own_is_started_twice(
    project: Path, payload: dict[str, object], named: str, file: str, *, superseded: bool
) -> None:
    event = registry.parse({"hook_event_name": "Stop", **payload}, named)
    assert not registry.is_superseded(event, named, str(project))  # the control

    (project / file).parent.mkdir(parents=True)
    line = f"/v/bin/python /x/hooks/load_memory.py --host {event.host}"
    (project / file).write_text(WIRING % line, encoding="utf-8")

    assert registry.is_superseded(event, named, str(project)) is superseded
