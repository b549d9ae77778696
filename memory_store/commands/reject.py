"""Turn candidates down: what was inferred is taken back, and not told any more.

By number, id or beginning; or all that wait, those of one session, or what one thing heard.
"""

from __future__ import annotations

from memory_store.commands import accept, fact_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Take the candidates back, all or none; errors as `accept.run`."""
    lines = [(store, one.retracted()) for store, one in accept.candidates(arguments, where)]
    fact_changes.write(lines)
    return fact_changes.answer("rejected", [("reject", one) for _, one in lines], where.config)
