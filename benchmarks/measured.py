"""Measures rows against a bare start of the same interpreter, and fails on one that did nothing.

Each round runs every row once, in a new order, with three bare starts among them: what slows the
machine down slows all of them down, so a ratio within a round outlasts it. Must not print.
"""

from __future__ import annotations

import math
import random
import re
import statistics
import sys
import tempfile
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import machine, spawned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks import rows

FLOOR = "python -c pass"
"""The name of the bare start, F, among the figures."""

_VALGRIND = "/usr/bin/valgrind"
_COUNT = re.compile(r"I +refs: +([\d,]+)")
_NOTE_PEAK = """
import os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as noted:
    noted.write(str(used.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""
_WARM_ROUNDS = 1
_FLOORS_A_ROUND = 3


class DidNothingError(Exception):
    """A row's run did not do what it was run for, so that its time says nothing."""


class Figure(NamedTuple):
    """What a row cost.

    Attributes:
        name, aim: the row's.
        min_ms, median_ms, p95_ms: from start to end.
        answer_ms: from start to the end of the answer, median.
        cpu_ms: user and system time, median.
        ratio: the median of time over the middle one of the same round's bare starts.
        least_ratio: the least time over the least of a bare start.
        cpu_ratio: the median of CPU time over that of all bare starts.
    """

    name: str
    aim: float
    min_ms: float
    median_ms: float
    p95_ms: float
    answer_ms: float
    cpu_ms: float
    ratio: float
    least_ratio: float
    cpu_ratio: float


def measure(where: machine.Machine, measured: Sequence[rows.Row], rounds: int) -> list[Figure]:
    """The figures of the bare start and of each row, over `rounds` rounds.

    Raises:
        DidNothingError: a run failed, or did not do its work.
    """
    order = [*measured, *[None] * _FLOORS_A_ROUND]
    runs: dict[rows.Row | None, list[spawned.Run]] = {row: [] for row in [None, *measured]}
    for number in range(-_WARM_ROUNDS, rounds):
        random.shuffle(order)
        for row in order:
            machine.settle(where)  # some rows leave work to a run in the background
            run = _bare(where) if row is None else _try(where, row)
            if number >= 0:
                runs[row].append(run)
    bare = [run.wall_ms for run in runs[None]]
    floors = [
        statistics.median(bare[at : at + _FLOORS_A_ROUND])
        for at in range(0, len(bare), _FLOORS_A_ROUND)
    ]
    bare_cpu = statistics.median(run.cpu_ms for run in runs[None])
    return [_figure(row, found, floors, min(bare), bare_cpu) for row, found in runs.items()]


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the others don't exceed (the nearest rank)."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _bare(where: machine.Machine, tool: Sequence[str] = ()) -> spawned.Run:
    return spawned.run([*tool, sys.executable, "-c", "pass"], "", where.environment)


def instructions(where: machine.Machine, row: rows.Row | None) -> int:
    """The instructions in user mode of one run of a row, of a bare start for None, by valgrind.

    They don't depend on other work on the machine. A run before it leaves the bytecode of what it
    imports, and what the product keeps.

    Raises:
        DidNothingError: the run failed, or did not do its work.
        FileNotFoundError: there is no valgrind.
    """
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory, "log")
        tool = [_VALGRIND, "--tool=cachegrind", "--cache-sim=no", f"--log-file={log}.%p"]
        tool.append(f"--cachegrind-out-file={directory}/%p")
        if row is not None:
            machine.settle(where)
            _try(where, row)
        machine.settle(where)
        run = _bare(where, tool) if row is None else _try(where, row, tool)
        (counted,) = _COUNT.findall(Path(f"{log}.{run.process}").read_text("utf-8"))
    return int(counted.replace(",", ""))


def peak_mb(where: machine.Machine, row: rows.Row) -> float:
    """The most memory that a run of a row held, in MB (Linux); errors as `measure`.

    A small process starts it: Linux counts what the starting process held as the run's own.
    """
    with tempfile.TemporaryDirectory() as directory:
        noted = Path(directory, "peak")
        _try(where, row, [sys.executable, "-I", "-S", "-c", _NOTE_PEAK, str(noted)])
        return int(noted.read_text("ascii")) / 1024


def _try(where: machine.Machine, row: rows.Row, tool: Sequence[str] = ()) -> spawned.Run:
    trial = row.set_up(where, str(uuid.uuid4()))
    run = spawned.run([*tool, *trial.words], trial.sent, where.environment)
    try:
        fault = "" if run.status == 0 else f"it ended with {run.status}"
        fault = fault or trial.fault(run)
    except (ValueError, LookupError) as error:
        fault = f"its answer can't be read ({error!r}): {run.out:.500}"
    if fault or run.err:
        log = machine.log(where)
        raise DidNothingError(f"{row.name}: {fault}\nerrors: {run.err}\nlog: {log}")
    trial.afterwards()
    return run


def _figure(
    row: rows.Row | None,
    runs: Sequence[spawned.Run],
    floors: Sequence[float],
    least: float,
    bare_cpu: float,
) -> Figure:
    walls = [run.wall_ms for run in runs]
    ratios = [wall / floor for wall, floor in zip(walls, floors, strict=True)] if row else [1.0]
    return Figure(
        name=row.name if row else FLOOR,
        aim=row.aim if row else 0.0,
        min_ms=min(walls),
        median_ms=statistics.median(walls),
        p95_ms=quantile(walls, 0.95),
        answer_ms=statistics.median(run.answer_ms for run in runs),
        cpu_ms=statistics.median(run.cpu_ms for run in runs),
        ratio=statistics.median(ratios),
        least_ratio=min(walls) / least,
        cpu_ratio=statistics.median(run.cpu_ms for run in runs) / bare_cpu,
    )
