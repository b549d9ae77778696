"""What a search costs, cold and warm, beside plain FTS5 and an exact scan of the same vectors.

    python benchmarks/search.py [--sizes 10000,100000,1000000] [--model use-multilingual]
        [--backend sqlite] [--keep DIRECTORY] [--rounds 20] [--format text|json]

Prints Markdown tables for each size. Must not touch the user's memory: all of it happens in a
temporary directory (TMPDIR says where), or in the one to keep.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pickle
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine, measured, search_beside, search_rows, search_warm, startup
from memory_store import config
from memory_store.embedders import catalog, models
from memory_store.index import backends, database, disk, sync
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Iterator

_DAYS = 365
_INDEXED = 100_000
_MADE = "machine.pickle"
_WARM_ROUNDS = 5


class Size(NamedTuple):
    """The figures of one size.

    Attributes:
        facts: how many.
        load: the load averages of 1, 5 and 15 minutes at the end.
        cold: processes, the bare start first.
        warm: within one process.
        throughput: of bringing texts into the index.
        whole: texts a second where the index is built anew with its vectors from the cache; None
            where that was not measured.
        index_bytes, vector_bytes: of the index with its folder, and of the cache of vectors.
    """

    facts: int
    load: str
    cold: list[measured.Figure]
    warm: search_warm.Warm
    throughput: search_beside.Throughput
    whole: float | None
    index_bytes: int
    vector_bytes: int


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where a row did not do its work."""
    parsed = _parse(arguments)
    about = startup.describe() | {"model": parsed.model, "backend": parsed.backend}
    found: list[Size] = []
    with _directory(parsed.keep) as directory:
        for count in sorted(parsed.sizes, reverse=True):  # the others take its vectors over
            try:
                found.append(_size(directory, count, parsed.model, parsed.backend, parsed.rounds))
            except (measured.DidNothingError, RuntimeError) as error:
                print(f"error: with {count:,} facts, {error}", file=sys.stderr)
                return 1
    found.reverse()
    if parsed.format == "json":
        print(
            json.dumps(about | {"rounds": parsed.rounds, "sizes": [_plain(one) for one in found]})
        )
    else:
        print("\n".join(f"{name:8} {value}" for name, value in about.items()))
        print("\n".join(_table(one) for one in found))
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--sizes",
        type=lambda text: [int(one) for one in text.split(",")],
        default=[10_000, 100_000, 1_000_000],
        metavar="N,N",
        help="facts (default: 10000,100000,1000000)",
    )
    parser.add_argument(
        "--model",
        choices=sorted(catalog.PROVIDERS),
        default=catalog.DEFAULT,
        help=f"the embedder (default: {catalog.DEFAULT})",
    )
    parser.add_argument(
        "--backend",
        default=backends.SQLITE,
        help="what keeps the vectors: sqlite (the default), or an installed plug-in",
    )
    parser.add_argument(
        "--keep", metavar="DIRECTORY", help="leave stores and vectors there, and take them over"
    )
    parser.add_argument("--rounds", type=int, default=20, help="runs of each row (default: 20)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args(arguments)


@contextlib.contextmanager
def _directory(named: str | None) -> Iterator[Path]:
    """The directory to work in: the one to keep, else one that is deleted."""
    if named:
        Path(named).mkdir(parents=True, exist_ok=True)
        yield Path(named).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="memory-store-search-") as made:
        yield Path(made).resolve()


def _size(directory: Path, count: int, embedder: str, backend: str, rounds: int) -> Size:
    with_vectors = embedder != catalog.NONE
    home = directory / "-".join([embedder, str(count), backend][: 2 if backend == "sqlite" else 3])
    environment = machine.environment(home, embedder) | {"MEMORY_STORE_INDEX_BACKEND": backend}
    os.environ.update(environment)  # what we prepare and look at ourselves lies there too
    where = _machine(home, environment, count)
    _take_over(directory, embedder, where)
    search_rows.bring_up(where)
    with tempfile.TemporaryDirectory(dir=directory) as made, contextlib.chdir(where.project):
        cold = measured.measure(where, search_rows.cold(with_vectors=with_vectors), rounds)
        search_rows.bring_up(where)
        warm = search_warm.measure(where, Path(made), _WARM_ROUNDS, with_vectors=with_vectors)
        throughput = search_beside.throughput(where.store, Path(made), min(count, _INDEXED))
    whole = _built_anew(where, backend, count) if with_vectors and count <= _INDEXED else None
    cache = Path(layout.cache_directory(where.store))
    kept = cache / disk.VECTORS
    return Size(
        count,
        startup.load(),
        cold,
        warm,
        throughput,
        whole,
        _index_bytes(where.store),
        kept.stat().st_size if kept.exists() else 0,
    )


def _built_anew(where: machine.Machine, backend: str, count: int) -> float:
    """Texts a second: from the files to the index swapped in, its vectors taken from the cache."""
    settings = config.resolve()
    started = time.perf_counter()
    report = sync.sync(where.store, embedder=models.load(settings), backend=backend, rebuild=True)
    if report.degraded:
        raise RuntimeError(report.degraded)
    return count / (time.perf_counter() - started)


def _index_bytes(store: layout.Store) -> int:
    """The index, and the folders of a plug-in beside it."""
    index = database.open_existing(layout.cache_directory(store))
    if index is None:
        raise RuntimeError("there is no index")
    with index:
        beside = Path(index.path).parent.glob("vectors-*/**/*")
        return os.path.getsize(index.path) + sum(one.stat().st_size for one in beside)


def _machine(home: Path, environment: dict[str, str], count: int) -> machine.Machine:
    """The machine in `home`: as an earlier run left it, else made."""
    note = home / _MADE
    if note.exists():
        found: machine.Machine = pickle.loads(note.read_bytes())  # noqa: S301  our own
        return found
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    where = machine.prepare(home, environment | {"MEMORY_STORE_EMBEDDER": "none"}, count, _DAYS)
    where = where._replace(environment=environment)
    note.write_bytes(pickle.dumps(where))
    return where


def _take_over(directory: Path, embedder: str, where: machine.Machine) -> None:
    """Give a machine without vectors those of another size, whose texts begin alike."""
    own = Path(layout.cache_directory(where.store)) / disk.VECTORS
    others = directory.glob(f"{embedder}-*/cache/memory-store/*/{disk.VECTORS}")
    largest = max(others, key=lambda one: one.stat().st_size, default=None)
    if largest is not None and not own.exists():
        shutil.copyfile(largest, own)
        own.chmod(0o600)


def _table(size: Size) -> str:
    each = size.index_bytes / size.facts
    least, plain = size.warm.common_ratio
    quick = size.throughput
    lines = [
        f"\n### {size.facts:,} facts, {_DAYS} journal days (load {size.load})\n",
        "| a process of its own | p50 ms | p95 ms | x F | x F, CPU | aim |",
        "|---|---|---|---|---|---|",
        *(
            f"| {one.name} | {one.median_ms:.1f} | {one.p95_ms:.1f} | {one.ratio:.2f} |"
            f" {one.cpu_ms / size.cold[0].cpu_ms:.2f} |"
            f" {f'{one.aim:.1f}' if one.aim else ''} |"
            for one in size.cold
        ),
        "\n| within one process | p50 ms | p95 ms | dearest / median |\n|---|---|---|---|",
        *(
            f"| {one.name} | {one.p50_ms:.2f} | {one.p95_ms:.2f} | {one.dearest:.1f} |"
            for one in size.warm.timed
        ),
        "\n| | |\n|---|---|",
        f"| dearest question of common words / median question | {least:.1f} |",
        f"| the same of plain FTS5 | {plain:.1f} |",
    ]
    if size.warm.recall:
        lines.append(
            f"| recall@10 of the vector retriever, of the exact scan | {size.warm.recall:.3f} |"
        )
    lines += [
        f"| index | {size.index_bytes / 1e6:.1f} MB, {each:.0f} bytes a fact |",
        f"| cache of vectors | {size.vector_bytes / 1e6:.1f} MB |",
        f"| built anew with vectors from the cache, texts a second | {size.whole or 0:,.0f} |",
        f"| texts indexed a second | {quick.product:,.0f} |",
        f"| over a bare FTS5 insert loop of the same tokens | {quick.bare / quick.product:.1f} |",
        f"| over that and making the tokens | {quick.making / quick.product:.1f} |",
    ]
    return "\n".join(lines)


def _plain(size: Size) -> dict[str, object]:
    return {
        **size._asdict(),
        "cold": [one._asdict() for one in size.cold],
        "warm": {**size.warm._asdict(), "timed": [one._asdict() for one in size.warm.timed]},
        "throughput": size.throughput._asdict(),
    }


if __name__ == "__main__":
    sys.exit(main())
