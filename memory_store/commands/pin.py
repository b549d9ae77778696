"""Pin a fact: it stands, and every briefing tells it, whatever its age."""

from __future__ import annotations

from memory_store.cli import terminal
from memory_store.commands import fact_changes, identities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Append the line that pins it.

    Raises:
        UsageError: there is no such fact, or the project's store is not trusted.
        StoreError: the store can't be written.
    """
    return change(arguments, where, is_pinned=True)


def change(arguments: flags.Values, where: place.Place, *, is_pinned: bool) -> model.Answer:
    """Pin a fact, or unpin it; no line is written if it is so already."""
    store, fact = identities.fact(terminal.stores_of(where, arguments.scope), arguments.id)
    name, done = ("pin", "pinned") if is_pinned else ("unpin", "unpinned")
    line = fact.changed(pinned=is_pinned)
    is_new = (fact.is_pinned) != is_pinned
    if is_new:
        fact_changes.write([(store, line)])
    return fact_changes.answer(done, [(name, line)], where.config, is_new=is_new)
