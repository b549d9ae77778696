"""Keep the index up to date while files change, in the foreground, until Ctrl-C."""

from __future__ import annotations

from memory_store import clock, errors, model, place
from memory_store.cli import terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.index import sync_state
    from memory_store.store import layout


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Index now and after every change; the number of runs.

    Raises:
        UsageError: the store is not trusted, or there is none.
        StoreError: another process watches it, or watchfiles is not installed.
    """
    import signal  # nothing else of the commands needs it

    from memory_store.commands import progress
    from memory_store.index import watch  # a call for help needs neither

    del arguments
    if not terminal.stores_of(where, None):
        raise errors.UsageError("there is no memory here yet", "memory-store init makes one")
    rounds = 0
    # a shell that starts it in the background has SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for store, report in watch.rounds(where):
            rounds += 1
            progress.say(_line(store, report))
    except KeyboardInterrupt:
        told = f"ended; the index was brought up to date {rounds} times"
    return model.Answer({"rounds": rounds}, told)


def _line(store: layout.Store, report: sync_state.SyncReport) -> str:
    moment = clock.stamp(clock.now())
    line = (
        f"{moment} {store.path}: {report.added} pieces new, {report.removed} gone,"
        f" {report.vectors_added} vectors made"
    )
    return f"{line}; degraded: {report.degraded}" if report.degraded else line
