"""Times e5-small in one thread and in several on the same texts, in turns, in one process.

    python benchmarks/embedding.py [FILE ...] [--rounds 5]

Each line of the files (the documents of this project, if none is named) is a text. Prints texts a
second by the clock and by the CPU, and how far the vectors are apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.embedders import base, e5_small

_ROOT = Path(__file__).resolve().parents[1]
_SHORTEST = 16
_MOST = 640


def timed(model: e5_small.E5Small, texts: list[str], cores: int) -> tuple[float, float, base.Rows]:
    """How long it takes on so many cores, in seconds by the clock and of the CPU; the vectors."""
    clock, cpu = time.perf_counter(), time.process_time()
    with mock.patch.object(os, "cpu_count", return_value=cores):
        rows = model.encode(texts)
    return time.perf_counter() - clock, time.process_time() - cpu, rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    words = parser.parse_args()
    read = words.files or sorted(_ROOT.glob("docs/*.md"))
    lines = [line.strip() for path in read for line in path.read_text("utf-8").splitlines()]
    texts = [line for line in lines if len(line) >= _SHORTEST][:: max(1, len(lines) // _MOST)]
    cores = (1, os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as directory:
        model = e5_small.load("", directory)
        model.prepare()
        rounds = [[timed(model, texts, count) for count in cores] for _ in range(words.rounds)]
    one, many = (rows for *_, rows in rounds[0])
    print(f"{len(texts)} texts; vectors at most {abs(one - many).max():.1e} apart in a number")
    for at, count in enumerate(cores):
        clock, cpu = (min(one[at][kind] for one in rounds) for kind in (0, 1))
        print(f"{count} cores {len(texts) / clock:6.1f} texts/s {len(texts) / cpu:6.1f} of CPU")


if __name__ == "__main__":
    main()
