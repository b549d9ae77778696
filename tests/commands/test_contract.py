"""What holds for every command: help, mistakes told in two lines, nothing written by them."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from memory_store.cli import table
from tests import given
from tests.commands import every_command

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Outcome, Run

ROWS = table.rows()
FACT = "CANARY deploy with kubectl"


@pytest.fixture
def full(run: Run, store: layout.Store, project: Path) -> layout.Store:
    """A memory with one thing of each kind, listed by numbers, and a copy of it."""
    given.fact(store, "perhaps tabs", status="candidate")
    given.fact(store, FACT)
    given.event(store, "prompt", text="Where does it run?")
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    run("backup", str(project / "backup.tar.gz"))
    run("list", "--all")
    return store


def usual(run: Run, name: str) -> Outcome:
    """What the usual call of a command gives."""
    return run(name, *every_command.words(name))


@pytest.mark.parametrize("name", every_command.USUAL)
def test_a_usual_call_does_its_work(name: str, run: Run, full: layout.Store) -> None:
    assert full
    outcome = usual(run, name)

    assert outcome.code in (0, 1), outcome.err
    assert outcome.answer is not None


@pytest.mark.parametrize("name", every_command.USUAL)
def test_where_memory_is_off_only_what_remembers_is_refused(
    name: str, run: Run, full: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = given.tree(full.path)
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    outcome = usual(run, name)

    if ROWS[name].works_off:
        assert outcome.code in (0, 1), outcome.err
    else:
        assert outcome.code == 2
        assert "switched off" in outcome.err
        assert given.tree(full.path) == before


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_row_has_its_words_in_both_languages(row: table.Row) -> None:
    texts = [row.line, row.help, *(flag.help for flag in row.declared() if flag.help)]

    assert all(one["en"] for one in texts)
    assert all(re.search("[一-龥]", one["zh"]) or one["zh"] == one["en"] for one in texts)


@pytest.mark.parametrize("name", list(ROWS))
def test_help_begins_with_what_the_command_does_and_names_its_flags(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main([name, "--help"])

    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert said.startswith(f"usage: memory-store {name} ")
    for flag in ROWS[name].declared():
        assert flag.is_word or all(one in said for one in flag.names)


@pytest.mark.parametrize("name", list(ROWS))
def test_an_unknown_flag_is_told_with_a_hint_and_nothing_is_written(
    name: str, run: Run, store: layout.Store
) -> None:
    before = given.tree(store.path)

    outcome = run(name, "--no-such-flag")

    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("error: ")
    assert "\nhint: " in outcome.err
    assert given.tree(store.path) == before


@pytest.mark.parametrize(
    "name", ["accept", "edit", "pin", "reject", "restore", "retract", "unpin"]
)
def test_a_number_stands_for_an_id_and_what_changed_is_told_and_undone(
    name: str, run: Run, store: layout.Store
) -> None:
    status = "candidate" if name in ("accept", "reject") else "standing"
    fact = given.fact(store, "the API listens on port 8080", status=status)
    if name == "restore":
        given.retraction(store, fact)
    elif name == "unpin":
        run("pin", fact["id"])
    run("list", "--all")
    before = run("list", "--all").answer["facts"]

    words = ("--content", "it listens on port 9090") if name == "edit" else ()
    changed = run(name, "1", *words)
    after = run("list", "--all").answer["facts"]
    undone = run("undo")

    assert changed.code == undone.code == 0
    assert [one["id"] for one in changed.answer["changes"]] == [fact["id"]]
    assert seen(after) != seen(before)
    assert seen(run("list", "--all").answer["facts"]) == seen(before)


def seen(listed: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """What a person sees of listed facts."""
    names = ("id", "tier", "type", "content", "source")
    return [(*(one.get(name) for name in names), one.get("pinned", False)) for one in listed]


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if not row.changes])
def test_looking_writes_nothing_in_a_project_without_memory(
    name: str, run: Run, project: Path
) -> None:
    code = every_command.FOUND_IN_NOTHING.get(name, 1)

    outcome = usual(run, name)

    assert outcome.code == code
    assert (outcome.answer is None) == (code > 1)
    assert os.listdir(project) == []
