"""What every remote promises (`contract.Remote`), asked of git and of PostgreSQL alike.

The same is asked of remotes and senders that are careless, which must fail it.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import errors
from memory_store.remotes import contract, entries, git
from memory_store.store import layout
from tests import faults
from tests.remotes import machines, teams

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Place = Callable[[], dict[str, contract.Remote]]

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the server is a Linux wheel"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Record = dict[str, Any]
NAMES = ("ana", "ben")
FACTS, AT_ONCE = 1_000, 40
LONGEST = 0.6


class Step(NamedTuple):
    """What a peer does: says a fact anew, meets, or meets while the other meets as well."""

    peer: int
    kind: str
    number: int


class Peer:
    """Who pushes facts of its own, each under its newest line, and has pulled those of others."""

    def __init__(self, name: str, remote: contract.Remote) -> None:
        self.name, self.remote = name, remote
        self.lines: dict[str, Record] = {}
        self.forgotten: list[Record] = []
        self.cursor = ""

    def say(self, number: int, content: str, minute: int) -> None:
        line = {**teams.fact(number, content, minute), "id": f"f_{number}_{self.name}"}
        self.lines[line["id"]] = line

    def meet(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Pull, take in, push; again where another pushed in between."""
        while True:
            pulled = self.remote.pull(self.cursor)
            for one in pulled.share.facts:
                known = self.lines.get(str(one["id"]), {})
                if str(one["updated_at"]) > str(known.get("updated_at", "")):
                    self.lines[str(one["id"])] = dict(one)
            meanwhile()
            meanwhile = lambda: None  # noqa: E731
            share = contract.Share(list(self.lines.values()), forgotten=self.forgotten)
            try:
                self.cursor = self.remote.push(share, pulled.cursor)
                return
            except contract.OutdatedError:
                continue


class Careless:
    """Holds what was pushed last, whatever stood there. The control."""

    def __init__(self) -> None:
        self.share = contract.Share()
        self.pushes = 0

    def pull(self, after: str) -> contract.Pulled:
        share = self.share if after != str(self.pushes) else contract.Share()
        return contract.Pulled(share, str(self.pushes))

    def push(self, share: contract.Share, after: str) -> str:
        del after
        self.share, self.pushes = share, self.pushes + 1
        return str(self.pushes)


@pytest.fixture
def git_place(tmp_path: Path) -> Place:
    count = itertools.count()

    def empty() -> dict[str, contract.Remote]:
        root = tmp_path / str(next(count))
        url = str(machines.bare(root / "remote.git"))
        stores = {name: layout.project_store(str(root / name)) for name in (*NAMES, "new")}
        return {
            name: git.Repository(entries.Entry(name, url, store.path, "m"), store)
            for name, store in stores.items()
        }

    return empty


@pytest.fixture
def postgres_place(url: str) -> Place:
    def empty() -> dict[str, contract.Remote]:
        memory = os.urandom(8).hex()
        logins = {"ana": "ana", "ben": "ben", "new": "guest"}
        return {name: teams.at(url, login, memory) for name, login in logins.items()}

    return empty


@pytest.fixture(params=["git_place", "postgres_place"])
def place(request: pytest.FixtureRequest) -> Place:
    """Makes a remote that holds nothing, as each of NAMES and one who is new reaches it."""
    found: Place = request.getfixturevalue(request.param)
    return found


@pytest.mark.long
def test_what_one_pushes_the_other_pulls_and_what_is_pushed_again_is_there_once(
    place: Place,
) -> None:
    reached = place()
    ana, ben = (Peer(name, reached[name]) for name in NAMES)
    ana.say(1, "billing uses Postgres 16", 0)
    for _ in range(3):
        ana.meet()

    pulled = ben.remote.pull("")
    again = ben.remote.pull(pulled.cursor)

    assert [one["content"] for one in pulled.share.facts] == ["billing uses Postgres 16"]
    assert not again.share.facts
    assert again.cursor == pulled.cursor


@pytest.mark.long
def test_what_was_forgotten_is_given_to_nobody(place: Place) -> None:
    reached = place()
    ana = Peer("ana", reached["ana"])
    ana.say(1, "the launch is called Zanzibar", 0)
    ana.say(2, "deploys go out on Tuesdays", 0)
    ana.meet()
    gone = ana.lines.pop("f_1_ana")
    ana.forgotten.append({"id": gone["id"], "forgotten_at": "2026-11-23T11:00:00.000Z"})

    ana.meet()

    given = str(reached["new"].pull("").share.facts)
    assert "Zanzibar" not in given
    assert "Tuesdays" in given


steps = st.lists(
    st.builds(
        Step, st.integers(0, 1), st.sampled_from(("say", "meet", "cross")), st.integers(0, 3)
    ),
    max_size=10,
)


def lived(reached: dict[str, contract.Remote], story: list[Step]) -> tuple[list[Record], Record]:
    """What all hold once they have met after a story, and what they must hold."""
    peers = [Peer(name, reached[name]) for name in NAMES]
    said: Record = {}
    for minute, step in enumerate(story):
        peer, other = peers[step.peer], peers[1 - step.peer]
        if step.kind == "say":
            peer.say(step.number, f"{peer.name} says {minute}", minute)
            said[f"f_{step.number}_{peer.name}"] = f"{peer.name} says {minute}"
        else:
            peer.meet(other.meet if step.kind == "cross" else lambda: None)
    for peer in (*peers, *peers):
        peer.meet()
    new = Peer("new", reached["new"])
    new.meet()
    held = [{name: one["content"] for name, one in peer.lines.items()} for peer in (*peers, new)]
    return held, said


@pytest.mark.long
@hypothesis.settings(
    max_examples=5, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(steps)
def test_after_any_history_all_hold_the_newest_of_all(place: Place, story: list[Step]) -> None:
    """Whoever pushes while another is between pull and push, nothing is lost."""
    held, said = lived(place(), story)

    assert held == [said] * len(held)


def test_a_remote_that_takes_what_comes_last_fails_this() -> None:
    """The control."""
    one = Careless()
    peers = [Peer(name, one) for name in NAMES]
    for peer in peers:
        peer.say(1, f"said by {peer.name}", 0)

    peers[0].meet(peers[1].meet)

    assert [fact["id"] for fact in one.share.facts] == ["f_1_ana"]


class Sender(NamedTuple):
    """How facts are sent in a child: `is_careless` crosses them off before they are pushed."""

    remote: contract.Remote
    is_careless: bool

    def send(self, waiting: list[Record], tell: int) -> None:
        """Push all that waits, some at once, and tell the ids of what needs no more sending."""
        cursor, sent = "", []
        for at in range(0, len(waiting), AT_ONCE):
            part = waiting[at : at + AT_ONCE]
            ids = "".join(f"{one['id']}\n" for one in part).encode()
            if self.is_careless:
                os.write(tell, ids)
            pulled = self.remote.pull(cursor)
            sent += [*map(dict, pulled.share.facts), *part]
            newest = {str(one["id"]): one for one in sent}
            cursor = self.remote.push(contract.Share(list(newest.values())), pulled.cursor)
            if not self.is_careless:
                os.write(tell, ids)


def cut_off(reached: dict[str, contract.Remote], *, is_careless: bool) -> tuple[int, int]:
    """Send FACTS through children that are killed at any moment; how many kills, and lost."""
    chance = random.Random(7)
    facts = [teams.fact(number, f"fact {number}") for number in range(FACTS)]
    told: set[str] = set()
    kills = 0
    while waiting := [one for one in facts if one["id"] not in told]:
        read, write = os.pipe()
        child = faults.fork()
        if child == 0:
            try:
                Sender(reached["ana"], is_careless).send(waiting, write)
            finally:
                os._exit(0)
        os.close(write)
        time.sleep(chance.random() * LONGEST)
        os.kill(child, signal.SIGKILL)
        machines.kill_git_in(layout.cache_root())
        os.waitpid(child, 0)
        kills += 1
        with os.fdopen(read) as file:
            told |= set(file.read().split())
        there = len(reached["new"].pull("").share.facts)
        assert there % AT_ONCE == 0, "a push is whole or not there"
    kept = {str(one["id"]) for one in reached["new"].pull("").share.facts}
    return kills, FACTS - len(kept)


@pytest.mark.long
def test_a_push_that_is_killed_in_the_middle_loses_none_of_many(place: Place) -> None:
    kills, lost = cut_off(place(), is_careless=False)
    _, control = cut_off(place(), is_careless=True)

    assert kills > 1
    assert lost == 0
    assert control > 0, "the control must lose some"


def test_a_strangers_login_is_given_nothing_and_a_members_all(url: str) -> None:
    memory = os.urandom(8).hex()
    peers = {name: Peer(name, teams.at(url, name, memory)) for name in ("ana", "ben", "eve")}
    peers["ana"].say(1, "billing uses Postgres 16", 0)

    for peer in peers.values():
        peer.meet()

    assert [len(one.lines) for one in peers.values()] == [1, 1, 0]  # the first is the control
    teams.execute(url, f"CREATE ROLE r{memory} LOGIN")
    with pytest.raises(errors.StoreError, match="no team"):
        teams.at(url, f"r{memory}", memory).pull("")
