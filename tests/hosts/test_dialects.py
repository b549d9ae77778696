"""What each dialect makes of fields that are missing, odd or too long (parsed.jsonl)."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory_store import model
from memory_store.hosts import claude, cursor, registry

ROOT = Path(__file__).parents[2]
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("parsed.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['host']} {row['event']}")
def test_a_field_is_read_or_counts_as_not_sent(row: dict[str, dict[str, object]]) -> None:
    dialect = importlib.import_module(f"memory_store.hosts.{row['host']}")

    event = dialect.parse(row["payload"])

    assert {name: getattr(event, name) for name in row["event"]} == row["event"]


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

    assert handled == {*cursor.KINDS.values(), *claude.KINDS.values()}


@pytest.mark.parametrize("host", [model.CURSOR, model.CLAUDE])
def test_a_hook_loads_its_hosts_dialect_and_no_module_that_costs(host: str) -> None:
    script = (
        "import sys; before = set(sys.modules); sys.path.insert(0, sys.argv[1])\n"
        "from memory_store.hosts import registry; registry.parse({}, sys.argv[2])\n"
        "print(*set(sys.modules) - before)"
    )
    command = [sys.executable, "-I", "-S", "-c", script, str(ROOT), host]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    loaded = set(done.stdout.split())
    dialects = {f"memory_store.hosts.{one.dialect}" for one in registry.HOSTS.values()}
    assert loaded & dialects == {f"memory_store.hosts.{host}"}
    assert not loaded & {"re", "json", "typing", "collections", "enum"}


def test_a_notice_at_cursors_start_goes_to_the_model_with_or_without_a_context() -> None:
    start = model.Event(host=model.CURSOR, kind=model.SESSION_START)

    alone = cursor.render(start, model.Reply(notice="first"))
    both = cursor.render(start, model.Reply(notice="first", context="line\n" * 1_890))

    assert alone == {"additional_context": "first"}
    text = str(both["additional_context"])
    assert text.startswith("first\n\nline\n")
    assert len(text) <= 9_500


def test_claude_code_is_told_nothing_but_a_followup_at_a_stop() -> None:
    stop = model.Event(host=model.CLAUDE, kind=model.STOP)

    assert claude.render(stop, model.Reply(context="c")) == {}


@pytest.mark.parametrize(
    ("path", "native"),
    [("/c:/My Work/x", "c:/My Work/x"), ("C:\\x", "C:\\x"), ("/home/x", "/home/x"), ("/", "/")],
)
def test_a_windows_root_becomes_a_path_that_windows_knows(path: str, native: str) -> None:
    assert cursor.native_path(path, windows=True) == native
    assert cursor.native_path(path, windows=False) == path
