from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from memory_store.journal import append
from memory_store.store import files, layout, log
from tests.conftest import OutsideError

_HERE = str(Path(__file__).parent)


def test_every_place_that_our_code_writes_to_lies_with_the_test(
    tmp_path: Path, machine: Path
) -> None:
    store = layout.user_store()
    places = [
        layout.home(),
        store.path,
        layout.cache_root(),
        layout.cache_directory(store),
        layout.state_directory(),
        layout.config_directory(),
        log.path(),
    ]

    assert machine.parent == tmp_path.parent
    assert all(place.startswith(str(machine)) for place in places)
    assert not [name for name in os.environ if name.startswith("MEMORY_STORE_")]


def test_our_code_can_write_nothing_outside_the_test() -> None:
    with pytest.raises(OutsideError):
        files.replace(_HERE, "stray", b"")
    with pytest.raises(OutsideError):
        files.make_directory(os.path.join(_HERE, "stray"))
    with pytest.raises(OutsideError):
        append.append(layout.Store(_HERE, "project", _HERE), "stray.jsonl", [{}])

    assert not list(Path(_HERE).glob("stray*"))
    assert not os.path.lexists(os.path.join(_HERE, layout.LOCK))


def test_our_code_can_remove_nothing_outside_the_test() -> None:
    with pytest.raises(OutsideError):
        os_remove_by_us(__file__)

    assert os.path.exists(__file__)


def os_remove_by_us(path: str) -> None:
    """`os.unlink`, called as if a module of the package did."""
    name = os.path.join(os.path.dirname(layout.__file__), "pretended.py")
    exec(compile("os.unlink(path)", name, "exec"), {"os": os, "path": path})  # noqa: S102


def test_no_test_reaches_the_network() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one,
        pytest.raises(OutsideError),
    ):
        one.connect(("192.0.2.1", 80))
