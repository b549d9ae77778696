from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_store import model
from memory_store.hosts import claude, cursor, registry

ROOT = Path(__file__).parents[2]
LIGHT = {"os", "stat", "genericpath", "posixpath", "ntpath", "_stat", "_collections_abc", "abc"}


@pytest.mark.parametrize(
    ("payload", "named", "host"),
    [
        ({"cursor_version": "3", "hook_event_name": "SessionStart"}, "claude", model.CURSOR),
        ({"cursor_version": None}, "claude", model.CURSOR),
        ({"hook_event_name": "stop"}, "claude", model.CURSOR),
        ({"conversation_id": ""}, "claude", model.CURSOR),
        ({"hook_event_name": "Stop"}, "cursor", model.CLAUDE),
        ({"hook_event_name": "Stop", "turn_id": "t"}, "cursor", model.CLAUDE),
        ({"hook_event_name": 7}, "cursor", model.CURSOR),
        ({}, "cursor", model.CURSOR),
        ({}, "claude", model.CLAUDE),
        ({}, "another", model.CLAUDE),
        ({}, "gemini", "gemini"),
        ({"hook_event_name": "Stop"}, "qoder", "qoder"),
        ({"hook_event_name": "Stop"}, "gemini", model.CLAUDE),
        ({}, "", model.CLAUDE),
    ],
)
def test_the_payload_decides_and_the_command_line_only_where_it_is_silent(
    payload: dict[str, object], named: str, host: str
) -> None:
    assert registry.parse(payload, named).host == host


def test_every_kind_that_a_host_sends_has_its_hook() -> None:
    handled = {kind for kinds in registry.HANDLES.values() for kind in kinds}

    assert handled == set(cursor.KINDS.values())
    assert handled >= set(claude.KINDS.values())


@pytest.mark.parametrize("host", [model.CURSOR, model.CLAUDE])
def test_a_hook_loads_its_hosts_dialect_and_nothing_that_costs_it_its_quick_start(
    host: str,
) -> None:
    script = (
        "import sys; before = set(sys.modules); sys.path.insert(0, sys.argv[1])\n"
        "from memory_store.hosts import registry\n"
        "registry.parse({}, sys.argv[2])\n"
        "print(*sorted(set(sys.modules) - before))"
    )

    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(ROOT), host],
        capture_output=True,
        text=True,
        check=True,
    )

    imported = set(run.stdout.split())
    dialects = {f"memory_store.hosts.{one.dialect}" for one in registry.HOSTS.values()}
    assert imported & dialects == {f"memory_store.hosts.{host}"}
    assert {name for name in imported if not name.startswith("memory_store")} <= LIGHT | {
        "__future__",
        "os.path",
    }
