"""A folder of Markdown as notes: whole, dated, by names that tell where they stood."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store.sources import markdown_folder

if TYPE_CHECKING:
    from pathlib import Path


ELSEWHERE = os.path.join(os.sep, "project")
KEY = "ghp_" + "k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5Gh0Jf2Kc7Vb4"


def test_each_file_of_a_folder_is_a_note_with_its_date(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    (folder / "work" / "2025").mkdir(parents=True)
    (folder / ".obsidian").mkdir()
    (folder / "work" / "2025" / "plan b.md").write_text("\ufeff# Plan\n", encoding="utf-8")
    (folder / "读书.markdown").write_text("笔记", encoding="utf-8")
    for name in (".obsidian/x.md", "picture.png"):
        (folder / name).write_text("PASSED OVER", encoding="utf-8")
    (folder / "link.md").symlink_to(folder / "读书.markdown")
    os.utime(folder / "work" / "2025" / "plan b.md", (1_700_000_000, 1_700_000_000))

    found = markdown_folder.read(str(folder), ELSEWHERE)

    assert [(one.name, one.text) for one in found.notes] == [
        ("vault-work-2025-plan-b.md", "# Plan\n"),
        ("vault-读书.md", "笔记"),
    ]
    assert found.notes[0].moment == 1_700_000_000
    assert found.faults == ()


def test_what_is_too_long_no_text_or_no_file_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    """And nobody waits for a pipe."""
    (tmp_path / "long.md").write_bytes(b"x" * (markdown_folder.MOST_BYTES + 1))
    (tmp_path / "zeros.md").write_bytes(b"a\0b")
    (tmp_path / "good.md").write_text("good", encoding="utf-8")
    named = ["long.md", "zeros.md"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.md")
        named.append("pipe.md")

    found = markdown_folder.read(str(tmp_path), ELSEWHERE)

    assert [one.text for one in found.notes] == ["good"]
    told = {one.partition(": ")[0] for one in found.faults}
    assert told == {str(tmp_path / name) for name in named}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.md", "a.md"),
        ("../../etc/passwd.md", "etc-passwd.md"),
        (".hidden/x y.md", "hidden-x-y.md"),
        ("….md", "note.md"),
        (f"of/{KEY} old.md", "of-redacted-github-old.md"),
        ("v1.2_x.md", "v1.2_x.md"),
        ("长" * 300 + ".md", "长" * 66 + ".md"),
    ],
)
def test_a_name_is_one_plain_file_name(path: str, name: str) -> None:
    assert markdown_folder.name_of(path) == name


def test_one_file_is_a_folder_of_one(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x", encoding="utf-8")

    assert [one.name for one in markdown_folder.read(str(tmp_path / "a.md"), ELSEWHERE).notes] == [
        "a.md"
    ]
    with pytest.raises(FileNotFoundError):
        markdown_folder.read(str(tmp_path / "b.md"), ELSEWHERE)


@pytest.mark.parametrize("path", ["", "docs", "docs/guide", "docs/guide/a.md"])
def test_a_file_of_the_project_has_one_name_whatever_path_leads_to_it(
    tmp_path: Path, path: str
) -> None:
    (tmp_path / "docs" / "guide").mkdir(parents=True)
    (tmp_path / "docs" / "guide" / "a.md").write_text("x", encoding="utf-8")

    found = markdown_folder.read(os.path.join(tmp_path, path).rstrip("/"), str(tmp_path))

    assert [one.name for one in found.notes] == ["docs-guide-a.md"]
