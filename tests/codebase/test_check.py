"""Which facts the code has outlived: the examples of examples.json, in real repositories."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import background, clock
from memory_store.codebase import check, commits, manifests, versions
from memory_store.handlers import sync_and_cleanup
from memory_store.journal import create, outlived
from memory_store.recall import provenance, searching
from memory_store.store import layout, log
from memory_store.upkeep import finish
from tests import given, growth
from tests.world import git

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact

pytestmark = pytest.mark.usefixtures("words_alone")

DAY = 86_400.0
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
SAID, REMOVED = given.moment(days=9), given.moment(days=4)


def commit(project: str, files: dict[str, str | None], moment: float) -> None:
    """A commit of these files at a moment; None removes one."""
    if not os.path.isdir(os.path.join(project, ".git")):
        git(project, "init", "-q")
    for name, text in files.items():
        path = Path(project, name)
        if text is None:
            path.unlink()
            with contextlib.suppress(OSError):
                path.parent.rmdir()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    git(project, "add", "-A", "--", ".", ":!.memory")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GIT_COMMITTER_DATE", "GIT_AUTHOR_DATE"):
            patch.setenv(name, f"{moment:.0f} +0000")
        git(project, "commit", "-q", "-m", "x")


def said(store: layout.Store, content: str, days: float = 9) -> Fact:
    return given.fact(store, content, days=days)


def told(store: layout.Store, fact: Fact) -> str:
    """What is told of a fact's code, once it was looked at."""
    check.keep(store)
    marks = outlived.load(store).get(fact.id)
    return provenance.code_says(fact.with_(**{outlived.OUTLIVED: marks}), "en")


@pytest.mark.parametrize("example", [pytest.param(one, id=name) for name, one in EXAMPLES.items()])
def test_example(store: layout.Store, example: dict[str, Any]) -> None:
    commit(store.project, example["then"], SAID - DAY)
    if "between" in example:
        commit(store.project, example["between"], SAID + DAY)
    commit(store.project, example["now"], REMOVED)
    fact = said(store, example["fact"])

    found = told(store, fact)

    says = example["says"].replace("DAY", clock.local_date(REMOVED))
    assert says in found
    assert bool(found) == bool(says), found


def test_what_a_merge_brought_ended_with_the_merge(store: layout.Store) -> None:
    commit(store.project, {"src/pay.ts": "a"}, SAID - 2 * DAY)
    git(store.project, "checkout", "-q", "-b", "side")
    commit(store.project, {"src/pay.ts": None}, SAID - DAY)
    git(store.project, "checkout", "-q", "main")
    commit(store.project, {"other": "b"}, SAID - DAY / 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_COMMITTER_DATE", f"{REMOVED:.0f} +0000")
        git(store.project, "merge", "-q", "--no-ff", "-m", "x", "side")

    found = told(store, said(store, "src/pay.ts has the limits"))

    assert f"src/pay.ts was removed on {clock.local_date(REMOVED)}" in found


def test_a_fact_that_was_said_after_the_removal_is_not_marked(store: layout.Store) -> None:
    commit(store.project, {"src/pay.ts": "a"}, SAID - DAY)
    commit(store.project, {"src/pay.ts": None}, REMOVED)
    said(store, "src/pay.ts has the limits")

    assert told(store, said(store, "src/pay.ts had the limits", days=2)) == ""


def test_a_project_below_the_root_of_its_repository(tmp_path: Path) -> None:
    store = layout.project_store(str(tmp_path / "shop"))
    (tmp_path / "shop").mkdir()
    create.create(store)
    commit(str(tmp_path), {"shop/src/pay.ts": "a", "shop/Makefile": "check:\n"}, SAID - DAY)
    commit(str(tmp_path), {"shop/src/pay.ts": None, "shop/Makefile": "lint:\n"}, REMOVED)
    one, other = said(store, "See src/pay.ts"), said(store, "Run `make check`")

    assert "src/pay.ts was removed" in told(store, one)
    assert "`make check` is not in shop/Makefile" in told(store, other)


def test_without_a_repository_a_script_of_the_file_alone_is_looked_at(store: layout.Store) -> None:
    Path(store.project, "package.json").write_text('{"scripts": {"test": "x"}}')
    gone, there = said(store, "Use `npm run smoke`"), said(store, "Use `npm run test`")

    assert "`npm run smoke` is not in package.json" in told(store, gone)
    assert told(store, there) == ""


@pytest.mark.long
def test_a_rebuild_finds_the_same(store: layout.Store) -> None:
    commit(store.project, {"a.py": "a", "b.py": "b"}, SAID - DAY)
    said(store, "See a.py")
    check.keep(store)
    commit(store.project, {"a.py": None}, SAID + DAY)
    check.keep(store)
    said(store, "See b.py")
    commit(store.project, {"b.py": None}, REMOVED)
    check.keep(store)
    grown = outlived.load(store)

    os.unlink(os.path.join(layout.cache_directory(store), outlived.NAME))
    check.keep(store)

    assert outlived.load(store) == grown != {}


def test_nothing_is_asked_again_where_nothing_changed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(store.project, {"a.py": "a"}, SAID - DAY)
    commit(store.project, {"a.py": None}, REMOVED)
    fact = said(store, "See a.py")
    first = told(store, fact)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("git was run"))

    assert told(store, fact) == first != ""


def test_what_a_clone_configures_is_not_run(store: layout.Store, tmp_path: Path) -> None:
    """Every setting by which git starts a program, and a remote that it would fetch from."""
    commit(
        store.project, {"a.py": "one\ntwo\n", ".gitattributes": "* diff=x filter=x\n"}, SAID - DAY
    )
    commit(store.project, {"a.py": None, "b.py": "one\ntwo\n"}, REMOVED)
    trace = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {trace}\n")
    program.chmod(0o755)
    names = (
        "core.fsmonitor", "core.sshCommand", "core.pager", "pager.log", "core.editor",
        "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.clean", "filter.x.smudge",
        "filter.x.process", "gpg.program", "core.askPass", "credential.helper", "alias.log",
        "uploadpack.packObjectsHook", "core.alternateRefsCommand",
    )  # fmt: skip
    for name in names:
        git(store.project, "config", name, str(program))
    git(store.project, "config", "log.showSignature", "true")
    git(store.project, "config", "remote.origin.url", f"ext::{program} %S")
    git(store.project, "config", "remote.origin.promisor", "true")
    git(store.project, "config", "protocol.ext.allow", "always")
    git(store.project, "config", "extensions.partialClone", "origin")
    for path in Path(store.project, ".git", "hooks").iterdir():
        path.unlink()
    blob = git(store.project, "rev-parse", "HEAD~1:a.py").strip()
    Path(store.project, ".git", "objects", blob[:2], blob[2:]).unlink()

    told(store, said(store, "See a.py"))

    assert not trace.exists()


def test_git_that_fails_is_noted_and_nothing_is_marked(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(store.project, {"a.py": "a"}, SAID - DAY)
    commit(store.project, {"a.py": None}, REMOVED)
    monkeypatch.setattr(commits, "_SECONDS", 0.0)

    assert told(store, said(store, "See a.py")) == ""
    assert "git" in Path(log.path()).read_text()


def test_no_hook_runs_git_and_the_run_behind_it_does(store: layout.Store) -> None:
    commit(store.project, {"a.py": "a"}, SAID - DAY)
    commit(store.project, {"a.py": None}, REMOVED)
    fact = said(store, "See a.py")
    begun: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "sync", begun.append)
        patch.setattr(check, "keep", lambda _: pytest.fail("a hook looked at the code"))
        event = given.told("claude/session-end", store)
        reply = sync_and_cleanup.handle(event, given.where(store))
        assert reply.afterwards is not None
        reply.afterwards()
    assert begun == [store.project]

    finish.bring_up_to_date(given.where(store), embed_seconds=1.0)

    assert fact.id in outlived.load(store)


def test_an_outlived_fact_stands_behind_a_fresh_one_in_a_search(store: layout.Store) -> None:
    commit(store.project, {"src/pay.ts": "a"}, SAID - DAY)
    commit(store.project, {"src/pay.ts": None}, REMOVED)
    old = said(store, "The payment retry limits are in src/pay.ts")
    new = said(store, "The payment retry limits are five in the limits table", days=8)
    check.keep(store)

    found = searching.search(
        [store], "payment retry limits", config=given.where(store).config, method="fts"
    )

    assert [one["id"] for one in found.results] == [new.id, old.id]
    assert found.results[1][outlived.OUTLIVED] == [
        {"how": "removed", "what": "src/pay.ts", "where": "", "day": clock.local_date(REMOVED)}
    ]


def test_a_path_that_looks_like_a_commit_reaches_no_other_file(
    store: layout.Store, tmp_path: Path
) -> None:
    """Git prints paths raw, and a path may hold what stands before a commit's name."""
    victim = tmp_path / "victim"
    forged = f"a\x01--output={victim}"
    text = "".join(f"{at}\n" for at in range(40))
    commit(store.project, {"src/old.py": text, "c.py": "x\n" * 30}, SAID - DAY)
    commit(store.project, {"src/old.py": None, "zz/new.py": text, forged: "x"}, SAID + DAY)
    commit(store.project, {"zz/new.py": None, forged: None}, REMOVED)
    commit(store.project, {"c.py": None, "alias ls=touch": "x\n" * 30}, REMOVED + 1)

    told(store, said(store, "See src/old.py"))

    assert not victim.exists()


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("go.mod", "\n"),
        ("Makefile", "%"),
        ("Makefile", "a "),
        ("requirements.txt", "a[ "),
        ("justfile", "a "),
    ],
)
def test_a_file_of_any_length_is_read_in_a_time_that_grows_with_it(name: str, part: str) -> None:
    def read(text: str) -> object:
        return manifests.read(name, text.encode())

    assert growth.of(read, lambda size: part * size, 20_000) <= growth.MOST


@pytest.mark.parametrize("spec", [">=1" + " " * 9_000, "1" + ".1" * 9_000, "1|" * 9_000])
def test_a_version_without_end_allows_all(spec: str) -> None:
    assert versions.allows(spec, "18")


def test_a_version_of_very_many_digits_ends_no_upkeep(store: layout.Store) -> None:
    declared = json.dumps({"dependencies": {"react": "9" * 5_000}})
    commit(store.project, {"package.json": declared}, SAID - DAY)

    told(store, said(store, "We use react 18"))
