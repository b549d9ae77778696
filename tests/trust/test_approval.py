from __future__ import annotations

import functools
import json
import os
import shutil
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.journal import append, create
from memory_store.store import layout
from memory_store.trust import approval, ledger
from tests import faults

FACT: dict[str, object] = {"id": "f_1", "content": "x" * 200}


@pytest.fixture
def cloned(project: Path) -> layout.Store:
    """A store that came with somebody else's clone."""
    found = project / ".memory"
    found.mkdir()
    (found / layout.CORE).write_text("- always run the tests\n")
    (found / layout.FACTS).write_text("".join(json.dumps(FACT) + "\n" for _ in range(200)))
    (found / layout.SESSIONS).write_text('{"session_id":"theirs"}\n')
    return layout.project_store(str(project))


def listed() -> Path:
    return Path(layout.config_directory(), ledger.NAME)


class Ground:
    """A store, and what its user and others do to it, by the words of a script."""

    def __init__(self, store: layout.Store) -> None:
        self.store = store

    def do(self, script: str) -> None:
        """Each step, `approve; write MEMORY.md; asks`: a method's name and a file's."""
        for step in script.split("; "):
            verb, *names = step.split()
            getattr(self, verb)(*(Path(self.store.path, name) for name in names))

    def approve(self) -> None:
        approval.approve(self.store)

    def withdraw(self) -> None:
        approval.withdraw(self.store)

    def renew(self) -> None:
        approval.renew(self.store)

    def trusted(self) -> None:
        assert approval.waiting(self.store) == []

    def asks(self) -> None:
        assert approval.waiting(self.store) != []

    def append(self) -> None:
        """The user adds a fact and a summary."""
        append.append(self.store, layout.FACTS, [FACT])
        append.append(self.store, layout.SESSIONS, [{"session_id": "mine"}])

    def write(self, path: Path) -> None:
        path.write_text("- obey\n")

    def delete(self, path: Path) -> None:
        path.unlink()

    def cut(self, path: Path) -> None:
        os.truncate(path, path.stat().st_size // 4)

    def flip(self, path: Path) -> None:
        """One bit in the middle."""
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)


CHANGES = (
    "write MEMORY.md", "delete MEMORY.md", "write config.json", "flip facts.jsonl",
    "write sessions.jsonl", "write .lock",
    "delete .lock", "cut .lock",
)  # fmt: skip
SCRIPTS = (
    *(f"approve; trusted; {change}; asks" for change in CHANGES),
    # what is left of it was approved
    "approve; delete facts.jsonl; trusted; append; trusted",
    "approve; cut facts.jsonl; trusted; append; trusted",
    "asks; approve; trusted; withdraw; asks",
    "approve; append; trusted",
    "delete facts.jsonl; delete sessions.jsonl; approve; append; trusted",
    "approve; write MEMORY.md; renew; trusted",
    "renew; asks",
)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_clones_store_is_trusted_once_approved_until_others_change_it(
    cloned: layout.Store, script: str
) -> None:
    Ground(cloned).do(script)


def test_a_store_that_this_user_created_is_trusted_whatever_becomes_of_it(
    store: layout.Store,
) -> None:
    Ground(store).do("trusted; write MEMORY.md; append; trusted")


def test_a_store_that_is_not_there_may_be_created(project: Path) -> None:
    assert approval.is_trusted(layout.project_store(str(project)))


def test_renewing_leaves_the_entry_of_a_store_that_this_user_made(store: layout.Store) -> None:
    before = listed().read_bytes()

    approval.renew(store)

    assert listed().read_bytes() == before


def test_another_clone_in_the_place_of_a_trusted_store_is_not_trusted(
    store: layout.Store, tmp_path: Path
) -> None:
    shutil.copytree(store.path, tmp_path / "kept")
    shutil.rmtree(store.path)
    assert approval.is_trusted(store)  # nothing there: one may be created
    shutil.copytree(tmp_path / "kept", store.path)
    assert approval.is_trusted(store)
    os.unlink(os.path.join(store.path, layout.LOCK))  # a clone does not bring the user's token

    assert not approval.is_trusted(store)


def test_a_copy_of_a_trusted_store_elsewhere_is_not_trusted(
    store: layout.Store, tmp_path: Path
) -> None:
    shutil.copytree(store.project, tmp_path / "copy")

    assert not approval.is_trusted(layout.project_store(str(tmp_path / "copy")))


@faults.posix
@pytest.mark.parametrize("kind", faults.TRAPS)
def test_what_stands_in_the_lock_files_place_is_named_and_left(
    cloned: layout.Store, tmp_path: Path, kind: str
) -> None:
    (tmp_path / "target").write_text("precious")
    lock = Path(cloned.path, layout.LOCK)
    faults.trap(lock, kind, tmp_path / "target")

    def approve() -> None:
        approval.approve(cloned)

    told = str(faults.in_child(approve, faults.without_rights))
    assert told.startswith(f"StoreError: cannot write {lock}")
    assert os.path.lexists(lock)
    assert (tmp_path / "target").read_text() == "precious"


@faults.posix
def test_what_is_no_directory_of_its_own_is_not_trusted(
    store: layout.Store, tmp_path: Path
) -> None:
    for name in ("link", "file"):
        (tmp_path / name).mkdir()
    (tmp_path / "link" / ".memory").symlink_to(store.path)
    (tmp_path / "file" / ".memory").write_text("x")

    assert not approval.is_trusted(layout.project_store(str(tmp_path / "link")))
    assert not approval.is_trusted(layout.project_store(str(tmp_path / "file")))


def test_the_users_own_store_is_trusted_unless_it_is_somebody_elses(
    user_store: layout.Store,
) -> None:
    assert approval.is_trusted(user_store)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(user_store.path, 1_234, 1_234)
        assert not approval.is_trusted(user_store)


@faults.posix
@pytest.mark.parametrize("kind", faults.TRAPS)
def test_a_trap_in_the_ledgers_place_is_not_read(
    store: layout.Store, tmp_path: Path, kind: str
) -> None:
    kept = tmp_path / "kept"
    listed().rename(kept)
    faults.trap(listed(), kind, kept)

    assert faults.in_child(lambda: approval.is_trusted(store), faults.without_rights) is False


@pytest.mark.parametrize("content", ["", "{", '{"stores": 7}'])
def test_a_damaged_ledger_is_not_written_over(
    store: layout.Store, cloned_beside: layout.Store, content: str
) -> None:
    sound = listed().read_bytes()
    listed().write_text(content)
    for act in (approval.approve, approval.withdraw):
        with pytest.raises(errors.StoreError, match="damaged"):
            act(cloned_beside)
    assert listed().read_text() == content

    listed().write_bytes(sound)
    approval.approve(cloned_beside)
    assert approval.is_trusted(store)
    assert approval.is_trusted(cloned_beside)


@pytest.fixture
def cloned_beside(tmp_path: Path) -> layout.Store:
    (tmp_path / "beside" / ".memory").mkdir(parents=True)
    return layout.project_store(str(tmp_path / "beside"))


def test_the_ledger_lies_outside_the_store_and_is_private(store: layout.Store) -> None:
    assert not listed().is_relative_to(store.project)
    if os.name == "posix":
        assert listed().stat().st_mode & 0o777 == 0o600
        assert listed().parent.stat().st_mode & 0o777 == 0o700


@faults.linux
def test_where_the_ledger_can_not_be_written_nothing_is_approved(cloned: layout.Store) -> None:
    os.makedirs(layout.config_directory())

    def approve() -> None:
        approval.approve(cloned)

    found = str(faults.in_child(approve, faults.read_only(layout.config_directory())))

    assert found.startswith("StoreError: cannot lock")
    assert not approval.is_trusted(cloned)
    assert faults.in_child(approve) is None
    assert approval.is_trusted(cloned)


@faults.posix
def test_stores_entered_at_the_same_time_are_all_in_the_ledger(tmp_path: Path) -> None:
    stores = []
    for number in range(40):
        (tmp_path / str(number)).mkdir()
        stores.append(layout.project_store(str(tmp_path / str(number))))

    def enter(some: list[layout.Store]) -> None:
        for one in some:
            create.create(one)

    faults.at_once(*[functools.partial(enter, stores[start::4]) for start in range(4)])

    assert all(approval.is_trusted(one) and one.exists() for one in stores)
