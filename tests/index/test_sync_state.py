"""The file that says what is indexed: whatever befalls it costs time alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.index import sync_state, tables

if TYPE_CHECKING:
    from pathlib import Path


def test_what_was_written_is_read_and_not_written_again(tmp_path: Path) -> None:
    state = sync_state.State({"facts.jsonl": "1:2:3:4"}, 5)
    sync_state.write(str(tmp_path), state)
    (path,) = tmp_path.iterdir()
    before = path.stat().st_ino

    sync_state.write(str(tmp_path), state)

    assert sync_state.read(str(tmp_path)).equals(state)
    assert path.stat().st_ino == before


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", '{"files":{}}', "\xff", '{"fingerprint":"0","files":{"a":"1"},"bad":0}'),
        f'{{"fingerprint":"{tables.FINGERPRINT}","files":["a"],"bad":0}}',
    ],
)
def test_a_damaged_or_older_file_or_wrong_types_show_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / sync_state.NAME).write_bytes(content.encode("latin-1"))

    assert sync_state.read(str(tmp_path)).known == {}
