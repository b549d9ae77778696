"""Sharing facts with a team, and no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def visibilities(store: layout.Store) -> list[str]:
    return [one.get("visibility", "private") for one in given.lines(store, layout.FACTS)]


def test_a_fact_is_private_until_somebody_shares_it_and_again_once_it_is_taken_back(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "the API listens on port 8080")

    shared = run("share", made["id"], "--yes")
    taken_back = run("share", made["id"], "--private")

    assert (shared.answer["status"], taken_back.answer["status"]) == ("shared", "unshared")
    assert visibilities(store) == ["private", "team", "private"]


def test_nobody_shares_without_a_word_of_a_person(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "the API listens on port 8080")

    found = run("share", made["id"])

    assert (found.code, found.answer["status"]) == (1, "preview")
    assert visibilities(store) == ["private"]


def test_what_was_inferred_is_not_shared_before_somebody_accepts_it(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "always deploy on Fridays", kind="O", status="candidate")

    refused = run("share", made["id"], "--yes")
    run("accept", made["id"])
    shared = run("share", made["id"], "--yes")

    assert (refused.code, shared.code) == (2, 0)
    assert visibilities(store) == ["private", "private", "team"]


def test_sharing_is_undone_and_told_in_the_history(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "the API listens on port 8080")
    run("share", made["id"], "--yes")

    told = run("show", made["id"], "--format", "text").out
    run("undo")

    assert "shared with the team: the API listens on port 8080" in told
    assert visibilities(store)[-1] == "private"


@terminals.has_terminals
@pytest.mark.parametrize(("answer", "visibility"), [("y", "team"), ("", "private")])
def test_a_person_is_asked_and_silence_is_no_yes(
    store: layout.Store, answer: str, visibility: str
) -> None:
    made = given.fact(store, "the API listens on port 8080")

    _, shown = terminals.on_terminal(store, f"{answer}\n", "share", made.id)

    assert "the API listens on port 8080" in shown
    assert visibilities(store)[-1] == visibility
