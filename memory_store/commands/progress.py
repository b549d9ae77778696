"""Tells a terminal of long work, by a line on standard error that goes when the work is done.

Must not write to standard output.
"""

from __future__ import annotations

import sys

from memory_store.cli import printing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self, TextIO

    from memory_store.index import sync_report

_CELLS = 24
_MOMENT_SECONDS = 0.7
_ANEW = "\r\x1b[K"
"""Takes the line away that stands there."""


class Waiting:
    """`with Waiting("searching") as waiting:` tells a terminal of work that takes long.

    The line stands on standard error and goes when the work is done; `tell` puts another there.
    """

    def __init__(
        self, sentence: str, *, after: float = _MOMENT_SECONDS, stream: TextIO | None = None
    ) -> None:
        self._sentence = sentence
        self._after = after
        self._stream = stream if stream is not None else sys.stderr
        self._draws = self._stream is not None and self._stream.isatty()
        self._is_shown = False

    def __enter__(self) -> Self:
        if self._draws:
            import threading  # only who watches pays

            self._timer = threading.Timer(self._after, self._draw)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._draws:
            self._timer.cancel()
            self._timer.join()
            if self._is_shown:
                self._write("")

    def tell(self, sentence: str) -> None:
        """Show the present step."""
        self._sentence = sentence
        if self._is_shown:
            self._draw()

    def _draw(self) -> None:
        self._is_shown = True
        self._write(f"{self._sentence} …")

    def _write(self, line: str) -> None:
        printing.draw(line, self._stream, before=_ANEW, end="")


def counted(names: list[str], spoken: str) -> Iterator[str]:
    """The names of files, while a terminal is told how many are done."""
    from memory_store.language import wording  # a search shows no files

    with Waiting("") as waiting:
        for at, name in enumerate(names):
            told = wording.say(spoken, "{at} of {count} files", at=at, count=len(names))
            waiting.tell(told)
            yield name


def bar(report: sync_report.SyncReport, seconds: float) -> str:
    """`[####....] 33% 100/300 texts, 0:20 left`, if the rest goes as fast.

    Args:
        report: as it is handed to `SyncReport.progress`.
        seconds: since the beginning.
    """
    done = report.vectors_added
    total = max(done, report.vectors_missing)
    share = done / total if total else 1.0
    left = round(seconds * (1 - share) / share) if share else 0
    filled = int(share * _CELLS)
    bar = "#" * filled + "." * (_CELLS - filled)
    return f"[{bar}] {share:4.0%} {done:,}/{total:,} texts, {left // 60}:{left % 60:02} left"
