"""Times e5-small by numpy and by fastembed on the same texts, in turns, in one process.

    python benchmarks/embedding.py [FILE ...] [--rounds 5]

Each line of the files (the documents of this project, if none is named) is a text. Prints texts a
second by the clock and by the CPU, the loading of both, and how far their vectors are apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.embedders import base, e5_small

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOT = Path(__file__).resolve().parents[1]
_SHORTEST = 16
_MOST = 640


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """How long it takes, in seconds by the clock and of the CPU."""
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - cpu


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    words = parser.parse_args()
    read = words.files or sorted(_ROOT.glob("docs/*.md"))
    lines = [line.strip() for path in read for line in path.read_text("utf-8").splitlines()]
    texts = [line for line in lines if len(line) >= _SHORTEST][:: max(1, len(lines) // _MOST)]
    base.import_numpy()
    with tempfile.TemporaryDirectory() as directory:
        e5_small.load("", directory).prepare(e5_small.MANY)  # writes what is mapped
        own, many = e5_small.load("", directory), e5_small.load("", directory)
        loading = [timed(own.prepare), timed(lambda: many.prepare(e5_small.MANY))]
        apart = abs(own.encode(texts) - many.encode(texts)).max()
        rounds = [
            (timed(lambda: own.encode(texts)), timed(lambda: many.encode(texts)))
            for _ in range(words.rounds)
        ]
    print(f"{len(texts)} texts; vectors at most {apart:.1e} apart in a number")
    for at, name in enumerate(("numpy", "fastembed")):
        clock, cpu = (min(one[at][kind] for one in rounds) for kind in (0, 1))
        print(
            f"{name:10} {len(texts) / clock:6.1f} texts/s {len(texts) / cpu:6.1f} texts/s of CPU,"
            f" loads in {loading[at][0]:.1f} s"
        )


if __name__ == "__main__":
    main()
