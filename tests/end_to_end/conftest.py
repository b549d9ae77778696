"""Fixtures for runs of the real Claude Code.

They must leave nothing behind but the binary in the user's cache directory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from memory_store import __main__
from tests.end_to_end import claude_binary, claude_code, messages_api, private_network

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def claude_path() -> Path:
    """The real binary; without it the test is skipped, and says why."""
    binary = claude_binary.find()
    if binary.path is None:
        pytest.skip(binary.reason)
    return binary.path


@pytest.fixture(scope="session")
def network() -> Iterator[private_network.Network]:
    """Loopback and nothing else, where the machine allows a network namespace."""
    with private_network.opened() as opened:
        yield opened


@pytest.fixture
def claude_project(tmp_path: Path) -> Path:
    """An empty project, in a directory with a space in its name."""
    project = tmp_path / "a project"
    project.mkdir()
    return project


@pytest.fixture
def claude_home(tmp_path: Path, claude_project: Path, claude_path: Path) -> Path:
    """A home directory for Claude Code, in which `claude_project` is trusted."""
    assert claude_path.is_file()
    home = tmp_path / "home"
    claude_code.prepare_home(home, claude_project)
    return home


class Talk(NamedTuple):
    """Runs of Claude Code in a project, and what its model was sent in all of them."""

    runs: list[claude_code.Transcript]
    requests: list[messages_api.Request]


class Claude(NamedTuple):
    """The real Claude Code in a project, with a model of ours."""

    project: Path
    home: Path
    network: private_network.Network

    def talk(
        self, script: messages_api.Script, *turns: str | tuple[str, ...], **environment: str
    ) -> Talk:
        """Run it once for each prompt, which flags may follow; the model answers by a script."""
        known = {"MEMORY_STORE_EMBEDDER": "none", **environment}
        with messages_api.serve(script, self.network) as server:
            runs = [
                claude_code.run(prompt, self.project, self.home, server, *flags, environment=known)
                for prompt, *flags in ([one] if isinstance(one, str) else one for one in turns)
            ]
        return Talk(runs, server.requests)


@pytest.fixture
def claude(claude_project: Path, claude_home: Path, network: private_network.Network) -> Claude:
    return Claude(claude_project, claude_home, network)


@pytest.fixture
def wired(claude_home: Path, claude_project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`claude_project`, wired by `init` for Claude Code as the user of `claude_home` would."""
    monkeypatch.setenv("HOME", str(claude_home))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name)
    assert __main__.main(["init", "--project", str(claude_project), "--host", "claude"]) == 0
    return claude_project
