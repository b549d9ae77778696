"""Unpin a fact: it ages as others do."""

from __future__ import annotations

from memory_store.commands import pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Append the line that unpins it; errors as `pin.run`."""
    return pin.change(arguments, where, is_pinned=False)
