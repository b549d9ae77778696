"""Open the page: what is remembered, in your browser, on this machine alone."""

from __future__ import annotations

import contextlib
import signal

from memory_store import model, place
from memory_store.cli import printing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Serve the page until Ctrl-C; its address is printed first.

    Raises:
        UsageError: the port is taken, or what the page needs is not installed.
    """
    try:
        from memory_store.view import server
    except ImportError as error:
        raise place.not_installed("the page", "view", error) from error
    # so that what was made for the browser goes by whatever signal the page is closed
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve(
            where.directory, arguments.port, _announce, opens_browser=not arguments.no_browser
        )
    return model.Answer({"status": "closed"}, "")


def _announce(address: str) -> None:
    printing.out(address)
