"""What a search is measured beside: all vectors by NumPy, and FTS5 as it comes, on the same texts.

Neither knows the product's bounds or tables but to read what was indexed. Must not be quicker than
it need be: both are the plain way that anybody would write first.
"""

from __future__ import annotations

import itertools
import os
import time
from typing import TYPE_CHECKING, NamedTuple

import apsw

from memory_store.embedders import base
from memory_store.index import backends, sync, tokens, vector_table
from memory_store.journal import read
from memory_store.store import layout

base.import_numpy()  # the first import decides on threads; the product embeds in this process
import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_TABLE = (
    "CREATE VIRTUAL TABLE words USING fts5 (body, content='', contentless_delete=1,"
    " tokenize='porter unicode61 remove_diacritics 2')"
)
_BEST = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?"
_CHUNK = 65_536


class Exact:
    """Every vector of an index in memory, as float32 of unit length, and its piece."""

    def __init__(self, db: apsw.Connection) -> None:
        count = vector_table.count(db)
        self._vectors = np.empty((count, _width(db)), dtype=np.float32)
        self._pieces = np.empty(count, dtype=np.int64)
        for at, (int8, piece) in enumerate(_kept(db)):
            self._vectors[at] = int8
            self._pieces[at] = piece
        for at in range(0, len(self._vectors), _CHUNK):
            part = self._vectors[at : at + _CHUNK]
            part /= np.linalg.norm(part, axis=1, keepdims=True)

    def best(self, int8: bytes, limit: int) -> list[int]:
        """The pieces with the highest cosine."""
        vector: NDArray[np.float32] = np.frombuffer(int8, dtype=np.int8).astype(np.float32)
        cosines = self._vectors @ vector
        first = np.argpartition(-cosines, limit * 4)[: limit * 4]
        order = first[np.argsort(-cosines[first])]
        return list(dict.fromkeys(int(one) for one in self._pieces[order]))[:limit]


def _width(db: apsw.Connection) -> int:
    """How many numbers a vector has, as its index is named after the model."""
    return -8 * (-int(vector_table.model(db).rpartition(" ")[2]) // 8)


def _kept(db: apsw.Connection) -> Iterator[tuple[NDArray[np.generic], int]]:
    """Each vector of an index and its piece, whatever backend has it."""
    if backends.name(db) == backends.SQLITE:
        sql = "SELECT v.int8, w.piece FROM vector v JOIN window w ON w.id = v.window"
        for int8, piece in db.execute(sql):
            yield np.frombuffer(int8, dtype=np.int8), piece
        return
    for (piece,) in db.execute("SELECT DISTINCT piece FROM window WHERE embedded = 1"):
        int8 = backends.backend(db).vector_of(db, piece)  # the first window's: most have one
        if int8 is not None:
            yield np.frombuffer(int8, dtype=np.int8), piece


class Plain:
    """FTS5 on the texts of facts: the words of a question OR-ed, bm25, nothing bounded."""

    def __init__(self, path: Path, texts: Iterator[str]) -> None:
        """Index texts in the file `path`.

        Attributes set: `count`, `seconds` that the bare inserts took, and `making` that making
        the tokens took.
        """
        self._db = apsw.Connection(str(path))
        self._db.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        self._db.execute(f"{_TABLE}; BEGIN")
        self.count, self.seconds, self.making = 0, 0.0, 0.0
        while chunk := list(itertools.islice(texts, _CHUNK)):
            self._insert(chunk)
        started = time.perf_counter()
        self._db.execute("COMMIT")
        self.seconds += time.perf_counter() - started

    def _insert(self, texts: list[str]) -> None:
        started = time.perf_counter()
        bodies = [(tokens.segment(text),) for text in texts]
        made = time.perf_counter()
        for body in bodies:
            self._db.execute("INSERT INTO words (body) VALUES (?)", body)
        self.making += made - started
        self.seconds += time.perf_counter() - made
        self.count += len(texts)

    def best(self, question: str, limit: int) -> list[int]:
        """The rows with the best BM25."""
        asked = " OR ".join(term.phrase for term in tokens.question(question).terms)
        return [int(row[0]) for row in self._db.execute(_BEST, (asked, limit))]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class Throughput(NamedTuple):
    """Texts brought into an index, of the product and bare, in texts a second.

    Attributes:
        texts: how many.
        product: from lines in a file to a published index, without vectors.
        bare: an FTS5 insert loop of the same tokens, made before.
        making: the same with making the tokens.
    """

    texts: int
    product: float
    bare: float
    making: float


def contents(store: layout.Store, most: int) -> Iterator[str]:
    """What the first `most` lines of facts.jsonl say, names included."""
    for at, (_, line) in enumerate(read.lines_from(store, layout.FACTS)):
        if at == most:
            return
        for fact in read.parse_line(line):
            entities = fact.get("entities")
            named = entities if isinstance(entities, list) else []
            text = str(fact.get("content", ""))
            yield "\n".join([text, *(name for name in named if name not in text)])


def throughput(store: layout.Store, directory: Path, most: int) -> Throughput:
    """How quickly the first `most` facts of a store are indexed, in a directory of their own."""
    copy = layout.project_store(str(directory / "throughput"))
    os.makedirs(copy.path)
    with open(os.path.join(copy.path, layout.FACTS), "wb") as file:
        for at, (_, line) in enumerate(read.lines_from(store, layout.FACTS)):
            if at == most:
                break
            file.write(line + b"\n")
    started = time.perf_counter()
    added = sync.sync(copy).added
    product = time.perf_counter() - started
    plain = Plain(directory / "throughput.sqlite", contents(copy, most))
    plain.close()
    both = plain.seconds + plain.making
    return Throughput(added, added / product, plain.count / plain.seconds, plain.count / both)


def overlap(found: Sequence[int], exact: Sequence[int]) -> float:
    """The share of the exact list that was found."""
    return len(set(found) & set(exact)) / max(1, len(exact))
