"""Where past sessions are looked for: in each host's own place, and nowhere else."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store.sources import places, recorded
from tests import given
from tests.sources import test_host_databases as databases

if TYPE_CHECKING:
    from pathlib import Path

RECORDED = {
    "claude": (".claude/projects/-w/{}.jsonl", "claude/transcript-tooluse.jsonl"),
    "cursor": (".cursor/projects/w/agent-transcripts/{0}/{0}.jsonl", "cursor/transcript.jsonl"),
    "codex": (".codex/sessions/2026/11/21/rollout-{}.jsonl", "codex/transcript-one-turn.jsonl"),
    "copilot": (".copilot/session-state/{}/events.jsonl", "copilot/transcript-one-turn.jsonl"),
    "droid": (".factory/sessions/-w/{}.jsonl", "droid/transcript-one-turn.jsonl"),
    "gemini": (".gemini/tmp/w/chats/session-{}.jsonl", "gemini/transcript-one-turn.jsonl"),
    "kimi": (
        ".kimi-code/sessions/wd_w_1/{}/agents/main/wire.jsonl",
        "kimi/transcript-one-turn.jsonl",
    ),
    "qwen": (".qwen/projects/-w/chats/{}.jsonl", "qwen/transcript-one-turn.jsonl"),
}
"""By host, where a session lies beneath the home, and a recorded one."""
HEADS = {
    "codex": b'{"type":"session_meta","payload":{"id":"x","cwd":"/home/dev/project"}}\n',
    "copilot": b'{"type":"session.start","data":{"context":{"cwd":"/home/dev/project"}}}\n',
}
"""What the recorded ones begin with, of which the head was cut."""


def live(home: Path, host: str, session: str = "s-1") -> Path:
    """Put a recorded session of a host where the host keeps it."""
    where, name = RECORDED[host]
    path = home / where.format(session)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(HEADS.get(host, b"") + (given.PAYLOADS / name).read_bytes())
    return path


@pytest.mark.parametrize("host", RECORDED)
def test_a_hosts_sessions_are_found_where_it_keeps_them_and_read_as_its_own(
    host: str, machine: Path
) -> None:
    live(machine / "home", host)
    live(machine / "home", host, "s-2")

    (found,) = places.known()

    assert (found.source, found.sessions) == (host, 2)
    (first, *_) = recorded.read(found.files[0])
    assert first.form == host
    assert first.said()
    assert places.known("opencode") == []
    assert [one.source for one in places.known(host)] == [host]


def test_the_project_of_a_session_is_told_where_its_host_writes_it(machine: Path) -> None:
    for host in RECORDED:
        live(machine / "home", host)
    home = machine / "home"
    (home / ".gemini/tmp/w/.project_root").write_text("/home/dev/project", "utf-8")
    state = home / ".kimi-code/sessions/wd_w_1/s-1/state.json"
    state.write_text(json.dumps({"cwd": "/home/dev/project"}), "utf-8")

    found = {one.source: next(recorded.read(one.files[0])) for one in places.known()}

    projects = {host: one.project for host, one in found.items()}
    assert projects.pop("cursor") == "w"
    assert projects.pop("claude")
    assert set(projects.values()) == {"/home/dev/project"}, projects
    assert found["kimi"].id == "s-1"


def test_chats_in_databases_count(machine: Path) -> None:
    live(machine / "home", "cursor")
    databases.cursor("{}")

    (found,) = places.known()

    assert (found.source, found.sessions) == ("cursor", 2)
    assert found.files[-1].endswith("state.vscdb")


@pytest.mark.skipif(sys.platform == "win32", reason="a link needs a privilege there")
@pytest.mark.parametrize("link", ["old", "old/chats"])
def test_sessions_behind_a_link_in_the_project_are_not_read(
    project: Path, tmp_path: Path, link: str
) -> None:
    history = tmp_path / "other/old/chats"
    history.mkdir(parents=True)
    (project / link).parent.mkdir(exist_ok=True)
    (project / link).symlink_to(tmp_path / "other" / link)

    assert places.is_behind_link(str(project / "old/chats"), str(project))
    assert not places.is_behind_link(str(history), str(project))
