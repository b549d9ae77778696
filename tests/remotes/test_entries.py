"""Which remotes a store has, and what is kept of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.remotes import entries
from memory_store.store import layout
from tests import given

URL = "ssh://git@host/memory.git"


def add(store: layout.Store, name: str = "home", url: str = URL) -> entries.Entry:
    return entries.add(store, name, url, "acme/api")


def test_a_remote_belongs_to_the_store_that_it_was_added_to(
    store: layout.Store, user_store: layout.Store, machine: Path
) -> None:
    made = add(store)

    assert entries.load(store) == [made]
    assert entries.load(user_store) == []
    assert given.holding("memory.git", store.project) == []
    assert len(given.holding("memory.git", machine / "config")) == 1


def test_a_remote_goes_with_a_store_that_is_moved_and_not_with_a_copy(
    store: layout.Store, tmp_path: Path
) -> None:
    made = add(store)
    copy = layout.project_store(str(tmp_path / "copy"))
    shutil.copytree(store.project, copy.project)
    moved = layout.project_store(str(tmp_path / "moved"))
    Path(store.project).rename(moved.project)

    assert entries.load(moved) == [made]
    assert entries.load(copy) == []
    with pytest.raises(errors.UsageError, match="already"):
        add(moved)
    entries.remove(moved, "home")
    assert entries.load(moved) == []


def test_a_remote_that_was_removed_is_gone_alone(store: layout.Store) -> None:
    kept = add(store)
    add(store, "work")

    entries.remove(store, "work")

    assert entries.load(store) == [kept]


@pytest.mark.parametrize(
    "url",
    [
        "https://me:hunter2@host/memory.git",
        "postgresql://me:hunter2@host/memory",
        "postgresql://host/memory?password=hunter2",
    ],
)
def test_an_address_with_a_password_is_refused_and_the_password_not_told(
    url: str, store: layout.Store
) -> None:
    with pytest.raises(errors.UsageError) as refused:
        add(store, url=url)

    assert "hunter2" not in f"{refused.value} {refused.value.hint}"
    assert entries.load(store) == []


@pytest.mark.parametrize("url", ["", "--upload-pack=x", "ext::sh -c x", "ssh://host/a\nb"])
def test_what_makes_git_run_something_else_is_no_address(url: str, store: layout.Store) -> None:
    with pytest.raises(errors.UsageError):
        add(store, url=url)


def test_a_folder_is_the_same_one_from_any_directory(
    store: layout.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert add(store, "disk", "memory.git").url == str(tmp_path / "memory.git")
    assert add(store, "host", "host:memory.git").url == "host:memory.git"


def test_a_list_that_cannot_be_read_names_no_remote(store: layout.Store, machine: Path) -> None:
    add(store)
    listed = machine / "config" / "memory-store" / layout.REMOTES
    listed.write_text('{"remotes": [1, {"name": 2}, {}]}', "utf-8")

    assert entries.load(store) == []
