"""What each view of the page costs: python -m benchmarks.page --facts 100000.

Times the whole answer of the server, its text and its tables, as the least of some rounds, beside
the start of a bare interpreter in the same run. Without vectors, which no view but search asks.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from starlette.testclient import TestClient

from benchmarks import machine
from memory_store.view import app, guard

_PORT = 8_123
_VIEWS = (
    "now",
    "inbox",
    "facts",
    "facts?page=100",
    "facts?text=postgres",
    "facts?text=@billing",
    "facts?type=O",
    "facts?tier=replaced",
    "facts?since=7 days ago",
    "sessions",
    "search?q=postgres",
    "stats",
    "settings",
)


def main() -> None:
    """Make the memory, and time each view."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=8)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        environment = machine.environment(Path(directory))
        os.environ.update(environment)
        where = machine.prepare(Path(directory), environment, asked.facts)
        keys = guard.Keys()
        client = TestClient(
            app.make(where.store.project, keys, _PORT), base_url=f"http://127.0.0.1:{_PORT}"
        )
        client.post("/enter", data={"token": keys.token})
        bare = min(_seconds(_start) for _ in range(asked.rounds))
        print(f"python -c pass: {bare * 1000:.1f} ms")
        for view in _VIEWS:
            client.get(f"/{view}")
            least = min(_seconds(lambda v=view: client.get(f"/{v}")) for _ in range(asked.rounds))
            print(f"{view:24} {least * 1000:6.0f} ms {least / bare:6.1f} F")


def _start() -> object:
    return subprocess.run([sys.executable, "-c", "pass"], check=True)


def _seconds(work: object) -> float:
    before = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - before


if __name__ == "__main__":
    main()
