"""The real programs, wired by `init`, on a model server of ours: `pytest -m hosts`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.hosts import registry
from memory_store.store import layout
from tests import given
from tests.end_to_end import private_network, shims
from tests.real_hosts import model_server, programs, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.hosts, pytest.mark.timeout(600)]

EXTENSION = Path(__file__).parents[2] / "plugin" / "gemini"
INSTALLED = programs.directory()  # before a test has a home of its own
SECONDS = 240
OPENING_SECONDS = 15.0
RULE = "From now on always run make smoke before a deployment."
TELL_A_SCRIPT = ("claude", "codex", "droid")
"""The hosts that say that no person typed the prompt of a command line: it makes a candidate."""
CANARY = "The gateway listens on port 8123"


@pytest.fixture(scope="module")
def network() -> Iterator[private_network.Network]:
    """Loopback and nothing else."""
    with private_network.opened() as opened:
        yield opened


class Machine:
    """A home and a project of one person who uses several hosts."""

    def __init__(self, home: Path, project: Path, network: private_network.Network) -> None:
        self.home, self.project, self.network = home, project, network

    def type(self, host: str, prompt: str) -> None:
        """Type one prompt at a host's own screen, and wait until its answer is kept."""
        path = programs.binary(host, INSTALLED)
        if path is None:
            pytest.skip(f"{host} is not installed: python -m tests.real_hosts.programs")
        with model_server.serve(self.network.listen()) as server:
            run = programs.RUNS[host](
                path, server.url, programs.Asked(self.home, self.project, prompt)
            )
            for name, text in run.files.items():
                (self.home / name).parent.mkdir(parents=True, exist_ok=True)
                (self.home / name).write_text(text, encoding="utf-8")
            environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)} | run.environment
            screen = terminal.Terminal(
                [*self.network.entrance, *programs.SCREENS[host](path)], self.project, environment
            )
            try:
                store = layout.project_store(str(self.project))
                begun = lambda: bool(given.journal(store, "session_start"))  # noqa: E731
                screen.watch(begun, OPENING_SECONDS)  # Codex begins one with the first prompt
                screen.type(prompt)
                kept = lambda: bool(given.journal(store, "response"))  # noqa: E731
                assert screen.watch(kept), screen.shown[-2000:]
                screen.watch(lambda: False, 2.0)  # what follows the hook's answer
            finally:
                screen.close()

    def ask(self, host: str, prompt: str, *flags: str, summary: str = "") -> model_server.Server:
        """Run one prompt in a host; what its model was sent, which sums up as told."""
        path = programs.binary(host, INSTALLED)
        if path is None:
            pytest.skip(f"{host} is not installed: python -m tests.real_hosts.programs")
        with model_server.serve(self.network.listen()) as server:
            run = programs.RUNS[host](
                path, server.url, programs.Asked(self.home, self.project, prompt)
            )
            server.summary = summary
            for name, text in run.files.items():
                file = self.home / name
                wired = file.read_text("utf-8") if file.suffix == ".toml" and file.exists() else ""
                if wired or not file.exists():
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(f"{text}\n{wired}", encoding="utf-8")
            ran = subprocess.run(
                [*self.network.entrance, *run.command, *flags],
                cwd=self.project,
                env={"PATH": os.environ["PATH"], "HOME": str(self.home), "NO_COLOR": "1"}
                | run.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            assert ran.returncode == 0, ran.stderr[-2000:]
            return server


@pytest.fixture
def machine(
    tmp_path: Path, network: private_network.Network, monkeypatch: pytest.MonkeyPatch
) -> Machine:
    """A machine whose project is wired for every host."""
    hosts = [one for one in programs.RUNS if one != "copilot"]  # it runs Claude Code's file
    return wired(tmp_path, network, monkeypatch, hosts)


def wired(
    tmp_path: Path,
    network: private_network.Network,
    monkeypatch: pytest.MonkeyPatch,
    hosts: list[str],
) -> Machine:
    """A machine whose project is wired for these hosts, with one fact in its memory."""
    home, project = tmp_path / "home", tmp_path / "project"
    for path in (home, project):
        path.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    subprocess.run(["git", "init", "--quiet", str(project)], check=True)
    for host in hosts:
        place = ("--project", str(project)) if registry.HOSTS[host].project_file else ("--user",)
        ran = shims.memory_store("init", *place, "--host", host)
        assert ran.code == 0, ran.err
    saved = shims.memory_store("save-fact", "--project", str(project), "--content", CANARY)
    assert saved.code == 0, saved.err
    return Machine(home, project, network)


@pytest.mark.parametrize("host", programs.RUNS)
def test_a_session_is_told_and_heard_and_the_next_host_knows(host: str, machine: Machine) -> None:
    server = machine.ask(host, RULE)

    store = layout.project_store(str(machine.project))
    assert server.heard("8123")
    if host == "droid":  # its `exec` tells hooks no prompt
        shims.memory_store("sync", "--project", str(machine.project))
    prompts = given.journal(store, "prompt")
    assert [RULE in one.text for one in prompts] == [True]
    assert {one["host"] for one in prompts} == {host}
    kept = [one for one in given.living(store) if "make smoke" in one.content]
    assert [one.source["host"] for one in kept] == [host]
    assert [one.stands for one in kept] == [host not in TELL_A_SCRIPT]
    for wire in machine.home.glob(".kimi-code/sessions/*/*/agents/main/wire.jsonl"):
        os.utime(wire, (time.time() - 90,) * 2)  # its hooks are done, though no event says so
    shims.memory_store("sync", "--project", str(machine.project))
    answers = [one["text"] for one in given.journal(store, "response")]
    assert answers == [model_server.ANSWER]
    after = "codex" if host != "codex" else "claude"
    assert machine.ask(after, "What is there to do?").heard("make smoke")


@pytest.mark.parametrize("host", programs.SCREENS)
def test_what_a_person_types_at_a_terminal_stands(host: str, machine: Machine) -> None:
    machine.type(host, RULE)

    store = layout.project_store(str(machine.project))
    shims.memory_store("sync", "--project", str(machine.project))
    assert [one.origin for one in given.journal(store, "prompt")] == [""]
    kept = [one for one in given.living(store) if "make smoke" in one.content]
    assert [one.stands for one in kept] == [True]
    assert given.journal(store, "warning") == []


def test_geminis_extension_alone_remembers(
    tmp_path: Path, network: private_network.Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, project = tmp_path / "own home", tmp_path / "bare"
    shutil.copytree(EXTENSION, home / ".gemini" / "extensions" / "memory-store")
    subprocess.run(["git", "init", "--quiet", str(project)], check=True)
    monkeypatch.setenv(
        "PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    machine = Machine(home, project, network)

    machine.ask("gemini", RULE)
    told = machine.ask("gemini", "What is there to do?")

    assert told.heard("make smoke")
    answers = [
        one["text"] for one in given.journal(layout.project_store(str(project)), "response")
    ]
    assert answers == [model_server.ANSWER] * 2
