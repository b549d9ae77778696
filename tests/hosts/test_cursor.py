"""Whether Cursor starts our hooks by its own wiring, so that an imported one has nothing to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_store.hosts import cursor

WIRING = '{"version": 1, "hooks": {"sessionStart": [{"command": "%s"}]}}'
OURS = "/v/bin/python -I -S /x/hooks/load_memory.py --host cursor"


def wire(root: Path, text: str = WIRING % OURS) -> str:
    (root / ".cursor").mkdir(parents=True)
    (root / ".cursor" / "hooks.json").write_text(text, encoding="utf-8")
    return str(root)


def test_there_are_exactly_21_event_names() -> None:
    assert len(cursor.EVENTS) == 21
    assert set(cursor.KINDS) < cursor.EVENTS


def test_cursor_is_wired_by_the_projects_file_or_the_users(project: Path) -> None:
    assert not cursor.is_wired(str(project))

    assert cursor.is_wired(wire(project))
    assert not cursor.is_wired("")

    wire(Path.home())
    assert cursor.is_wired("")


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
    assert cursor.is_wired(wire(project, text)) is wired


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.timeout(10)
def test_a_fifo_or_a_directory_in_the_files_place_does_not_hold_a_hook_up(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "hooks.json")
    (tmp_path / "b" / ".cursor" / "hooks.json").mkdir(parents=True)

    assert not cursor.is_wired(str(tmp_path))
    assert not cursor.is_wired(str(tmp_path / "b"))
    assert not cursor.is_wired("a\0b")
