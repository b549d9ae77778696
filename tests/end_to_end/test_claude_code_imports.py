"""What the real Claude Code wrote before there was a memory: imported, and played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.store import layout
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from tests.end_to_end.conftest import Claude

TOLD = "Remember that the codename of this project is Heron."
DAY = 86_400


def run(*words: str) -> given.Record:
    return shims.memory_store(*words, "--format", "json").answer


@pytest.mark.long
def test_a_session_from_before_the_memory_is_imported(
    claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(claude.home))
    (ran,), _ = claude.talk(["Noted."], TOLD)
    assert ran.hooks == ()
    (path,) = claude.home.glob(".claude/projects/*/*.jsonl")
    now, before = (clock.stamp(clock.now() - days * DAY)[:10] for days in (0, 3))
    path.write_text(path.read_text("utf-8").replace(f"{now}T", f"{before}T"), "utf-8")
    (claude.project / ".git").mkdir()

    project = ["--project", str(claude.project)]
    folder = str(path.parent)
    first, second = (run("import", "--from", "claude", folder, *project) for _ in range(2))

    assert (first["sessions"], first["turns"], first["facts"]) == (1, 2, 1)
    assert (second["sessions"], second["known"]) == (0, 1)
    store = layout.project_store(str(claude.project))
    (fact,) = given.living(store)
    assert fact["content"] == "Remember that the codename of this project is Heron."
    assert fact.text_of("created_at").startswith(before)
    assert fact.source["session_id"] == ran.session_id
