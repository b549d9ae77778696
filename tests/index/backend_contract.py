"""One contract for every backend: what is near is found, what is gone is not.

A test module of a backend imports all of it, and has a fixture `kept` that says which.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from memory_store import clock, config
from memory_store.embedders import int8
from memory_store.index import backends, database, filters, indexer, sync, tables, vector_table
from memory_store.recall import searching
from memory_store.store import layout
from tests import faults, given
from tests.index import chosen, filled, tiny

if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw
    from numpy.typing import NDArray

    from memory_store.embedders import base

ROOT = Path(__file__).parents[2]
RULES = ["rule 0", "rule 1"]
ANYTHING = filters.Filters(now=0)


class Kept(NamedTuple):
    """A backend under test.

    Attributes:
        name: as `index_backend` has it.
        module: it, with `WALKED` and `MATCHED`, `PROBES` of a plug-in.
        upkeep: a plug-in's module with `maintain`, and `SMALLEST` of those that it needs.
        count: how many vectors it really has.
        files: which files have them, in the cache.
        lose: what loses them, given the cache.
    """

    name: str
    module: Any
    upkeep: Any
    count: Callable[[apsw.Connection], int]
    files: str
    lose: Callable[[Path], None]


@pytest.fixture
def backend(kept: Kept) -> str:
    """The name of the backend."""
    return kept.name


def bring_up(store: layout.Store, backend: str, model: base.Embedder | None = None) -> Any:
    return sync.sync(store, embedder=model or tiny.TinyEmbedder(), backend=backend)


def int8_of(text: str, name: str = "tiny") -> bytes:
    return int8.quantised(tiny.TinyEmbedder(name).embed_query(text))


def cosines_of(store: layout.Store, text: str, limit: int = 10, **wanted: Any) -> dict[str, float]:
    """The meaning's list of the index as it stands, by record."""
    index = database.open_to_read(layout.cache_directory(store), 1)
    assert index is not None
    with index:
        assert vector_table.has_vectors(index.db, "tiny 4")
        only = filters.Filters(now=clock.now(), **wanted)
        named = dict(tables.rows(index.db, "SELECT id, record FROM piece"))
        retriever = backends.backend(index.db).by_vector(index.db, int8_of(text), limit, only)
        return {named[one]: score for one, score in retriever.items()}


def started(store: layout.Store, code: str, *more: str) -> subprocess.Popen[bytes]:
    """Code in a process of its own: LanceDB's threads don't outlive a fork."""
    head = (
        "import os, sys\n"
        "from memory_store.store import layout\n"
        "from memory_store.index import backends, sync\n"
        "from tests.index import tiny\n"
        f"store, backend = layout.project_store({store.project!r}), sys.argv[1]\n"
    )
    return subprocess.Popen([sys.executable, "-c", head + code, *more], cwd=ROOT)


def exact(asked: str, others: list[str]) -> dict[str, float]:
    """The cosine of each text to one, as int8."""
    rows = [np.frombuffer(int8_of(one), np.int8).astype(float) for one in [asked, *others]]
    unit = [row / np.linalg.norm(row) for row in rows]
    return {one: float(unit[0] @ row) for one, row in zip(others, unit[1:], strict=True)}


def test_the_nearest_come_first_with_their_exact_cosines(
    store: layout.Store, backend: str
) -> None:
    texts = [f"fact number {at}" for at in range(60)]
    named = {given.fact(store, text)["id"]: text for text in texts}
    report = bring_up(store, backend)

    found = {named[one]: cosine for one, cosine in cosines_of(store, "what is it?").items()}

    expected = exact("what is it?", texts)
    best = sorted(expected.values(), reverse=True)[:10]
    assert (report.vectors_added, report.vectors_missing, report.degraded) == (60, 0, "")
    assert list(found.values()) == pytest.approx(best, abs=1e-5)
    assert all(cosine == pytest.approx(expected[one], abs=1e-5) for one, cosine in found.items())


def test_filters_are_applied(store: layout.Store, backend: str) -> None:
    def search(**wanted: Any) -> dict[str, float]:
        bring_up(store, backend)
        return cosines_of(store, "deploy", **wanted)

    chosen.assert_filters_are_applied(store, search)


def test_a_filter_that_leaves_nothing_near_still_finds_the_newest(
    store: layout.Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, backend = kept.module, kept.name
    monkeypatch.setattr(module, "WALKED", 20)
    rules = [given.fact(store, f"rule {at}", kind="O")["id"] for at in range(2)]
    for at in range(60):
        given.fact(store, f"a fact {at}")
    bring_up(store, backend)
    far = min((f"{at}" for at in range(50)), key=lambda one: max(exact(one, RULES).values()))

    assert not set(rules) & cosines_of(store, far, 20).keys()
    assert set(cosines_of(store, far, 5, types=("O",))) == set(rules)
    monkeypatch.setattr(module, "MATCHED", 1)
    assert set(cosines_of(store, far, 5, types=("O",))) == {rules[1]}


def test_what_is_taken_back_edited_or_deleted_is_gone(store: layout.Store, kept: Kept) -> None:
    backend = kept.name
    gone, stays = given.fact(store, "gone"), given.fact(store, "kept")
    Path(store.path, layout.CORE).write_text("- a line\n", "utf-8")
    bring_up(store, backend)
    assert len(cosines_of(store, "x")) == 3

    given.retraction(store, gone)
    Path(store.path, layout.CORE).unlink()
    sync.sync(store)  # without a model: words are all that it brings up to date
    before = cosines_of(store, "x")
    bring_up(store, backend)

    assert list(before) == list(cosines_of(store, "x")) == [stays["id"]]
    with indexer.bring_up(store)[0] as index:
        assert vector_table.count(index.db) == kept.count(index.db) == 1


def test_the_same_texts_by_whatever_way_give_the_same_hits(
    store: layout.Store, backend: str
) -> None:
    chance = random.Random(5)
    known = [given.fact(store, f"fact {at}") for at in range(8)]
    for at in range(8, 20):
        if chance.random() < 0.4:
            given.retraction(store, known.pop(chance.randrange(len(known))))
        known.append(given.fact(store, f"fact {at}"))
        bring_up(store, backend)
    step_by_step = cosines_of(store, "which?")

    sync.sync(store, embedder=tiny.TinyEmbedder(), backend=backend, rebuild=True)

    assert cosines_of(store, "which?") == pytest.approx(step_by_step, abs=1e-6)


def test_pieces_are_compared_with_each_other(store: layout.Store, backend: str) -> None:
    ids = [given.fact(store, text)["id"] for text in ("one", "two", "three")]
    bring_up(store, backend)

    with indexer.bring_up(store)[0] as index:
        own = dict(tables.rows(index.db, "SELECT record, id FROM piece"))
        assert backends.backend(index.db).load(index.db)
        likeness = backends.backend(index.db).likeness(index.db, [own[one] for one in ids])
        assert backends.backend(index.db).vector_of(index.db, own[ids[0]]) == int8_of("one")
        assert backends.backend(index.db).cosines(index.db, int8_of("one"), [own[ids[1]]]) == {
            own[ids[1]]: pytest.approx(exact("one", ["two"])["two"], abs=1e-6)
        }
    expected = [exact(a, [b])[b] for a, b in itertools.combinations(("one", "two", "three"), 2)]
    assert list(likeness.values()) == pytest.approx(expected, abs=1e-6)


def test_a_process_killed_between_vectors_and_their_marks_leaves_no_double(
    store: layout.Store, kept: Kept
) -> None:
    backend = kept.name
    for at in range(5):
        given.fact(store, f"fact {at}")
    code = (
        "of = backends.backend\n"
        "class Killing:\n"
        "    def __init__(self, backend): self.backend = backend\n"
        "    def __getattr__(self, name): return getattr(self.backend, name)\n"
        "    def keep(self, db, vectors):\n"
        "        self.backend.keep(db, vectors)\n"
        "        os.kill(os.getpid(), 9)\n"
        "backends.backend = lambda db: Killing(of(db))\n"
        "sync.sync(store, embedder=tiny.TinyEmbedder(), backend=backend)\n"
    )
    assert started(store, code, backend).wait(100) == -9

    bring_up(store, backend)

    assert len(cosines_of(store, "x")) == 5
    with indexer.bring_up(store)[0] as index:
        assert vector_table.count(index.db) == kept.count(index.db) == 5


def test_vectors_that_are_lost_are_made_again(store: layout.Store, kept: Kept) -> None:
    backend = kept.name
    ids = {given.fact(store, f"fact {at}")["id"] for at in range(5)}
    bring_up(store, backend)
    where = Path(layout.cache_directory(store))
    kept.lose(where)
    given.fact(store, "another")

    bring_up(store, backend)

    assert ids < cosines_of(store, "x").keys()


def settings_of(backend: str) -> config.Config:
    settings = config.resolve()
    settings.values |= {"index_backend": backend, "embedder": "use-multilingual"}
    return settings


def results_by_meaning(store: layout.Store, settings: config.Config) -> list[dict[str, object]]:
    """What a search by meaning alone finds; nothing may be missing."""
    found = searching.search([store], "什么时候部署？", config=settings, method=searching.VECTOR)
    assert found.degraded is None
    return found.results


def test_a_search_asks_the_slot_and_its_damage_costs_nothing_but_time(
    store: layout.Store, kept: Kept
) -> None:
    backend = kept.name
    given.fact(store, "the deploy runs on Fridays")
    given.fact(store, "the user likes green tea")
    settings = settings_of(backend)

    assert results_by_meaning(store, settings)[0]["text"] == "the deploy runs on Fridays"
    with indexer.bring_up(store)[0] as index:
        assert backends.name(index.db) == backend

    found = Path(layout.cache_directory(store)).glob(kept.files)
    damaged = [one for one in found if one.is_file()]
    assert damaged
    for one in damaged:
        one.write_bytes(b"no vectors at all" * 500)
    assert results_by_meaning(store, settings)[0]["text"] == "the deploy runs on Fridays"


@faults.linux
def test_on_a_full_disk_words_answer_and_later_all_is_there(
    store: layout.Store, backend: str
) -> None:
    for at in range(300):
        given.fact(store, f"fact number {at} of those that are to be found by their meaning")
    cache = Path(layout.cache_directory(store))
    cache.mkdir(parents=True)
    code = (
        "from tests import faults\n"
        "from pathlib import Path\n"
        "from memory_store import config\n"
        "from memory_store.recall import searching\n"
        "faults.small_disk_or_end(Path(sys.argv[2]), '500k')\n"
        "report = sync.sync(store, embedder=tiny.TinyEmbedder('tiny', 1024), backend=backend)\n"
        "found = searching.search([store], 'number 7', config=config.resolve(), method='fts')\n"
        "sys.exit(0 if found.results and report.degraded else 3)\n"
    )
    status = started(store, code, backend, str(cache)).wait(100)
    if status == faults.NO_DISK:
        pytest.skip("no disk of a limited size can be mounted here")

    report = bring_up(store, backend, tiny.TinyEmbedder("tiny", 1024))

    assert status == 0
    assert (report.vectors_missing, report.degraded) == (0, "")


def test_two_syncs_at_once_keep_each_vector_once(store: layout.Store, kept: Kept) -> None:
    backend = kept.name
    for at in range(40):
        given.fact(store, f"fact {at}")
    code = "sync.sync(store, embedder=tiny.TinyEmbedder(), backend=backend, patience=30)"
    children = [started(store, code, backend) for _ in range(2)]

    assert [child.wait(100) for child in children] == [0] * 2
    bring_up(store, backend)
    assert len(cosines_of(store, "x", 100)) == 40
    with indexer.bring_up(store)[0] as index:
        assert vector_table.count(index.db) == kept.count(index.db) == 40


def crowded(backend: str, tmp_path: Path) -> tuple[database.Index, list[int], NDArray[np.float32]]:
    """An index with enough vectors for the backend to look at some of them alone."""
    chance = np.random.default_rng(3)
    centroids = chance.standard_normal((40, 64))
    apart = 0.5 * chance.standard_normal((3_000, 64))
    rows: NDArray[np.float32] = (centroids[np.arange(3_000) % 40] + apart).astype(np.float32)
    index = database.create_aside(str(tmp_path), backend)
    assert backends.backend(index.db).load(index.db)
    vector_table.adopt(index.db, filled.MODEL)
    return index, filled.add(index, rows), rows


def test_among_many_nine_of_the_ten_best_are_found(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, ids, rows = crowded(kept.name, tmp_path)
    with index:
        if kept.upkeep:
            monkeypatch.setattr(kept.upkeep, "SMALLEST", 1_000)
            kept.upkeep.maintain(index)
            monkeypatch.setattr(kept.module, "PROBES", 30)
        chosen_rows = rows[::150] + 0.1
        found = [
            backends.backend(index.db).by_vector(index.db, int8.quantised(one), 100, ANYTHING)
            for one in chosen_rows
        ]
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    best = np.array(ids)[np.argsort(-(chosen_rows @ unit.T), axis=1)[:, :10]]
    shares = [len(set(list(hits)[:10]) & set(ten)) for hits, ten in zip(found, best, strict=True)]
    assert all(len(hits) == 100 for hits in found)
    assert sum(shares) >= 0.9 * 10 * len(shares)
