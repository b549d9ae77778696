"""What a team is given of a memory, and what never leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.forget import erasure, target
from memory_store.journal import append
from memory_store.remotes import selection
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.given import Record


def told(store: layout.Store) -> list[tuple[object, object]]:
    share = selection.for_team(store)
    assert share.summaries == ()
    assert share.pages == {}
    return [(one.get("op"), one.get("content")) for one in share.facts]


def test_a_team_is_given_what_was_shared_and_nothing_else(store: layout.Store) -> None:
    given.fact(store, "the API listens on port 8080", visibility="team")
    given.fact(store, "the salary review is in May")
    given.fact(store, "the reorganisation is in June", visibility="private")
    given.fact(store, "always deploy on Fridays", visibility="team", status="candidate")
    given.summary(store, "ports", session="one")

    said = [content for _, content in told(store) if content]

    assert said == ["the API listens on port 8080"]


def test_no_session_is_named_to_a_team(store: layout.Store) -> None:
    given.fact(store, "the API listens on port 8080", visibility="team", session="s-secret")

    assert "s-secret" not in str(selection.for_team(store))


@pytest.mark.parametrize(
    "change",
    [{"visibility": "private", "content": "the salary review is in May"}, {"op": "retract"}],
)
def test_what_is_shared_no_longer_is_taken_back_without_a_word_of_it(
    store: layout.Store, change: Record
) -> None:
    made = given.fact(store, "the API listens on port 8080", visibility="team")
    append.append(store, layout.FACTS, [made.changed().with_(**change)])

    assert told(store) == [("retract", None)]


def test_what_was_replaced_is_taken_back(store: layout.Store) -> None:
    made = given.fact(store, "the API listens on port 8080", visibility="team", days=1)
    given.fact(store, "the API listens on port 9090", supersedes=made["id"])

    assert told(store) == [("retract", None)]


def test_what_was_forgotten_is_named_by_its_id_alone(store: layout.Store) -> None:
    made = given.fact(store, "the launch is called Zanzibar", visibility="team")

    erasure.carry_out(store, target.Wanted("Zanzibar"))

    share = selection.for_team(store)
    assert share.facts == []
    assert [one["id"] for one in share.forgotten] == [made["id"]]
    assert "Zanzibar" not in str(share)
