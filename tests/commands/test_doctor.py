"""Broken set-ups, each named with what mends it, and mended where nobody must decide."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.commands import hook_trial, installation
from memory_store.handlers import load_memory
from memory_store.hosts import registry
from memory_store.index import database, disk, tables
from memory_store.store import layout
from tests import given, transcripts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.commands.conftest import Outcome, Run

pytestmark = pytest.mark.long


@pytest.fixture
def wired(run: Run, store: layout.Store) -> layout.Store:
    """A project that is wired for Cursor and holds a fact."""
    run("init", "--host", "cursor")
    given.fact(store, "the API listens on port 8080")
    run("search", "port", "--method", "fts")
    return store


def hooks_file(store: layout.Store) -> Path:
    return Path(store.project, ".cursor", "hooks.json")


def change_hooks(store: layout.Store, change: Callable[[dict[str, Any]], None]) -> None:
    record = json.loads(hooks_file(store).read_text("utf-8"))
    change(record["hooks"])
    hooks_file(store).write_text(json.dumps(record), "utf-8")


def faults(found: Outcome) -> list[tuple[str, str, str]]:
    return [
        (one["name"], one["text"], one["mend"]) for one in found.answer["checks"] if not one["ok"]
    ]


def test_an_index_that_a_run_is_writing_to_is_waited_for_and_no_fault(
    run: Run, wired: layout.Store
) -> None:
    writer = database.locked(layout.cache_directory(wired), 1.0)
    writer.__enter__()
    threading.Timer(1.0, writer.__exit__, (None, None, None)).start()

    assert [one for one in faults(run("doctor")) if one[0] == "index"] == []


def test_the_hooks_of_every_host_are_tried_and_what_a_person_must_approve_is_told(
    run: Run, store: layout.Store
) -> None:
    hosts = [one for one in registry.HOSTS.values() if one.user_file]
    for host in hosts:
        run("init", "--host", host.name, *([] if host.project_file else ["--user"]))
    before = given.tree(store.path)

    outcome = run("doctor")

    assert (outcome.code, faults(outcome)) == (0, [])
    shown = [one["text"] for one in outcome.answer["checks"] if one["name"] == "hooks"]
    for host in hosts:
        file = host.project_file or host.user_file
        (at,) = (at for at, one in enumerate(shown) if f"/{file}: " in one)
        assert f": {len(host.events)} hooks are wired and answer" in shown[at]
        assert ("in /hooks" in shown[at - 1]) == host.asks_approval
    assert given.tree(store.path) == before


def no_json(store: layout.Store) -> None:
    hooks_file(store).write_text("{", "utf-8")


def no_interpreter(store: layout.Store) -> None:
    def change(hooks: dict[str, Any]) -> None:
        hooks["stop"][0]["command"] = hooks["stop"][0]["command"].replace(
            sys.executable, "/gone/python"
        )

    change_hooks(store, change)


def one_event_less(store: layout.Store) -> None:
    change_hooks(store, lambda hooks: hooks.pop("stop"))


def open_files(store: layout.Store) -> None:
    Path(store.path, layout.FACTS).chmod(0o644)


def open_directory(store: layout.Store) -> None:
    Path(store.path).chmod(0o755)


def no_trust(store: layout.Store) -> None:
    Path(layout.config_directory(), "trust.json").unlink()
    Path(store.path, layout.LOCK).unlink()


def switched_off(store: layout.Store) -> None:
    Path(store.path, layout.DISABLED).touch(0o600)


def broken_settings(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_text("{", "utf-8")
    Path(store.path, layout.SETTINGS).chmod(0o600)


def unknown_setting(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_text('{"recal": true}', "utf-8")
    Path(store.path, layout.SETTINGS).chmod(0o600)


def damaged_line(store: layout.Store) -> None:
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write("{half of a rec\n")


def stray_file(store: layout.Store) -> None:
    path = Path(store.path, "facts (conflicted copy).jsonl")
    path.touch(0o600)


def broken_index(store: layout.Store) -> None:
    for path in Path(layout.cache_directory(store)).glob("index.sqlite*"):
        path.write_bytes(b"no database" * 1000)


def twice(store: layout.Store) -> None:
    home = Path(layout.home(), ".cursor")
    shutil.copytree(hooks_file(store).parent, home)


MENDED = [
    (no_interpreter, "wiring", "/gone/python is not there", "init --host cursor"),
    (open_files, "rights", "facts.jsonl", "chmod"),
    (open_directory, "rights", ".memory", "chmod"),
    (broken_index, "index", "can't be read", "memory-store index --force"),
]
MENDED_ALONE = (one_event_less, "wiring", "stop is not wired", "init")
LEFT = [
    (damaged_line, "lines", "facts.jsonl:2", "memory-store scan"),
    (stray_file, "files", "conflicted", "look at"),
    (twice, "wiring", "wired for the user and", "uninstall --user"),
    (unknown_setting, "settings", "recal", "edit"),
]
LEFT_ALSO = [
    (no_json, "wiring", "hooks.json", "memory-store init"),
    (broken_settings, "settings", "config.json", "edit"),
    (switched_off, "switch", "switched off", "memory-store enable"),
]
LEFT_ALONE = (no_trust, "trust", "is not trusted", "memory-store trust")


@pytest.mark.parametrize(
    ("broken", "is_mended"),
    [
        (MENDED, True),
        ([MENDED_ALONE], True),
        (LEFT, False),
        (LEFT_ALSO, False),
        ([LEFT_ALONE], False),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="rights are POSIX's")
def test_what_is_broken_is_named_with_its_remedy_and_mended_where_nobody_must_decide(
    broken: list[tuple[Callable[[layout.Store], None], str, str, str]],
    is_mended: bool,  # noqa: FBT001
    run: Run,
    wired: layout.Store,
) -> None:
    for breaks, *_ in broken:
        breaks(wired)

    outcome = run("doctor")

    assert outcome.code == 1
    others = [run(one).out for one in ("status", "now")]
    for _, name, told, mend in broken:
        assert [
            one for one in faults(outcome) if one[0] == name and told in one[1] and mend in one[2]
        ]
        if name not in ("lines", "switch"):  # read by doctor alone; of which status has a word
            assert [told in one for one in others] == [True, True], others
    fixed = run("doctor", "--fix")
    assert (fixed.code == 0, bool(fixed.answer["fixed"])) == (is_mended, is_mended)


def test_an_index_of_an_older_release_is_no_fault_and_told_to_be_brought_up(
    run: Run, wired: layout.Store
) -> None:
    path = Path(layout.cache_directory(wired), disk.NAME)
    header = bytearray(path.read_bytes())
    header[60:64] = (tables.VERSION - 1).to_bytes(4, "big")
    path.write_bytes(header)

    outcome = run("doctor")

    assert faults(outcome) == []
    assert "an older release made its index" in outcome.out
    assert "its index is of an older release" in run("status", "--format", "text").out
    run("sync")
    assert "older release" not in run("status", "--format", "text").out


def test_init_doctor_and_the_file_count_hooks_and_permissions_alike(
    run: Run, store: layout.Store
) -> None:
    told = run("init", "--host", "claude", "--format", "text").out

    written = json.loads(Path(store.project, ".claude", "settings.json").read_text("utf-8"))
    count, rules = len(written["hooks"]), len(written["permissions"]["allow"])
    assert f"/hooks lists {count};" in told
    assert f": {rules} rules in permissions.allow" in told
    (hooks,) = [one for one in run("doctor").answer["checks"] if one["name"] == "hooks"]
    assert f": {count} hooks are wired" in hooks["text"]
    assert f"; {rules} rules in permissions.allow" in hooks["text"]


def test_a_hook_that_does_not_answer_is_named_with_what_it_said(
    run: Run, wired: layout.Store, tmp_path: Path
) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho broken\n", "utf-8")
    script.chmod(0o700)
    text = hooks_file(wired).read_text("utf-8")
    assert sys.executable in text
    hooks_file(wired).write_text(text.replace(sys.executable, str(script)), "utf-8")

    outcome = run("doctor")

    shown = [one for one in faults(outcome) if one[0] == "hook"]
    assert outcome.code == 1
    assert len(shown) == 6
    assert shown[0][1] == "cursor load_memory: no JSON object: 'broken'"
    assert run("doctor", "--fix").code == 0


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("exit 3", "exit status 3"),
        ("echo '[]'", "no JSON object"),
        ("echo '{}'", "the memory is not given"),
        ("no-such-command-of-ours", "exit status 127"),
    ],
)
def test_what_is_wrong_with_a_hook_is_told(command: str, fault: str) -> None:
    (tried,) = hook_trial.run("cursor", {"sessionStart": command})

    assert tried.fault.startswith(fault)


def test_a_trial_leaves_nothing_and_touches_no_memory(user_store: layout.Store) -> None:
    before = given.tree(user_store.path)

    commands = installation.command_for("claude")
    events = registry.HOSTS["claude"].events

    tried = hook_trial.run("claude", {event: commands[name] for event, name in events.items()})

    assert [one.fault for one in tried] == [""] * 5
    assert given.tree(user_store.path) == before


def test_a_session_whose_prompts_nobody_checks_is_named(
    run: Run, wired: layout.Store, tmp_path: Path
) -> None:
    path = transcripts.put(tmp_path / "moved" / "s.jsonl", b"{}\n")
    transcripts.started(wired, "s", path=path)

    (fault,) = [one for one in faults(run("doctor")) if one[0] == "origin"]

    assert str(path) in fault[1]
    assert "CLAUDE_CONFIG_DIR" in fault[2]


def test_a_directory_that_can_not_be_written_is_told(
    run: Run, wired: layout.Store, machine: Path
) -> None:
    assert wired.exists()
    cache = machine / "cache"
    shutil.rmtree(cache)
    cache.write_text("a file in its place", "utf-8")

    shown = [one for one in faults(run("doctor")) if one[0] == "disk"]

    assert shown
    assert "can't be written" in shown[0][1]


@pytest.mark.parametrize("begun_by", ["a wired hook", "a plugin"])
def test_a_memory_that_no_host_starts_hooks_for_is_named_unless_a_plugin_does(
    run: Run, store: layout.Store, begun_by: str
) -> None:
    run("init", "--host", "claude")
    start = given.told("claude/session-start", store)
    start.by_plugin = begun_by == "a plugin"
    load_memory.handle(start, given.where(store))
    run("uninstall")

    told = "no host starts hooks here: nothing is remembered by itself"

    is_told = [told in run(name).out for name in ("doctor", "status", "now")]
    assert is_told == [begun_by != "a plugin"] * 3
