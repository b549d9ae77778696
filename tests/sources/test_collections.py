"""What folders of Markdown hold, file by file (collections.jsonl)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.sources import markdown_folder

if TYPE_CHECKING:
    from tests import given

ELSEWHERE = os.path.join(os.sep, "project")
KEPT_AT = 1_700_000_000.0
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("collections.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['promise']} {row.get('read', '')}")
def test_each_file_is_a_note(row: given.Record, tmp_path: Path) -> None:
    for name, text in row["files"].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (KEPT_AT, KEPT_AT))
    path = str(tmp_path / row.get("read", ""))

    found, faults = markdown_folder.read(
        path, str(tmp_path) if row["tool"] == "project" else ELSEWHERE
    )

    notes = [[one.name, one.text, clock.stamp(one.moment)[:10]] for one in found]
    assert notes == row.get("notes", [])
    assert faults == []


def test_what_is_too_long_no_text_or_no_file_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    """And nobody waits for a pipe, or follows a link."""
    (tmp_path / "long.md").write_bytes(b"x" * (markdown_folder.MOST_BYTES + 1))
    (tmp_path / "zeros.md").write_bytes(b"a\0b")
    (tmp_path / "good.md").write_text("good", encoding="utf-8")
    (tmp_path / "link.md").symlink_to(tmp_path / "good.md")
    named = ["long.md", "zeros.md"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.md")
        named.append("pipe.md")

    found, faults = markdown_folder.read(str(tmp_path), ELSEWHERE)

    assert [one.text for one in found] == ["good"]
    told = {one.partition(": ")[0] for one in faults}
    assert told == {str(tmp_path / name) for name in named}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.md", "a.md"),
        ("../../etc/passwd.md", "etc-passwd.md"),
        (".hidden/x y.md", "hidden-x-y.md"),
        ("….md", "note.md"),
        ("of/password=Walrus@123 old.md", "of-password-redacted-password-old.md"),
        ("v1.2_x.md", "v1.2_x.md"),
        ("长" * 300 + ".md", "长" * 66 + ".md"),
    ],
)
def test_a_name_is_one_plain_file_name(path: str, name: str) -> None:
    assert markdown_folder.name_of(path) == name


def test_where_nothing_is_that_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        markdown_folder.read(str(tmp_path / "b.md"), ELSEWHERE)
