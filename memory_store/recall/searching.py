"""Searches stores by words and by meaning: update, retrieve, fuse, verify.

Each result was read from its file a moment ago. Must not fail for want of an index, a model or a
lock: `degraded` says what is missing.
"""

from __future__ import annotations

import time

from memory_store import clock, errors, model
from memory_store.index import (
    backends,
    bookmarks,
    database,
    filters,
    indexer,
    sync_report,
    translations,
)
from memory_store.language import words
from memory_store.recall import exchanges, ranking, results, retrievers
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memory_store import config as settings
    from memory_store import place
    from memory_store.index import tokens

HYBRID, FTS, VECTOR = "hybrid", "fts", "vector"

_ATTEMPTS = 3
_TAIL_BYTES = 1 << 20
_PROMPT_LIMIT = 12
_PROMPT_BACKLOG_BYTES = 1 << 18


class Found(model.Value):
    """The answer of a search.

    Attributes:
        results: as docs/interface.md 4 has them, the best first.
        method: the method asked for.
        degraded: what is missing, in a sentence; None for nothing.
        took_ms: milliseconds from question to answer.
        is_behind: whether an index has to be brought up to date before all is found.
    """

    results: list[dict[str, object]]
    method: str
    degraded: str | None
    took_ms: int
    is_behind: bool = False


def search(
    stores: Sequence[layout.Store],
    text: str,
    wanted: filters.Filters | None = None,
    *,
    config: settings.Config,
    method: str = HYBRID,
    limit: int = 6,
    min_score: float = 0.0,
) -> Found:
    """The memories of stores that bear on `text`, best first.

    Where nothing of a span of time does, or nothing is asked of what the filters leave, it is what
    they leave, the newest first.

    Args:
        stores: stores that may be read; their results are merged by score.
        text: a question or keywords.
        wanted: what a hit must be; None for anything that holds now.
        config: which embedder, which fusion, how long new texts may be embedded.
        method: `hybrid`, `fts` (words alone) or `vector` (meaning alone).
        limit: results, at most.
        min_score: results below it are left out.
    """
    started = time.perf_counter()
    asked = _asked(stores, text, wanted or filters.Filters(now=clock.now()), limit, config)
    if stores and method != FTS and not (asked.lists or asked.behind):
        _load_model(asked, config, text, method)
    hits = _hits(stores, asked)
    if asked.wanted.is_bounded() and min_score == 0 and not asked.bears(hits):
        asked.list_newest()  # what the span of time has
        hits = _hits(stores, asked)
    took_ms = round((time.perf_counter() - started) * 1000)
    found = Found(_records(hits, asked, min_score), method, asked.degraded(), took_ms)
    found.is_behind = bool(asked.behind) or asked.lacks_vectors
    return found


def _asked(
    stores: Sequence[layout.Store],
    text: str,
    wanted: filters.Filters,
    limit: int,
    config: settings.Config,
) -> retrievers.Asked:
    """The question to each store, so far by words alone."""
    asked = retrievers.Asked(translations.question(text), wanted, limit, words.split(text))
    asked.fresh_and_sure = config.number("fresh_and_sure")
    asked.backend = backends.chosen(config)
    asked.lists = not text.strip() and wanted.is_narrow()
    asked.present = {store.path: bookmarks.signatures(store) for store in stores}
    asked.behind = {
        store.path for store in stores if bookmarks.is_far_behind(store, asked.present[store.path])
    }
    return asked


def _hits(stores: Sequence[layout.Store], asked: retrievers.Asked) -> list[results.Hit]:
    return [hit for store in stores for hit in _from_store(store, asked)]


def for_prompt(
    where: place.Place,
    question: tokens.Question,
    pieces: set[str],
    best: retrievers.Best,
    *,
    session: str,
    kinds: Sequence[str],
    min_score: float,
    seconds: float,
) -> tuple[list[dict[str, object]], list[exchanges.Exchange], dict[str, float]]:
    """The memories that bear on a prompt by words alone, and the rarity of its words.

    First what was kept on purpose, then what was asked and answered before.

    Who writes to an index is waited for a quarter of the time, and again to read it.

    Args:
        where: the place of work.
        question: what to ask for the prompt, as `translations.question` gives it.
        pieces: the prompt's words, as `language.words` splits it.
        best: chooses, by the rarity of the prompt's words, the exchanges that are worth telling.
        session: whose, which is not told what it said itself; "" for none.
        kinds: what to look for.
        min_score: results below it are left out.
        seconds: when to give up, with nothing.
    """
    wanted = filters.Filters(now=clock.now(), kinds=kinds, beside=session)
    asked = retrievers.Asked(question, wanted, _PROMPT_LIMIT, pieces)
    patience = seconds / 4  # others write in turns: with many windows a tenth of a second is short
    deadline = time.monotonic() + seconds
    hits: list[results.Hit] = []
    said: list[exchanges.Exchange] = []
    for store in where.stores():
        try:
            index = indexer.open_soon(store, _PROMPT_BACKLOG_BYTES, patience)
            if index is None:
                continue
            with index:
                index.give_up_at(deadline)
                found, exchanged = retrievers.for_prompt(index, store, asked, best)
                hits += found
                said += exchanged
        except (*database.FAULTS, errors.StoreError) as error:
            log.write("recall", error)
    return _records(hits, asked, min_score), said, asked.idf


def fusion(config: settings.Config) -> Callable[[ranking.Scores], float]:
    """The rule by which the settings fuse both scores."""
    if config.word("fusion") == "weighted":
        return ranking.weighted(config.number("vector_weight"), config.number("text_weight"))
    return ranking.evidence


def _load_model(asked: retrievers.Asked, config: settings.Config, text: str, method: str) -> None:
    """Have the question asked by meaning too, or note why that can't be."""
    from memory_store.recall import meaning  # its imports cost several bare starts

    try:
        loaded = meaning.load(config, text, config.count("sync_budget_ms"))
    except errors.StoreError as error:
        asked.notes.append(errors.Message("searched by words alone: {error}", error=error))
        return
    asked.go_by_meaning(loaded, fusion(config), alone=method == VECTOR)


def _records(
    hits: list[results.Hit], asked: retrievers.Asked, min_score: float
) -> list[dict[str, object]]:
    if not asked.lists and not asked.bears(hits):
        return []
    kept = [
        hit.told()
        for hit in results.distinct(hits)
        if hit.score >= min_score and (hit.score or asked.lists)
    ]
    return kept[: asked.limit]


def _from_store(store: layout.Store, asked: retrievers.Asked) -> list[results.Hit]:
    """A store's hits by its index, or, where that can't be used, by the ends of its files.

    What is found damaged is built again; a file that is not as it was indexed is read again.
    """
    if store.path in asked.behind:
        return _from_tails(store, asked, "its index is being made")
    rebuild, reason = False, "its files change all the time"
    hits: list[results.Hit] | None = None
    for _ in range(_ATTEMPTS):
        try:
            present = asked.present.pop(store.path, None)
            index, report = indexer.bring_up(
                store, rebuild=rebuild, backend=asked.backend, present=present
            )
            with index:
                _ask_model(index, store, asked, report)
                hits, stale = retrievers.hits(index, store, asked)
                _note(asked, report)
                if not stale:
                    return hits
                indexer.look_again(index, store, stale)
        except database.Replaced as error:
            reason = error.message
        except database.DAMAGED as error:
            log.write("index", f"built again: {error}")
            rebuild = True
            reason = errors.Message("it is damaged again at once: {error}", error=error)
        except (*database.FAULTS, errors.StoreError) as error:
            log.write("index", error)
            reason = errors.Message("{error}", error=error)
            break
    if hits is not None:
        return hits
    return _from_tails(
        store, asked, errors.Message("its index could not be used: {reason}", reason=reason)
    )


def _from_tails(store: layout.Store, asked: retrievers.Asked, reason: str) -> list[results.Hit]:
    newest = "only the newest of {path} was searched, as {reason}"
    asked.notes.append(errors.Message(newest, path=store.path, reason=reason))
    index, report = indexer.in_memory(store, _TAIL_BYTES)
    with index:
        _ask_model(index, store, asked, report)
        _note(asked, report)
        return retrievers.hits(index, store, asked)[0]


def _ask_model(
    index: database.Index,
    store: layout.Store,
    asked: retrievers.Asked,
    report: sync_report.SyncReport,
) -> None:
    if asked.meaning is None:
        return
    from memory_store.recall import meaning  # loaded already, with the model

    try:
        asked.meaning.ask(index, store, report)
        if asked.meaning.instead:
            asked.notes.append(asked.meaning.instead)
    except meaning.ModelError as error:
        asked.go_by_words()
        asked.notes.append(errors.Message("searched by words alone: {error}", error=error))


def _note(asked: retrievers.Asked, report: sync_report.SyncReport) -> None:
    if report.degraded:
        asked.notes.append(report.degraded)
    if asked.meaning is not None and report.vectors_missing:
        asked.lacks_vectors = True
        asked.notes.append(
            errors.Message(
                "{count} texts have no vector yet and were searched by words alone"
                " (memory-store sync makes them)",
                count=report.vectors_missing,
            )
        )
