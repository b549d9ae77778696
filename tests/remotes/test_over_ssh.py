"""A remote behind ssh: it is reached, goes silent, or is cut off in the middle.

The stand-in for ssh runs what it is asked to run on this machine, for want of another one; git on
both sides is the real one.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.remotes import git_calls
from tests import faults
from tests.remotes import machines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.remotes.machines import Machine

pytestmark = faults.posix

REACHED = 'exec sh -c "$last"'
SILENT = "exec sleep 600"
ALL = 10_000  # more than the whole push has
CUT = 'head -c {bytes} | sh -c "$last"'
"""What the stand-in does with the command that it is given last."""


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return machines.bare(tmp_path / "remote.git")


def machine(root: Path, remote: Path) -> Machine:
    return machines.Machine(root, remote, url=f"ssh://somebody@server{remote}")


def ssh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, does: str) -> None:
    """Have git use a stand-in for ssh."""
    script = tmp_path / "ssh"
    script.write_text(f"#!/bin/sh\nfor last; do :; done\n{does}\n")
    script.chmod(0o700)
    monkeypatch.setenv("GIT_SSH_COMMAND", str(script))
    monkeypatch.setenv("GIT_SSH_VARIANT", "ssh")


@pytest.mark.long
def test_a_server_is_reached_by_ssh(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, remote: Path
) -> None:
    ssh(monkeypatch, tmp_path, REACHED)
    desktop, laptop = (machine(tmp_path / name, remote) for name in ("desktop", "laptop"))
    desktop.save("the API listens on port 8080")

    desktop.meet()
    laptop.meet()

    assert laptop.contents() == ["the API listens on port 8080"]


@pytest.mark.long
def test_a_silent_server_is_given_up_with_all_that_was_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, remote: Path
) -> None:
    ssh(monkeypatch, tmp_path, f"echo $$ > '{tmp_path}/pid'\n{SILENT}")
    desktop = machine(tmp_path / "desktop", remote)
    monkeypatch.setattr(git_calls, "SECONDS", 1.0)

    with pytest.raises(errors.StoreError, match="took longer than 1 s"):
        desktop.meet()

    started = int((tmp_path / "pid").read_text())
    while not is_gone(started):  # ends with the test's own limit
        time.sleep(0.01)


SAID = {
    "ssh: connect to host 10.0.0.1 port 22: Connection refused": "nothing answers there",
    "ssh: Could not resolve hostname server: Name or service not known": "no host of this name",
    "Warning: banner\nana@server: Permission denied (publickey).": "refuses the login or the key",
    "No ED25519 host key is known for x.\nHost key verification failed.": "go there once",
    "@@@\nHost key for server has changed and you have requested strict checking.\n"
    "Host key verification failed.": "key has changed.*ssh-keygen -R",
    "": "not reached: ssh or git ended without a word",
    "This server logs you out when timed out.\na word": "not reached: a word",
    "a word of another ssh": "not reached: a word of another ssh",
}
"""What ssh says before git's advice, which says nothing of the cause."""


@pytest.mark.long
@pytest.mark.parametrize(("said", "told"), SAID.items())
def test_what_ssh_says_is_told_by_what_it_means(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, remote: Path, said: str, told: str
) -> None:
    ssh(monkeypatch, tmp_path, f"echo '{said}' >&2; exit 255")

    with pytest.raises(errors.StoreError, match=told):
        machine(tmp_path / "desktop", remote).meet()


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("bytes_", [0, 100, 400, 700, ALL])
def test_a_push_that_is_cut_off_is_whole_or_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, remote: Path, bytes_: int
) -> None:
    """Cut after so many bytes of what the client sends: before the first, or after the last."""
    desktop, laptop = (machine(tmp_path / name, remote) for name in ("desktop", "laptop"))
    ssh(monkeypatch, tmp_path, REACHED)
    laptop.save("deploys go out on Tuesdays")
    laptop.meet()
    desktop.save("the API listens on port 8080")
    ssh(
        monkeypatch,
        tmp_path,
        f'case "$last" in *receive-pack*) {CUT.format(bytes=bytes_)};; *) {REACHED};; esac',
    )

    try:
        desktop.meet()
        is_told = True
    except errors.StoreError:
        is_told = False
    ssh(monkeypatch, tmp_path, REACHED)
    laptop.meet()

    assert is_told or bytes_ != ALL
    assert bytes_ or not is_told, "nothing was cut off"
    there = laptop.contents()
    assert "deploys go out on Tuesdays" in there
    assert "the API listens on port 8080" in there or not is_told
    desktop.meet()
    laptop.meet()
    both = ["deploys go out on Tuesdays", "the API listens on port 8080"]
    assert desktop.contents() == laptop.contents() == both
