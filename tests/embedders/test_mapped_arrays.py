"""A file of arrays is whole or not used, and never in the way."""

from __future__ import annotations

import os
import stat
import time
import zlib
from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import mapped_arrays
from tests import faults

if TYPE_CHECKING:
    from pathlib import Path


def build() -> mapped_arrays.Sections:
    return {
        "letters": mapped_arrays.section("B", (5,), b"hello"),
        "table": mapped_arrays.section("f", (2, 3), bytes(range(24))),
    }


def refuse() -> mapped_arrays.Sections:
    raise AssertionError("a sound file must not be built again")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "model-1.0" / "arrays.bin"
    mapped_arrays.open_or_build(str(path), build)
    return path


@pytest.mark.long
@faults.posix
def test_processes_that_build_at_once_all_succeed(tmp_path: Path) -> None:
    path = tmp_path / "model-1.0" / "arrays.bin"

    def build_and_compare() -> None:
        for _ in range(20):
            path.unlink(missing_ok=True)
            assert mapped_arrays.open_or_build(str(path), build) == build()

    faults.at_once(*[build_and_compare] * 4)

    assert mapped_arrays.open_or_build(str(path), refuse) == build()
    assert list(path.parent.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "for the user alone"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.long
def test_a_file_cut_short_anywhere_is_built_again(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])

        assert mapped_arrays.read(str(path)) is None
        assert mapped_arrays.open_or_build(str(path), build) == build()
        assert path.read_bytes() == whole


def test_a_damaged_byte_costs_a_rebuild_or_nothing(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1 :])

        assert mapped_arrays.read(str(path)) in (None, build())


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays of more than eight bytes are large."""
    monkeypatch.setattr(mapped_arrays, "_CHECKED_BYTES", 8)


def flip_a_large_byte(path: Path) -> None:
    """Damage the table under the same size and time of writing."""
    whole = bytearray(path.read_bytes())
    whole[whole.rindex(bytes(range(24)))] ^= 1
    before = path.stat()
    with path.open("r+b") as stream:
        stream.write(whole)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.usefixtures("small_limit")
def test_a_large_array_that_was_written_to_is_noticed_at_once(path: Path) -> None:
    assert mapped_arrays.open_or_build(str(path), refuse) == build()

    flip_a_large_byte(path)

    assert mapped_arrays.read(str(path)) is None
    assert mapped_arrays.open_or_build(str(path), build) == build()


@pytest.mark.usefixtures("small_limit")
def test_a_large_array_that_went_bad_by_itself_is_noticed_within_a_day(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_a_large_byte(path)
    path.with_name("arrays.bin.checked").write_bytes(mapped_arrays._state(path.stat()))
    same_day = mapped_arrays.read(str(path))

    tomorrow = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: tomorrow)

    assert same_day is not None
    assert mapped_arrays.read(str(path)) is None


@pytest.mark.usefixtures("small_limit")
def test_a_sound_file_is_summed_once_a_day(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mapped_arrays.read(str(path))
    summed: list[int] = []
    real = zlib.crc32

    def counted(part: memoryview) -> int:
        summed.append(len(part))
        return real(part)

    monkeypatch.setattr(zlib, "crc32", counted)

    mapped_arrays.read(str(path))

    assert 5 in summed
    assert 24 not in summed


@pytest.mark.usefixtures("small_limit")
def test_where_it_cannot_be_noted_large_arrays_are_summed_each_time(path: Path) -> None:
    noted = path.with_name("arrays.bin.checked")
    noted.unlink(missing_ok=True)
    noted.mkdir()

    assert mapped_arrays.read(str(path)) == build()
    flip_a_large_byte(path)
    assert mapped_arrays.read(str(path)) is None


@faults.posix
@pytest.mark.parametrize("name", ["arrays.bin", "arrays.bin.checked"])
@pytest.mark.parametrize("kind", faults.TRAPS)
def test_what_stands_in_the_files_place_does_no_harm(path: Path, kind: str, name: str) -> None:
    path.with_name("target").write_bytes(b"precious")
    faults.trap(path.with_name(name), kind, path.with_name("target"))

    assert mapped_arrays.open_or_build(str(path), build) == build()
    assert mapped_arrays.read(str(path)) == build()
    assert path.with_name("target").read_bytes() == b"precious"


def test_where_the_folder_cannot_be_made_the_arrays_stay_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    sections = mapped_arrays.open_or_build(str(tmp_path / "file" / "m" / "arrays.bin"), build)

    assert sections == build()
    assert (tmp_path / "file").read_text() == "in the way"


def test_what_a_killed_builder_left_is_removed_once_it_is_old(path: Path) -> None:
    old, fresh = path.with_name("arrays.bin.1.old.tmp"), path.with_name("arrays.bin.2.new.tmp")
    for leftover in (old, fresh):
        leftover.write_bytes(b"half")
    day_ago = time.time() - 86_400
    os.utime(old, (day_ago, day_ago))

    mapped_arrays.write(str(path), build())

    assert sorted(path.parent.iterdir()) == [path, fresh]


def test_a_section_must_fill_its_shape() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        mapped_arrays.section("f", (2, 2), bytes(15))
