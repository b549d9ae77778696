from __future__ import annotations

import errno
import os
import random
import socket
import stat
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.store import files
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CANARY = b"a key that nobody may read or write\n"
FLAGS = {
    "to read": os.O_RDONLY,
    "to append": os.O_RDWR | os.O_APPEND | os.O_CREAT,
    "to make anew": os.O_WRONLY | os.O_CREAT | os.O_EXCL,
}


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero
    except PermissionError:
        pytest.skip("only root makes devices")


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # a socket's name has 108 bytes at most
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 10 << 30)


TRAPS: dict[str, Callable[[Path, Path], object]] = {
    "a link": lambda path, secret: path.symlink_to(secret / "id_rsa"),
    "a link to nothing": lambda path, secret: path.symlink_to(secret / "new"),
    "a link to a device": lambda path, _: path.symlink_to("/dev/zero"),
    "a link to our own memory": lambda path, _: path.symlink_to("/proc/self/mem"),
    "a second name": lambda path, secret: path.hardlink_to(secret / "id_rsa"),
    "a pipe": lambda path, _: os.mkfifo(path),
    "a socket": lambda path, _: _socket(path),
    "a device": lambda path, _: _device(path),
    "a directory": lambda path, _: path.mkdir(),
    "ten gigabytes": lambda path, _: _sparse(path),
}
NAMES = ["", ".", "..", "../secret/id_rsa", "/etc/passwd", "daily/../../secret/id_rsa", "a\0b"]
NAMES += ["daily//x", "daily/", "./x", "evil/id_rsa", "x" * 300]


@pytest.fixture(params=[True, False], ids=["by descriptors", "by names"])
def walks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways of walking; the second is that of systems without dir_fd (Windows)."""
    monkeypatch.setattr(files, "_WALKS", request.param)
    return bool(request.param)


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Path]:
    """A directory that must be the same after the test."""
    found = tmp_path / "secret"
    found.mkdir()
    (found / "id_rsa").write_bytes(CANARY)
    yield found
    assert [path.name for path in found.iterdir()] == ["id_rsa"]
    assert (found / "id_rsa").read_bytes() == CANARY


@pytest.fixture
def root(tmp_path: Path, secret: Path) -> Path:
    found = tmp_path / "a store"
    (found / "daily").mkdir(parents=True)
    (found / "daily" / "sound.jsonl").write_bytes(b"sound\n")
    (found / "evil").symlink_to(secret)
    return found


@faults.posix
@pytest.mark.usefixtures("walks")
@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS.keys())
@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS.keys())
def test_a_trap_in_a_files_place_is_refused_at_once(
    root: Path, secret: Path, trap: Callable[[Path, Path], object], flags: int
) -> None:
    trap(root / "daily" / "trap.jsonl", secret)

    with pytest.raises(OSError, match=r"."):
        files.open_beneath(str(root), "daily/trap.jsonl", flags)

    assert files.read(str(root), "daily/sound.jsonl", 100) == b"sound\n"


@pytest.mark.usefixtures("walks", "secret")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leaves_the_directory_or_crosses_a_link_is_refused(
    root: Path, name: str
) -> None:
    with pytest.raises(OSError, match=r"."):
        files.open_beneath(str(root), name, os.O_RDWR | os.O_CREAT)


@faults.posix
@pytest.mark.usefixtures("walks", "secret")
def test_a_root_that_is_a_link_is_refused(root: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        files.read(str(root / "evil"), "id_rsa", 100)


@faults.linux
def test_what_belongs_to_somebody_else_is_refused(root: Path) -> None:
    for name, owner in (("theirs", 1_234), ("mine", faults.NOBODY)):
        (root / name).write_bytes(b"x")
        (root / name).chmod(0o666)
        if os.geteuid() == 0:
            os.chown(root / name, owner, owner)

    def look() -> list[str]:
        found = []
        for name in ("mine", "theirs"):
            try:
                found.append(files.read(root.name, name, 10).decode())
            except PermissionError:
                found.append("refused")
        return found

    def beneath_as_nobody() -> None:
        root.chmod(0o755)
        root.parent.chmod(0o755)
        os.chdir(root.parent)
        faults.as_nobody()

    assert faults.in_child(look, beneath_as_nobody) == ["x", "refused"]


@faults.posix
def test_files_and_directories_are_the_users_alone_whatever_the_umask(tmp_path: Path) -> None:
    base = tmp_path / "one" / "two" / "three"

    def make() -> None:
        os.umask(0)
        files.make_directory(str(base))
        os.close(files.open_beneath(str(base), "opened", os.O_RDWR | os.O_CREAT))
        files.replace(str(base), "replaced", b"x")

    assert faults.in_child(make) is None
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in base.iterdir()} == {
        "opened": "0o600",
        "replaced": "0o600",
    }
    for directory in (base, base.parent, base.parent.parent):
        assert oct(directory.stat().st_mode & 0o777) == "0o700"


def test_a_directory_stays_as_it_is_and_a_file_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("x")

    with pytest.raises(OSError, match=r"."):
        files.make_directory(str(tmp_path / "taken"))
    with pytest.raises(OSError, match=r"."):
        files.make_directory(str(tmp_path / "taken" / "deeper"))
    tmp_path.chmod(0o755)
    files.make_directory(str(tmp_path))
    assert sys.platform == "win32" or tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_read_takes_its_limit_and_no_more(root: Path) -> None:
    assert files.read(str(root), "daily/sound.jsonl", 3) == b"sou"
    assert files.read(str(root), "daily/sound.jsonl", 0) == b""
    assert files.read(str(root), "daily/sound.jsonl", 1 << 40) == b"sound\n"


@pytest.mark.parametrize("piece", [1, 7, 4096])
def test_a_short_write_is_gone_on_with(
    root: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    content = os.urandom(10_000)
    write = os.write
    monkeypatch.setattr(os, "write", lambda to, left: write(to, left[:piece]))

    files.replace(str(root), "new", content)

    assert (root / "new").read_bytes() == content


def test_a_replaced_file_has_the_new_content_and_leaves_nothing_beside_it(root: Path) -> None:
    for content in (b"old", b"", b"new" * 100_000):
        files.replace(str(root), "daily/sound.jsonl", content, 0o640)
        assert (root / "daily" / "sound.jsonl").read_bytes() == content

    assert [path.name for path in (root / "daily").iterdir()] == ["sound.jsonl"]
    assert sys.platform == "win32" or (root / "daily/sound.jsonl").stat().st_mode & 0o777 == 0o640


@faults.posix
def test_a_file_that_is_replaced_while_it_is_opened_is_opened_anew(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.replace(str(root), "a", b"old")
    opened = files._opened

    def replaced_meanwhile(*how: Any) -> int:
        monkeypatch.setattr(files, "_opened", opened)
        descriptor = opened(*how)
        files.replace(str(root), "a", b"new")
        return descriptor

    monkeypatch.setattr(files, "_opened", replaced_meanwhile)

    assert files.read(str(root), "a", 9) == b"new"


def test_a_replaced_link_becomes_a_file_and_its_target_stays(root: Path, secret: Path) -> None:
    (root / "link").symlink_to(secret / "id_rsa")

    files.replace(str(root), "link", b"mine")

    assert not (root / "link").is_symlink()
    assert (root / "link").read_bytes() == b"mine"


def test_a_directory_is_not_replaced_and_nothing_stays_beside_it(root: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        files.replace(str(root), "daily", b"x")

    assert sorted(path.name for path in root.iterdir()) == ["daily", "evil"]


def _replaced(root: Path, then: Callable[[], object], *before: Callable[[], object]) -> object:
    """What replacing `old` by 100,000 bytes comes to, after `before` and `then` made it hard."""

    def replace() -> object:
        (root / "kept").write_bytes(b"old")
        then()
        found = "replaced"
        try:
            files.replace(str(root), "kept", b"n" * 100_000)
        except OSError as error:
            found = errno.errorcode[error.errno or 0]
        beside = [name for name in os.listdir(root) if name not in ("kept", "fill")]
        return [found, (root / "kept").read_bytes()[:3].decode(), *beside]

    return faults.in_child(replace, *before)


@pytest.mark.long
@faults.linux
def test_a_write_that_fails_half_way_leaves_the_old_file_alone(tmp_path: Path) -> None:
    root = tmp_path / "disk"
    root.mkdir()
    disk = faults.small_disk(root, "64k")

    def nothing() -> None:
        return None

    assert _replaced(root, nothing) == ["replaced", "nnn"], "the control"
    assert _replaced(root, nothing, faults.file_size_limit(50_000)) == ["EFBIG", "old"]
    assert _replaced(root, nothing, disk) == ["ENOSPC", "old"]
    assert _replaced(root, lambda: faults.fill(root), disk) == ["ENOSPC", "old"]
    assert _replaced(root, faults.read_only(root)) == ["EROFS", "old"]
    assert _replaced(root, lambda: root.chmod(0o500), faults.without_rights) == ["EACCES", "old"]
    root.chmod(0o700)


def test_a_failed_sync_is_told_and_not_tried_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail(descriptor: int) -> None:
        calls.append(descriptor)
        raise OSError(errno.EIO, "the disk is dying")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="dying"):
        files.replace(str(root), "daily/sound.jsonl", b"new")

    assert len(calls) == 1
    assert (root / "daily" / "sound.jsonl").read_bytes() == b"sound\n"
    assert os.listdir(root / "daily") == ["sound.jsonl"]


@faults.linux
def test_a_directory_that_may_not_be_read_is_no_reason_to_fail(tmp_path: Path) -> None:
    tmp_path.chmod(0o300)

    found = faults.in_child(lambda: files.sync_directory(str(tmp_path)), faults.without_rights)
    tmp_path.chmod(0o700)

    assert found is None


def _replace_naively(root: str, name: str, content: bytes) -> None:
    with open(os.path.join(root, name), "wb", buffering=0) as file:
        file.writelines(content[at : at + 16_384] for at in range(0, len(content), 16_384))


def _mixed_states(
    root: Path, replace: Callable[[str, str, bytes], None], kills: int, seed: int
) -> int:
    """How often a killed `replace` of a large file left neither the old nor the new content."""
    chance = random.Random(seed)
    contents = {bytes([65 + number]) * 400_000 for number in range(4)}
    replace(str(root), "large", min(contents))

    def write_on(ready: Callable[[], None]) -> None:
        ready()
        while True:
            for content in contents:
                replace(str(root), "large", content)

    mixed = 0
    for _ in range(kills):
        child = faults.started(write_on)
        time.sleep(chance.random() * 0.01)
        faults.kill(child)
        mixed += (root / "large").read_bytes() not in contents
    return mixed


@pytest.mark.long
@faults.posix
def test_a_killed_replacement_leaves_the_old_or_the_new_content(root: Path) -> None:
    assert _mixed_states(root, files.replace, 40, 1) == 0
    assert _mixed_states(root, _replace_naively, 40, 1) > 0, "the control must show the fault"


@faults.posix
@pytest.mark.usefixtures("walks")
def test_a_file_is_removed_beneath_its_directory_and_never_through_a_link(
    root: Path, secret: Path
) -> None:
    files.remove(str(root), "daily/sound.jsonl")
    with pytest.raises(OSError, match=r"."):
        files.remove(str(root), "evil/id_rsa")
    (root / "daily" / "link").symlink_to(secret / "id_rsa")
    with pytest.raises(OSError, match=r"."):
        files.remove(str(root), "../secret/id_rsa")
    files.remove(str(root), "daily/link")

    assert os.listdir(root / "daily") == []
