"""The ways to find a text that are compared: the product's own, and what could stand in its place.

The product's are asked through `recall.searching`, of an index that its own sync made. Must not
know which texts are the right ones.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

from memory_store import config
from memory_store.embedders import catalog, models, vectors
from memory_store.index import sync, translations, vector_sync
from memory_store.recall import ranking, searching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks import retrieval_sets as sets

    Ask = Callable[[str], list[str]]
    Tell = Callable[[str], None]

DEPTH = 100
"""Results that are looked at: a gold text further down counts as not found."""

SHIPPED = (searching.FTS, searching.VECTOR, searching.HYBRID)
WEIGHTED, RRF = "weighted", "rrf"
PLAIN = {
    "unicode61": "unicode61",
    "porter": "porter unicode61",
    "trigram": "trigram",
}
"""Plain FTS5 by the name of its tokeniser: the words of the question OR-ed, ranked by bm25()."""

METHODS = (*SHIPPED, RRF, WEIGHTED, *PLAIN)

WITHOUT: dict[str, dict[str, float]] = {
    "no-company": {"_COMPANY": 0.0},
    "no-script": {"_OTHER_SCRIPT": 0.0, "_BY_CHANCE": 1.0},
    "no-echo": {"_ECHO": 0.0},
    "no-least": {"LEAST_POSSIBLE": 1.0},
    "words-1.2": {"_TEXT_WEIGHT": 1.2},
    "words-2": {"_TEXT_WEIGHT": 2.0},
    "no-translations": {"MOST": 0},
}
"""Hybrid with one of the choices of the ranking undone or changed, by its constants."""

_RRF_CONSTANT = 60
_WEIGHTS = {"vector_weight": 0.7, "text_weight": 0.3}
_TRIGRAM = 3
_REPORT_SECONDS = 5.0
_OF_MODEL = (searching.VECTOR, searching.HYBRID, WEIGHTED, *WITHOUT)


class Method(NamedTuple):
    """A way to search, and its model, a provider or a folder: "" for the shipped one."""

    name: str
    folder: str = ""

    def label(self) -> str:
        """The method as tables name it."""
        return f"{self.name}:{Path(self.folder).name}" if self.folder else self.name


def choose(wanted: Sequence[str], model_folders: Sequence[str]) -> list[Method]:
    """The methods to compare (none: all); with each model's folder `vector` and `hybrid` as well.

    Raises:
        ValueError: there is no such method.
    """
    named = (*METHODS, *WITHOUT)
    unknown = set(wanted) - set(named)
    if unknown:
        raise ValueError(f"no method {', '.join(sorted(unknown))}; there are {', '.join(named)}")
    found = [Method(one) for one in named if one in (wanted or METHODS)]
    again = [one.name for one in found if one.name in (searching.VECTOR, searching.HYBRID)]
    return found + [Method(name, folder) for folder in model_folders for name in again]


def rank(
    collection: sets.Collection, kept: sets.Kept, methods: Sequence[Method], tell: Tell
) -> dict[Method, list[list[str]]]:
    """What each method finds, by method and query: ids of texts, the best first.

    Raises:
        RuntimeError: a retriever was missing, so that the figures would not be the search's own.
    """
    sync.sync(kept.store)
    wanted = set(methods)
    if Method(RRF) in wanted:
        wanted |= set(_FUSED)
    found: dict[Method, list[list[str]]] = {}
    embedded = None
    for method in sorted(wanted - {Method(RRF)}, key=lambda one: (one.folder, one.name)):
        if method.name in _OF_MODEL and embedded != method.folder:
            _embed(collection, kept, _settings(method.folder), tell)
            embedded = method.folder
        started = time.monotonic()
        ask = _asking(collection, kept, method)
        with _changed(WITHOUT.get(method.name, {})):
            found[method] = [ask(one.text) for one in collection.queries]
        each = (time.monotonic() - started) * 1000 / max(1, len(collection.queries))
        tell(f"{method.label()}: {len(collection.queries)} queries, {each:.1f} ms each")
    if Method(RRF) in wanted:
        retrievers = zip(*(found[one] for one in _FUSED), strict=True)
        found[Method(RRF)] = [fuse_ranks(both) for both in retrievers]
    return found


@contextlib.contextmanager
def _changed(constants: dict[str, float]) -> Iterator[None]:
    """The ranking, or the translations of a question, with other constants."""
    rooms = {name: translations if hasattr(translations, name) else ranking for name in constants}
    before = {name: getattr(room, name) for name, room in rooms.items()}
    for name, value in constants.items():
        setattr(rooms[name], name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(rooms[name], name, value)


def fuse_ranks(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Reciprocal rank fusion: the sum of 1 / (60 + rank) decides (Cormack et al., SIGIR 2009)."""
    sums: dict[str, float] = {}
    for listed in rankings:
        for at, one in enumerate(listed, 1):
            sums[one] = sums.get(one, 0.0) + 1 / (_RRF_CONSTANT + at)
    return sorted(sums, key=lambda one: (-sums[one], one))


_FUSED = (Method(searching.FTS), Method(searching.VECTOR))


def _settings(folder: str) -> config.Config:
    """The settings as they are shipped, but for the model: a provider's, or one in a folder."""
    settings = config.resolve()
    if folder in catalog.PROVIDERS:
        settings.values["embedder"] = folder
    elif folder:
        settings.values |= {"embedder": "fastembed", "embedding_model": folder}
    return settings


def _embed(
    collection: sets.Collection, kept: sets.Kept, settings: config.Config, tell: Tell
) -> None:
    """Give all texts and questions their vectors, so that no search has to."""
    embedder = models.load(settings)
    started = time.monotonic()
    added, missing = 0, 1
    while missing:
        end = time.monotonic() + _REPORT_SECONDS
        report = sync.sync(
            kept.store,
            embedder=embedder,
            deadline_vectors=end,
            backend=settings.word("index_backend"),
        )
        if report.degraded or (report.vectors_missing and not report.vectors_added):
            raise RuntimeError(f"texts get no vector: {report.degraded or 'no progress'}")
        added, missing = added + report.vectors_added, report.vectors_missing
        tell(f"{embedder.name}: {added} texts with vectors, {missing} without")
    with vector_sync.open_cache(kept.store) as cache:
        for query in collection.queries:
            vectors.query_vector(embedder, cache, query.text)
    tell(f"{embedder.name}: {time.monotonic() - started:.1f} s")


def _asking(collection: sets.Collection, kept: sets.Kept, method: Method) -> Ask:
    if method.name in PLAIN:
        return _plain(collection, PLAIN[method.name])
    settings = _settings(method.folder)
    name = method.name
    if name == WEIGHTED:
        settings.values |= {"fusion": "weighted", **_WEIGHTS}
    if name not in SHIPPED:
        name = searching.HYBRID
    return lambda question: _search(kept, question, name, settings)


def _search(kept: sets.Kept, question: str, method: str, settings: config.Config) -> list[str]:
    """What the product answers."""
    found = searching.search([kept.store], question, config=settings, method=method, limit=DEPTH)
    if found.degraded:
        raise RuntimeError(f"{method} for {question!r}: {found.degraded}")
    return list(dict.fromkeys(kept.id_of(str(one["id"])) for one in found.results))


def _plain(collection: sets.Collection, tokenizer: str) -> Ask:
    """FTS5 with none of our rules, on the whole texts."""
    db = apsw.Connection(":memory:")
    db.execute(f"CREATE VIRTUAL TABLE words USING fts5 (body, tokenize='{tokenizer}')")
    rows = enumerate(one.text.replace("\0", " ") for one in collection.texts)
    with db:
        db.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", list(rows))

    def ask(question: str) -> list[str]:
        asked = " OR ".join(f'"{term}"' for term in _terms(question, tokenizer))
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank, rowid LIMIT ?"
        found: list[tuple[Any, ...]] = db.execute(sql, (asked, DEPTH)).fetchall() if asked else []
        return [collection.texts[row[0]].id for row in found]

    return ask


def _terms(question: str, tokenizer: str) -> list[str]:
    """The words of a question, or all runs of three letters in them."""
    words = "".join(one if one.isalnum() else " " for one in question).split()
    if tokenizer == "trigram":
        words = [
            word[at : at + _TRIGRAM] for word in words for at in range(len(word) - _TRIGRAM + 1)
        ]
    return list(dict.fromkeys(words))
