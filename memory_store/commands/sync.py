"""Finish ended sessions, merge facts, bring the index up to date, and meet the remotes.

Journal days past `retention_days` are deleted.
"""

from __future__ import annotations

import os

from memory_store import codec, errors, model, place
from memory_store.cli import terminal
from memory_store.store import layout
from memory_store.upkeep import finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags

_PATIENCE_SECONDS = 90.0  # longer than a run in the background may take


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Sync, and report.

    Raises:
        UsageError: the store is not trusted.
        StoreError: the store can't be read or written.
    """
    terminal.stores_of(where, None)
    if arguments.seconds is not None and arguments.seconds < 0:
        raise errors.UsageError(f"--seconds is not negative, not {arguments.seconds:g}")
    seconds = arguments.seconds if arguments.seconds is not None else float("inf")
    patience = _PATIENCE_SECONDS if arguments.seconds is None else 0.0
    try:
        done = finish.bring_up_to_date(
            where, embed_seconds=seconds, seconds=seconds, patience=patience
        )
    except FileNotFoundError as error:
        if os.path.isdir(where.directory):
            raise
        raise errors.StoreError(f"the project is gone: {where.directory}") from error
    record = {**done.record(), "proposals": _proposals(where)}
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in record.items() if value]
    met = _met(where)
    lines += [line for one in met for line in _remote_lines(one)]
    return model.Answer({**record, "remotes": met}, "\n".join(lines) or "up to date")


def _met(where: place.Place) -> list[dict[str, object]]:
    """The results of meeting the remotes."""
    if not os.path.exists(layout.remotes()):
        return []
    from memory_store.remotes import visits  # few have a remote

    return visits.visit(where)


def _remote_lines(met: dict[str, object]) -> list[str]:
    """The result of meeting a remote, for a person."""
    if met["fault"]:
        return [f"remote {met['name']}, not met: {met['fault']}"]
    lines = [f"remote {met['name']}: {met['came']} came, {met['went']} went"]
    return lines + [
        f"not shared, it holds a secret or is no text: {page}"
        for page in codec.texts(met["kept_back"])
    ]


def _proposals(where: place.Place) -> int:
    """How many facts wait to be decided on; looked for again where something changed."""
    from memory_store.promotion import mention  # see below

    mode = where.config.word("promotion")
    if all(mention.is_current(store, mode) for store in where.stores()):
        return sum(len(mention.waiting(store)) for store in where.stores())
    from memory_store.promotion import proposals  # a run with nothing to do needs none of it

    return proposals.refresh(where)
