"""The real Claude Code compacts: what its summary ends with stands in the memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from memory_store.language import wording
from memory_store.store import layout
from tests import given
from tests.end_to_end import private_network, shims
from tests.real_hosts import model_server, test_real_hosts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.hosts, pytest.mark.timeout(600)]

STACK = "W @ installHook.js:1: Warning: each child in a list should have a key"
LINES = "O @packages: use pnpm, never npm\nS @build: the build is set up, its tests are open"
SUMMARY = f"""<analysis>short</analysis>
<summary>
1. Primary Request and Intent: build it
6. All user messages: "why does it say {STACK}"
O @trap: a line elsewhere in the summary is no line
9. Memory lines:
{{lines}}
</summary>"""


@pytest.fixture(scope="module")
def network() -> Iterator[private_network.Network]:
    """Loopback and nothing else."""
    with private_network.opened() as opened:
        yield opened


class Compacted(NamedTuple):
    """What the model was sent from the compaction on, and what stands then."""

    server: model_server.Server
    project: Path

    @property
    def contents(self) -> list[str]:
        store = layout.project_store(str(self.project))
        return sorted(one.content for one in given.living(store) if one.stands)


def compacted(machine: test_real_hosts.Machine, lines: str) -> Compacted:
    machine.type("claude", "please build it")  # what a script's session states stands not
    summary = SUMMARY.format(lines=lines)
    server = machine.ask("claude", "/compact", "--continue", summary=summary)
    return Compacted(server, machine.project)


@pytest.fixture
def machine(
    tmp_path: Path, network: private_network.Network, monkeypatch: pytest.MonkeyPatch
) -> test_real_hosts.Machine:
    return test_real_hosts.wired(tmp_path, network, monkeypatch, ["claude"])


def test_the_lines_of_the_summary_stand_and_the_next_session_is_told(
    machine: test_real_hosts.Machine,
) -> None:
    done = compacted(machine, LINES)

    assert done.server.heard(wording.say("en", "memory_lines"))
    assert done.contents == [test_real_hosts.CANARY, "use pnpm, never npm"]
    told = machine.ask("claude", "What is there to do?")
    assert told.heard("use pnpm, never npm")
    assert told.heard("the build is set up")


def test_where_no_hook_hears_the_end_the_transcript_brings_the_lines(
    machine: test_real_hosts.Machine,
) -> None:
    settings = machine.project / ".claude" / "settings.json"
    hooks = json.loads(settings.read_text("utf-8"))
    del hooks["hooks"]["PostCompact"]
    settings.write_text(json.dumps(hooks), "utf-8")

    done = compacted(machine, LINES)
    shims.memory_store("sync", "--project", str(machine.project))

    assert done.contents == [test_real_hosts.CANARY, "use pnpm, never npm"]


def test_an_empty_section_leaves_nothing(machine: test_real_hosts.Machine) -> None:
    assert compacted(machine, "").contents == [test_real_hosts.CANARY]


def test_switched_off_nothing_is_asked(machine: test_real_hosts.Machine) -> None:
    (machine.project / ".memory" / "config.json").write_text('{"compaction_lines": false}')

    assert not compacted(machine, LINES).server.heard("Memory lines")


@pytest.mark.parametrize("event", ["PreCompact", "PostCompact"])
def test_a_hook_that_fails_blocks_no_compaction(
    machine: test_real_hosts.Machine, event: str
) -> None:
    settings = machine.project / ".claude" / "settings.json"
    hooks = json.loads(settings.read_text("utf-8"))
    hooks["hooks"][event][0]["hooks"][0]["command"] = "exit 1"
    settings.write_text(json.dumps(hooks), "utf-8")

    done = compacted(machine, LINES)

    transcript = next((machine.home / ".claude" / "projects").rglob("*.jsonl"))
    assert '"isCompactSummary":true' in transcript.read_text("utf-8")
    assert done.server.heard(model_server.SUMMING_UP)
