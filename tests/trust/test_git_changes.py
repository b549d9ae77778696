"""What git brings to a store that this user made or approved, with a real git, asks again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import create
from memory_store.store import layout
from memory_store.trust import approval, git_index
from tests.repositories import git

if TYPE_CHECKING:
    from collections.abc import Callable

FACT = {"id": "f_1", "type": "O", "content": "obey", "confidence": 1, "source": {"via": "user"}}
PACKED = 150  # more objects than a fetch leaves loose (git-config, transfer.unpackLimit)


class Two:
    """Two clones of one repository: this user's, in which the store was made, and another's."""

    def __init__(self, root: Path) -> None:
        git(root, "init", "-q", "--bare", "-b", "main", "shared")
        git(root, "clone", "-q", "shared", "mine")
        self.mine = root / "mine"
        self.store = layout.project_store(str(self.mine))
        (self.mine / "code.py").write_text("1\n")
        self.commit(self.mine)
        create.create(self.store, team=True)
        self.core = self.mine / ".memory" / layout.CORE
        self.commit(self.mine)
        git(self.mine, "push", "-q", "origin", "HEAD:main")
        git(root, "clone", "-q", "-b", "main", "shared", "theirs")
        self.theirs = root / "theirs"
        git(self.mine, "branch", "-q", "--set-upstream-to=origin/main")

    def commit(self, tree: Path) -> None:
        git(tree, "add", ".")
        git(tree, "commit", "-q", "-m", "x")

    def edit(self, said: str = "- mine\n") -> None:
        self.core.write_text(self.core.read_text("utf-8") + said, "utf-8")

    def they(self, name: str, text: str, files: int = 0) -> None:
        """They commit a file (and as many more as make a packed fetch) and push."""
        path = self.theirs / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        for number in range(files):
            (self.theirs / f"file{number}").write_text(f"{number}\n")
        self.commit(self.theirs)
        git(self.theirs, "push", "-q", "origin", "HEAD:main")

    def pull(self, *words: str) -> None:
        git(self.mine, "pull", "-q", *(words or ("--no-rebase",)))


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


def _edit_and_commit(two: Two) -> None:
    two.edit()
    two.commit(two.mine)


def _staged(two: Two) -> None:
    two.edit()
    git(two.mine, "add", ".")


def _amended(two: Two) -> None:
    _edit_and_commit(two)
    two.edit("- more\n")
    git(two.mine, "commit", "-q", "-a", "--amend", "-m", "y")


def _others_code(two: Two) -> None:
    two.they("code.py", "2\n")
    two.pull()


def _much_of_others_code(two: Two) -> None:
    two.they("code.py", "2\n", PACKED)
    two.pull()


def _commit_then_pull(two: Two) -> None:
    _edit_and_commit(two)
    _much_of_others_code(two)


def _pull_then_commit(two: Two) -> None:
    _others_code(two)
    _edit_and_commit(two)


def _pull_seen_then_commit(two: Two) -> None:
    _much_of_others_code(two)
    assert approval.is_trusted(two.store)
    _edit_and_commit(two)


def _branches(two: Two) -> None:
    assert approval.is_trusted(two.store)  # a branch that was worked in was looked at
    git(two.mine, "checkout", "-q", "-b", "topic")
    _edit_and_commit(two)
    assert approval.is_trusted(two.store)
    git(two.mine, "checkout", "-q", "-")
    assert approval.is_trusted(two.store)
    git(two.mine, "merge", "-q", "topic")


def _pulled_asked_then_reset(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    assert not approval.is_trusted(two.store)
    git(two.mine, "reset", "-q", "--hard", "HEAD~1")


def _log_expired_after_a_look(two: Two) -> None:
    assert approval.is_trusted(two.store)
    git(two.mine, "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")
    two.edit()
    two.commit(two.mine)


def _branch_renamed(two: Two) -> None:
    assert approval.is_trusted(two.store)
    git(two.mine, "branch", "-m", "renamed")
    _edit_and_commit(two)


def _facts_and_notes(two: Two) -> None:
    (two.mine / ".memory" / layout.FACTS).write_text(json.dumps(FACT) + "\n")
    (two.mine / ".memory" / layout.NOTES).mkdir()
    (two.mine / ".memory" / layout.NOTES / "mine.md").write_text("# mine\n")
    two.commit(two.mine)


OWN: dict[str, Callable[[Two], object]] = {
    "edited": Two.edit,
    "edited and staged": _staged,
    "edited and committed": _edit_and_commit,
    "amended": _amended,
    "facts and notes committed": _facts_and_notes,
    "others' code": _others_code,
    "much of others' code": _much_of_others_code,
    "committed, then pulled": _commit_then_pull,
    "pulled, then committed": _pull_then_commit,
    "pulled, seen, then committed": _pull_seen_then_commit,
    "own branches": _branches,
    "pulled, asked, then reset": _pulled_asked_then_reset,
    "committed where the log expired": _log_expired_after_a_look,
    "branch renamed": _branch_renamed,
}


@pytest.mark.parametrize("act", OWN.values(), ids=OWN.keys())
def test_what_this_user_does_asks_nothing(two: Two, act: Callable[[Two], object]) -> None:
    act(two)

    assert approval.changed(two.store) == []
    assert approval.is_trusted(two.store)


def _pulled(name: str, text: str, *words: str, files: int = 0) -> Callable[[Two], object]:
    def act(two: Two) -> None:
        two.they(name, text, files)
        two.pull(*words)

    return act


def _with_own_commit(*words: str) -> Callable[[Two], object]:
    def act(two: Two) -> None:
        (two.mine / "own.py").write_text("own\n")
        two.commit(two.mine)
        two.they(CORE, "- obey\n")
        git(two.mine, "config", "user.name", "x")
        git(two.mine, "config", "user.email", "x")
        two.pull(*words)

    return act


def _then_committed(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    (two.mine / "own.py").write_text("own\n")
    two.commit(two.mine)


def _fetched(*words: str) -> Callable[[Two], object]:
    def act(two: Two) -> None:
        two.they(CORE, "- obey\n")
        git(two.mine, "fetch", "-q")
        git(two.mine, *words)

    return act


def _waiting_merge(two: Two) -> None:
    two.they(CORE, "- obey\n")
    (two.mine / "own.py").write_text("own\n")
    two.commit(two.mine)
    git(two.mine, "fetch", "-q")
    git(two.mine, "merge", "-q", "--no-commit", "origin/main")


def _asked_then_staged(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    assert not approval.is_trusted(two.store)
    _staged(two)


def _asked_then_committed(two: Two) -> None:
    _asked_then_staged(two)
    assert not approval.is_trusted(two.store)
    two.commit(two.mine)


def _pulled_then_edited(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    _edit_and_commit(two)


def _taken_out_of_the_index(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    assert not approval.is_trusted(two.store)
    git(two.mine, "reset", "-q", "HEAD~1")


def _log_emptied(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    (two.mine / ".git" / "logs" / "HEAD").write_text("")


def _log_expired(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    git(two.mine, "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")


def _log_expired_then_committed(two: Two) -> None:
    _log_expired(two)
    two.edit()
    two.commit(two.mine)


def _line_of_the_log_deleted(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()
    (two.mine / "own.py").write_text("own\n")
    two.commit(two.mine)
    git(two.mine, "reflog", "delete", "HEAD@{1}")


def _without_log(two: Two) -> None:
    git(two.mine, "config", "core.logAllRefUpdates", "false")
    (two.mine / ".git" / "logs" / "HEAD").unlink()
    _pulled(CORE, "- obey\n")(two)


CORE = f".memory/{layout.CORE}"
ARRIVALS: dict[str, Callable[[Two], object]] = {
    "MEMORY.md": _pulled(CORE, "- obey\n"),
    "MEMORY.md in a pack": _pulled(CORE, "- obey\n", files=PACKED),
    "facts": _pulled(f".memory/{layout.FACTS}", json.dumps(FACT) + "\n"),
    "a note": _pulled(".memory/notes/theirs.md", "# obey\n"),
    "merged": _with_own_commit("--no-rebase"),
    "rebased": _with_own_commit("--rebase"),
    "pulled, then committed over": _then_committed,
    "their branch": _fetched("checkout", "-q", "origin/main"),
    "reset to theirs": _fetched("reset", "-q", "--hard", "origin/main"),
    "picked": _fetched("cherry-pick", "origin/main"),
    "a merge that waits": _waiting_merge,
    "without a log": _without_log,
    "pulled, asked, then staged over": _asked_then_staged,
    "pulled, asked, then committed over": _asked_then_committed,
    "pulled, then edited and committed": _pulled_then_edited,
    "pulled, asked, then taken out of the index": _taken_out_of_the_index,
    "a log that was emptied": _log_emptied,
    "a log that expired": _log_expired,
    "a log that expired, and an own commit": _log_expired_then_committed,
    "a log of which a line is gone": _line_of_the_log_deleted,
}


@pytest.mark.parametrize("act", ARRIVALS.values(), ids=ARRIVALS.keys())
def test_what_git_brings_from_others_asks_until_it_is_approved(
    two: Two, act: Callable[[Two], object]
) -> None:
    assert approval.is_trusted(two.store)

    act(two)

    assert approval.changed(two.store)
    assert not approval.is_trusted(two.store)
    approval.approve(two.store)
    assert approval.is_trusted(two.store)
    two.edit()
    assert approval.is_trusted(two.store)


def _split_off(two: Two, folder: str) -> Path:
    """The memory, or a folder of it, as a repository of its own; another's clone of that."""
    own = Path(two.store.path, folder)
    own.mkdir(exist_ok=True)
    (own / "theirs.md").write_text("# plain\n")
    root = two.mine.parent
    git(root, "init", "-q", "--bare", "-b", "main", "memories")
    git(own, "init", "-q")
    git(own, "add", "-Af")
    git(own, "commit", "-q", "-m", "x")
    git(own, "push", "-q", str(root / "memories"), "HEAD:main")
    git(root, "clone", "-q", "-b", "main", "memories", "others")
    return own


@pytest.mark.parametrize("folder", ["", layout.NOTES], ids=["the memory", "its notes"])
def test_a_memory_that_is_a_repository_of_its_own_asks_as_well(two: Two, folder: str) -> None:
    own = _split_off(two, folder)
    others = two.mine.parent / "others"
    assert approval.is_trusted(two.store)
    for tree, name, text in ((own, "mine.md", "# mine\n"), (others, "theirs.md", "# obey\n")):
        (tree / name).write_text(text)
        git(tree, "add", "-f", name)
        git(tree, "commit", "-q", "-m", "x")
        assert approval.is_trusted(two.store)
    git(others, "push", "-q")

    git(own, "pull", "-q", "--rebase", str(two.mine.parent / "memories"), "main")

    name = "theirs.md"
    assert approval.changed(two.store) == [f"{folder}/{name}" if folder else name]
    approval.approve(two.store)
    assert approval.is_trusted(two.store)


def test_it_asks_behind_an_index_of_a_great_repository(two: Two) -> None:
    """Of 20 MiB, which the entries of the memory stand at the end of; read once a change."""
    blob = git(two.mine, "hash-object", "-w", "code.py").strip()
    great = "".join(f"100644 {blob} 0\t.a/{'d' * 100}/{number:08}\n" for number in range(125_000))
    git(two.mine, "update-index", "--index-info", stdin=great)
    assert (two.mine / ".git" / "index").stat().st_size > 20 << 20
    assert approval.is_trusted(two.store)
    assert approval.is_trusted(two.store)
    two.edit()
    git(two.mine, "add", CORE)
    assert approval.is_trusted(two.store)
    two.they(".memory/notes/theirs.md", "# obey\n")
    git(two.mine, "fetch", "-q")

    git(two.mine, "read-tree", "-m", "-u", "HEAD", "origin/main")
    git(two.mine, "update-ref", "-m", "merge", "HEAD", "origin/main")

    assert approval.changed(two.store) == ["notes/theirs.md"]


def test_an_index_too_large_to_be_read_asks_after_each_pull(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_index, "MAX_BYTES", 100)
    assert approval.is_trusted(two.store)
    _edit_and_commit(two)
    assert approval.is_trusted(two.store)

    two.they(".memory/notes/theirs.md", "# obey\n")
    two.pull("--rebase")

    assert not approval.is_trusted(two.store)


def test_it_asks_though_nothing_looked_between_the_birth_and_the_pull(two: Two) -> None:
    two.they(CORE, "- obey\n")
    two.pull()

    assert approval.changed(two.store) == [layout.CORE]


def test_each_pull_after_an_approval_asks_anew(two: Two) -> None:
    for said in ("- obey\n", "- obey more\n"):
        two.they(CORE, said)
        two.pull()
        assert not approval.is_trusted(two.store)
        approval.approve(two.store)

    assert approval.is_trusted(two.store)


def test_an_edit_of_an_approved_clone_asks_nothing_but_a_pull_does(two: Two) -> None:
    theirs = layout.project_store(str(two.theirs))
    assert approval.changed(theirs) is None
    approval.approve(theirs)

    Path(theirs.path, layout.CORE).write_text("- edited by hand\n", "utf-8")
    assert approval.is_trusted(theirs)
    git(two.theirs, "checkout", "-q", ".")
    two.edit("- from the other side\n")
    two.commit(two.mine)
    git(two.mine, "push", "-q", "origin", "HEAD:main")
    git(two.theirs, "pull", "-q")

    assert approval.changed(theirs) == [layout.CORE]


def test_a_ledger_that_cannot_be_written_neither_fails_nor_forgets(two: Two) -> None:
    _edit_and_commit(two)
    lock = Path(layout.config_directory(), "trust.json" + ".lock")
    lock.unlink()
    lock.mkdir()
    assert approval.is_trusted(two.store)

    two.they("code.py", "2\n")
    two.pull()

    assert approval.is_trusted(two.store)


def test_an_older_versions_entry_is_taken_as_it_is_now(two: Two) -> None:
    ledger = Path(layout.config_directory(), "trust.json")
    known = json.loads(ledger.read_text("utf-8"))
    for entry in known["stores"].values():
        del entry["git"]
    ledger.write_text(json.dumps(known), "utf-8")

    assert approval.is_trusted(two.store)
    two.they(CORE, "- obey\n")
    two.pull()
    assert not approval.is_trusted(two.store)
