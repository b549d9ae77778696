"""A file of the memory that this user can't read: each start, command and check says which."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.posix
ASKED = "Remember that the fee is 3 percent."


def closed(store: layout.Store, name: str) -> Path:
    """A memory of which a directory stands in the place of one file; that file."""
    given.fact(store, "The gateway is QL-99.")
    given.event(store, "prompt", "s-0", text="which gateway?")
    path = Path(store.path, name)
    if path.exists():
        path.rename(path.with_name("aside"))
    path.write_text("", "utf-8") if name == layout.DAILY else path.mkdir(0o700)
    return path


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "name", [layout.FACTS, layout.SESSIONS, layout.CORE, layout.DAILY, layout.FORGOTTEN]
)
def test_the_next_start_tells_the_person_which_file_is_closed_and_what_mends_it(
    store: layout.Store, name: str, language: str
) -> None:
    path = closed(store, name)

    payload = given.payload("claude/session-start", store.project)
    start = shims.hook("load_memory", payload, "claude", MEMORY_STORE_LANGUAGE=language).answer
    told = start["systemMessage"].splitlines()[0]

    assert told.startswith("memory-store: ")
    assert f"mv {path} {path}.kept" in told.replace("'", "")
    assert ("修复" in told) == (language == "zh")


@pytest.mark.parametrize("command", "list sessions today todos stats log facts".split())
def test_a_command_names_the_file_and_the_cure_and_finds_nothing_only_where_nothing_is(
    store: layout.Store, command: str
) -> None:
    path = closed(store, layout.FACTS)
    words = ["--as-of", "today"] if command == "facts" else []

    done = shims.memory_store(command, *words, "--project", store.project)

    assert (done.code, done.out) == (3, "")
    fault, hint = done.err.splitlines()
    assert fault.startswith(f"error: {path} ")
    assert hint.replace("'", "") == f"hint: mv {path} {path}.kept"


def test_saving_names_the_file_and_the_cure(store: layout.Store) -> None:
    path = closed(store, layout.FACTS)

    done = shims.memory_store("save-fact", "--content", "x", "--project", store.project)

    assert done.code == 3
    assert f"mv {path} {path}.kept" in done.err.replace("'", "")


def test_the_user_is_asked_about_its_own_memory_alone(
    store: layout.Store, user_store: layout.Store
) -> None:
    closed(user_store, layout.FACTS)
    given.fact(store, "The port is 8080.")

    found = shims.memory_store("list", "--scope", "project", "--project", store.project)

    assert (found.code, "8080" in found.out) == (0, True)


def test_the_doctor_names_it_and_goes_on(store: layout.Store) -> None:
    path = closed(store, layout.FACTS)

    given.event(store, "session_start", "s-1")
    done = shims.memory_store("doctor", "--project", store.project)

    checks = json.loads(done.out)["checks"]
    (fault,) = [one for one in checks if one["name"] == "files" and not one["ok"]]
    assert str(path) in fault["text"]
    assert fault["mend"].replace("'", "") == f"mv {path} {path}.kept"


@pytest.mark.long
def test_what_is_said_meanwhile_is_kept_in_the_journal_and_becomes_a_fact_once_mended(
    store: layout.Store,
) -> None:
    path = closed(store, layout.FACTS)
    asked = given.payload("claude/user-prompt-submit", store.project, "s-1", prompt=ASKED)

    shims.hook("recall_memory", asked, "claude")
    path.rmdir()
    path.with_name("aside").rename(path)
    shims.memory_store("sync", "--project", store.project)

    assert any("3 percent" in one.content for one in given.living(store))


def a_link(store: layout.Store) -> str:
    Path(store.path).rename(Path(store.project, "real"))
    Path(store.path).symlink_to("real")
    return f"mv {store.path} {store.path}.kept"


def a_file(store: layout.Store) -> str:
    shutil.rmtree(store.path)
    Path(store.path).touch()
    return f"mv {store.path} {store.path}.kept"


def a_damaged_ledger(store: layout.Store) -> str:
    del store
    path = Path(layout.config_directory(), "trust.json")
    path.write_text("{", "utf-8")
    return f"{path} is damaged"


@pytest.mark.long
@pytest.mark.parametrize("spoil", [a_link, a_file, a_damaged_ledger])
def test_a_memory_that_is_no_directory_or_a_damaged_list_of_trust_is_called_by_its_name(
    store: layout.Store, spoil: Callable[[layout.Store], str]
) -> None:
    named = spoil(store)

    started = given.payload("claude/session-start", store.project)
    told = shims.hook("load_memory", started, "claude").answer["systemMessage"]
    checked = shims.memory_store("doctor", "--project", store.project)
    state = shims.memory_store("status", "--project", store.project)

    assert named in told.replace("'", "")
    assert "you have not approved" not in told
    assert (checked.code, named in checked.out.replace("'", "")) == (1, True)
    assert named in state.out.replace("'", "")
