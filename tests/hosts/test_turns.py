"""What readers of transcripts share: the registry, and paths beneath a host's directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store.hosts import registry, transcripts, turns

if TYPE_CHECKING:
    from pathlib import Path


def test_a_path_is_beneath_a_directory_by_either_of_its_names(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)

    assert turns.beneath(str(link), f"{link}/a/b") == ["a", "b"]
    assert turns.beneath(str(link), f"{real}/a//./b") == ["a", "b"]
    assert turns.beneath(str(link), f"{link}/../c") == []
    assert turns.beneath(str(link), f"{link}s/a") == []
    assert turns.beneath(str(link), "a/b") == []


def test_every_host_has_a_reader_and_every_reader_a_host() -> None:
    assert set(transcripts.DIALECTS) >= {
        row.name for row in registry.HOSTS.values() if registry.TRANSCRIPT in row.gives
    }
