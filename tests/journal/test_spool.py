"""What a hook hears while another process holds the store is journalled later, once, in order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.forget import scan
from memory_store.journal import append, records, sessions, spool, stored
from memory_store.store import files, layout, lock
from memory_store.upkeep import finish
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable


pytestmark = faults.posix

WRITERS = 12


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_LOCK_SECONDS", 0.02)


def say(store: layout.Store, text: str, session: str = "s-1", kind: str = "prompt") -> bool:
    """A hook's work: whether the event was kept."""
    event = records.event(kind, session, "claude", text=text)
    return bool(sessions.note(store, session, lambda _: [event])[1])


def said(store: layout.Store) -> list[object]:
    return [one.get("text") for one in given.journal(store)]


def waiting(store: layout.Store) -> list[object]:
    return [event.get("text") for _, _, event in spool.events(store)]


def said_while_locked(store: layout.Store, *texts: str) -> None:
    """A hook's process that says these texts while another one holds the store."""
    with lock.Held(store.path):
        assert faults.in_child(lambda: [say(store, text) for text in texts]) == [True] * len(texts)


def hooks_while_locked(store: layout.Store) -> None:
    """Twelve hook processes at once, while another process holds the store."""

    def hook(number: int) -> Callable[[], object]:
        return lambda: say(store, f"text {number}", f"s-{number}")

    with lock.Held(store.path):
        faults.at_once(*[hook(number) for number in range(WRITERS)])


@pytest.mark.long
def test_every_text_of_hooks_that_wait_in_vain_is_journalled(store: layout.Store) -> None:
    hooks_while_locked(store)
    assert said(store) == []

    say(store, "the next holder")

    assert sorted(map(str, said(store)[:-1])) == sorted(f"text {n}" for n in range(WRITERS))
    assert said(store)[-1] == "the next holder"
    assert spool.names(store) == []


@pytest.mark.long
def test_without_the_spool_the_same_texts_are_lost(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    monkeypatch.setattr(spool, "put", lambda *_: None)
    hooks_while_locked(store)

    say(store, "the next holder")

    assert said(store) == ["the next holder"]


def test_what_waits_is_journalled_in_its_order_before_what_comes_later(
    store: layout.Store,
) -> None:
    say(store, "first")
    said_while_locked(store, "second", "third", "fourth")
    say(store, "fifth")

    assert said(store) == ["first", "second", "third", "fourth", "fifth"]


def test_a_session_sees_what_it_said_while_the_store_was_locked(store: layout.Store) -> None:
    say(store, "first")
    seen: list[list[object]] = []

    def look(earlier: list[stored.Entry]) -> list[stored.Entry]:
        seen.append([one.get("text") for one in earlier])
        return []

    with lock.Held(store.path):
        faults.in_child(lambda: say(store, "second"))
        sessions.note(store, "s-1", look)
    sessions.note(store, "s-1", look)

    assert seen == [["first", "second"]] * 2


def test_two_hooks_of_one_moment_leave_one_line(store: layout.Store) -> None:
    said_while_locked(store, "the same")
    event = next(spool.events(store))[2]
    spool.put(store, sessions.today(), event.with_(id=records.new_id("e")))
    assert len(spool.names(store)) == 2

    say(store, "later")

    assert said(store) == ["the same", "later"]


def killed_before_the_file_goes(store: layout.Store) -> None:
    """A process that dies once the journal has the line, with the spool's file still there."""

    def take_in() -> None:
        files.remove = lambda *_: os._exit(0)
        with lock.Held(store.path):
            append.take_in(store)

    said_while_locked(store, "once")
    faults.at_once(take_in)
    assert (said(store), waiting(store)) == (["once"], ["once"])


def test_a_kill_between_journal_and_spool_doubles_nothing(store: layout.Store) -> None:
    killed_before_the_file_goes(store)

    say(store, "later")

    assert said(store) == ["once", "later"]
    assert spool.names(store) == []


def test_a_run_that_would_not_look_for_the_id_doubles_the_line(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    monkeypatch.setattr(append, "_fresh", lambda _store, _day, events: events)
    killed_before_the_file_goes(store)

    say(store, "later")

    assert said(store) == ["once", "once", "later"]


def test_a_request_to_the_agent_is_not_made_without_the_lock(store: layout.Store) -> None:
    with lock.Held(store.path):
        assert not say(store, "", kind="save_requested")

    assert spool.names(store) == []


def test_a_file_is_this_users_alone_and_holds_no_secret(store: layout.Store) -> None:
    said_while_locked(
        store, "the key is AKIAZ7K3QWERTY5NMPLX, and pgpass postgres://a:hunter22@h/d"
    )

    (name,) = spool.names(store)
    path = Path(store.path, name)
    assert "AKIAZ7K3QWERTY5NMPLX" not in path.read_text("utf-8")
    assert "hunter22" not in path.read_text("utf-8")
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", faults.TRAPS)
def test_a_trap_is_not_taken_in_and_stops_nobody(
    store: layout.Store, tmp_path: Path, kind: str
) -> None:
    said_while_locked(store, "planted")
    (name,) = spool.names(store)
    target = tmp_path / "elsewhere"
    Path(store.path, name).rename(target)
    faults.trap(Path(store.path, name), kind, target)

    kept = faults.in_child(lambda: say(store, "mine"), faults.without_rights)

    assert kept
    assert said(store) == ["mine"]


def test_a_day_that_can_not_be_written_keeps_nobody_from_saving_facts(store: layout.Store) -> None:
    said_while_locked(store, "waits")
    Path(store.path, sessions.today()).mkdir(parents=True)

    given.fact(store, "We deploy with Argo CD")

    assert [one["content"] for one in given.living(store)] == ["We deploy with Argo CD"]
    assert waiting(store) == ["waits"]


def test_a_secret_of_yesterdays_rules_is_found_and_mended(store: layout.Store) -> None:
    said_while_locked(store, "harmless")
    (name,) = spool.names(store)
    path = Path(store.path, name)
    path.write_text(path.read_text("utf-8").replace("harmless", "AKIAZ7K3QWERTY5NMPLX"), "utf-8")

    assert [one.file for one in scan.find(store)] == [name]
    assert scan.mend(store) == 1
    assert "AKIAZ7K3QWERTY5NMPLX" not in "".join(map(str, said(store)))


def test_upkeep_takes_in_what_waits_and_learns_from_it(store: layout.Store) -> None:
    said_while_locked(store, "Remember that we deploy with Argo CD.")

    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert spool.names(store) == []
    assert ["Argo CD" in str(one["content"]) for one in given.living(store)] == [True]


def test_only_a_store_with_a_spool_pays_a_look_into_it(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    real = os.listdir

    def listdir(path: str) -> list[str]:
        looks.append(path)
        return real(path)

    monkeypatch.setattr(os, "listdir", listdir)
    with lock.Held(store.path):
        append.take_in(store)
        without = list(looks)
        os.mkdir(os.path.join(store.path, layout.SPOOL))
        append.take_in(store)

    assert (without, looks) == ([], [os.path.join(store.path, layout.SPOOL)])
