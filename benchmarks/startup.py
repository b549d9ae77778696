"""What a start of each hook and command costs, in bare starts of the same Python interpreter.

    python benchmarks/startup.py [--facts 100,10000,1000000] [--rounds 20] [--rows TEXT] [--json]
    python benchmarks/startup.py --instructions [--facts 100] [--rounds 20] [--rows TEXT]
    python benchmarks/startup.py --old [--facts 200000] [--rounds 5] [--rows TEXT]

Prints a table for each size of store. Must not touch the user's memory: all of it happens in a
temporary directory (TMPDIR says where).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine, measured, rows
from memory_store import __version__
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_WIDTH = 34
_SLOW_MS = "10000"  # under valgrind a prompt's search takes longer than a hook may


class Table(NamedTuple):
    """The figures of one size of store.

    Attributes:
        facts: how many.
        line_bytes: the mean length of their lines.
        index_bytes: the size of the index.
        load: the load averages of 1, 5 and 15 minutes at the end.
        figures: of the bare start and of each row.
        peaks: of an old store, the most memory that a run of each command held, in MB.
    """

    facts: int
    line_bytes: int
    index_bytes: int
    load: str
    figures: list[measured.Figure]
    peaks: dict[str, float]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where a row did not do its work."""
    parsed = _parse(arguments)
    about = describe()
    tables = []
    if not parsed.json:
        print("\n".join(f"{name:8} {value}" for name, value in about.items()), flush=True)
    for count in parsed.facts:
        try:
            if parsed.instructions:
                print(_counted(count, parsed.rounds, parsed.rows, old=parsed.old))
                continue
            table = _table(count, parsed.rounds, parsed.rows, old=parsed.old)
        except measured.DidNothingError as error:
            print(f"error: with {count:,} facts, {error}", file=sys.stderr)
            return 1
        tables.append(table)
        if not parsed.json:
            print(_lines(table), flush=True)
    if parsed.json:
        print(
            json.dumps(
                about | {"rounds": parsed.rounds, "tables": [_plain(one) for one in tables]}
            )
        )
    elif len(tables) > 1:
        print(_growth(tables))
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--facts",
        type=lambda text: [int(one) for one in text.split(",")],
        default=[100, 10_000, 1_000_000],
        metavar="N,N",
        help="sizes of the store (default: 100,10000,1000000)",
    )
    parser.add_argument("--rounds", type=int, default=20, help="runs of each row (default: 20)")
    parser.add_argument(
        "--rows", default="", metavar="TEXT", help="only rows that have it in them"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, with CPU times")
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions by valgrind, the least of the rounds, instead of time",
    )
    parser.add_argument(
        "--old",
        action="store_true",
        help="the rows of an old store, also where no run here has consolidated its facts",
    )
    return parser.parse_args(arguments)


def describe() -> dict[str, str]:
    """The machine and the interpreter that the figures are of."""
    packages = Path(sysconfig.get_path("purelib"))
    hooked = ", ".join(sorted(one.name for one in packages.glob("*.pth"))) or "none"
    return {
        "version": f"memory-store {__version__}",
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.platform()}",
        "python": f"{platform.python_version()}, {sys.executable}",
        "F": f"{measured.FLOOR} of this interpreter (.pth files that it runs: {hooked})",
        "load": load(),
    }


def _processor() -> str:
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def load() -> str:
    """The load averages of 1, 5 and 15 minutes."""
    return " ".join(f"{one:.2f}" for one in os.getloadavg())


def _counted(count: int, rounds: int, wanted: str, *, old: bool) -> str:
    """A line for the bare start and each row: millions of instructions, and times F."""
    chosen = [None, *_chosen(wanted, old=old)]
    with _machine(count, {"MEMORY_STORE_RECALL_TIMEOUT_MS": _SLOW_MS}) as where:
        least = [min(measured.instructions(where, row) for _ in range(rounds)) for row in chosen]
    lines = [f"\n{f'{count:,} facts':{_WIDTH}} millions    x F"]
    for row, number in zip(chosen, least, strict=True):
        name = row.name if row else measured.FLOOR
        lines.append(f"{name:{_WIDTH}} {number / 1e6:8.1f} {number / least[0]:6.2f}")
    return "\n".join(lines)


@contextlib.contextmanager
def _machine(count: int, settings: Mapping[str, str]) -> Iterator[machine.Machine]:
    """A machine with so many facts and these settings, in whose project we are."""
    with tempfile.TemporaryDirectory(prefix="memory-store-startup-") as directory:
        environment = {**machine.environment(Path(directory).resolve()), **settings}
        os.environ.update(environment)  # what we prepare and look at ourselves lies there too
        where = machine.prepare(Path(directory).resolve(), environment, count)
        with contextlib.chdir(where.project):
            yield where
            machine.settle(where)  # before the directory is deleted


def _chosen(wanted: str, *, old: bool) -> list[rows.Row]:
    return [row for row in (rows.OLD if old else rows.ROWS) if wanted in row.name]


def _table(count: int, rounds: int, wanted: str, *, old: bool) -> Table:
    chosen = _chosen(wanted, old=old)
    with _machine(count, {}) as where:
        size = os.path.getsize(os.path.join(where.store.path, layout.FACTS))
        index = os.path.join(layout.cache_directory(where.store), "index.sqlite")
        figures = measured.measure(where, chosen, rounds)
        peaks = {one.name: measured.peak_mb(where, one) for one in chosen if old}
        return Table(count, size // count, os.path.getsize(index), load(), figures, peaks)


def _lines(table: Table) -> str:
    size = f"{table.line_bytes} bytes a fact, index {table.index_bytes / 1e6:.1f} MB"
    lines = [
        f"\n{table.facts:,} facts, {size}, load {table.load}",
        (
            f"{'':{_WIDTH}} {'min ms':>8} {'median':>8} {'answer':>8}"
            f" {'x F':>6} {'of min':>6} {'of CPU':>6}  aim"
        ),
    ]
    for one in table.figures:
        aim = f" {one.aim:4.1f}" if one.aim else ""
        over = " over" if 0 < one.aim < one.ratio else ""
        lines.append(
            f"{one.name:{_WIDTH}} {one.min_ms:8.1f} {one.median_ms:8.1f} {one.answer_ms:8.1f} "
            f"{one.ratio:6.2f} {one.least_ratio:6.2f} {one.cpu_ratio:6.2f}{aim}{over}"
        )
    return "\n".join([*lines, *_peaks(table)])


def _peaks(table: Table) -> list[str]:
    """A line for each row of an old store: the most memory that a run held."""
    held = [f"{name:{_WIDTH}} {peak:8.1f} MB" for name, peak in table.peaks.items()]
    return ["", "most memory held", *held] if held else []


def _growth(tables: list[Table]) -> str:
    """The ratios of all sizes side by side, and the last over the first."""
    lines = [
        f"\n{'x F by number of facts':{_WIDTH}}" + "".join(f"{one.facts:>11,}" for one in tables)
    ]
    for at, first in enumerate(tables[0].figures):
        ratios = [one.figures[at].ratio for one in tables]
        shown = "".join(f"{one:11.2f}" for one in ratios)
        lines.append(f"{first.name:{_WIDTH}}{shown}   grows x{ratios[-1] / ratios[0]:.2f}")
    return "\n".join(lines)


def _plain(table: Table) -> dict[str, object]:
    figures = [one._asdict() for one in table.figures]
    return {**table._asdict(), "figures": figures}


if __name__ == "__main__":
    sys.exit(main())
