"""Machines of one person that meet over a bare git repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import errors
from memory_store.journal import create, own
from memory_store.remotes import shared_pages
from memory_store.store import layout
from memory_store.trust import approval
from tests import given
from tests.remotes import machines
from tests.repositories import git

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.remotes.machines import Machine


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return machines.bare(tmp_path / "remote.git")


@pytest.fixture
def desktop(tmp_path: Path, remote: Path) -> Machine:
    return machines.Machine(tmp_path / "desktop", remote)


@pytest.fixture
def laptop(tmp_path: Path, remote: Path) -> Machine:
    return machines.Machine(tmp_path / "laptop", remote)


def meet(*all_machines: Machine) -> None:
    for machine in all_machines:
        machine.meet()


def test_the_later_of_two_changes_holds_and_both_lines_are_kept(
    desktop: Machine, laptop: Machine
) -> None:
    saved = desktop.save("the API listens on port 8080", 1)
    laptop.save("deploys go out on Tuesdays")
    meet(desktop, laptop)
    laptop.change(saved.changed(content="it listens on 9090"), 2)
    desktop.change(saved.changed(content="it listens on 7070"), 3)

    meet(desktop, laptop, desktop)

    both = ["deploys go out on Tuesdays", "it listens on 7070"]
    assert desktop.contents() == laptop.contents() == both
    for one in (desktop, laptop):
        said = {line["content"] for line in given.lines(one.store, layout.FACTS)}
        assert {"it listens on 9090", "it listens on 7070"} <= said


def test_a_fact_that_took_the_place_of_another_does_so_everywhere(
    desktop: Machine, laptop: Machine
) -> None:
    old = desktop.save("the API listens on port 8080", 1)
    meet(desktop, laptop)
    laptop.save("the API listens on port 9090", 3, supersedes=old["id"])
    desktop.change(old.changed(confidence=0.9), 2)

    meet(laptop, desktop)

    assert desktop.contents() == laptop.contents() == ["the API listens on port 9090"]


def test_what_was_forgotten_goes_from_the_other_machine_and_from_the_remote(
    desktop: Machine, laptop: Machine, remote: Path, tmp_path: Path
) -> None:
    desktop.save("the launch is called Zanzibar")
    desktop.save("deploys go out on Tuesdays")
    meet(desktop, laptop)

    laptop.forget("Zanzibar")
    meet(laptop, desktop)

    assert desktop.contents() == laptop.contents() == ["deploys go out on Tuesdays"]
    reachable = git(remote, "rev-list", "--objects", "--all").split("\n")
    objects = [git(remote, "cat-file", "-p", one.split()[0]) for one in reachable if one]
    assert not any("Zanzibar" in one for one in objects)
    for machine in ("desktop", "laptop"):
        assert given.holding("Zanzibar", tmp_path / machine) == []


def test_what_one_machine_forgot_does_not_come_back_from_another_that_said_it_too(
    desktop: Machine, laptop: Machine
) -> None:
    desktop.save("the launch is called Zanzibar")
    laptop.save("The launch is called Zanzibar")
    laptop.forget("Zanzibar")

    meet(desktop, laptop, desktop)

    assert desktop.contents() == laptop.contents() == []


def test_an_older_wording_that_was_forgotten_takes_no_newer_one_along(
    desktop: Machine, laptop: Machine
) -> None:
    saved = desktop.save("the launch is called Zanzibar", 1)
    desktop.change(saved.changed(content="the launch has a name"), 2)
    meet(desktop, laptop)

    desktop.forget("Zanzibar")
    meet(desktop, laptop)

    assert desktop.contents() == laptop.contents() == ["the launch has a name"]
    assert given.holding("Zanzibar", laptop.store.path) == []


def test_pages_that_both_changed_have_the_lines_of_both(desktop: Machine, laptop: Machine) -> None:
    desktop.page("MEMORY.md").write_text("# Rules\n\n- tabs\n\n# Facts\n\n- port 8080\n")
    desktop.page("notes/release.md").write_text("# Release\n")
    meet(desktop, laptop)
    desktop.page("MEMORY.md").write_text("# Rules\n\n- tabs\n- 中文\n\n# Facts\n\n- port 8080\n")
    laptop.page("MEMORY.md").write_text("# Rules\n\n- tabs\n\n# Facts\n\n- port 9090\n")

    meet(laptop, desktop, laptop)

    expected = "# Rules\n\n- tabs\n- 中文\n\n# Facts\n\n- port 9090\n"
    assert desktop.page("MEMORY.md").read_text() == expected
    assert laptop.page("MEMORY.md").read_text() == expected
    assert laptop.page("notes/release.md").read_text() == "# Release\n"


def test_a_note_that_was_deleted_goes_unless_the_other_machine_wrote_on(
    desktop: Machine, laptop: Machine
) -> None:
    for name in ("notes/gone.md", "notes/kept.md"):
        desktop.page(name).write_text("as it was\n")
    meet(desktop, laptop)
    desktop.page("notes/gone.md").unlink()
    desktop.page("notes/kept.md").unlink()
    laptop.page("notes/kept.md").write_text("more is known\n")

    meet(desktop, laptop, desktop)

    assert not laptop.page("notes/gone.md").exists()
    assert desktop.page("notes/kept.md").read_text() == "more is known\n"


def test_a_remote_that_was_made_anew_deletes_nothing(
    desktop: Machine, laptop: Machine, remote: Path
) -> None:
    desktop.page("notes/release.md").write_text("# Release\n")
    desktop.meet()
    git(remote, "update-ref", "-d", "refs/memory-store/github.com/acme/api")
    laptop.save("deploys go out on Tuesdays")
    laptop.meet()

    desktop.meet()

    assert desktop.page("notes/release.md").read_text() == "# Release\n"
    assert desktop.contents() == ["deploys go out on Tuesdays"]


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


def test_a_remote_holds_one_commit_and_is_pushed_nothing_where_nothing_is_new(
    desktop: Machine, laptop: Machine, remote: Path
) -> None:
    for number in range(3):
        desktop.save(f"service {number} is up", number)
        meet(desktop, laptop)
    before = git(remote, "for-each-ref")

    report = desktop.meet()

    assert (report.came, report.went) == (0, 0)
    assert git(remote, "for-each-ref") == before
    reference = "refs/memory-store/github.com/acme/api"
    assert git(remote, "rev-list", "--count", reference).strip() == "1"


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


def test_what_somebody_said_on_the_other_machine_is_forgotten_with_what_was_kept_of_it(
    desktop: Machine, laptop: Machine
) -> None:
    said = "the launch is called Zanzibar, by the way"
    laptop.save(said)
    with laptop.at_work():
        given.event(laptop.store, "prompt", text=f"remember that {said}")
    meet(laptop, desktop)

    desktop.forget("Zanzibar")
    meet(desktop, laptop)

    assert given.holding("Zanzibar", laptop.store.path) == []


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
