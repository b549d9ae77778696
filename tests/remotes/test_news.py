"""What came over a remote is told to a session that goes on, once, by its hooks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.handlers import load_memory, recall_memory
from memory_store.remotes import entries, postgres, team_meeting
from tests import given
from tests.remotes import machines, teams

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store import model
    from memory_store.store import layout

pytestmark = pytest.mark.usefixtures("words_alone")
linux = pytest.mark.skipif(sys.platform != "linux", reason="the server is a Linux wheel")
SAID = "the gateway is written in Rust"


def begin(store: layout.Store, session: str = given.SESSION) -> str:
    """What a session is told when it starts."""
    event = given.told("claude/session-start", store, session)
    return done(load_memory.handle(event, given.where(store)))


def ask(store: layout.Store, text: str, session: str = given.SESSION) -> str:
    """What a session is told with a prompt."""
    event = given.told("claude/user-prompt-submit", store, session, prompt=text)
    return done(recall_memory.handle(event, given.where(store)))


def done(reply: model.Reply) -> str:
    if reply.afterwards is not None:
        reply.afterwards()
    return reply.context


class Member:
    """A store whose team's server is met when it is told to."""

    def __init__(self, store: layout.Store, url: str, memory: str) -> None:
        self.store = store
        self.entry = entries.add(store, "team", teams.as_login(url, "ana"), memory)
        self.other = teams.at(url, "ben", memory)
        self.meet()

    def meet(self) -> tuple[int, int | None]:
        server = postgres.Server(self.entry.url, self.entry.memory)
        return team_meeting.meet(self.store, self.entry, server)


@pytest.fixture
def member(store: layout.Store, url: str, memory: str) -> Member:
    return Member(store, url, memory)


@pytest.mark.long
def test_what_came_from_another_machine_is_told_with_the_next_prompt(tmp_path: Path) -> None:
    remote = machines.bare(tmp_path / "remote.git")
    desktop = machines.Machine(tmp_path / "desktop", remote)
    laptop = machines.Machine(tmp_path / "laptop", remote)
    laptop.save(SAID)
    laptop.meet()
    with desktop.at_work():
        begin(desktop.store)
        assert SAID not in ask(desktop.store, "what about lunch?")
    desktop.meet()

    with desktop.at_work():
        told = [ask(desktop.store, text) for text in ("is it raining?", "and tomorrow?")]

    assert [SAID in one for one in told] == [True, False]


@pytest.mark.long
@linux
def test_what_a_colleague_shared_is_told_with_the_next_prompt_of_each_session(
    member: Member,
) -> None:
    begin(member.store)
    teams.share(member.other, teams.fact(1, SAID))
    assert SAID not in ask(member.store, "what about lunch?")
    member.meet()

    told = [ask(member.store, text) for text in ("is it raining?", "and tomorrow?")]
    briefed = begin(member.store, "another session")
    later = ask(member.store, "what about lunch?", "another session")

    assert [SAID in one for one in told] == [True, False]
    assert f"shared] {SAID}" in told[0]
    assert (SAID in briefed, SAID in later) == (True, False)  # once to each


@linux
def test_a_briefing_has_a_place_for_the_newest_that_colleagues_shared_and_no_more(
    member: Member,
) -> None:
    facts = [teams.fact(number, f"service {number} {'is slow ' * 200}") for number in range(8)]
    given.fact(member.store, "always answer in short sentences", type="O")
    teams.share(member.other, *facts)
    member.meet()

    told = begin(member.store)

    lines = [one for one in told.splitlines() if "shared] service" in one]
    assert [one.split("service ")[1][0] for one in lines] == ["7", "6", "5", "4", "3"]
    assert max(map(len, lines)) < 600
    assert told.index("short sentences") < told.index("Shared by teammates lately")
    assert "is slow" not in ask(member.store, "what about lunch?").partition("service 7")[2]


@linux
def test_what_was_there_before_a_member_came_is_no_news(
    store: layout.Store, url: str, memory: str
) -> None:
    teams.share(teams.at(url, "ben", memory), teams.fact(1, SAID))
    begin(store)

    member = Member(store, url, memory)

    assert SAID not in ask(store, "what about lunch?")
    assert member.meet() == (0, 0)


@pytest.mark.long
@linux
def test_what_a_colleague_took_back_is_not_told(member: Member) -> None:
    begin(member.store)
    teams.share(member.other, teams.fact(1, SAID), teams.fact(2, "deploys go out on Tuesdays"))
    member.meet()
    teams.share(member.other, {"id": "f_1", "op": "retract", "updated_at": "2026-11-23T12:00:00Z"})
    member.meet()

    told = ask(member.store, "what about lunch?")

    assert "Tuesdays" in told
    assert SAID not in told


@pytest.mark.long
@linux
def test_what_came_a_day_ago_is_told_no_more(
    member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(member.store)
    teams.share(member.other, teams.fact(1, SAID))
    earlier = given.moment(2)
    with monkeypatch.context() as past:
        past.setattr(clock, "now", lambda: earlier)
        member.meet()

    assert SAID not in ask(member.store, "what about lunch?")
