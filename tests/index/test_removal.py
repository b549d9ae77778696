"""What is forgotten goes from the index row by row, which then is what a rebuild makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store.forget import erasure, target
from memory_store.index import indexer, ingest, sync
from memory_store.journal import append
from memory_store.store import layout
from tests import given
from tests.properties.test_index import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("words_alone")

CANARY = "zanzibar-quokka-77"


def held(store: layout.Store) -> dict[str, list[Any]]:
    """The rows of a store's index, without the numbers that SQLite gave them."""
    with indexer.bring_up(store)[0] as index:
        return snapshot(index.db)


def a_fact(store: layout.Store) -> str:
    return str(given.fact(store, f"The cage is {CANARY}").id)


def one_that_replaced_another(store: layout.Store) -> str:
    old = given.fact(store, "The cage is open")
    new = given.fact(store, f"The cage is {CANARY}", supersedes=old.id)
    given.fact(store, "The zoo has a cage", evidence=[new.id], related=[old.id])
    return str(new.id)


def one_that_was_replaced(store: layout.Store) -> str:
    old = given.fact(store, f"The cage is {CANARY}")
    given.fact(store, "The cage is gone", supersedes=old.id)
    return str(old.id)


def a_former_wording(store: layout.Store) -> str:
    old = given.fact(store, f"The cage is {CANARY}")
    append.append(store, layout.FACTS, [old.changed(content="The cage is open")])
    return CANARY


def the_newest_summary_of_a_session(store: layout.Store) -> str:
    given.summary(store, "About the deployment", session="s-9")
    given.summary(store, f"About {CANARY}", session="s-9")
    return CANARY


def a_turn_and_a_damaged_line(store: layout.Store) -> str:
    given.event(store, "prompt", "s-1", ago=0, text=f"where is {CANARY}?")
    given.event(store, "prompt", "s-1", ago=0, text="how do we deploy?")
    with open(f"{store.path}/{layout.FACTS}", "ab") as file:
        file.write(f'{{"id":"f_x","content":"{CANARY}\n'.encode())
    return CANARY


CASES = [
    a_fact,
    one_that_replaced_another,
    one_that_was_replaced,
    a_former_wording,
    the_newest_summary_of_a_session,
    a_turn_and_a_damaged_line,
]


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("is_behind", [False, True])
def test_the_index_is_what_a_rebuild_makes(
    store: layout.Store, make: Callable[[layout.Store], str], *, is_behind: bool
) -> None:
    given.fact(store, "We deploy with Argo CD")
    what = make(store)
    sync.sync(store)
    if is_behind:
        given.fact(store, "The gateway listens on port 9000")
    wanted = target.Wanted(what)
    if what != CANARY:
        wanted = target.Wanted()
        wanted.ids = {what}

    erasure.carry_out(store, wanted)

    now = held(store)
    assert CANARY not in str(now)
    sync.sync(store, rebuild=True)
    assert now == held(store)


def test_a_large_file_is_not_read_into_the_index_again(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = one_that_replaced_another(store)
    sync.sync(store)
    dropped: list[str] = []
    real = ingest.Ingest.drop

    def drop(taken: ingest.Ingest, file: str) -> None:
        dropped.append(file)
        real(taken, file)

    monkeypatch.setattr(ingest.Ingest, "drop", drop)
    wanted = target.Wanted()
    wanted.ids = {what}

    erasure.carry_out(store, wanted)

    assert layout.FACTS not in dropped
