"""Taking a fact back, and letting it hold again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import create
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run


@pytest.mark.parametrize("scope", ["project", "user"])
def test_a_line_of_memory_md_that_says_it_is_named_with_the_command_that_drops_it(
    run: Run, store: layout.Store, scope: str
) -> None:
    own = store if scope == "project" else layout.user_store()
    create.create(own)
    fact = given.fact(own, "提交前先跑 make smoke", kind="O", confidence=0.95)
    assert run("promote", "--accept", fact["id"], "--yes", "--scope", scope).code == 0
    core = Path(own.path, layout.CORE)
    at = core.read_text("utf-8").split("\n").index("- 提交前先跑 make smoke") + 1

    answer = run("retract", fact["id"], "--scope", scope).answer
    shown = run("retract", fact["id"], "--scope", scope, "--format", "text").out

    (line,) = answer["core"]
    assert (line["file"], line["line"]) == (str(core), at)
    assert f"{core}:{at}: - 提交前先跑 make smoke" in shown
    command = shown.partition("to drop it: memory-store ")[2].split()
    assert run(*command, "--yes").code == 0
    assert "make smoke" not in core.read_text("utf-8")
    assert run("retract", fact["id"], "--scope", scope).answer["core"] == []
