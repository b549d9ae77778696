"""What git brings to a store that this user made or approved, with a real git, asks again."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from memory_store import place
from memory_store.cli import dispatch
from memory_store.index import extra
from memory_store.journal import create
from memory_store.store import layout
from memory_store.trust import approval, closed_git, ledger
from tests.world import git

FACT = {"id": "f_1", "type": "O", "content": "obey", "confidence": 1, "source": {"via": "user"}}
PACKED = 150  # more objects than a fetch leaves loose (git-config, transfer.unpackLimit)
CORE = f".memory/{layout.CORE}"


class Two:
    """Two clones of one repository: this user's, in which the store was made, and another's."""

    def __init__(self, root: Path) -> None:
        git(root, "init", "-q", "--bare", "-b", "main", "shared")
        git(root, "clone", "-q", "shared", "mine")
        self.mine = root / "mine"
        self.store = layout.project_store(str(self.mine))
        self.own("code.py")
        create.create(self.store, team=True)
        self.core = self.mine / CORE
        self.commit()
        git(self.mine, "push", "-q", "origin", "HEAD:main")
        git(root, "clone", "-q", "-b", "main", "shared", "theirs")
        self.theirs = root / "theirs"
        git(self.mine, "branch", "-q", "--set-upstream-to=origin/main")

    def do(self, script: str) -> None:
        """Each step of a script, `they code.py; pull; edit`: a method's name and its words."""
        for step in script.split("; "):
            verb, *words = step.split()
            getattr(self, verb)(*words)

    def git(self, *words: str) -> None:
        git(self.mine, *words)

    def commit(self, tree: Path | None = None) -> None:
        for words in (["add", "."], ["commit", "-q", "-m", "x"]):
            git(tree or self.mine, *words)

    def edit(self, said: str = "mine") -> None:
        self.core.write_text(f"{self.core.read_text('utf-8')}- {said}\n", "utf-8")

    def own(self, name: str = "own.py") -> None:
        """I write a file and commit."""
        path = self.mine / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(FACT) + "\n")
        self.commit()

    def they(self, name: str = CORE, files: str = "0") -> None:
        """They commit a file (and as many more as make a packed fetch) and push."""
        path = self.theirs / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(FACT | {"said": "there"}) + "\n")
        for number in range(int(files)):
            (self.theirs / f"file{number}").write_text(f"{number}\n")
        self.commit(self.theirs)
        git(self.theirs, "push", "-q", "origin", "HEAD:main")

    def pull(self, *words: str) -> None:
        self.git("pull", "-q", *(words or ("--no-rebase",)))

    def other_index(self, *words: str) -> None:
        """A command of git's that keeps its index elsewhere."""
        git(self.mine, "read-tree", "--index-output=.git/other", "HEAD")
        command = ["git", "-c", "user.name=x", "-c", "user.email=x", *words]
        environment = {**os.environ, "GIT_INDEX_FILE": str(self.mine / ".git/other")}
        subprocess.run(command, cwd=self.mine, env=environment, check=True)

    def tool(self, to: str = "origin/main") -> None:
        """What a tool beside git does: it moves HEAD and the files, and writes no log of it."""
        log = self.mine / ".git" / "logs" / "HEAD"
        told = log.read_bytes()
        self.git("reset", "-q", "--hard", to)
        log.write_bytes(told)

    def trusted(self) -> None:
        assert approval.waiting(self.store) == []

    def asks(self) -> None:
        assert approval.waiting(self.store) != []

    def log_is_empty(self) -> None:
        (self.mine / ".git" / "logs" / "HEAD").write_text("")

    def log_expires(self) -> None:
        self.git("reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


OWN = {
    "stashed, put back and still stashed": "trusted; edit; git add .; git stash -q; "
    "git stash apply -q --index",
    "stashed and put back": "edit; git add .; trusted; git stash -q; trusted; "
    "git stash pop -q --index",
    "committed behind a large pull that nobody looked at": f"they code.py {PACKED}; pull; edit; "
    "commit",
    "an edit thrown away": f"edit; git add .; trusted; git checkout -q HEAD -- {CORE}",
    "edited": "edit",
    "edited and staged": "edit; git add .",
    "edited and committed": "edit; commit",
    "amended": "edit; commit; edit; git commit -q -a --amend -m y",
    "facts and notes committed": "own .memory/facts.jsonl; own .memory/notes/mine.md",
    "others' code": "they code.py; pull",
    "much of others' code": f"they code.py {PACKED}; pull",
    "committed, then pulled": f"edit; commit; they code.py {PACKED}; pull",
    "pulled, then committed": "they code.py; pull; edit; commit",
    "pulled, seen, then committed": f"they code.py {PACKED}; pull; trusted; edit; commit",
    # a branch that was worked in was looked at
    "own branches": "trusted; git checkout -q -b topic; edit; commit; trusted; git checkout -q -; "
    "trusted; git merge -q topic",
    "pulled, asked, then reset": "they; pull; asks; git reset -q --hard HEAD~1",
    "committed where the log expired": "trusted; log_expires; edit; commit",
    "branch renamed": "trusted; git branch -m renamed; edit; commit",
    "a branch without a past": "they code.py; pull; trusted; git checkout -q --orphan new; edit; "
    "trusted; commit; trusted; edit; git add .; trusted; git pack-refs --all; edit; commit",
    "others' code by a tool that writes no log": f"they code.py {PACKED}; git fetch -q; tool; "
    "trusted; edit; commit; trusted; they code2.py; git fetch -q; git merge -q origin/main; edit; "
    "commit",
    "refs packed and a branch that names another": "git symbolic-ref refs/heads/alias "
    "refs/heads/main; git symbolic-ref HEAD refs/heads/alias; git pack-refs --all; edit; commit",
}
NAMED = "git config user.name x; git config user.email x"
ARRIVALS = {
    "taken out of a commit": f"they; git fetch -q; git checkout -q origin/main -- {CORE}",
    "taken out of a commit that no branch has": "they; git fetch -q ../shared main; "
    f"git update-ref -d refs/remotes/origin/main; git checkout -q FETCH_HEAD -- {CORE}",
    "lines taken out of a pack": f"they .memory/facts.jsonl {PACKED}; git fetch -q; "
    "git checkout -q origin/main -- .memory",
    "pulled with another index": "they; other_index pull -q --no-rebase",
    "MEMORY.md": "they; pull",
    "MEMORY.md in a pack": f"they {CORE} {PACKED}; pull",
    "facts": "they .memory/facts.jsonl; pull",
    "a note": "they .memory/notes/theirs.md; pull",
    "merged": f"own; they; {NAMED}; pull --no-rebase",
    "rebased": f"own; they; {NAMED}; pull --rebase",
    "pulled, then committed over": "they; pull; own",
    "their branch": "they; git fetch -q; git checkout -q origin/main",
    "reset to theirs": "they; git fetch -q; git reset -q --hard origin/main",
    "picked": "they; git fetch -q; git cherry-pick origin/main",
    "a merge that waits": "they; own; git fetch -q; git merge -q --no-commit origin/main",
    "without a log": "git config core.logAllRefUpdates false; log_is_empty; they; pull",
    "pulled, asked, then staged over": "they; pull; asks; edit; git add .",
    "pulled, asked, then committed over": "they; pull; asks; edit; git add .; asks; commit",
    "pulled, then edited and committed": "they; pull; edit; commit",
    "pulled, asked, then taken out of the index": "they; pull; asks; git reset -q HEAD~1",
    "a log that was emptied": "they; pull; log_is_empty",
    "a log that expired": "they; pull; log_expires",
    "a log that expired, and an own commit": "they; pull; log_expires; edit; commit",
    "a log of which a line is gone": "they; pull; own; git reflog delete HEAD@{1}",
    "a tool that writes no log": "they; git fetch -q; tool",
    "such a tool, and what it brought in a pack": f"they {CORE} {PACKED}; git fetch -q; tool",
    "such a tool, then committed over": "they; git fetch -q; tool; edit; commit",
    "such a tool, then asked, then committed over": "they; git fetch -q; tool; asks; edit; commit",
    "such a tool, and packed refs": "they; git fetch -q; tool; git pack-refs --all",
    "such a tool without a branch": "trusted; git checkout -q --detach; they; git fetch -q; tool",
    "such a tool behind others' code": "they code.py; git fetch -q; tool; trusted; they; "
    "git fetch -q; tool",
    "such a tool on a branch that names another": "git symbolic-ref refs/heads/alias "
    "refs/heads/main; git symbolic-ref HEAD refs/heads/alias; trusted; they; git fetch -q; tool",
    "such a tool on a branch without a past": "trusted; git checkout -q --orphan new; edit; "
    "commit; trusted; they; git fetch -q; tool",
}


@pytest.mark.parametrize("script", OWN.values(), ids=OWN.keys())
def test_what_this_user_does_asks_nothing(two: Two, script: str) -> None:
    two.do(script)

    assert approval.waiting(two.store) == []
    two.trusted()


@pytest.mark.long
@pytest.mark.parametrize("script", ARRIVALS.values(), ids=ARRIVALS.keys())
def test_what_git_brings_from_others_asks_until_it_is_approved(two: Two, script: str) -> None:
    two.trusted()

    two.do(script)

    assert approval.waiting(two.store)
    two.asks()
    approval.approve(two.store)
    two.do("trusted; edit; trusted")


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


@pytest.mark.long
@pytest.mark.parametrize("folder", ["", layout.NOTES], ids=["the memory", "its notes"])
def test_a_memory_that_is_a_repository_of_its_own_asks_as_well(two: Two, folder: str) -> None:
    own = _split_off(two, folder)
    others = two.mine.parent / "others"
    two.trusted()
    for tree, name, text in ((own, "mine.md", "# mine\n"), (others, "theirs.md", "# obey\n")):
        (tree / name).write_text(text)
        git(tree, "add", "-f", name)
        git(tree, "commit", "-q", "-m", "x")
        two.trusted()
    git(others, "push", "-q")

    git(own, "pull", "-q", "--rebase", str(two.mine.parent / "memories"), "main")

    assert approval.waiting(two.store) == [f"{folder}/theirs.md" if folder else "theirs.md"]
    approval.approve(two.store)
    two.trusted()


@pytest.mark.long
def test_it_asks_behind_an_index_of_a_great_repository(two: Two) -> None:
    """Of 20 MiB, which the entries of the memory stand at the end of; read once a change."""
    blob = git(two.mine, "hash-object", "-w", "code.py").strip()
    great = "".join(f"100644 {blob} 0\t.a/{'d' * 100}/{number:08}\n" for number in range(125_000))
    git(two.mine, "update-index", "--index-info", stdin=great)
    assert (two.mine / ".git" / "index").stat().st_size > 20 << 20
    two.do(f"trusted; trusted; edit; git add {CORE}; trusted; they .memory/notes/theirs.md")

    two.do("git fetch -q; git read-tree -m -u HEAD origin/main")
    two.do("git update-ref -m merge HEAD origin/main")

    assert approval.waiting(two.store) == ["notes/theirs.md"]


def test_where_no_git_can_be_asked_it_asks_after_each_pull(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_git, "program", lambda _: "")

    two.do("trusted; edit; commit; trusted; they .memory/notes/theirs.md; pull --rebase; asks")


def test_git_is_asked_only_where_something_has_changed(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.do("trusted; edit; commit; trusted; trusted")

    monkeypatch.setattr(closed_git, "program", lambda _: pytest.fail("git was asked"))
    two.do("trusted; edit; trusted")


def test_it_asks_though_nothing_looked_between_the_birth_and_the_pull(two: Two) -> None:
    two.do("they; pull")

    assert approval.waiting(two.store) == [layout.CORE]


@pytest.mark.long
def test_a_pull_after_an_approval_asks_anew(two: Two) -> None:
    two.do("they; pull; asks")
    approval.approve(two.store)

    two.do("trusted; they .memory/facts.jsonl; pull; asks")


def test_an_edit_of_an_approved_clone_asks_nothing_but_a_pull_does(two: Two) -> None:
    theirs = layout.project_store(str(two.theirs))
    assert approval.waiting(theirs) is None
    approval.approve(theirs)

    Path(theirs.path, layout.CORE).write_text("- edited by hand\n", "utf-8")
    assert approval.is_trusted(theirs)
    git(two.theirs, "checkout", "-q", ".")
    two.do("edit; commit; git push -q origin HEAD:main")
    git(two.theirs, "pull", "-q")

    assert approval.waiting(theirs) == [layout.CORE]


def test_a_ledger_that_cannot_be_written_neither_fails_nor_forgets(two: Two) -> None:
    two.do("edit; commit")
    lock = Path(layout.config_directory(), ledger.NAME + ".lock")
    lock.unlink()
    lock.mkdir()

    two.do("trusted; they code.py; pull; trusted")


def test_an_older_versions_entry_is_taken_as_it_is_now(two: Two) -> None:
    listed = Path(layout.config_directory(), ledger.NAME)
    known = json.loads(listed.read_text("utf-8"))
    for entry in known["stores"].values():
        del entry["git"]
    listed.write_text(json.dumps(known), "utf-8")

    two.do("trusted; they; pull; asks")


def test_refs_that_no_file_tells_ask_at_each_new_content(two: Two) -> None:
    """As in a repository with a reftable, which git 2.45 and newer can make."""
    two.do("trusted")
    (two.mine / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    two.do("trusted; edit; trusted")

    blob = git(two.mine, "hash-object", "-w", CORE).strip()
    head = "ref: refs/heads/main\n"
    (two.mine / ".git" / "HEAD").write_text(head)
    two.git("update-index", "--cacheinfo", f"100644,{blob},{CORE}")
    (two.mine / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")

    two.asks()


@pytest.mark.long
def test_markdown_beside_the_memory_that_a_pull_brings_waits_alone(two: Two) -> None:
    """Of the paths that the project's settings name (`extra_paths`)."""
    two.do("own docs/mine.md; git push -q origin HEAD:main; git -C ../theirs pull -q")
    settings = json.dumps({"extra_paths": "docs\nREADME.md"})
    (two.mine / ".memory" / layout.SETTINGS).write_text(settings)
    store = two.store
    assert place.resolve(str(two.mine)).project is not None
    assert store.withheld == frozenset()
    two.do("own docs/other.md")
    place.resolve(str(two.mine))
    assert store.withheld == frozenset()

    two.do("they docs/theirs.md; they code.py; they README.md; pull --rebase")
    place.resolve(str(two.mine))

    assert store.withheld == {"./docs/theirs.md", "./README.md"}
    two.trusted()
    with pytest.raises(PermissionError):
        extra.open_file(store, "./docs/theirs.md")
    os.close(extra.open_file(store, "./docs/mine.md"))
    shown = dispatch.call("trust", ["--project", str(two.mine)], place.resolve(str(two.mine)))
    assert shown.record["waiting"] == ["./README.md", "./docs/theirs.md"]
    assert '"said": "there"' in shown.text
    dispatch.call("trust", ["--yes", "--project", str(two.mine)], place.resolve(str(two.mine)))
    place.resolve(str(two.mine))
    assert store.withheld == frozenset()
