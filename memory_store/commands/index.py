"""Bring the index up to date, or build it anew from the files, and tell how far it is."""

from __future__ import annotations

import math
import time

from memory_store import model, place
from memory_store.cli import terminal
from memory_store.index import upkeep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.codec import Record
    from memory_store.store import layout


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Index every readable memory, and report each.

    Raises:
        UsageError: the store is not trusted.
        StoreError: a store or its index can't be read or written.
    """
    stores = terminal.stores_of(where, None)
    done = [_index(where, store, force=arguments.force) for store in stores]
    record: Record = {"stores": done}
    return model.Answer(record, "\n".join(map(_line, done)) or "no memory here yet")


def _index(where: place.Place, store: layout.Store, *, force: bool) -> Record:
    from memory_store.commands import progress  # a call for help needs none of these
    from memory_store.index import lookup

    began = time.monotonic()
    with progress.Bar(store.path) as bar:
        report, _ = upkeep.bring_up(where, store, math.inf, rebuild=force, progress=bar.show)
    upkeep.bound_cache(where, store)
    state = lookup.state(store)
    kinds = state.get("pieces")
    return {
        "path": store.path,
        "files": state.get("files", 0),
        "pieces": sum(kinds.values()) if isinstance(kinds, dict) else 0,
        "added": report.added,
        "removed": report.removed,
        "vectors_added": report.vectors_added,
        "vectors_missing": state.get("vectors_missing", 0),
        "bad_lines": report.bad_lines,
        "degraded": report.degraded,
        "seconds": round(time.monotonic() - began, 1),
    }


def _line(done: Record) -> str:
    line = (
        f"{done['path']}: {done['files']} files, {done['pieces']} pieces"
        f" ({done['added']} new, {done['removed']} gone), {done['vectors_added']} vectors made,"
        f" {done['vectors_missing']} missing; {done['seconds']} s"
    )
    return f"{line}\n  degraded: {done['degraded']}" if done["degraded"] else line
