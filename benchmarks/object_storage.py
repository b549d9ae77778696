"""What a search among vectors costs where LanceDB keeps them on object storage, beside a folder.

    python benchmarks/object_storage.py URL [--vectors 100000] [--rounds 20]

URL is that of an S3-compatible server; for one on this machine: pip install 'moto[server]', then
moto_server -p 5555, and http://127.0.0.1:5555. Needs the package lancedb. Vectors are made up, 512
numbers around 1,000 centres, as in examples/lancedb_backend. A "new process" has nothing in
memory: its table is opened anew. Requests are counted by a relay in this process; what one takes
on a real network comes on top. Must not write anywhere but to a temporary directory and a bucket
of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import http.server
import os
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_DIMENSIONS = 512
_CENTRES = 1_000
_BUCKET = "memory-store-benchmark"
_HOP = frozenset(("connection", "transfer-encoding", "keep-alive", "content-length", "date"))


class Timed(NamedTuple):
    """Milliseconds at the median and the 95th percentile, and requests at the median."""

    name: str
    p50_ms: float
    p95_ms: float
    requests: float


class Relay(http.server.BaseHTTPRequestHandler):
    """Hands each request on to the server, and counts it."""

    protocol_version = "HTTP/1.1"
    target = ""
    count = 0

    def _hand_on(self) -> None:
        Relay.count += 1
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        asked = http.client.HTTPConnection(self.target, timeout=60)
        asked.request(self.command, self.path, body, dict(self.headers.items()))
        answer = asked.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in _HOP:
                self.send_header(name, value)
        is_head = self.command == "HEAD"
        whole = answer.getheader("Content-Length") if is_head else None
        self.send_header("Content-Length", whole or str(len(content)))
        self.end_headers()
        with contextlib.suppress(BrokenPipeError):  # who asked has what it needs
            self.wfile.write(b"" if is_head else content)
        asked.close()

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _hand_on  # noqa: N815  the base class's

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url", help="of an S3-compatible server")
    parser.add_argument("--vectors", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    parsed = parser.parse_args(arguments)
    os.environ.setdefault("LANCEDB_LOG", "error")
    Relay.target = urllib.parse.urlsplit(parsed.url).netloc
    relay = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    threading.Thread(target=relay.serve_forever, daemon=True).start()
    options = {
        "aws_access_key_id": "benchmark",
        "aws_secret_access_key": "benchmark",
        "aws_region": "us-east-1",
        "aws_endpoint": f"http://127.0.0.1:{relay.server_address[1]}",
        "allow_http": "true",
    }
    made = http.client.HTTPConnection(Relay.target)
    made.request("PUT", f"/{_BUCKET}")
    made.getresponse().read()
    rows = _rows(parsed.vectors)
    print(f"{parsed.vectors:,} vectors of {_DIMENSIONS} numbers\n")
    print("| | p50 ms | p95 ms | requests |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for place, uri, given in (
            ("a folder", folder, {}),
            ("object storage", f"s3://{_BUCKET}/{time.time_ns()}", options),
        ):
            for one in _measure(uri, given, rows, parsed.rounds):
                print(
                    f"| {place}: {one.name} | {one.p50_ms:.0f} | {one.p95_ms:.0f} |"
                    f" {one.requests:g} |"
                )
    relay.shutdown()
    return 0


def _rows(count: int) -> NDArray[np.float32]:
    chance = np.random.default_rng(1)
    centres = chance.standard_normal((_CENTRES, _DIMENSIONS)).astype(np.float32)
    rows = centres[chance.integers(_CENTRES, size=count)]
    rows += 0.7 * chance.standard_normal(rows.shape, dtype=np.float32)
    levels: NDArray[np.float32] = np.round(rows / abs(rows).max(axis=1, keepdims=True) * 127)
    return levels


def _measure(
    uri: str, options: dict[str, str], rows: NDArray[np.float32], rounds: int
) -> list[Timed]:
    import lancedb
    import pyarrow as pa
    from lancedb.index import IvfRq

    vectors = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), _DIMENSIONS)
    windows = pa.array(np.arange(len(rows)))
    questions = rows[:: max(1, len(rows) // rounds)][:rounds] + 10

    def connect() -> Any:  # noqa: ANN401
        # a session of its own, or the cache of the one before would answer
        return lancedb.connect(uri, storage_options=options, session=lancedb.Session())

    def write() -> None:
        connect().create_table("vectors", pa.table({"window": windows, "vector": vectors}))

    def train() -> None:
        config = IvfRq(distance_type="cosine", num_partitions=int(len(rows) ** 0.5))
        connect().open_table("vectors").create_index("vector", config=config)

    def search(table: Any, question: NDArray[np.float32]) -> None:  # noqa: ANN401
        query = table.search(question, vector_column_name="vector").distance_type("cosine")
        query.select(["window", "_distance"]).limit(200).nprobes(48).refine_factor(4).to_arrow()

    opened: list[Any] = []

    def warm(at: int) -> None:
        search(opened[0], questions[at])

    def append() -> None:
        opened[0].add(pa.table({"window": windows[:1], "vector": vectors[:1]}))

    found = [_timed("write all", write, 1), _timed("train the index", train, 1)]
    turns = iter(questions)
    new = lambda: search(connect().open_table("vectors"), next(turns))  # noqa: E731
    found.append(_timed("search, a new process", new, len(questions)))
    opened.append(connect().open_table("vectors"))
    places = iter(range(len(questions)))
    found.append(_timed("search, the table open", lambda: warm(next(places)), len(questions)))
    places = iter(range(len(questions)))
    found.append(_timed("the same questions again", lambda: warm(next(places)), len(questions)))
    found.append(_timed("append one vector", append, min(5, rounds)))
    return found


def _timed(name: str, work: Callable[[], object], rounds: int) -> Timed:
    times, requests = [], []
    for _ in range(rounds):
        before, started = Relay.count, time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
        requests.append(Relay.count - before)
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return Timed(name, statistics.median(times), p95, statistics.median(requests))


if __name__ == "__main__":
    sys.exit(main())
