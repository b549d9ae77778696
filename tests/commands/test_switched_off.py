"""Everything off, for commands too: INTERFACE 6."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run


@pytest.mark.parametrize("how", ["variable", "the project's file", "the user's file"])
@pytest.mark.parametrize(
    "words",
    [
        ["save-fact", "--content", "x"],
        ["save-summary", "--topic", "t", "--summary", "s"],
        ["search", "fact"],
        ["get", "MEMORY.md"],
        ["sync"],
        ["list"],
        ["todos"],
        ["show", "1"],
        ["briefing"],
        ["log"],
        ["sessions"],
        ["today"],
        ["stats"],
        ["facts", "--as-of", "2026-01-01"],
        ["done", "1"],
    ],
)
def test_a_memory_that_is_off_is_neither_read_nor_written_and_says_so(
    run: Run,
    store: layout.Store,
    machine: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    words: list[str],
) -> None:
    given.fact(store, "a fact")
    if how == "variable":
        monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")
    else:
        root = store.path if "project" in how else layout.user_store().path
        Path(root).mkdir(exist_ok=True)
        Path(root, layout.DISABLED).touch()
    before = given.tree(store.project), given.tree(machine)

    outcome = run(*words)

    assert (outcome.code, outcome.out) == (2, "")
    assert "switched off" in outcome.err.splitlines()[0]
    assert (given.tree(store.project), given.tree(machine)) == before


def test_what_is_off_can_still_be_looked_at_and_wired(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.exists()
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    assert [run(name).code for name in ("status", "config", "init", "uninstall")] == [0] * 4
    assert run("status").answer["disabled"] is True
    assert run("scan").code == 0
    assert run("export").code == 0
