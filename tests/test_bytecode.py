"""Modules of the package are found by their bytecode, and only by bytecode that is fresh."""

from __future__ import annotations

import importlib.util
import os
import py_compile
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import bytecode, clock

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "memory_store.rooms.door"
OLD, NEW = "WIDTH = 1\n", "WIDTH = 2\n"


def spec(directory: Path, name: str = NAME) -> importlib.machinery.ModuleSpec | None:
    return bytecode._Finder.find_spec(name, [str(directory)])


def width(directory: Path) -> object:
    """What a module says that is imported from a directory; None if the finder leaves it alone."""
    known = spec(directory)
    if known is None:
        return None
    module = importlib.util.module_from_spec(known)
    assert known.loader is not None
    known.loader.exec_module(module)
    return module.WIDTH


def compiled(directory: Path, text: str = OLD, name: str = "door") -> Path:
    source = directory / f"{name}.py"
    source.write_text(text, "utf-8")
    return Path(py_compile.compile(str(source), doraise=True) or "")


def test_fresh_bytecode_is_loaded_and_a_module_knows_where_it_is_from(tmp_path: Path) -> None:
    kept = compiled(tmp_path)

    known = spec(tmp_path)

    assert known is not None
    assert (known.origin, known.cached) == (str(tmp_path / "door.py"), str(kept))
    assert known.submodule_search_locations is None
    assert width(tmp_path) == 1


def test_a_package_is_known_by_its_directory(tmp_path: Path) -> None:
    (tmp_path / "door").mkdir()
    compiled(tmp_path / "door", name="__init__")

    known = spec(tmp_path)

    assert known is not None
    assert known.submodule_search_locations == [str(tmp_path / "door")]


def hashed(source: Path) -> None:
    how = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(source), doraise=True, invalidation_mode=how)


FAULTS: dict[str, Callable[[Path, Path], object]] = {
    "the source was edited": lambda source, _: source.write_text(NEW + "#", "utf-8"),
    "the source is older": lambda source, _: os.utime(source, (1.0, 1.0)),
    "no source": lambda source, _: source.unlink(),
    "never compiled": lambda _, kept: kept.unlink(),
    "an empty file": lambda _, kept: kept.write_bytes(b""),
    "another Python's": lambda _, kept: kept.write_bytes(b"\0\0\r\n" + kept.read_bytes()[4:]),
    "valid by a hash": lambda source, _: hashed(source),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_anything_else_is_left_to_the_usual_search(
    tmp_path: Path, fault: Callable[[Path, Path], object]
) -> None:
    kept = compiled(tmp_path)
    assert width(tmp_path) == 1  # the control

    fault(tmp_path / "door.py", kept)

    assert width(tmp_path) is None


def test_a_module_too_long_to_be_read_at_once_is_left_too(tmp_path: Path) -> None:
    compiled(tmp_path, f"WIDTH = {'x' * 70_000!r}\n")

    assert spec(tmp_path) is None


def test_other_packages_are_left_alone(tmp_path: Path) -> None:
    compiled(tmp_path)

    assert spec(tmp_path, "door") is None
    assert bytecode._Finder.find_spec(NAME, None) is None


def test_our_modules_are_found_so_and_look_as_usual() -> None:
    usual = importlib.util.spec_from_file_location(clock.__name__, clock.__file__)
    assert usual is not None
    assert clock.__spec__ is not None
    assert (clock.__spec__.origin, clock.__spec__.cached) == (usual.origin, usual.cached)
    assert isinstance(clock.__spec__.loader, type(usual.loader))

    program = "from memory_store import clock; print(type(clock.__loader__).__module__)"
    root = Path(clock.__file__).parents[1]
    said = [
        subprocess.check_output([sys.executable, *flags, "-c", program], cwd=root, text=True)
        for flags in ([], ["-O", "-B"])
    ]
    assert said == ["memory_store.bytecode\n", "_frozen_importlib_external\n"]
