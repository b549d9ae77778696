"""Prints what commands say: the one door to the standard streams of a person's terminal.

What is stored, and what a file is called, may hold orders to a terminal. None gets out, whoever
wrote it into a sentence; our own styles do, by a mark that nobody can write down. Must not be
passed by: a command that writes to a stream itself lets out what it was given.
"""

from __future__ import annotations

import os
import sys

from memory_store import codec
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_STYLE = f"\0{os.urandom(6).hex()}"
_PLAIN = "0"


def styled(text: str, style: str) -> str:
    """A text to be shown in a style of a terminal (ECMA-48, 8.3.117), as "1" for bold."""
    return f"{_STYLE}{style}m{text}{_STYLE}{_PLAIN}m"


def shown(text: str) -> str:
    """A text as it may go to a terminal: nothing that is obeyed there but our own styles."""
    return "\x1b[".join([clean.text(piece) for piece in text.split(_STYLE)])


def out(text: str) -> None:
    """Print a text and a newline on standard output, in UTF-8; a reader that left is no fault."""
    _write(1, f"{shown(text)}\n")


def out_record(record: codec.Record) -> None:
    """Print a record as JSON, its hidden characters as escapes: the same record."""
    _write(1, f"{clean.escaped(codec.render(record))}\n")


def tell(text: str) -> None:
    """Print a text and a newline on standard error, as `out` does."""
    _write(2, f"{shown(text)}\n")


def draw(text: str, stream: TextIO, *, before: str = "", end: str = "\n") -> None:
    """Print a text on a stream between two orders to its terminal, which are the caller's own."""
    stream.write(f"{before}{shown(text)}{end}")
    stream.flush()


def _write(number: int, text: str) -> None:
    stream = sys.stdout if number == 1 else sys.stderr
    try:
        if stream is not None:
            stream.flush()
        left = memoryview(text.encode("utf-8", "replace"))
        while left:
            left = left[os.write(number, left) :]
    except OSError:
        return
