"""One piece of each kind, and which of them each filter lets pass: for both retrievers."""

from __future__ import annotations

from pathlib import Path

from memory_store.index import piece
from memory_store.store import layout
from tests import given

CASES = [
    (lambda _: {}, {"old rule", "new fact", "summary", "turn", "core"}),
    (lambda _: {"kinds": (piece.FACT,)}, {"old rule", "new fact"}),
    (lambda _: {"kinds": (piece.TURN, piece.CORE)}, {"turn", "core"}),
    (lambda _: {"types": ("O",)}, {"old rule"}),
    (lambda _: {"session": "a"}, {"old rule", "summary"}),
    (lambda now: {"since": now - 86_400}, {"new fact", "summary", "turn", "core"}),
    (lambda now: {"until": now - 86_400}, {"old rule"}),
    (lambda now: {"since": now - 20 * 86_400, "until": now - 86_400}, {"old rule"}),
    (lambda _: {"session": "' OR 1 --"}, set()),
]


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
