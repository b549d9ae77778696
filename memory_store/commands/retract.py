"""Take a fact back: it is not loaded, recalled or found any more. Its lines stay in the file.

With --undo it holds again. To remove a text for good, delete its line from the file by hand.
"""

from __future__ import annotations

from memory_store import errors, layout, model, place, terminal
from memory_store.index import lookup
from memory_store.journal import append, facts, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

Record = dict[str, object]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The id, and the way back."""
    parser.add_argument("id", metavar="ID", help="of a fact; search prints it")
    parser.add_argument("--undo", action="store_true", help="let it hold again")
    terminal.scope(parser)


def run(arguments: argparse.Namespace, where: place.Place) -> model.Answer:
    """Append the line that takes the fact back, or restores it.

    Raises:
        UsageError: there is no such fact, or the store is not trusted.
        StoreError: the store can't be written; nothing has changed.
    """
    store = terminal.store_of(where, arguments.scope)
    newest = _newest(store, arguments.id)
    if newest is None:
        raise errors.UsageError(f"no fact has the id {arguments.id}", "search prints ids")
    is_gone = newest.get("op") == "retract"
    status = "restored" if arguments.undo else "retracted"
    if is_gone is arguments.undo:
        line = facts.restored(newest) if arguments.undo else facts.retracted(newest)
        append.append(store, layout.FACTS, [line])
    answer: Record = {"status": status, "id": arguments.id, "content": newest.get("content")}
    return model.Answer(answer, f"{status} {arguments.id}: {newest.get('content')}")


def _newest(store: layout.Store, identity: str) -> Record | None:
    """The newest line of a fact: in the file's tail, else what the index knows."""
    for one in read.newest_first(store, layout.FACTS):
        if one.get("id") == identity:
            return one
    found = lookup.by_id(store, identity)
    return found if found is not None and str(found.get("id", "")).startswith("f_") else None
