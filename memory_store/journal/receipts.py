"""How often facts were told beside prompts, and used by the answer: derived, in the cache.

Must not decide what use is (`upkeep.receipt_counts`).
"""

from __future__ import annotations

from memory_store import model
from memory_store.store import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memory_store.codec import Record
    from memory_store.store import layout

NAME = "receipts.json"
_ENOUGH = 5


class Receipt(model.Value):
    """How often a fact was told beside a prompt that got an answer, and used by it."""

    told: int = 0
    used: int = 0

    def is_idle(self) -> bool:
        """Whether it was told often enough, and never used."""
        return self.told >= _ENOUGH and not self.used


def load(store: layout.Store) -> dict[str, Receipt]:
    """The receipts of a store's facts, by id."""
    found: dict[str, Receipt] = {}
    for day in days(store).values():
        counts = day.get("of") if isinstance(day, dict) else None
        for identity, pair in (counts if isinstance(counts, dict) else {}).items():
            if isinstance(pair, list) and [type(one) for one in pair] == [int, int]:
                one = found.setdefault(identity, Receipt())
                one.told += pair[0]
                one.used += pair[1]
    return found


def days(store: layout.Store) -> Record:
    """What is known of each file of the journal: its size then, and the counts by fact."""
    return derived.record(store, NAME)


def are_due(store: layout.Store, sizes: Mapping[str, int]) -> bool:
    """Whether files of the journal changed since their facts were counted."""
    known = {name: day.get("size") for name, day in days(store).items() if isinstance(day, dict)}
    return known != sizes


def keep(store: layout.Store, known: Record) -> None:
    """Keep what is known of each file."""
    derived.keep(store, NAME, known)
