"""All events of the journal, for commands that a person waits for.

Must not write.
"""

from __future__ import annotations

from memory_store.journal import read, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal import stored
    from memory_store.store import layout


def load(
    store: layout.Store, names: Iterable[str] | None = None, holding: tuple[str, ...] = ()
) -> Iterator[stored.Entry]:
    """The events of journal days, oldest first, each day's in the order of time.

    Args:
        store: whose journal.
        names: the days' files; None for all.
        holding: texts of which a line must hold one, as it is written; () for any line.
    """
    wanted = [one.encode() for one in holding]
    for name in read.daily_names(store) if names is None else names:
        try:
            lines = [
                line
                for _, line in read.lines_from(store, name)
                if not wanted or any(one in line for one in wanted)
            ]
        except OSError:  # deleted a moment ago
            continue
        day = [one for line in lines for one in read.entries(line)]
        yield from read.in_order([one for one in day if one.type])
