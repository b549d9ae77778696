from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.index import mirror, schema

if TYPE_CHECKING:
    from pathlib import Path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    mirror.write(str(tmp_path), mirror.State({"facts.jsonl": "1:2:3:4"}, 5))

    found = mirror.read(str(tmp_path))

    assert (found.known, found.bad) == ({"facts.jsonl": "1:2:3:4"}, 5)
    assert [path.name for path in tmp_path.iterdir()] == [mirror.NAME]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"files":{}}', b"\xff", b'{"fingerprint":"0","files":{"a":"1"},"bad":0}'],
)
def test_a_damaged_or_older_mirror_shows_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / mirror.NAME).write_bytes(content)

    assert mirror.read(str(tmp_path)).known == {}


def test_a_mirror_of_wrong_types_shows_nothing(tmp_path: Path) -> None:
    text = f'{{"fingerprint":"{schema.FINGERPRINT}","files":["a"],"bad":0}}'
    (tmp_path / mirror.NAME).write_text(text, "utf-8")

    assert mirror.read(str(tmp_path)).known == {}


def test_an_unchanged_mirror_is_not_written_again(tmp_path: Path) -> None:
    state = mirror.State({"facts.jsonl": "1:2:3:4"}, 0)
    mirror.write(str(tmp_path), state)
    before = (tmp_path / mirror.NAME).stat().st_ino

    mirror.write(str(tmp_path), state)

    assert (tmp_path / mirror.NAME).stat().st_ino == before


def test_a_directory_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    mirror.write(str(tmp_path / "none"), mirror.State({"a": "1"}, 0))

    assert mirror.read(str(tmp_path / "none")).known == {}
