"""Let a fact hold again that was taken back, or that another took the place of."""

from __future__ import annotations

from memory_store.commands import retract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Append the line that lets it hold; errors as `retract.run`."""
    return retract.change(arguments, where, is_restored=True)
