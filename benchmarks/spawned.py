"""Runs one command line as a host does, and says what it answered and what it cost.

Measures by posix_spawn and wait4, with the input written before the clock starts. Must not judge
an answer, and must not go through a shell.
"""

from __future__ import annotations

import os
import tempfile
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_INPUT = 65_536
"""What a pipe holds with nobody reading, in bytes (Linux; macOS grows to it)."""


class Run(NamedTuple):
    """One run.

    Attributes:
        wall_ms: from its start to its end.
        answer_ms: from its start to the end of its answer; some work on after it.
        cpu_ms: user and system time.
        status: the exit status.
        out, err: what it wrote.
        process: its number.
    """

    wall_ms: float
    answer_ms: float
    cpu_ms: float
    status: int
    out: str
    err: str
    process: int


def run(words: Sequence[str], sent: str, environment: Mapping[str, str]) -> Run:
    """Run `words` (the first one an absolute path) with `sent` as its whole standard input.

    Args:
        words: the program and its arguments.
        sent: at most MAX_INPUT bytes as UTF-8.
        environment: all of its environment.
    """
    content = sent.encode("utf-8")
    if len(content) > MAX_INPUT:
        raise ValueError(f"{len(content)} bytes of input do not fit a pipe")
    with tempfile.TemporaryFile() as errors:
        answer_end, answer_start = os.pipe()
        input_end, input_start = os.pipe()
        try:
            os.write(input_start, content)
            os.close(input_start)
            actions = [
                (os.POSIX_SPAWN_DUP2, input_end, 0),
                (os.POSIX_SPAWN_DUP2, answer_start, 1),
                (os.POSIX_SPAWN_DUP2, errors.fileno(), 2),
            ]
            started = time.perf_counter()
            child = os.posix_spawn(words[0], list(words), environment, file_actions=actions)
            os.close(answer_start)
            out = _read_all(answer_end)
            answered = time.perf_counter()
            _, status, used = os.wait4(child, 0)
            ended = time.perf_counter()
        finally:
            os.close(input_end)
            os.close(answer_end)
        errors.seek(0)
        return Run(
            wall_ms=(ended - started) * 1000,
            answer_ms=(answered - started) * 1000,
            cpu_ms=(used.ru_utime + used.ru_stime) * 1000,
            status=os.waitstatus_to_exitcode(status),
            out=out.decode("utf-8", "replace"),
            err=errors.read().decode("utf-8", "replace"),
            process=child,
        )


def _read_all(descriptor: int) -> bytes:
    found = bytearray()
    while piece := os.read(descriptor, 65_536):
        found += piece
    return bytes(found)
