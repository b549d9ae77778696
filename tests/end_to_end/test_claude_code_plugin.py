"""The real Claude Code with nothing but the plugin, and the package on its PATH: no `init`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given, world

if TYPE_CHECKING:
    from tests.end_to_end.conftest import Claude

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="the network of its own is Linux's"),
]

PLUGIN = Path(__file__).parents[2] / "plugin"
TOLD = "Remember that the codename of this project is Heron."
ALONE = ("--plugin-dir", str(PLUGIN))


def test_what_session_one_was_told_session_two_knows(claude: Claude) -> None:
    world.git(claude.project, "init", "-q")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    (first, second), requests = claude.talk(
        ["Noted.", "It is Heron."], (TOLD, *ALONE), ("What is the codename?", *ALONE), PATH=path
    )

    store = layout.project_store(str(claude.project))
    assert first.failures == second.failures == ()
    assert len(requests) == 2
    assert "the codename of this project is Heron." in requests[1].text
    assert [one["text"] for one in given.journal(store, "response")] == ["Noted.", "It is Heron."]


def test_without_the_package_a_person_is_told_what_to_install(claude: Claude) -> None:
    world.git(claude.project, "init", "-q")

    (run,), _ = claude.talk(["Noted."], (TOLD, *ALONE), PATH="/usr/bin:/bin")

    assert any("pipx install memory-store" in hook.stdout for hook in run.hooks)
    assert run.failures == ()
    assert not Path(claude.project, ".memory").exists()
