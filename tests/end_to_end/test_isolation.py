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


def _work_trees(base: Path) -> tuple[Path, Path]:
    main = _repository(base)
    git(main, "worktree", "add", "-q", str(base / "linked"))
    return main, base / "linked"


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

    assert layout.key(first) != layout.key(second)
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


@pytest.mark.long
def test_a_linked_work_tree_uses_the_main_ones_memory_unless_the_user_wants_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    main, linked = _work_trees(tmp_path)
    store = remember(main, "CANARY-A")

    assert "CANARY-A" in spoken(linked, capfd)
    saved = shims.script("save_fact", "--project", str(linked), "--content", "said in the linked")
    assert saved.code == 0
    deaf = {"cursor_version": "3.10.0"}
    shims.send("cursor/session-start", linked, "s-9", **deaf)

    assert "said in the linked" in [one["content"] for one in given.living(store)]
    assert not (linked / ".memory").exists()
    assert (linked / ".cursor" / "rules" / "memory-store.mdc").exists()
    assert not (main / ".cursor").exists()
    monkeypatch.setenv("MEMORY_STORE_WORKTREES", "own")
    assert "CANARY-A" not in spoken(linked, capfd)


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


def test_a_memory_that_a_linked_work_tree_has_stays_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    main, linked = _work_trees(tmp_path)
    remember(main, "CANARY-A")
    with monkeypatch.context() as earlier:
        earlier.setenv("MEMORY_STORE_WORKTREES", "own")
        remember(linked, "CANARY-B")

    heard = spoken(linked, capfd)

    assert "CANARY-B" in heard
    assert "CANARY-A" not in heard


def test_no_project_can_have_work_trees_apart(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    main, linked = _work_trees(tmp_path)
    mine = remember(main, "CANARY-A")
    Path(mine.path, layout.SETTINGS).write_text('{"worktrees": "own"}', "utf-8")

    assert "CANARY-A" in spoken(linked, capfd)


def test_a_packed_project_that_points_at_a_repository_gets_none_of_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    main, linked = _work_trees(tmp_path)
    remember(main, "CANARY-A")
    packed = tmp_path / "packed"
    packed.mkdir()
    shutil.copy(linked / ".git", packed / ".git")
    monkeypatch.setenv("MEMORY_STORE_WORKTREES", "shared")

    assert "CANARY-A" in spoken(linked, capfd)
    assert "CANARY-A" not in spoken(packed, capfd)


def roots(project: Path, *folders: Path) -> given.Record:
    named = [str(one) for one in folders]
    return given.payload("cursor/session-start-two-roots", project, workspace_roots=named)


def test_of_a_workspace_with_several_folders_the_first_with_a_memory_is_the_project(
    tmp_path: Path,
) -> None:
    for one in "abc":
        (tmp_path / one).mkdir()
    a, b, c = (tmp_path / one for one in "abc")
    remember(b, "CANARY-B")
    remember(c, "CANARY-C")

    context = shims.hook("load_memory", roots(tmp_path, a, b, c)).answer["additional_context"]
    assert "CANARY-B" in context
    assert "CANARY-C" not in context

    remember(a, "CANARY-A")
    context = shims.hook("load_memory", roots(tmp_path, a, b, c)).answer["additional_context"]
    assert "CANARY-A" in context
    assert "CANARY-B" not in context
    assert "CANARY-C" not in context


def test_a_workspace_of_folders_without_memory_works_in_the_first(tmp_path: Path) -> None:
    first, second = _two("first", "second")(tmp_path)
    for folder in (first, second):
        git(folder, "init", "-q")
    os.makedirs(layout.config_directory(), exist_ok=True)
    Path(layout.config_directory(), place.USER_WIDE).touch()

    assert shims.hook("load_memory", roots(tmp_path, first, second)).code == 0

    assert (first / ".memory").is_dir()
    assert not (second / ".memory").exists()
