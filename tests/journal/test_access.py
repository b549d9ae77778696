"""What of a memory is closed to this user, and what mends it: each way, by its state alone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import access
from memory_store.store import layout
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.posix


@pytest.fixture
def full(store: layout.Store) -> Path:
    """A memory with every file."""
    given.fact(store, "the port is 8080")
    given.summary(store, "ports", session="s-1")
    given.event(store, "prompt", "s-1", text="which port?")
    Path(store.path, layout.NOTES).mkdir(exist_ok=True)
    for name in (layout.SETTINGS, layout.FORGOTTEN, layout.CORE):
        Path(store.path, name).write_text("{}", "utf-8")
    return Path(store.path)


def link(path: Path) -> None:
    path.rename(path.with_name("real"))
    path.symlink_to("real")


def other_kind(path: Path) -> None:
    was_directory = path.is_dir()
    path.rename(path.with_name("real"))
    if was_directory:
        path.write_text("x", "utf-8")
    else:
        path.mkdir()


def second_name(path: Path) -> None:
    os.link(path, path.with_name("again"))


def no_rights(path: Path) -> None:
    path.chmod(0)


FILES = [layout.FACTS, layout.SESSIONS, layout.CORE, layout.SETTINGS, layout.FORGOTTEN]
WAYS: list[tuple[str, Callable[[Path], None], str]] = [
    *[(name, link, "is a link") for name in (*FILES, layout.DAILY, layout.NOTES)],
    *[
        (name, other_kind, "is not what belongs there")
        for name in (*FILES, layout.DAILY, layout.NOTES)
    ],
    *[(name, second_name, "has a second name") for name in FILES],
    *[
        (name, no_rights, "can't be read and written")
        for name in (*FILES, layout.DAILY, layout.NOTES, "")
    ],
]


def found(full: Path) -> list[tuple[str, str, str]]:
    store = layout.project_store(str(full.parent))
    return [(one.path, one.reason, one.cure) for one in access.closed(store, to_write=True)]


@pytest.mark.parametrize(("name", "close", "reason"), WAYS)
def test_what_is_closed_is_named_and_its_cure_opens_it(
    full: Path, name: str, close: Callable[[Path], None], reason: str
) -> None:
    path = full / name
    close(path)

    told = faults.in_child(lambda: found(full), faults.without_rights)

    assert isinstance(told, list)
    ((where, why, cure),) = told
    assert where == str(path)
    assert reason in why
    subprocess.run(["sh", "-c", cure], check=True)
    assert faults.in_child(lambda: found(full), faults.without_rights) == []


def test_a_whole_memory_and_one_that_is_not_there_are_open(full: Path) -> None:
    assert found(full) == []
    assert found(full.parent / "gone" / ".memory") == []


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root alone gives away"
)
def test_a_file_of_another_user_is_named_with_the_command_that_gives_it_back(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mine() -> str:
        one = access.look(layout.FACTS, to_write=True)
        return f"{one.told()}: {one.cure}" if one else ""

    monkeypatch.chdir(full)
    full.chmod(0o711)

    told = faults.in_child(mine, faults.as_nobody)

    assert told == (
        "facts.jsonl belongs to another user, so it is neither read nor written:"
        f" sudo chown -R {faults.NOBODY} facts.jsonl"
    )


def test_what_a_person_keeps_from_being_written_is_no_fault(full: Path) -> None:
    for name in (layout.CORE, layout.SETTINGS):
        (full / name).chmod(0o400)

    assert faults.in_child(lambda: found(full), faults.without_rights) == []


def test_a_memory_that_is_only_read_is_closed_to_writers_alone(full: Path) -> None:
    store = layout.project_store(str(full.parent))
    full.chmod(0o500)
    try:
        closed = faults.in_child(
            lambda: [len(access.closed(store, to_write=one)) for one in (True, False)],
            faults.without_rights,
        )
    finally:
        full.chmod(0o700)

    assert closed == [1, 0]
