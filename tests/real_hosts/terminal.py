"""A person at a terminal: types a prompt into a host's own screen, and leaves it."""

from __future__ import annotations

import os
import select
import signal
import struct
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

SECONDS = 45.0
_ROWS, _COLUMNS = 40, 120
_READ = 65_536


class Terminal:
    """A program on a terminal of its own; what it showed is in `shown`."""

    def __init__(
        self, command: list[str], directory: Path, environment: Mapping[str, str]
    ) -> None:
        import fcntl  # none of these is on Windows, where this file is imported as well
        import pty
        import termios

        self.shown = b""
        self._process, self._screen = pty.fork()
        if not self._process:
            os.chdir(directory)
            variables = {"TERM": "xterm-256color", **environment}
            os.execvpe(command[0], command, variables)  # noqa: S606  a terminal, and no shell
        size = struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0)
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, size)

    def type(self, text: str) -> None:
        """Type a line, then the key that sends it: all at once it would be a paste."""
        os.write(self._screen, text.encode())
        self.watch(lambda: False, 1.0)
        os.write(self._screen, b"\r")

    def watch(self, is_done: Callable[[], bool], seconds: float = SECONDS) -> bool:
        """Read the screen until something is so; whether it was in time."""
        end = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > end:
                return False
            if select.select([self._screen], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self._screen, _READ)
                except OSError:  # it left
                    return is_done()
        return True

    def close(self) -> None:
        """End the program."""
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)
        os.close(self._screen)
