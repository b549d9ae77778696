"""Deciding on candidates, rewording, and taking changes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.facts import consolidation
from memory_store.journal import append, stored
from memory_store.store import layout
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.conftest import Run

INFERRED = {"via": "capture", "session_id": "s-1"}


def held(store: layout.Store) -> dict[str, str]:
    """What holds, with its tier."""
    return {
        str(one["content"]): stored.STANDING if one.stands else stored.CANDIDATE
        for one in given.living(store)
    }


def test_an_accepted_candidate_stands_as_worded_and_says_who_confirmed_it(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "use tabs", status="candidate", source=INFERRED)

    found = run("accept", made["id"], "--type", "O", "--text", "Go code is indented with tabs")

    (kept,) = given.living(store)
    assert found.code == 0
    assert kept.stands
    assert (kept["type"], kept["content"]) == ("O", "Go code is indented with tabs")
    assert kept["source"] == {**INFERRED, "how": "accepted"}


def test_candidates_are_decided_in_bulk_and_by_session(run: Run, store: layout.Store) -> None:
    given.fact(store, "one", status="candidate", source=INFERRED)
    given.fact(store, "two", status="candidate", source={**INFERRED, "session_id": "s-2"})
    given.fact(store, "three", status="candidate", source={**INFERRED, "session_id": "s-2"})

    run("accept", "--session", "s-2")
    assert held(store) == {"one": "candidate", "two": "standing", "three": "standing"}
    run("reject", "--all")
    assert held(store) == {"two": "standing", "three": "standing"}
    run("undo", "2")
    assert held(store) == {"one": "candidate", "two": "candidate", "three": "candidate"}


@pytest.mark.parametrize(
    "words", [[], ["--all", "--text", "x"], ["standing"], ["candidate", "f_none"]]
)
def test_what_can_not_be_accepted_changes_nothing(
    words: list[str], run: Run, store: layout.Store
) -> None:
    ids = {
        "standing": given.fact(store, "port 8080")["id"],
        "candidate": given.fact(store, "use tabs", status="candidate")["id"],
    }
    given.fact(store, "use four blanks", status="candidate")
    before = given.lines(store, layout.FACTS)

    assert run("accept", *(ids.get(one, one) for one in words)).code == 2
    assert given.lines(store, layout.FACTS) == before


def test_a_new_wording_holds_no_secret_and_may_come_from_standard_input(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "the API has port 8080")
    key = "sk-ant-api03-" + "a1B2" * 24

    run("edit", made["id"], "--content", "-", given=f"the API has the key {key}")

    (kept,) = given.living(store)
    assert str(kept["content"]).startswith("the API has the key [redacted:")
    assert given.holding(key, store.path) == []


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, "the API has port 8080"])
def test_a_wording_that_can_not_be_kept_changes_nothing(
    text: str, run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "the API has port 8080")

    assert run("edit", made["id"], "--content", text).code == 2
    assert len(given.lines(store, layout.FACTS)) == 1


@terminals.has_terminals
def test_on_a_terminal_the_editor_is_given_the_text(store: layout.Store, tmp_path: Path) -> None:
    made = given.fact(store, "the API has port 8080")
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i s/8080/9090/ "$1"\n')
    editor.chmod(0o700)

    code, said = terminals.on_terminal(store, "", "edit", made.id, EDITOR=str(editor))

    assert (code, said.splitlines()[0]) == (0, "now says: the API has port 9090")


def test_undo_takes_back_what_a_hook_replaced_as_one_change(run: Run, store: layout.Store) -> None:
    older = given.fact(store, "the API listens on port 8080", days=2)
    newer = given.fact(store, "the API listens on port 9090 now, no longer 8080", days=1)
    lines = consolidation.decided(older, newer, None)
    append.append(store, layout.FACTS, lines)
    assert list(held(store)) == [newer["content"]]

    run("undo")
    assert sorted(held(store)) == sorted([older.content, newer.content])
    run("undo")
    assert list(held(store)) == [newer["content"]]


def test_undo_takes_back_a_saved_fact_and_gives_back_what_it_replaced(
    run: Run, store: layout.Store
) -> None:
    older = given.fact(store, "port 8080")
    run("save-fact", "--content", "port 9090", "--supersedes", older["id"])

    found = run("undo", "--format", "text")

    assert list(held(store)) == ["port 8080"]
    assert found.out.splitlines()[0] == "taken back: port 9090"
    run("undo")
    assert list(held(store)) == ["port 9090"]


def test_undo_opens_a_todo_again_but_not_one_of_a_summary_saved_since(
    run: Run, store: layout.Store
) -> None:
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    run("todos")
    run("done", "1")

    assert run("undo").answer["changes"][0]["content"] == "port the refunds"
    assert [one["text"] for one in run("todos").answer["todos"]] == ["port the refunds"]
    run("undo")
    given.summary(store, "Billing", session="s-1", text="newer words", todos=["ask finance"])
    assert run("undo").code == 1
    assert [one["text"] for one in run("todos").answer["todos"]] == ["ask finance"]


def test_undo_of_several_changes_leaves_the_facts_as_they_were(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = given.fact(store, "port 8080")
    with monkeypatch.context() as frozen:  # a hook saves in the millisecond of the first command
        now = clock.now()
        frozen.setattr(clock, "now", lambda: now)
        other = given.fact(store, "uses tabs")
        run("pin", made["id"])
    run("edit", made["id"], "--content", "port 9090")
    run("retract", other["id"])

    run("undo", "3")

    assert held(store) == {"port 8080": "standing", "uses tabs": "standing"}
    assert not any(one.is_pinned for one in given.living(store))


@pytest.mark.parametrize("words", [["0"], ["-1"], ["x"], ["101"]])
def test_undo_of_no_number_of_changes_is_a_mistake(
    words: list[str], run: Run, store: layout.Store
) -> None:
    given.fact(store, "port 8080")

    assert run("undo", *words).code == 2
    assert len(given.lines(store, layout.FACTS)) == 1


def test_where_nothing_changed_there_is_nothing_to_take_back(
    run: Run, store: layout.Store
) -> None:
    assert run("undo").code == 1
    made = given.fact(store, "port 8080", days=2)
    run("pin", made["id"])
    again = run("pin", made["id"], "--format", "text")
    assert "undo" not in again.out
    assert clock.parse(given.lines(store, layout.FACTS)[-1]["updated_at"]) is not None
    assert len(given.lines(store, layout.FACTS)) == 2
