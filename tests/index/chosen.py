"""One piece of each kind, and which of them each filter lets pass: for every retriever."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store import clock
from memory_store.index import piece
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DAY = 86_400


def one_of_each(store: layout.Store) -> dict[str, str]:
    """One piece of each kind that says `deploy`, by what it is."""
    made = {
        "old rule": given.fact(store, "deploy on Fridays", kind="O", days=9, session="a")["id"],
        "new fact": given.fact(store, "deploy by make", kind="W", session="b")["id"],
        "expired": given.fact(store, "deploy in 2020", valid_to="2020-12-31T00:00:00Z")["id"],
        "summary": given.summary(store, "deploy", session="a")["id"],
        "turn": given.event(store, "prompt", "b", text="how to deploy?")["id"],
        "core": "MEMORY.md:1-1",
    }
    Path(store.path, layout.CORE).write_text("deploy with care", "utf-8")
    return {str(identity): name for name, identity in made.items()}


def assert_filters_are_applied(store: layout.Store, search: Callable[..., Iterable[str]]) -> None:
    """See that `search`, asked in the words of `filters.Filters`, gives what these let pass."""
    names, now = one_of_each(store), clock.now()
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({}, {"old rule", "new fact", "summary", "turn", "core"}),
        ({"kinds": (piece.FACT,)}, {"old rule", "new fact"}),
        ({"kinds": (piece.TURN, piece.CORE)}, {"turn", "core"}),
        ({"types": ("O",)}, {"old rule"}),
        ({"session": "a"}, {"old rule", "summary"}),
        ({"since": now - DAY}, {"new fact", "summary", "turn", "core"}),
        ({"until": now - DAY}, {"old rule"}),
        ({"since": now - 20 * DAY, "until": now - DAY}, {"old rule"}),
        ({"session": "' OR 1 --"}, set()),
    ]
    for wanted, expected in cases:
        assert {names[one] for one in search(**wanted)} == expected, wanted
