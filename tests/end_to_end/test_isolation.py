"""P14: what one project remembers is never another's, whatever the two are called."""

from __future__ import annotations

import json
import os
import shutil
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import __main__, place
from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given
from tests.end_to_end import shims
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long

KOREAN = "프로젝트"
LONG = "x" * 200


def _two(first: str, second: str) -> Callable[[Path], tuple[Path, Path]]:
    def make(base: Path) -> tuple[Path, Path]:
        for one in (first, second):
            (base / one).mkdir(parents=True)
        return base / first, base / second

    return make


def _behind_links(base: Path) -> tuple[Path, Path]:
    one, other = _two("real one", "real other")(base)
    (base / "x").mkdir()
    (base / "y").mkdir()
    (base / "x" / "app").symlink_to(one)
    (base / "y" / "app").symlink_to(other)
    return base / "x" / "app", base / "y" / "app"


def _repository(base: Path) -> Path:
    main = base / "main"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    return main


def _clones(base: Path) -> tuple[Path, Path]:
    main = _repository(base)
    git(base, "clone", "-q", str(main), "clone")
    return main, base / "clone"


COLLISIONS: dict[str, Callable[[Path], tuple[Path, Path]]] = {
    "the same base name": _two("a/app", "b/app"),
    "four Korean characters": _two(KOREAN, "데이터셋"),
    "composed and decomposed": _two(KOREAN, unicodedata.normalize("NFD", KOREAN)),
    "upper and lower case": _two("App", "app"),
    "what a slug makes equal": _two("my-app", "my app"),
    "signs alone": _two("。。", "！！"),
    "one name begins the other": _two("app", "app2"),
    "a dot at the end": _two("app", "app."),
    "one in the other": _two("outer", "outer/inner"),
    "equal for 200 characters": _two(f"{LONG}a", f"{LONG}b"),
    "links of one name": _behind_links,
    "clones of a repository": _clones,
}


def remember(project: Path, canary: str) -> layout.Store:
    """A memory with the canary in every file that it can have, indexed."""
    store = layout.project_store(os.path.realpath(project))
    create.create(store)
    given.fact(store, f"the gateway {canary} listens", kind="O", confidence=1.0, days=40)
    given.fact(store, f"the gateway {canary} answers")
    given.summary(store, f"gateway {canary}", session=f"s-{canary}", todos=[canary])
    Path(store.path, layout.CORE).write_text(f"- gateway {canary} core\n", "utf-8")
    Path(store.path, layout.NOTES).mkdir()
    Path(store.path, layout.NOTES, "one.md").write_text(f"gateway {canary} note\n", "utf-8")
    given.event(store, "prompt", f"s-{canary}", text=f"gateway {canary} prompt")
    finish.bring_up_to_date(place.resolve(str(project)), embed_seconds=None)
    return store


def spoken(project: Path, capfd: pytest.CaptureFixture[str]) -> str:
    """All that a session in a project is told, and that searching and getting in it find."""
    parts = []
    for name, payload, more in (
        ("load_memory", "cursor/session-start", {}),
        ("recall_memory", "cursor/before-submit-prompt", {"prompt": "which gateway listens?"}),
    ):
        changed: dict[str, Any] = given.payload(
            payload, project, f"in {project.name}"[:90], **more
        )
        parts.append(json.dumps(shims.hook(name, changed).answer, ensure_ascii=False))
    words = ["--project", str(project), "--format", "json"]
    capfd.readouterr()
    __main__.main(["search", "gateway", "--method", "fts", "--limit", "50", *words])
    for file in (layout.CORE, layout.FACTS, "notes/one.md"):
        __main__.main(["get", file, *words])
    __main__.main(["status", *words])
    return "".join([*parts, capfd.readouterr().out])


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.01")


@pytest.mark.parametrize("name", COLLISIONS)
def test_two_projects_that_look_alike_share_nothing(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    one, other = COLLISIONS[name](tmp_path)
    if os.path.samefile(one, other):
        pytest.skip("this file system takes both names for one")
    first, second = remember(one, "CANARY-A"), remember(other, "CANARY-B")

    of_one, of_other = spoken(one, capfd), spoken(other, capfd)

    assert first.key != second.key
    assert "CANARY-B" not in of_one
    assert "CANARY-A" not in of_other
    assert min(of_one.count("CANARY-A"), of_other.count("CANARY-B")) >= 8  # the control


def test_a_project_in_the_place_of_an_older_one_inherits_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The index, the list of rules and the copies of MEMORY.md go by the path, and may match."""
    project = tmp_path / "app"
    project.mkdir()
    store = remember(project, "CANARY-A")
    kept = Path(layout.cache_directory(store))
    assert given.holding("CANARY-A", kept)
    shutil.rmtree(project)
    project.mkdir()

    remember(project, "CANARY-B")

    assert given.holding("CANARY-A", kept) == []
    assert "CANARY-A" not in spoken(project, capfd)


@pytest.mark.parametrize("inside", [True, False], ids=[".git names it", "beside the trees"])
def test_the_work_trees_of_a_bare_repository_share_a_memory_that_outlives_them(
    tmp_path: Path, *, inside: bool
) -> None:
    main, top = _repository(tmp_path), tmp_path / "top"
    top.mkdir()
    bare = top / ".bare" if inside else tmp_path / "top.git"
    git(tmp_path, "clone", "-q", "--bare", str(main), str(bare))
    if inside:
        (top / ".git").write_text("gitdir: ./.bare\n")
    one, other = top / "one", top / "other"
    for tree in (one, other):
        git(bare, "worktree", "add", "-q", "-b", tree.name, str(tree))

    made = shims.memory_store("init", "--host", "claude", "--project", str(one))
    saved = shims.script("save_fact", "--project", str(one), "--content", "said in one")
    git(one, "commit", "-q", "--allow-empty", "-m", "next")
    untracked = git(one, "status", "--porcelain", "--untracked-files=all")
    git(bare, "worktree", "remove", "--force", str(one))

    assert (made.code, saved.code, untracked) == (0, 0, "")
    for tree in (other, top) if inside else (other,):
        start = shims.send("claude/session-start", tree, f"in {tree.name}").answer
        assert "said in one" in json.dumps(start)
    assert list(tmp_path.rglob(".memory")) == [bare / ".memory"]
