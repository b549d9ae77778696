"""What was made for hosts' files goes when it is empty, and nothing that was there before."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store.store import layout, made


def test_only_what_was_made_here_and_is_empty_goes(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    for name in ("theirs/a/b", "ours/c", "ours/full"):
        made.directories(str(tmp_path / name))
    (tmp_path / "ours" / "full" / "file").touch()

    for name in ("theirs/a/b", "ours/c", "ours/full"):
        made.take_away(str(tmp_path / name), str(tmp_path))

    assert (tmp_path / "theirs").is_dir()
    assert not (tmp_path / "theirs" / "a").exists()
    assert [path.name for path in (tmp_path / "ours").iterdir()] == ["full"]


def test_what_went_and_is_made_again_by_others_is_theirs(tmp_path: Path) -> None:
    made.directories(str(tmp_path / "a"))
    made.take_away(str(tmp_path / "a"), str(tmp_path))
    (tmp_path / "a").mkdir()

    made.take_away(str(tmp_path / "a"), str(tmp_path))

    assert (tmp_path / "a").is_dir()


@pytest.mark.parametrize("content", [None, b"no list", b"[]", b'{"directories": 7}'])
def test_without_a_list_all_stays(tmp_path: Path, content: bytes | None) -> None:
    made.directories(str(tmp_path / "a"))
    path = Path(layout.config_directory(), made.NAME)
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)

    made.take_away(str(tmp_path / "a"), str(tmp_path))

    assert (tmp_path / "a").is_dir()


def test_a_list_that_cannot_be_kept_keeps_nothing_from_being_made(tmp_path: Path) -> None:
    config = Path(layout.config_directory())
    config.parent.mkdir(parents=True)
    config.write_bytes(b"in the way")

    made.directories(str(tmp_path / "a" / "b"))
    made.take_away(str(tmp_path / "a" / "b"), str(tmp_path))

    assert (tmp_path / "a" / "b").is_dir()


def test_a_link_is_not_made_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nothing")

    with pytest.raises(OSError, match="link"):
        made.directories(str(tmp_path / "link" / "a"))

    assert not (tmp_path / "nothing").exists()
