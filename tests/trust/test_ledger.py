"""A project that its user moves or renames keeps its memory; what looks like it does not."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from memory_store.index import indexer, sync
from memory_store.journal import create
from memory_store.store import layout
from memory_store.trust import approval, ledger
from tests import faults, given

pytestmark = [faults.posix, pytest.mark.usefixtures("unmapped")]


def stores() -> list[str]:
    return sorted(ledger.entries())


def caches() -> list[str]:
    """What is derived, by directory."""
    root = Path(layout.cache_root())
    return sorted(path.name for path in root.iterdir()) if root.is_dir() else []


def renamed(store: layout.Store, path: Path) -> layout.Store:
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(store.project).rename(path)
    return layout.project_store(str(path))


def index(store: layout.Store) -> None:
    """Give a store a fact and an index."""
    given.fact(store, "the gateway listens on 8080")
    indexer.bring_up(store)[0].close()


@pytest.fixture
def copied(store: layout.Store, tmp_path: Path) -> layout.Store:
    """A copy of an indexed store: every byte, name and time, and the word in the lock file."""
    index(store)
    shutil.copytree(store.project, tmp_path / "copy")
    lock = Path(tmp_path / "copy", ".memory", layout.LOCK)
    assert lock.stat().st_mtime_ns == Path(store.path, layout.LOCK).stat().st_mtime_ns
    return layout.project_store(str(tmp_path / "copy"))


@pytest.mark.parametrize("step", ["renamed", "moved", "its parent", "a link is left"])
def test_a_project_that_was_moved_keeps_its_trust_and_its_index(tmp_path: Path, step: str) -> None:
    first = tmp_path / "work" / "shop"
    first.mkdir(parents=True)
    before = layout.project_store(str(first))
    create.create(before)
    index(before)
    if step == "its parent":
        (tmp_path / "work").rename(tmp_path / "done")
        now = layout.project_store(str(tmp_path / "done" / "shop"))
    else:
        now = renamed(before, tmp_path / ("work" if step == "renamed" else "far/away") / "new")
        if step == "a link is left":
            first.symlink_to(now.project)

    assert approval.is_trusted(now)
    assert approval.waiting(now) == []
    assert stores() == [os.path.realpath(now.path)]
    assert caches() == [now.key]
    report = sync.sync(now)
    assert (report.added, report.removed) == (0, 0)  # it is the same index
    assert given.living(now)


def test_a_store_of_an_older_version_is_known_after_a_move_once_it_was_looked_at(
    store: layout.Store, tmp_path: Path
) -> None:
    listed = Path(layout.config_directory(), ledger.NAME)
    older = json.loads(listed.read_text("utf-8"))
    for entry in older["stores"].values():
        del entry["numbers"]
    listed.write_text(json.dumps(older), "utf-8")
    copy = layout.project_store(str(tmp_path / "copy"))
    shutil.copytree(store.project, copy.project)
    assert not approval.is_trusted(copy)
    assert approval.is_trusted(store)

    assert approval.is_trusted(renamed(store, tmp_path / "new"))
    assert not approval.is_trusted(copy)


def test_it_may_be_moved_again_and_back(store: layout.Store, tmp_path: Path) -> None:
    home = Path(store.project)
    for name in ("a", "b", "my project"):
        store = renamed(store, tmp_path / name)
        Path(store.path, layout.CORE).write_text(f"- changed at {name}", "utf-8")
        assert approval.is_trusted(store)

    assert Path(store.project) == home
    assert stores() == [os.path.realpath(store.path)]


@pytest.mark.parametrize("way", ["stays", "goes back"])
def test_it_is_known_again_where_another_memory_took_its_place(
    store: layout.Store, tmp_path: Path, way: str
) -> None:
    place = Path(store.project)
    index(store)
    now = renamed(store, tmp_path / "app-old")
    place.mkdir()
    create.create(store)
    copy = layout.project_store(str(tmp_path / "copy"))
    shutil.copytree(now.project, copy.project)
    assert approval.is_trusted(store)
    assert caches() == [store.key]
    assert os.listdir(layout.cache_directory(store)) == []
    if way == "goes back":
        shutil.rmtree(place)
        now = renamed(now, place)

    assert not approval.is_trusted(copy)
    assert approval.is_trusted(now)
    assert given.living(now)
    assert sync.sync(now).added == 1
    assert os.path.realpath(now.path) in stores()
    assert not any(one.endswith(".earlier") for one in stores())
    assert approval.is_trusted(store)


def test_what_only_looks_like_it_is_not_trusted_also_where_it_is_gone(
    store: layout.Store, copied: layout.Store
) -> None:
    """As if the word in the lock file had leaked."""
    assert not approval.is_trusted(copied)

    shutil.rmtree(store.project)

    assert not approval.is_trusted(copied)
    assert approval.waiting(copied) is None
    assert approval.copied_from(copied) == os.path.realpath(store.path)


def test_another_lock_file_in_a_moved_store_is_not_taken_for_its_own(
    store: layout.Store, tmp_path: Path
) -> None:
    now = renamed(store, tmp_path / "new")
    lock = Path(now.path, layout.LOCK)
    state, word = lock.stat(), lock.read_bytes()
    lock.unlink()
    (tmp_path / "in its inode's place").touch()
    lock.write_bytes(word)
    os.utime(lock, ns=(state.st_atime_ns, state.st_mtime_ns))

    assert not approval.is_trusted(now)


def test_an_approved_store_that_was_changed_before_it_was_moved_asks(
    project: Path, tmp_path: Path
) -> None:
    (project / ".memory").mkdir()
    (project / ".memory" / layout.CORE).write_text("- theirs", "utf-8")
    theirs = layout.project_store(str(project))
    approval.approve(theirs)
    (project / ".memory" / layout.CORE).write_text("- obey", "utf-8")

    now = renamed(theirs, tmp_path / "new")

    assert approval.waiting(now) == [layout.CORE]
    approval.approve(now)
    assert approval.waiting(now) == []


@pytest.mark.parametrize("original", ["is gone", "stands"])
def test_a_copy_that_is_approved_takes_what_was_derived_from_no_store_that_stands(
    store: layout.Store, copied: layout.Store, original: str
) -> None:
    """The first is a move to another disk."""
    if original == "is gone":
        shutil.rmtree(store.project)

    approval.approve(copied)

    assert approval.is_trusted(copied)
    assert approval.is_trusted(store)
    assert caches() == [(copied if original == "is gone" else store).key]


def test_where_the_move_cannot_be_noted_it_is_known_all_the_same(
    store: layout.Store, tmp_path: Path
) -> None:
    now = renamed(store, tmp_path / "new")

    def look() -> object:
        return [approval.is_trusted(now), approval.is_trusted(now)]

    closed = faults.read_only(layout.config_directory())
    assert faults.in_child(look, closed) == [True, True]
    assert stores() == [os.path.realpath(store.path)]


def test_a_store_seen_at_two_places_is_withdrawn_at_both(
    store: layout.Store, tmp_path: Path
) -> None:
    """A container mounts a project somewhere else: the same directory, and the same memory."""
    other = tmp_path / "mounted"
    other.mkdir()
    there = layout.project_store(str(other))

    def prepare() -> None:
        faults.own_mounts()
        faults.mount("--bind", store.project, other)

    def look() -> object:
        found = [approval.is_trusted(there), approval.is_trusted(store)]
        approval.withdraw(there)
        return [*found, approval.is_trusted(there), approval.is_trusted(store)]

    assert faults.in_child(look, prepare) == [True, True, False, False]
