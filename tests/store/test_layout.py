from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memory_store.store import layout
from tests import faults


def test_the_users_store_is_in_the_home_directory() -> None:
    assert layout.user_store().path == os.path.join(os.environ["HOME"], ".memory")
    assert layout.user_store().scope == "user"


@faults.linux
def test_a_user_without_a_home_gets_no_directory_in_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look() -> list[str]:
        return [layout.home(), layout.state_directory(), layout.user_store().path]

    def nobody_known() -> None:
        for name in [name for name in os.environ if name == "HOME" or name.startswith("XDG_")]:
            del os.environ[name]
        if os.geteuid() != 0:
            raise OSError("only root can become a user that nobody knows")
        os.setresuid(54_321, 54_321, 54_321)

    monkeypatch.chdir(tmp_path)
    found = faults.in_child(look, nobody_known)

    assert isinstance(found, list)
    assert all(os.path.isabs(path) for path in found)
    assert found[0] == "/"


def test_without_xdg_the_platforms_own_directories_are_used(
    monkeypatch: pytest.MonkeyPatch, machine: Path
) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name)
    places = {
        "linux": [".cache", ".local/state", ".config"],
        "darwin": ["Library/Caches", "Library/Application Support", "Library/Application Support"],
    }
    for platform, expected in places.items():
        monkeypatch.setattr(sys, "platform", platform)
        found = [layout.cache_root(), layout.state_directory(), layout.config_directory()]
        assert found == [str(machine / "home" / one / "memory-store") for one in expected]
    monkeypatch.setattr(sys, "platform", "win32")
    assert layout.cache_root() == str(machine / "local" / "memory-store")
    assert layout.config_directory() == str(machine / "roaming" / "memory-store")


@pytest.mark.parametrize("value", ["", "relative", "./here", "~/there"])
def test_an_xdg_variable_that_is_no_absolute_path_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, machine: Path, value: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", value)

    assert layout.cache_root().startswith(str(machine))


def test_the_nearest_parent_with_a_store_is_the_project(tmp_path: Path) -> None:
    deep = tmp_path / "outer" / "inner" / "src" / "deep"
    deep.mkdir(parents=True)
    (tmp_path / "outer" / ".memory").mkdir()
    (tmp_path / "outer" / "inner" / "src" / ".git").mkdir()

    assert layout.find_project(str(deep)) == os.path.realpath(tmp_path / "outer")
    (tmp_path / "outer" / "inner" / ".memory").mkdir()
    assert layout.find_project(str(deep)) == os.path.realpath(tmp_path / "outer" / "inner")


@pytest.mark.parametrize("kind", ["directory", "file"])
def test_without_a_store_the_git_root_is_the_project(tmp_path: Path, kind: str) -> None:
    deep = tmp_path / "repository" / "src"
    deep.mkdir(parents=True)
    if kind == "directory":
        (tmp_path / "repository" / ".git").mkdir()
    else:
        (tmp_path / "repository" / ".git").write_text("gitdir: elsewhere")

    assert layout.find_project(str(deep)) == os.path.realpath(tmp_path / "repository")


def test_without_both_the_directory_is_its_own_project(project: Path) -> None:
    assert layout.find_project(str(project)) == os.path.realpath(project)
    assert layout.find_project("/") == os.path.realpath("/")


def test_the_users_store_is_never_a_projects(user_store: layout.Store) -> None:
    assert user_store.exists()
    below = Path(layout.home()) / "work" / "project"
    below.mkdir(parents=True)

    assert layout.find_project(str(below)) == os.path.realpath(below)


@faults.posix
def test_the_same_project_by_another_name_is_the_same_project(
    tmp_path: Path, store: layout.Store
) -> None:
    (tmp_path / "alias").symlink_to(store.project)
    again = layout.project_store(str(tmp_path / "alias"))

    assert layout.find_project(again.project) == os.path.realpath(store.project)
    assert again.key == store.key


def test_projects_of_one_name_have_keys_of_their_own(tmp_path: Path) -> None:
    names = ["a/app", "b/app", "App", "app", "项目", "專案", "a b", "a_b", "a-b", "프로젝트"]
    keys = {layout.project_store(str(tmp_path / name)).key for name in names}

    assert len(keys) == len(names)
    assert all(len(key) == 24 and int(key, 16) >= 0 for key in keys)


@faults.posix
def test_a_store_that_is_a_link_or_a_file_does_not_exist(
    tmp_path: Path, store: layout.Store
) -> None:
    for name in ("linked", "file"):
        (tmp_path / name).mkdir()
    (tmp_path / "linked" / ".memory").symlink_to(store.path)
    (tmp_path / "file" / ".memory").write_text("x")

    assert store.exists()
    assert not layout.project_store(str(tmp_path / "linked")).exists()
    assert not layout.project_store(str(tmp_path / "file")).exists()
