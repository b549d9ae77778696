"""Which older facts a fact may have changed, as consolidation found it: derived, in the cache.

Must not hold what a fact's own line says (`related`).
"""

from __future__ import annotations

from memory_store import codec
from memory_store.store import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.store import layout

    Links = dict[str, list[str]]

NAME = "links.json"


def load(store: layout.Store) -> Links:
    """The ids of the older facts by the id of the fact that may have changed them."""
    return {newer: codec.texts(older) for newer, older in derived.record(store, NAME).items()}


def add(store: layout.Store, found: Links) -> None:
    """Keep these links beside those that are known."""
    known = load(store)
    for newer, older in found.items():
        known[newer] = list(dict.fromkeys([*known.get(newer, ()), *older]))
    derived.keep(store, NAME, known)


def part(store: layout.Store, fact: str) -> None:
    """Drop what links a fact, newer or older."""
    known = load(store)
    left = {
        one: [each for each in others if each != fact]
        for one, others in known.items()
        if one != fact
    }
    if left != known:
        derived.keep(store, NAME, left)
