"""Machines of one person that meet over a bare git repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from memory_store import clock, errors
from memory_store.importing import exchange
from memory_store.journal import create, own
from memory_store.remotes import shared_pages
from memory_store.store import layout
from memory_store.trust import approval
from tests import given
from tests.remotes import machines
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal import stored
    from tests.remotes.machines import Machine


Peers = dict[str, "Machine"]
REFERENCE = "refs/memory-store/github.com/acme/api"
STORIES = [
    json.loads(line)
    for line in Path(__file__).with_name("stories.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return machines.bare(tmp_path / "remote.git")


@pytest.fixture
def desktop(tmp_path: Path, remote: Path) -> Machine:
    return machines.Machine(tmp_path / "desktop", remote)


@pytest.fixture
def laptop(tmp_path: Path, remote: Path) -> Machine:
    return machines.Machine(tmp_path / "laptop", remote)


@pytest.fixture
def peers(desktop: Machine, laptop: Machine) -> Peers:
    return {"desktop": desktop, "laptop": laptop}


def meet(*all_machines: Machine) -> None:
    for machine in all_machines:
        machine.meet()


@pytest.mark.long
@pytest.mark.parametrize("row", STORIES, ids=lambda row: row["promise"])
def test_machines_that_met(row: given.Record, tmp_path: Path, remote: Path, peers: Peers) -> None:
    facts: dict[str, stored.Fact] = {}
    for who, verb, *words in row["steps"]:
        if who == "meet":
            meet(*(peers[name] for name in (verb, *words)))
        elif who == "remote":
            git(remote, "update-ref", "-d", REFERENCE)
        else:
            _do(peers[who], facts, verb, *words)

    for machine in peers.values():
        assert machine.contents() == row.get("contents", [])
        assert {line.content for line in machine.lines()} >= set(row.get("lines", ()))
        for name, text in row.get("pages", {}).items():
            page = machine.page(name)
            assert (page.read_text() if page.exists() else None) == text
    if gone := row.get("gone"):
        reachable = git(remote, "rev-list", "--objects", "--all").split("\n")
        assert not any(
            gone in git(remote, "cat-file", "-p", one.split()[0]) for one in reachable if one
        )
        assert given.holding(gone, *(tmp_path / name for name in peers)) == []


def _do(
    machine: Machine,
    facts: dict[str, stored.Fact],
    verb: str,
    text: str,
    minute: Any = 0,
    fields: given.Record | None = None,
) -> None:
    """A step of a story; facts are named by what they say at first."""
    if verb == "save":
        own = {name: facts[first].id for name, first in (fields or {}).items()}
        facts[text] = machine.save(text, minute, **own)
    elif verb == "change":
        facts[text] = facts[text].changed(**(fields or {}))
        machine.change(facts[text], minute)
    elif verb == "forget":
        machine.forget(text)
    elif verb == "say":
        with machine.at_work():
            given.event(machine.store, "prompt", text=text)
    elif minute is None:
        machine.page(text).unlink()
    else:
        machine.page(text).write_text(minute)


def test_a_page_with_a_secret_stays_here(desktop: Machine, laptop: Machine) -> None:
    desktop.page("notes/keys.md").write_text("password = hunter2hunter2\n")

    report = desktop.meet()
    laptop.meet()

    assert report.kept_back == ["notes/keys.md"]
    assert not laptop.page("notes/keys.md").exists()
    assert desktop.page("notes/keys.md").exists()


def test_two_memories_on_one_remote_know_nothing_of_each_other(
    desktop: Machine, laptop: Machine
) -> None:
    laptop.entry = laptop.entry._replace(memory="github.com/acme/web")
    desktop.save("the API listens on port 8080")

    meet(desktop, laptop)

    assert laptop.contents() == []


def test_an_export_that_two_machines_import_is_the_same_lines(
    desktop: Machine, laptop: Machine, tmp_path: Path, remote: Path
) -> None:
    source = layout.project_store(str(tmp_path / "source"))
    (tmp_path / "source").mkdir()
    create.create(source)
    given.fact(source, "the API listens on port 8080", days=3)
    out = tmp_path / "out.jsonl"
    out.write_text("".join(f"{line}\n" for line in exchange.lines(source)), "utf-8")
    for at, machine in enumerate((desktop, laptop)):
        with machine.at_work(), mock.patch.object(clock, "now", return_value=given.moment(at)):
            exchange.take_in(machine.store, str(out))

    desktop.meet()
    before = git(remote, "for-each-ref")
    reports = [one.meet() for one in (laptop, desktop)]

    assert [len(one.lines()) for one in (desktop, laptop)] == [1, 1]
    assert [(one.brought, one.went) for one in reports] == [({}, 0), ({}, 0)]
    assert git(remote, "for-each-ref") == before


@pytest.mark.long
def test_a_remote_holds_one_commit_and_is_pushed_nothing_where_nothing_is_new(
    desktop: Machine, laptop: Machine, remote: Path
) -> None:
    for number in range(3):
        desktop.save(f"service {number} is up", number)
        meet(desktop, laptop)
    before = git(remote, "for-each-ref")

    report = desktop.meet()

    assert (report.brought, report.went) == ({}, 0)
    assert git(remote, "for-each-ref") == before
    assert git(remote, "rev-list", "--count", REFERENCE).strip() == "1"


def test_a_remote_that_is_away_costs_nothing_and_is_told(desktop: Machine, remote: Path) -> None:
    desktop.save("the API listens on port 8080")
    remote.rename(remote.with_name("away"))

    with pytest.raises(errors.StoreError, match="is not reached"):
        desktop.meet()

    assert desktop.contents() == ["the API listens on port 8080"]
    remote.with_name("away").rename(remote)
    assert desktop.meet().went == 1


def _no_head(clone: Path) -> None:
    (clone / "HEAD").unlink()


def _damaged_objects(clone: Path) -> None:
    for path in (clone / "objects").rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"no object of git")


def _locks_of_a_killed_git(clone: Path) -> None:
    for name in ("packed-refs.lock", "refs/met.lock", "refs/made.lock", "HEAD.lock"):
        (clone / name).write_bytes(b"")


@pytest.mark.long
@pytest.mark.parametrize("damage", [_no_head, _damaged_objects, _locks_of_a_killed_git])
def test_a_clone_in_the_cache_that_is_damaged_stops_no_meeting(
    desktop: Machine, laptop: Machine, damage: Callable[[Path], None]
) -> None:
    desktop.save("the API listens on port 8080")
    meet(desktop, laptop)
    laptop.save("deploys go out on Tuesdays")
    with desktop.at_work():
        (clone,) = Path(layout.cache_directory(desktop.store)).rglob("home.git")
    damage(clone)

    meet(laptop, desktop)

    assert desktop.contents() == laptop.contents()
    assert len(desktop.contents()) == 2


def test_what_a_colleague_said_stays_a_colleagues_on_the_other_machine(
    desktop: Machine, laptop: Machine
) -> None:
    """A line that came over a remote doesn't count as written here, whatever it says."""
    with laptop.at_work():
        create.share(laptop.store)
        approval.withdraw(laptop.store)  # as of a memory that came with a clone
        approval.approve(laptop.store)
    desktop.save("deploys go out on Tuesdays")
    desktop.meet()
    laptop.save("the API listens on port 8080")

    laptop.meet()

    with laptop.at_work():
        listed = own.known(laptop.store)
    others = {one["content"]: own.is_others(one, listed) for one in laptop.lines()}
    assert others == {"deploys go out on Tuesdays": True, "the API listens on port 8080": False}


@pytest.mark.long
def test_a_page_that_is_edited_while_machines_meet_keeps_the_lines_of_all(
    desktop: Machine, laptop: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop.page("MEMORY.md").write_text("- port 8080\n")
    meet(desktop, laptop)
    laptop.page("MEMORY.md").write_text("- port 8080\n- Tuesdays\n")
    laptop.meet()
    write = shared_pages.write

    def late(*arguments: Any) -> tuple[int, bool]:
        desktop.page("MEMORY.md").write_text("- port 8080\n- tabs\n")
        return write(*arguments)

    with monkeypatch.context() as edited:
        edited.setattr(shared_pages, "write", late)
        desktop.meet()
    meet(desktop, laptop)

    said = set(laptop.page("MEMORY.md").read_text().splitlines())
    assert said == {"- port 8080", "- Tuesdays", "- tabs"}
    assert desktop.page("MEMORY.md").read_text() == laptop.page("MEMORY.md").read_text()
