"""Machines that are killed, with their git, at any moment of a meeting.

A fact whose meeting was told as done is in the remote, whoever is killed when. The same killing
is done to a push that doesn't look who pushed in between, which must lose some.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import pytest

from memory_store import errors
from memory_store.remotes import git_calls
from memory_store.remotes.git import Repository
from tests import faults
from tests.remotes import machines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.remotes.machines import Machine

pytestmark = faults.linux

NAMES = ("desktop", "laptop")
LONGEST = 1.5
MOST_CONTROL_KILLS = 200


class Tally(NamedTuple):
    """What a killing came to: facts that were told as shared, and those of them that are gone."""

    kills: int
    shared: int
    lost: int


def at_work(machine: Machine, name: str) -> tuple[int, int]:
    """A child that saves and meets, and tells each fact whose meeting is done."""
    told, tell = os.pipe()
    child = faults.fork()
    if child == 0:
        try:
            for number in range(1_000):
                text = f"{name} has number {number}"
                machine.save(text)
                try:
                    machine.meet()
                except errors.StoreError:
                    continue  # told as not done: the next meeting takes it along
                os.write(tell, f"{text}\n".encode())
        finally:
            os._exit(1)
    os.close(tell)
    return child, told


def killing(root: Path, kills: int, *, until_lost: bool = False) -> Tally:
    """Kill both machines at random moments, again and again; then ask a third what is there."""
    chance = random.Random(42)
    remote = machines.bare(root / "remote.git")
    both = [machines.Machine(root / name, remote) for name in NAMES]
    shared: set[str] = set()
    done = 0
    while done < kills:
        children = [at_work(one, f"{name} {done}") for one, name in zip(both, NAMES, strict=True)]
        time.sleep(chance.random() * LONGEST)
        for child, _ in children:
            os.kill(child, signal.SIGKILL)
        for name in NAMES:
            machines.kill_git_in(root / name)
        for child, told in children:
            os.waitpid(child, 0)
            with os.fdopen(told) as file:
                shared |= set(file.read().splitlines())
        done += len(children)
        if until_lost and done % 10 == 0 and missing(root / f"after {done}", remote, shared):
            break
    return Tally(done, len(shared), len(missing(root / "third", remote, shared)))


def missing(root: Path, remote: Path, shared: set[str]) -> set[str]:
    """What a new machine is not given of all that was shared."""
    third = machines.Machine(root, remote)
    third.meet()
    return shared - {str(one["content"]) for one in third.lines()}


@pytest.mark.long
def test_machines_that_are_killed_lose_nothing_that_was_shared(tmp_path: Path) -> None:
    found = killing(tmp_path, 12)

    assert found.shared > 0
    assert found.lost == 0


@pytest.mark.torture
@pytest.mark.timeout(3_600)
def test_a_thousand_kills_lose_nothing_and_the_control_loses_some(tmp_path: Path) -> None:
    def replace(self: Repository, commit: str, after: str) -> None:  # noqa: ARG001
        """Push over whatever stands there."""
        words = ("push", "-q", "--force", self._url, f"{commit}:{self._reference}")
        git_calls.checked(self._clone, *words)

    found = killing(tmp_path / "ours", 1_000)
    with mock.patch.object(Repository, "_replace", replace):
        control = killing(tmp_path / "control", MOST_CONTROL_KILLS, until_lost=True)

    sys.stdout.write(f"\n{found}\ncontrol: {control}\n")
    assert found.lost == 0
    assert control.lost > 0, "the control must lose some"
