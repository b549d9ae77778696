"""Searches the facts as they held at a moment of the past.

Uses the retrievers and the fusion of every search. Must not touch the index, which knows the
present.
"""

from __future__ import annotations

import time

from memory_store import errors
from memory_store.index import indexer, sync_report, translations
from memory_store.recall import results, retrievers, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store import config as settings
    from memory_store.index import database, filters
    from memory_store.store import layout


def search_as_of(
    stores: Sequence[layout.Store],
    text: str,
    wanted: filters.Filters,
    *,
    config: settings.Config,
    method: str = search.HYBRID,
    limit: int = 6,
    min_score: float = 0.0,
) -> search.Found:
    """The facts that held at a moment and bear on `text`, the best first.

    A fact held if it was written by then and neither taken back, replaced nor expired by then; it
    is given as it stood. Its cost grows with facts.jsonl, which is read from its beginning.

    Args:
        stores: stores that may be read.
        text: a question or keywords.
        wanted: what a fact must be; its present, `now`, is the moment that is asked for.
        config: which embedder, which fusion.
        method: `hybrid`, `fts` (words alone) or `vector` (meaning alone).
        limit: results, at most.
        min_score: results below it are left out.
    """
    started = time.perf_counter()
    asked = retrievers.Asked(translations.question(text), wanted, limit)
    asked.fresh_and_sure = config.number("fresh_and_sure")
    hits: list[results.Hit] = []
    for store in stores:
        with indexer.as_of(store, wanted.now) as index:
            if method != search.FTS:
                _ask_by_meaning(index, store, asked, text, config, alone=method == search.VECTOR)
            hits += retrievers.hits(index, store, asked)[0]
    if not asked.bears(hits):
        hits = []
    kept = [hit.told() for hit in results.distinct(hits) if hit.score and hit.score >= min_score]
    return search.Found(kept[:limit], method, asked.degraded(), search.elapsed_ms(started))


def _ask_by_meaning(
    index: database.Index,
    store: layout.Store,
    asked: retrievers.Asked,
    text: str,
    config: settings.Config,
    *,
    alone: bool,
) -> None:
    """Have a store asked by meaning too, or note why that can't be.

    Its facts have most of their vectors in the cache; what is noted of the store's own index, as
    `meaning.Meaning.ask` does, stays as it is.
    """
    from memory_store.embedders import models, vectors  # cost several bare starts
    from memory_store.index import vector_sync
    from memory_store.recall import meaning

    report = sync_report.SyncReport()
    budget_ms = config.count("sync_budget_ms")
    deadline = time.monotonic() + budget_ms / 1000
    try:
        choice = models.choose(config)
        embedder = choice.embedder
        question = meaning.Meaning(embedder, text, budget_ms)
        with vector_sync.open_cache(store) as cache:
            question.vector = vectors.query_vector(embedder, cache, text)
        vector_sync.fill(index, store, embedder, deadline, report)
    except Exception as error:  # noqa: BLE001  a model is somebody else's code; words can answer
        asked.go_by_words()
        asked.notes.append(errors.Message("searched by words alone: {error}", error=error))
        return
    asked.go_by_meaning(question, search.fusion(config), alone=alone)
    asked.notes += [told for told in (choice.degraded(), report.degraded) if told]
