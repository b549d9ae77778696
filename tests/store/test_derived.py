"""What is in the way of derived files goes, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store.index import disk, indexer
from memory_store.journal import checkpoints
from memory_store.store import derived, layout, log
from tests import faults, given

pytestmark = faults.posix


@pytest.mark.parametrize("kind", faults.TRAPS)
def test_what_is_no_file_of_ours_gives_way_and_what_it_leads_to_stays(
    tmp_path: Path, kind: str
) -> None:
    where, target = tmp_path / "cache", tmp_path / "target"
    where.mkdir()
    target.write_text("precious", "utf-8")
    (where / "ours").touch(0o600)
    faults.trap(where / "name", kind, target)

    def give_way() -> object:
        return derived.give_way(str(where), ["name", "ours", "none"])

    assert faults.in_child(give_way, faults.without_rights) == ["name"]
    assert target.read_text("utf-8") == "precious"
    assert not (where / "name").exists()
    assert (where / "ours").exists()
    assert (where / "name.kept" / "somebody's").exists() is (kind == "a directory")


@pytest.mark.parametrize("kind", faults.TRAPS)
@pytest.mark.parametrize(
    "name", ["index.lock", "index.sqlite-journal", "index.sqlite-wal", "vectors.sqlite-journal"]
)
def test_an_index_is_brought_up_to_date_whatever_stands_beside_it(
    store: layout.Store, tmp_path: Path, name: str, kind: str
) -> None:
    given.fact(store, "the gateway listens on 8080")
    indexer.bring_up(store)[0].close()
    given.fact(store, "the new gateway")
    (tmp_path / "target").write_bytes(b"precious")
    faults.trap(Path(layout.cache_directory(store), name), kind, tmp_path / "target")

    def sync() -> object:
        index, report = indexer.bring_up(store)
        index.close()
        return [report.degraded, bool(index.aside), Path(index.path).name]

    assert faults.in_child(sync, faults.without_rights) == ["", False, disk.NAME]
    assert (tmp_path / "target").read_bytes() == b"precious"
    assert not name.startswith("index") or name in Path(log.path()).read_text("utf-8")


@pytest.mark.parametrize("kind", faults.TRAPS)
def test_what_is_kept_for_later_runs_is_kept_whatever_stood_there(
    store: layout.Store, tmp_path: Path, kind: str
) -> None:
    given.fact(store, "a fact")
    checkpoints.update(store, {})
    (tmp_path / "target").write_bytes(b"precious")
    faults.trap(Path(layout.cache_directory(store), "learned.json"), kind, tmp_path / "target")

    checkpoints.update(store, {"facts.jsonl": 7})

    assert checkpoints.load(store) == {"facts.jsonl": 7}
    assert (tmp_path / "target").read_bytes() == b"precious"
