from __future__ import annotations

import functools
import os
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.journal import append, create
from memory_store.store import files, layout
from memory_store.trust import approval, ledger
from tests import faults
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = [".gitattributes", ".gitignore", ".lock", "MEMORY.md"]


def test_a_new_store_is_whole_and_trusted_and_the_users_alone(project: Path) -> None:
    made = layout.project_store(str(project))

    assert create.create(made)
    assert sorted(os.listdir(made.path)) == PARTS
    assert os.listdir(project) == [".memory"]
    assert approval.is_trusted(made)
    assert create.is_template(Path(made.path, layout.CORE).read_text(encoding="utf-8"))
    if os.name == "posix":
        assert Path(made.path).stat().st_mode & 0o777 == 0o700
        for name in PARTS:
            assert Path(made.path, name).stat().st_mode & 0o777 == 0o600


def test_what_is_there_is_not_touched(store: layout.Store) -> None:
    path = Path(store.path, layout.CORE)
    path.write_text("mine")
    Path(store.path, ".gitignore").unlink()
    before = path.stat()

    assert not create.create(store)
    assert path.read_text() == "mine"
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert not Path(store.path, ".gitignore").exists()


def test_the_users_store_needs_no_trust(user_store: layout.Store) -> None:
    assert user_store.exists()
    assert sorted(os.listdir(user_store.path)) == [name for name in PARTS if name != ".lock"]
    assert not Path(layout.config_directory(), ledger.NAME).exists()
    assert not create.create(user_store)


@faults.posix
@pytest.mark.parametrize("kind", ["a file", "a link", "a link to nothing"])
def test_something_else_in_its_place_is_the_callers_to_move(
    project: Path, tmp_path: Path, kind: str
) -> None:
    path = project / ".memory"
    (tmp_path / "there").mkdir()
    if kind == "a file":
        path.write_text("x")
    else:
        path.symlink_to(tmp_path / ("there" if kind == "a link" else "nothing"))

    with pytest.raises(errors.UsageError, match="no directory"):
        create.create(layout.project_store(str(project)))

    assert list((tmp_path / "there").iterdir()) == []
    assert not (tmp_path / "nothing").exists()
    assert os.listdir(project) == [".memory"]


@pytest.mark.parametrize("team", [False, True])
def test_git_sees_what_is_shared_and_nothing_else(project: Path, *, team: bool) -> None:
    git(project, "init", "-q")
    made = layout.project_store(str(project))
    create.create(made, team=team)
    append.append(made, layout.FACTS, [{"id": "f_1"}])
    append.append(made, layout.SESSIONS, [{"id": "s_1"}])
    append.append(made, f"{layout.DAILY}/2026-11-21.jsonl", [{"id": "e_1"}])
    (Path(made.path) / layout.NOTES).mkdir()
    for name in ("notes/a.md", "notes/b.txt", "config.json", "MEMORY.md.1.tmp"):
        Path(made.path, name).write_text("x")

    seen = git(project, "ls-files", "--others", "--exclude-standard").split()

    shared = [".memory/facts.jsonl", ".memory/notes/a.md"] if team else []
    assert sorted(seen) == sorted(
        [".memory/.gitattributes", ".memory/.gitignore", ".memory/MEMORY.md", *shared]
    )
    assert "merge: union" in git(project, "check-attr", "merge", ".memory/facts.jsonl")


def test_a_store_that_is_there_can_be_shared_later(store: layout.Store) -> None:
    assert layout.FACTS not in Path(store.path, ".gitignore").read_text()

    path = Path(store.path, ".gitignore")
    path.write_text(f"{path.read_text()}# mine")

    assert create.share(store)
    assert path.read_text().endswith("# mine\n!facts.jsonl\n!notes/\n!notes/*.md\n")
    assert not create.share(store)


@pytest.mark.long
@faults.linux
def test_where_nothing_can_be_written_nothing_is_left(project: Path) -> None:
    made = layout.project_store(str(project))

    def run() -> object:
        return create.create(made)

    assert "Read-only" in str(faults.in_child(run, faults.read_only(project)))
    os.makedirs(layout.config_directory())
    told = str(faults.in_child(run, faults.read_only(layout.config_directory())))
    assert told.startswith("StoreError: cannot lock")
    told = str(faults.in_child(run, faults.file_size_limit(100)))
    assert told.startswith("StoreError: cannot create")
    assert os.listdir(project) == []
    assert faults.in_child(run) is True


@pytest.mark.long
@faults.posix
def test_of_many_creators_one_creates_and_all_can_write(project: Path) -> None:
    made = layout.project_store(str(project))

    def run(number: int) -> None:
        is_ours = create.create(made)
        append.append(made, layout.FACTS, [{"id": f"f_{number}", "ours": is_ours}])

    faults.at_once(*[functools.partial(run, number) for number in range(8)])

    text = Path(made.path, layout.FACTS).read_text()
    assert text.count("\n") == 8
    assert text.count("true") == 1
    assert approval.is_trusted(made)
    assert os.listdir(project) == [".memory"]


def _create_in_steps(store: layout.Store) -> None:
    """The naive way, as the control: the directory first, its parts and its birth one by one."""
    files.make_directory(store.path)
    for name in (layout.CORE, ".gitignore", ".gitattributes"):
        files.replace(store.path, name, b"x")
    approval.approve(store)


def _half_made(directory: Path, way: Callable[[layout.Store], object], kills: int) -> int:
    """How often a killed creation leaves a store that is not whole, or not trusted."""
    chance = random.Random(7)
    found = 0
    for number in range(kills):
        project = directory / f"{way.__name__} {number}"
        project.mkdir()
        made = layout.project_store(str(project))

        def run(ready: Callable[[], None], made: layout.Store = made) -> None:
            ready()
            way(made)

        child = faults.started(run)
        time.sleep(chance.random() * 0.008)
        faults.kill(child)
        if os.path.lexists(made.path):
            found += sorted(os.listdir(made.path)) != PARTS or not approval.is_trusted(made)
        assert create.create(made) or found or approval.is_trusted(made)
    return found


@pytest.mark.long
@faults.posix
def test_a_killed_creation_leaves_no_store_or_a_whole_one(tmp_path: Path) -> None:
    assert _half_made(tmp_path, create.create, 60) == 0
    assert _half_made(tmp_path, _create_in_steps, 60) > 0, "the control must show the fault"
