"""Meets all remotes of a place, one after the other; one that is away keeps none from the others.

Must not raise for a remote: what went wrong is told, and tried again the next time.
"""

from __future__ import annotations

from memory_store import errors, log
from memory_store.remotes import contract, entries, registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import layout, place

Record = dict[str, object]


def visit(where: place.Place) -> list[Record]:
    """Meet them.

    Returns:
        For each its `name`; `came` and `went`, lines and pages that were new here and there;
        `kept_back`, the pages that are not shared; and `fault`, why it was not met, or "".
    """
    return [_met(store, one) for store in where.stores() for one in entries.of(store)]


def _met(store: layout.Store, entry: entries.Entry) -> Record:
    told: Record = {"name": entry.name, "came": 0, "went": 0, "kept_back": [], "fault": ""}
    kind = registry.kind(entry.url)
    try:
        if kind is not None and kind.audience == contract.OWN:
            from memory_store.remotes import meeting  # few stores have a remote

            told |= meeting.meet(store, entry, registry.load(entry, store))._asdict()
    except errors.MemoryStoreError as error:
        log.write("remote", f"{entry.name}: {error}")
        told["fault"] = str(error)
    return told
