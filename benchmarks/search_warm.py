"""Searches within one process, where imports and model are there: what the questions cost alone.

Times by `perf_counter`, each question on its own. Must not be read as what an agent waits for:
that is the cold process.
"""

from __future__ import annotations

import itertools
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import measured, search_beside, search_rows
from memory_store import config
from memory_store.embedders import models, vectors
from memory_store.index import backends, database, filters, vector_sync, vector_table
from memory_store.recall import searching
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from benchmarks import machine

LIMIT = 10
_ALL = 1 << 62


class Timed(NamedTuple):
    """What questions cost.

    Attributes:
        name: which.
        p50_ms, p95_ms: of all questions.
        dearest: the dearest question's median over the median of all medians.
    """

    name: str
    p50_ms: float
    p95_ms: float
    dearest: float


class Warm(NamedTuple):
    """The figures of one size.

    Attributes:
        timed: a row each.
        common_ratio: the dearest question of common words over the median of the others, in the
            product's text retriever and in plain FTS5.
        recall: of the ten nearest by the exact scan, the share that the vector retriever finds, in
            the mean; 0 without vectors.
    """

    timed: list[Timed]
    common_ratio: tuple[float, float]
    recall: float


def measure(where: machine.Machine, directory: Path, rounds: int, *, with_vectors: bool) -> Warm:
    """Ask each question `rounds` times, by each method.

    Args:
        where: a machine whose store is up to date.
        directory: where files may be put.
        rounds: how often.
        with_vectors: whether there are any.
    """
    asked, common = search_rows.questions(), search_rows.common()
    settings = config.resolve()

    def by(method: str) -> Callable[[str], object]:
        return lambda text: searching.search(
            [where.store], text, config=settings, method=method, limit=LIMIT
        )

    words, dear = _each(by(searching.FTS), asked, rounds), _each(by(searching.FTS), common, rounds)
    plain = search_beside.Plain(
        directory / "plain.sqlite", search_beside.contents(where.store, _ALL)
    )
    others = _each(lambda text: plain.best(text, LIMIT), asked, rounds)
    other_dear = _each(lambda text: plain.best(text, LIMIT), common, rounds)
    plain.close()
    timed = [
        _timed(search_rows.FTS, words),
        _timed(search_rows.COMMON, dear),
        _timed("plain FTS5, OR, bm25", others),
        _timed("plain FTS5, common words", other_dear),
    ]
    ratios = (_dearest(dear, words), _dearest(other_dear, others))
    if not with_vectors:
        return Warm(timed, ratios, 0.0)
    numbers = itertools.count()
    new = by(searching.HYBRID)
    fresh = _each(lambda text: new(f"{text} {next(numbers)}"), asked, rounds)
    timed += [
        _timed(search_rows.GIVEN, _each(by(searching.HYBRID), asked, rounds)),
        _timed(search_rows.EMBEDDED, fresh),
    ]
    retrievers, recall = _nearest(where.store, settings, asked, rounds)
    return Warm([*timed, *retrievers], ratios, recall)


def _each(ask: Callable[[str], object], texts: Sequence[str], rounds: int) -> list[list[float]]:
    """Milliseconds by question and round, one more before that doesn't count."""
    found: list[list[float]] = []
    for text in texts:
        ask(text)
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            ask(text)
            times.append((time.perf_counter() - started) * 1000)
        found.append(times)
    return found


def _timed(name: str, times: list[list[float]]) -> Timed:
    every = [one for own in times for one in own]
    p95 = measured.quantile(every, 0.95)
    return Timed(name, statistics.median(every), p95, _dearest(times, times))


def _dearest(times: list[list[float]], others: list[list[float]]) -> float:
    """The dearest question of one set over the median one of another."""
    middle = statistics.median(statistics.median(own) for own in others)
    return max(statistics.median(own) for own in times) / middle


def _nearest(
    store: layout.Store, settings: config.Config, asked: Sequence[str], rounds: int
) -> tuple[list[Timed], float]:
    """The vector retriever beside the exact scan of the same vectors, and its recall."""
    embedder = models.load(settings)
    with vector_sync.open_cache(store) as cache:
        found = [vectors.query_vector(embedder, cache, text) for text in asked]
    given = {text: one for text, one in zip(asked, found, strict=True) if one}
    index = database.open_existing(layout.cache_directory(store))
    if index is None:
        raise RuntimeError("there is no index")
    with index:
        if not vector_table.has_vectors(index.db, vector_table.identity_of(embedder)):
            raise RuntimeError("the index has no vectors of this model")
        wanted = filters.Filters(now=time.time())
        exact = search_beside.Exact(index.db)

        def retriever(text: str) -> list[int]:
            return list(backends.backend(index.db).by_vector(index.db, given[text], LIMIT, wanted))

        def scan(text: str) -> list[int]:
            return exact.best(given[text], LIMIT)

        timed = [
            _timed("vector retriever alone", _each(retriever, list(given), rounds)),
            _timed("exact NumPy scan", _each(scan, list(given), rounds)),
        ]
        shares = [search_beside.overlap(retriever(text), scan(text)) for text in given]
    return timed, statistics.mean(shares)
