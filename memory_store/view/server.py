"""Serves the page on the loopback address until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
import time
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

from memory_store import errors
from memory_store.cli import terminal
from memory_store.view import app, guard, handover

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

_HOST = "127.0.0.1"
_STARTS_IN = 10.0


def serve(
    directory: str, port: int, announce: Callable[[str], None], *, opens_browser: bool
) -> None:
    """Serve the page for a project until the process is interrupted.

    Args:
        directory: the project.
        port: where to listen; 0 for any free port.
        announce: is given the address, once it can be opened.
        opens_browser: whether to open it in the person's browser.

    Raises:
        UsageError: the port is taken.
        StoreError: the file for the browser can't be written.
    """
    listening = _listen(port)
    number = listening.getsockname()[1]
    keys = guard.Keys()
    page = app.make(directory, keys, number)
    settings = uvicorn.Config(page, log_level="error", access_log=False, lifespan="off")
    server = uvicorn.Server(settings)
    address = f"http://{_HOST}:{number}"
    announce(f"{address}/#{keys.token}")
    with contextlib.ExitStack() as ending:
        if opens_browser:
            file = ending.enter_context(handover.written(address, keys.handed, terminal.spoken()))
            threading.Thread(target=_open, args=(server, file), daemon=True).start()
        server.run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
        listening.listen()  # whoever reads the address may come at once
    except (OSError, OverflowError) as error:
        listening.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        raise errors.UsageError(
            "port {port} is taken" if taken else "cannot listen on port {port}: {error}",
            "leave --port out, and any free one is taken",
            port=port,
            error=error,
        ) from error
    return listening


def _open(server: uvicorn.Server, file: pathlib.Path) -> None:
    deadline = time.monotonic() + _STARTS_IN
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.05)
    webbrowser.open(file.as_uri())
