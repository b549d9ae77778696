"""What git ignores, judged as git itself does."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from memory_store.index import walk_ignores
from tests import growth, repositories

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

PATTERNS = (
    *("build/", "/top.md", "a/b", "*.tmp.md", "draft-*", "**/deep", "x/**/y.md", "all/**"),
    *("!all/keep.md", "# comment", "\\#hash.md", "\\!bang.md", "q?.md", "[ab]x.md", "[!ab]y.md"),
    *("[^ab]z.md", "star\\*.md", "blank ", "kept\\ ", "/", "!", "**", "!**", "dir/*", "!dir/in/"),
    *("**/m/**/n.md", "a**b.md", "caf\u00e9.md", "trail/ ", "*.md\n!*.md"),
)
PATHS = (
    *("top.md", "sub/top.md", "build/x.md", "a/build/x.md", "a/b", "c/a/b", "k.tmp.md"),
    *("draft-1.md", "s/draft-2/x.md", "deep/a.md", "1/2/deep/a.md", "x/y.md", "x/1/2/y.md"),
    *("all/keep.md", "all/1/keep.md", "#hash.md", "!bang.md", "q1.md", "q12.md", "ax.md"),
    *("by.md", "cy.md", "bz.md", "cz.md", "star*.md", "starry.md", "blank", "kept "),
    *(
        "dir/in/f.md",
        "dir/out.md",
        "m/n.md",
        "1/m/2/3/n.md",
        "b.md",
        "a1/b.md",
        "a1b.md",
        "caf\u00e9.md",
    ),
    *("trail/x.md", "build"),
)


def is_ignored(text: str, path: str) -> bool:
    """By the rules of ours: a folder on the way, or the file itself."""
    rules = walk_ignores.Ignored().with_file(0, text)
    parts = path.split("/")
    return any(
        rules.holds(parts[:depth], is_folder=depth < len(parts))
        for depth in range(1, len(parts) + 1)
    )


@pytest.mark.skipif(os.name == "nt", reason="names with a star")
def test_each_pattern_ignores_the_files_that_git_ignores(tmp_path: Path) -> None:
    repositories.git(tmp_path, "init", "-q")
    for path in PATHS:
        made = tmp_path / path
        if made.name == "build":  # a file of that name, where a folder is meant
            made = tmp_path / "plain" / "build"
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch()
    paths = sorted(str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*") if one.is_file())
    paths = [one for one in paths if not one.startswith(".git/")]
    for pattern in (*PATTERNS, "\n".join(PATTERNS[:9])):
        (tmp_path / ".gitignore").write_text(f"{pattern}\n", "utf-8")
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--others", "--exclude-standard"],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        ).stdout.decode()
        left = set(listed.split("\0"))
        ours = {one for one in paths if not is_ignored(f"{pattern}\n", one)}
        assert ours == left - {"", ".gitignore"}, pattern


@pytest.mark.parametrize(
    "pattern", ["*a" * 60 + "b", "**/a/" * 200 + "b", "?*" * 100 + "b", "[a-z]*" * 60 + "B"]
)
def test_twice_the_path_takes_at_most_twice_the_time(pattern: str) -> None:
    def made(size: int) -> str:
        return "/".join(["a"] * 40 + ["a" * size])

    assert not is_ignored(pattern, made(250))
    assert growth.of(lambda path: is_ignored(pattern, path), made, 250) < growth.MOST


def test_a_file_of_very_many_patterns_is_read_up_to_a_bound() -> None:
    text = "\n".join(f"{number}.md" for number in range(100_000))

    assert is_ignored(text, "499.md")
    assert not is_ignored(text, "99999.md")
