"""What every test shares: a machine of its own, a guard around it, and stores to work with.

Our code finds every place it writes to by HOME, XDG_* and the project's directory, so a test that
names no other place can't reach the user's memory; the guard makes sure that none does.
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

import memory_store
from memory_store import origin
from memory_store.journal import create
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.tmpdir import TempPathFactory

_ALWAYS = hypothesis.settings(deadline=None, database=None, print_blob=True)
hypothesis.settings.register_profile("house", _ALWAYS, derandomize=True, max_examples=50)
hypothesis.settings.register_profile("wide", _ALWAYS, max_examples=500)  # --hypothesis-profile
hypothesis.settings.load_profile("house")  # the same examples in each run

_PACKAGE = os.path.dirname(os.path.abspath(memory_store.__file__))
_OURS = ("MEMORY_STORE_", "XDG_", "CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
_BASES = {
    "HOME": "home",
    "USERPROFILE": "home",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "LOCALAPPDATA": "local",
    "APPDATA": "roaming",
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.chmod": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.symlink": 2,
    "os.truncate": 1,
}


_IN_MEMORY, _ROOM = "/dev/shm", 4 << 30


def pytest_configure(config: pytest.Config) -> None:
    """The quick tests' files lie in a file system in memory, where there is one with room.

    A third of their time was waiting for fsync. Those behind the published figures stay on disk.
    """
    is_quick = "not torture" in config.option.markexpr
    if is_quick and os.path.isdir(_IN_MEMORY) and shutil.disk_usage(_IN_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _IN_MEMORY)


class OutsideError(AssertionError):
    """Code under test reached out of the test's own directories, or to the network."""


class _Guard:
    """Where code under test may write; None while no test runs."""

    root: str | None = None
    set_up = False


@pytest.fixture(scope="session")
def mapped_models(tmp_path_factory: TempPathFactory) -> Path:
    """A directory with the mapped weights of the models that come with the package."""
    from tests.models import mapped  # brings the package's embedders

    return Path(shutil.copytree(mapped.folder(), tmp_path_factory.mktemp("models") / "mapped"))


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """The package's .pyc files, which `init` would write beside it, out of a test's bounds."""
    compileall.compile_dir(Path(memory_store.__file__).parent, quiet=2)


@pytest.fixture(autouse=True)
def machine(
    tmp_path: Path,
    tmp_path_factory: TempPathFactory,
    mapped_models: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """A machine without any memory: home, cache, state and configuration lie beside `tmp_path`.

    It has run a search before: the models' weights are mapped.
    """
    beside = tmp_path.with_name(tmp_path.name + ".machine")
    for name in os.environ:
        if name.startswith(_OURS):
            monkeypatch.delenv(name)
    # a variable of who runs the tests must not make a script of each person in them
    known = Path(origin.__file__).with_suffix(".json").read_text("utf-8")
    for name in (
        *json.loads(known)["machines"]["variables"],
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_SESSION_ATTENDED",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")  # texts are in the machine's language
    for name, directory in _BASES.items():
        monkeypatch.setenv(name, str(beside / directory))
    (beside / "home").mkdir(parents=True)
    link_models(mapped_models, beside / _BASES["XDG_CACHE_HOME"])
    if not _Guard.set_up:
        sys.addaudithook(_watch)  # stays for the life of the process: there is no way back
        _Guard.set_up = True
    _Guard.root = os.path.realpath(tmp_path_factory.getbasetemp())
    yield beside
    _Guard.root = None


def link_models(mapped: Path, cache: Path) -> None:
    """Give a cache directory the mapped weights in `mapped`."""
    directory = cache / "memory-store" / "models"
    files.make_directory(str(directory))
    for one in mapped.iterdir():
        (directory / one.name).symlink_to(one)


@pytest.fixture
def unmapped(machine: Path) -> None:
    """No weights are mapped: the first search makes them."""
    shutil.rmtree(machine / _BASES["XDG_CACHE_HOME"])


@pytest.fixture
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model: what is tested does not depend on vectors."""
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project without memory, in a directory with a space in its name."""
    found = tmp_path / "my project"
    found.mkdir()
    return found


@pytest.fixture
def store(project: Path) -> layout.Store:
    """A store that this user created in `project`, trusted from birth."""
    made = layout.project_store(str(project))
    create.create(made)
    return made


@pytest.fixture
def user_store() -> layout.Store:
    """The user's own store."""
    made = layout.user_store()
    create.create(made)
    return made


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what our code is about to do outside the tests' directories (PEP 578)."""
    if _Guard.root is None:
        return
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITING:
            _refuse_outside(event, path)
    elif event in _CHANGES:
        for path in arguments[: _CHANGES[event]]:
            _refuse_outside(event, _in_directory(path, arguments[-1]))
    elif event == "socket.connect":
        _refuse_network(arguments[1])


def _in_directory(path: object, descriptor: object) -> object:
    """A name that is relative to an open directory, as `shutil.rmtree` has it, as a path."""
    opened = f"/proc/self/fd/{descriptor}"
    if isinstance(path, str) and isinstance(descriptor, int) and os.path.isdir(opened):
        return os.path.join(os.readlink(opened), path)
    return path


def _refuse_outside(event: str, path: object) -> None:
    if not isinstance(path, str | bytes | os.PathLike):
        return
    root = _root_of_walk()
    if root is None:
        return
    real = os.path.realpath(os.path.join(root, os.path.dirname(os.fsdecode(path))))
    inside = _Guard.root or real
    device = real.startswith(("/dev", "/proc")) and not real.startswith(_IN_MEMORY)
    if real != inside and not device and not real.startswith(inside + os.sep):
        raise OutsideError(f"{event} outside the test's directories: {os.fsdecode(path)!r}")


def _root_of_walk() -> str | None:
    """What relative names are relative to if our code asks; None if it is somebody else's doing.

    `files.open_beneath` opens names relative to a directory's descriptor, of its argument `root`.
    """
    frame = sys._getframe(3)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<frozen importlib"):
            return None
        if name.startswith(_PACKAGE):
            walks = os.path.basename(name) == "files.py"
            while walks and frame.f_back and "root" not in frame.f_locals:
                frame = frame.f_back
            return (
                str(frame.f_locals["root"]) if walks and "root" in frame.f_locals else os.getcwd()
            )
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return None


def _refuse_network(address: object) -> None:
    if isinstance(address, tuple) and not str(address[0]).startswith(("127.", "::1", "localhost")):
        raise OutsideError(f"a connection to {address!r}")
