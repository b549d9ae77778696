from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout, log
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

CAP = log._CAP_BYTES


def lines() -> list[str]:
    return Path(log.path()).read_text(encoding="utf-8").split("\n")[:-1]


def test_a_reason_is_one_line_with_a_moment_and_who_tells_it() -> None:
    log.write("stop", "the disk is full")
    log.write("stop", ValueError("not JSON"))

    first, second = lines()
    assert first.endswith("Z stop: the disk is full")
    assert second.endswith("Z stop: not JSON")


@pytest.mark.parametrize(
    "reason", ["a\nb", "a\r\nb", "a\u2028b", "a\x1b[2Jb", "a\x00b", "a\ud800b", "a\x85b"]
)
def test_nothing_in_a_reason_can_break_its_line_or_steer_a_terminal(reason: str) -> None:
    log.write("stop", reason)

    assert len(lines()) == 1
    assert lines()[0].isprintable()


def test_a_long_reason_is_cut() -> None:
    log.write("stop", "x" * 1_000_000)

    assert len(lines()[0]) < 500


@pytest.mark.long
def test_the_log_never_grows_past_its_cap() -> None:
    for _ in range(2_000):
        log.write("stop", "x" * 400)

    sizes = [path.stat().st_size for path in Path(layout.state_directory()).iterdir()]
    assert len(sizes) == 2
    assert max(sizes) < CAP + 1_000


@faults.posix
def test_the_log_is_the_users_alone() -> None:
    def write() -> None:
        os.umask(0)
        log.write("stop", "x")

    faults.in_child(write)

    assert Path(log.path()).stat().st_mode & 0o777 == 0o600
    assert Path(layout.state_directory()).stat().st_mode & 0o777 == 0o700
    assert Path(layout.state_directory()).parent.stat().st_mode & 0o777 == 0o700


@faults.posix
def test_lines_of_several_processes_stay_whole() -> None:
    def write() -> None:
        for _ in range(100):
            log.write("stop", "x" * 390)

    faults.at_once(*[write] * 4)

    assert len(lines()) == 400
    assert {len(line) for line in lines()} == {len(lines()[0])}


@faults.posix
@pytest.mark.parametrize("trap", ["a file above", "a directory", "a link", "a pipe"])
def test_a_log_that_can_not_be_written_is_no_fault_and_no_wait(tmp_path: Path, trap: str) -> None:
    state, victim = Path(layout.state_directory()), tmp_path / "victim"
    victim.write_text("precious")
    if trap == "a file above":
        state.parent.write_text("in the way")
    else:
        state.mkdir(parents=True)
        made: dict[str, Callable[[], object]] = {
            "a directory": Path(log.path()).mkdir,
            "a link": lambda: Path(log.path()).symlink_to(victim),
            "a pipe": lambda: os.mkfifo(log.path()),
        }
        made[trap]()

    log.write("stop", "x")

    assert victim.read_text() == "precious"


@faults.linux
def test_no_right_and_no_room_are_no_fault() -> None:
    state = Path(layout.state_directory())
    state.mkdir(parents=True)

    def write() -> None:
        log.write("stop", "x")

    assert faults.in_child(write, faults.read_only(state)) is None
    full = [faults.small_disk(state, "16k"), lambda: faults.fill(state)]
    assert faults.in_child(write, *full) is None
    state.chmod(0o500)
    assert faults.in_child(write, faults.without_rights) is None
    state.chmod(0o700)
    assert list(state.iterdir()) == []
    assert faults.in_child(write) is None
    assert len(lines()) == 1


def test_no_secret_reaches_the_log_whole_or_cut_in_two() -> None:
    key = "ghp_" + "a1B2c3D4e" * 4
    for room in (0, 370, 390):
        log.write("somewhere", f"{'.' * room} a library said {key}")

    assert "ghp_" not in Path(log.path()).read_text("utf-8")
    assert "[redacted:github]" in Path(log.path()).read_text("utf-8")


@faults.posix
def test_a_reason_that_can_not_be_cleaned_is_told_by_its_kind_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where no module can be opened any more, a text might hold a secret."""

    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def fail(_: str) -> str:
        raise OSError("too many open files")

    log.write("stop", MuteError())

    monkeypatch.setattr("memory_store.text.redact.secrets", fail)

    log.write("stop", ValueError("password=hunter2hunter2"))

    assert [line.partition("Z ")[2] for line in lines()] == ["stop: MuteError", "stop: ValueError"]
