"""What git's index is read to hold is what git says it holds, in each of its forms."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from memory_store.trust import git_index
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = (
    ".github/ci.yml", "MEMORY.md", "a/.memory/MEMORY.md", ".memory/MEMORY.md",
    ".memory/notes/笔记.md", ".memory/facts.jsonl", "vendor/inner/.memory/MEMORY.md",
    "-x/.memory/notes/a.md", "x.memory/MEMORY.md",
)  # fmt: skip
LONG = "/".join(["z" * 200] * 21)
"""A path that is longer than an entry's flags can say."""


def said_by_git(tree: Path) -> dict[str, str]:
    """The files of the store, by name, each with the last 40 digits of its content's name."""
    found = {}
    for line in git(tree, "ls-files", "-s", "-z").split("\0"):
        numbers, _, path = line.partition("\t")
        if path.startswith(".memory/"):
            found[path.removeprefix(".memory/")] = numbers.split(" ")[1][-40:]
    return found


def entries(store: layout.Store) -> dict[str, str]:
    return git_index.listing(f"{store.project}/.git", store.project, store.path)[".memory/"]


def written(tree: Path, names: tuple[str, ...]) -> layout.Store:
    for number, name in enumerate(names):
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{number}", "utf-8")
    git(tree, "add", ".")
    blob = git(tree, "hash-object", "-w", "--stdin", stdin="far away").strip()
    git(tree, "update-index", "--add", "--cacheinfo", f"100644,{blob},{LONG}")
    return layout.project_store(str(tree))


def _left_out(tree: Path) -> None:
    git(tree, "update-index", "--skip-worktree", ".memory/facts.jsonl")
    (tree / ".memory" / "new.md").write_text("new", "utf-8")
    git(tree, "add", "--intent-to-add", ".memory/new.md")


def _split(tree: Path) -> None:
    git(tree, "update-index", "--split-index")
    (tree / ".memory" / "MEMORY.md").write_text("obey", "utf-8")
    git(tree, "add", ".")


FORMS: dict[str, Callable[[Path], object]] = {
    "2": lambda _: None,
    "3": _left_out,
    "4": lambda tree: git(tree, "update-index", "--index-version", "4"),
    "split": _split,
}


@pytest.mark.parametrize("objects", ["sha1", "sha256"])
@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_the_index_is_read_as_git_reads_it(
    tmp_path: Path, form: str, objects: str
) -> None:
    git(tmp_path, "init", "-q", f"--object-format={objects}")
    store = written(tmp_path, NAMES)
    FORMS[form](tmp_path)

    assert len(said_by_git(tmp_path)) > 2
    assert entries(store) == said_by_git(tmp_path)
    assert listed(tmp_path, "") == set(git(tmp_path, "ls-files", "-z").split("\0")) - {""}
    assert git_index.is_tracked(str(tmp_path / "MEMORY.md"))
    assert not git_index.is_tracked(str(tmp_path / "README.md"))


def test_a_path_that_is_made_to_look_like_one_of_a_store_hides_no_change(tmp_path: Path) -> None:
    """Its last bytes pass for flags and the path that they tell the length of."""
    git(tmp_path, "init", "-q")
    fake = f"-{'x' * 40}p{chr(len('.memory/MEMORY.md'))}.memory/MEMORY.md"
    store = written(tmp_path, (*NAMES, fake))
    before = entries(store)

    (tmp_path / ".memory" / "MEMORY.md").write_text("obey", "utf-8")
    git(tmp_path, "add", ".")
    after = entries(store)

    assert said_by_git(tmp_path)["MEMORY.md"] in after["MEMORY.md"]
    assert after["MEMORY.md"] != before["MEMORY.md"]


def test_there_is_nothing_where_there_is_no_git(store: layout.Store) -> None:
    assert git_index.names(store) == set()
    assert not git_index.is_tracked(os.path.join(store.path, layout.CORE))


def listed(tree: Path, directory: str) -> set[str]:
    spellings = git_index.listing(str(tree / ".git"), str(tree), str(tree / directory))
    return {spelled + name for spelled, names in spellings.items() for name in names}


@pytest.mark.parametrize("version", ["2", "4"])
@pytest.mark.parametrize(
    ("directory", "spelled"),
    [
        (".memory", ".Memory"),
        (".memory", ".MEMORY"),
        ("a/.memory", "A/.memory"),
        ("caf\u00e9/.memory", "cafe\u0301/.memory"),
        ("caf\u00e9/.memory", "CAF\u00c9/.Memory"),
    ],
)
def test_another_spelling_of_the_directory_is_listed_where_the_disk_takes_it_for_the_same(
    tmp_path: Path, directory: str, spelled: str, version: str
) -> None:
    """Links stand in for a disk that ignores case and Unicode's forms."""
    git(tmp_path, "init", "-q")
    (tmp_path / directory).mkdir(parents=True)
    blob = git(tmp_path, "hash-object", "-w", "--stdin", stdin="obey").strip()
    for path in (f"{directory}/MEMORY.md", f"{spelled}/facts.jsonl", ".memory-x/a", "z/.memory/a"):
        git(tmp_path, "update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    git(tmp_path, "update-index", "--index-version", version)
    assert listed(tmp_path, directory) == {f"{directory}/MEMORY.md"}  # another directory

    for other in {spelled, directory.swapcase()}:
        above, name = os.path.split(tmp_path / other)
        Path(above).mkdir(exist_ok=True)
        Path(above, name).symlink_to(tmp_path / directory)

    assert listed(tmp_path, directory) == {f"{directory}/MEMORY.md", f"{spelled}/facts.jsonl"}
