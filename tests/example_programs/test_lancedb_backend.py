"""The example of a plug-in keeps the contract of backends; LanceDB's own ways beside it."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.index import backends, sync
from memory_store.store import layout
from tests import given
from tests.index import tiny
from tests.index.backend_contract import *  # noqa: F403  its tests
from tests.index.backend_contract import Kept, bring_up, cosines_of, crowded

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

pytest.importorskip("lancedb")

ROOT = Path(__file__).parents[2]
PLUG_IN = ROOT / "examples" / "lancedb_backend"
LANCEDB = "lancedb"

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What `pip install` of the plug-in would add to the path: its package and entry points."""
    project = tomllib.loads((PLUG_IN / "pyproject.toml").read_text("utf-8"))["project"]
    told = [
        f"{name} = {module}" for name, module in project["entry-points"][backends.GROUP].items()
    ]
    site = tmp_path_factory.mktemp("site")
    about = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    (about / "entry_points.txt").write_text("\n".join([f"[{backends.GROUP}]", *told]))
    return [str(site), str(PLUG_IN)]


@pytest.fixture(autouse=True)
def kept(installed: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """The plug-in, found by its entry point in this process and in those that it starts."""
    for path in installed:
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([*installed, os.environ.get("PYTHONPATH", "")])
    )
    monkeypatch.setattr(backends, "_plug_ins", {})
    module: Any = backends.plug_in(LANCEDB)
    upkeep = importlib.import_module("memory_store_lancedb.upkeep")

    def count(db: apsw.Connection) -> int:
        return int(module.open_table(db).count_rows())

    def lose(where: Path) -> None:
        for folder in where.glob("vectors-*.lance"):
            shutil.rmtree(folder)

    yield Kept(LANCEDB, module, upkeep, count, "vectors-*.lance/**/*.lance", lose)
    module._opened.clear()


def test_it_is_what_the_entry_point_names(kept: Kept) -> None:
    assert kept.module is sys.modules["memory_store_lancedb"]
    assert backends.unusable(LANCEDB) == ""


def test_among_many_the_vectors_of_a_few_windows_are_found_by_an_index_of_them(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept.upkeep, "SMALLEST", 1_000)
    index, ids, _ = crowded(LANCEDB, tmp_path)
    with index:
        kept.upkeep.maintain(index)
        table = kept.module.open_table(index.db)

        plan = table.search().where(f"window IN ({ids[0]}, {ids[1]})").explain_plan()
        assert "ScalarIndexQuery" in plan


def test_the_folder_of_another_model_is_removed_once_nobody_can_read_it(
    store: layout.Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "one")
    bring_up(store, LANCEDB, tiny.TinyEmbedder("first"))
    cache = Path(layout.cache_directory(store))
    (old,) = cache.glob("vectors-*.lance")

    bring_up(store, LANCEDB, tiny.TinyEmbedder("second"))
    assert old.exists(), "a search that began before may still read it"
    monkeypatch.setattr(kept.upkeep, "GRACE_SECONDS", -1.0)
    bring_up(store, LANCEDB, tiny.TinyEmbedder("third"))

    assert len(list(cache.glob("vectors-*.lance"))) == 1
    assert not old.exists()


def test_the_slot_changes_there_and_back(store: layout.Store) -> None:
    for at in range(20):
        given.fact(store, f"fact {at}")
    model = tiny.TinyEmbedder()
    sync.sync(store, embedder=model)
    before = cosines_of(store, "x", 300)
    model.embedded.clear()
    time.sleep(0.06)  # what was written a moment ago is looked at once more

    sync.sync(store, embedder=model, backend=LANCEDB)
    there = cosines_of(store, "x", 300)
    assert sync.idle_report(store, "tiny", LANCEDB) is not None
    assert sync.idle_report(store, "tiny") is None

    sync.sync(store, embedder=model)
    assert cosines_of(store, "x", 300) == pytest.approx(before, abs=1e-6)
    assert there == pytest.approx(before, abs=1e-5)
    assert model.embedded == [], "all vectors were in the cache"


_MANY_ALIKE = """
import sys
import numpy as np
from memory_store.index import database, backends, vector_table
from memory_store_lancedb import upkeep
from tests.index import filled
upkeep.SMALLEST = 100
index = database.create_aside(sys.argv[1], "lancedb")
assert backends.backend(index.db).load(index.db)
vector_table.adopt(index.db, filled.MODEL)
for _ in range(2):
    filled.add(index, np.repeat(np.eye(3, 64, dtype=np.float32), 70, axis=0))
    upkeep.maintain(index)
"""


@pytest.mark.parametrize("level", ["error", "warn"])
def test_lancedb_warns_nobody_of_partitions_without_vectors(tmp_path: Path, level: str) -> None:
    named = {"LANCEDB_LOG": "warn"} if level == "warn" else {}
    done = subprocess.run(
        [sys.executable, "-c", _MANY_ALIKE, str(tmp_path)],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, **named},
        cwd=ROOT,
    )

    assert ("is empty" in done.stderr) == (level == "warn"), "the control is who asks for it"


def test_where_lancedb_itself_is_missing_words_answer_and_it_is_told(
    store: layout.Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "the deploy runs on Fridays")
    monkeypatch.setitem(sys.modules, LANCEDB, None)

    report = bring_up(store, LANCEDB)

    assert report.vectors_missing == 1
    assert kept.module.UNUSABLE in report.degraded
