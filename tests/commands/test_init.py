"""Wiring the hosts: what `init` writes, and what it leaves alone (issue 2, part "Scripts")."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import place
from memory_store.language import wording
from memory_store.start import asking
from memory_store.store import layout
from tests import faults, given
from tests.world import git

if TYPE_CHECKING:
    from tests.commands.conftest import Run

CURSOR = {
    "sessionStart": "load_memory",
    "beforeSubmitPrompt": "recall_memory",
    "afterAgentResponse": "capture_response",
    "preCompact": "flush_memory",
    "stop": "prompt_session_save",
    "sessionEnd": "sync_and_cleanup",
}
CLAUDE = {
    "SessionStart": "load_memory",
    "SubagentStart": "load_memory",
    "UserPromptSubmit": "recall_memory",
    "PreCompact": "flush_memory",
    "PostCompact": "flush_memory",
    "Stop": "prompt_session_save",
    "SessionEnd": "sync_and_cleanup",
}


def parsed(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record


def seen_by_git(project: Path) -> set[str]:
    words = ["git", "-C", str(project), "status", "--porcelain", "--untracked-files=all"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return {line[3:] for line in listed.splitlines()}


def cursor_commands(root: Path) -> dict[str, str]:
    hooks = parsed(root / ".cursor" / "hooks.json")["hooks"]
    return {event: entries[-1]["command"] for event, entries in hooks.items()}


def claude_commands(root: Path) -> dict[str, str]:
    hooks = parsed(root / ".claude" / "settings.json")["hooks"]
    return {event: groups[-1]["hooks"][0]["command"] for event, groups in hooks.items()}


def test_both_hosts_are_wired_with_this_interpreter_by_its_absolute_path(
    run: Run, project: Path
) -> None:
    assert run("init").code == 0

    for commands, scripts, host in (
        (cursor_commands(project), CURSOR, "cursor"),
        (claude_commands(project), CLAUDE, "claude"),
    ):
        assert set(commands) == set(scripts)
        for event, line in commands.items():
            words = shlex.split(line)
            assert words[0] == sys.executable
            assert words[-3:] == [place.hook(scripts[event]), "--host", host]
            assert "-I" in words
    assert not (project / ".cursor" / "rules").exists()  # a start is told, or writes one itself


@pytest.mark.parametrize("flags", [[], ["--user"]])
def test_claude_may_run_what_hooks_ask_for_and_no_more(
    run: Run, project: Path, machine: Path, flags: list[str]
) -> None:
    run("init", *flags)
    root = machine / "home" if flags else project

    where = place.resolve(str(project))
    shown = [
        asking.save_command("s-1", where, "en"),
        asking.search_command(where, "en"),
        asking.summary_command("s-1", where, "en"),
    ]

    rules = parsed(root / ".claude" / "settings.json")["permissions"]["allow"]
    beginnings = [rule.removeprefix("Bash(").removesuffix(":*)") for rule in rules]
    assert len(rules) == len(shown)
    for beginning, line in zip(beginnings, shown, strict=True):
        assert line.startswith(beginning + " ")


@pytest.mark.long
def test_without_permissions_claude_asks_and_what_was_allowed_before_is_not(
    run: Run, project: Path
) -> None:
    run("init")

    said = run("init", "--no-permissions", "--format", "text").out

    assert "permissions" not in parsed(project / ".claude" / "settings.json")
    assert "without asking" not in said
    assert "without asking" in run("init", "--format", "text").out


def test_running_it_again_changes_not_a_byte(run: Run, project: Path, machine: Path) -> None:
    run("init")
    before = given.tree(project), given.tree(machine)

    outcome = run("init", "--format", "text")

    assert (given.tree(project), given.tree(machine)) == before
    assert "nothing to change" in outcome.out


@pytest.mark.long
@faults.linux
def test_uninstall_on_a_disk_that_is_read_only_says_so(run: Run, project: Path) -> None:
    run("init")

    def uninstall() -> object:
        outcome = run("uninstall")
        return [outcome.code, outcome.err]

    found = faults.in_child(uninstall, faults.read_only(project))

    assert isinstance(found, list)
    assert found[0] == 3
    assert "Read-only file system\nhint: the disk of " in found[1]
    assert run("uninstall").code == 0


@pytest.mark.parametrize(
    "theirs", [[], [".cursor"], [".cursor/rules"], [".claude"], [".claude", ".cursor/rules"]]
)
def test_directories_that_were_there_before_stay_though_they_are_empty(
    run: Run, project: Path, theirs: list[str]
) -> None:
    for name in theirs:
        (project / name).mkdir(parents=True)
    before = given.tree(project)

    run("init")
    run("uninstall")

    after = given.tree(project)
    assert {name: one for name, one in after.items() if not name.startswith(".memory")} == before


def test_where_all_was_ours_nothing_is_left_but_the_memory(run: Run, project: Path) -> None:
    run("init", "--claude-md")
    run("uninstall")

    assert [one.name for one in project.iterdir()] == [".memory"]
    assert run("uninstall", "--format", "text").out.startswith("nothing was wired")


@pytest.mark.parametrize("flags", [[], ["--user"]])
def test_a_link_within_the_project_or_to_a_users_own_dotfiles_stays_a_link(
    run: Run, project: Path, tmp_path: Path, flags: list[str]
) -> None:
    real = (tmp_path if flags else project) / "shared settings.json"
    real.write_text("{}", "utf-8")
    link = (Path(layout.home()) if flags else project) / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to(real)

    run("init", *flags, "--host", "claude")

    assert link.is_symlink()
    assert "load_memory.py" in real.read_text("utf-8")


@pytest.mark.parametrize("linked", [".claude", ".claude/settings.json", ".cursor"])
def test_a_link_that_leaves_the_project_is_refused(
    run: Run, project: Path, tmp_path: Path, linked: str
) -> None:
    """It can arrive with a clone; what it leads to is not the project's to write."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "settings.json").write_text("{}", "utf-8")
    link = project / linked
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(elsewhere / "settings.json" if linked.endswith("json") else elsewhere)
    before = given.tree(elsewhere)

    outcome = run("init")

    assert outcome.code == 2
    assert "link" in outcome.err
    assert given.tree(elsewhere) == before
    assert not (project / ".memory").exists()


def test_git_sees_the_template_alone_and_gets_its_excludes_back(run: Run, project: Path) -> None:
    git(project, "init", "-q")
    exclude = project / ".git" / "info" / "exclude"
    before = exclude.read_bytes()

    run("init")
    given.fact(layout.project_store(str(project)), "private")
    given.event(layout.project_store(str(project)), "prompt", text="private")

    template = {".memory/MEMORY.md", ".memory/.gitattributes", ".memory/.gitignore"}
    assert seen_by_git(project) == template
    assert exclude.read_bytes() != before
    run("uninstall")
    assert exclude.read_bytes() == before


def test_a_team_shares_its_facts_and_notes(run: Run, project: Path) -> None:
    git(project, "init", "-q")
    run("init")
    store = layout.project_store(str(project))
    shared = run("init", "--team", "--format", "text").out
    assert shared.splitlines()[0] == "shared through git from now on: facts.jsonl and notes/"
    assert run("init", "--team", "--format", "text").out.startswith("nothing to change")
    given.fact(store, "shared")
    given.event(store, "prompt", text="private")
    Path(store.path, "notes", "one.md").write_text("shared\n")

    seen = seen_by_git(project)
    assert {".memory/facts.jsonl", ".memory/notes/one.md"} <= seen
    assert not [one for one in seen if "daily" in one]


def test_claude_md_is_told_how_to_search_and_save_only_when_asked_and_given_back(
    run: Run, project: Path
) -> None:
    path = project / "CLAUDE.md"
    path.write_text("# Ours\n\nBe brief.\n", "utf-8")
    run("init")
    assert path.read_text("utf-8") == "# Ours\n\nBe brief.\n"

    run("init", "--claude-md")
    text = path.read_text("utf-8")
    assert text.startswith("# Ours\n\nBe brief.\n")
    for script in ("search_memory", "save_fact"):
        words = shlex.split(next(one for one in text.splitlines() if f"{script}.py" in one))
        assert words[0] == sys.executable
        assert words[words.index("--project") + 1] == str(project)
    assert "跨会话记忆" in text
    run("init", "--claude-md")
    assert path.read_text("utf-8") == text

    run("uninstall")
    assert path.read_text("utf-8") == "# Ours\n\nBe brief.\n"


def test_for_the_user_it_wires_the_home_directory_and_lets_hooks_create_stores(
    run: Run, project: Path
) -> None:
    home = Path(layout.home())
    assert not place.may_create(place.resolve(str(project)))

    run("init", "--user")

    assert set(cursor_commands(home)) == set(CURSOR)
    assert set(claude_commands(home)) == set(CLAUDE)
    assert (home / ".memory" / "MEMORY.md").exists()
    assert list(project.iterdir()) == []
    assert not place.may_create(place.resolve(str(project)))  # no git repository
    (project / ".git").mkdir()
    assert place.may_create(place.resolve(str(project)))

    run("uninstall", "--user")
    assert not place.may_create(place.resolve(str(project)))
    assert not (home / ".cursor").exists()
    assert (home / ".memory").exists()


def test_compiled_modules_stand_ready_afterwards(run: Run) -> None:
    run("init")

    import memory_store

    package = Path(memory_store.__file__).parent
    assert list((package / "__pycache__").glob("entry.*.pyc"))
    assert list((package / "handlers" / "__pycache__").glob("load_memory.*.pyc"))


@pytest.mark.long
def test_in_a_repository_within_another_project_it_says_whose_memory_is_used(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init")
    inner = project / "vendor" / "inner"
    inner.mkdir(parents=True)
    git(inner, "init", "-q")
    monkeypatch.chdir(inner)

    shown = run("init").answer["doubts"]

    assert any(str(inner) in one and "--project" in one for one in shown)
    assert not (inner / ".memory").exists()
    run("init", "--project", str(inner))
    assert (inner / ".memory").is_dir()
    assert not [one for one in run("init").answer["doubts"] if "--project" in one]


@pytest.mark.long
def test_below_a_directory_without_git_whose_memory_is_used_it_says_so_and_doctor_too(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init")
    inner = project / "apps" / "inner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    own = f"memory-store init --project {place.quote(str(inner))}"

    assert [own in one for one in run("init").answer["doubts"]].count(True) == 1
    git(inner, "init", "-q")

    told = f"the memory of {project} is used here"
    for name in ("doctor", "status", "now"):
        shown = run(name, "--format", "text").out
        assert shown.count(told) == 1
        assert own in shown


@pytest.mark.parametrize("host", ["codex", "gemini", "qwen", "droid"])
def test_how_to_let_the_agent_save_and_what_git_sees_is_told(
    run: Run, project: Path, host: str
) -> None:
    git(project, "init", "-q")

    first, again = (run("init", "--host", host, "--format", "text").out for _ in range(2))

    assert wording.say("en", f"setup.allow_{host}") in first
    assert "MEMORY.md of it, which you may commit" in first
    assert f"kept out of git in this clone (.git/info/exclude): /.{host}" in first.replace(
        ".factory", ".droid"
    )
    assert "info/exclude" not in again


@pytest.mark.parametrize(
    ("text", "stays"),
    [("#!/bin/sh\n# Written by memory-store init: wires a new work tree.\n", False),
     ("#!/bin/sh\n# theirs\n", True)],
    ids=["ours", "theirs"],
)  # fmt: skip
def test_uninstall_deletes_the_git_hook_of_an_earlier_release_alone(
    run: Run, tmp_path: Path, text: str, *, stays: bool
) -> None:
    git(tmp_path, "init", "-q")
    hook = tmp_path / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(text, "utf-8")

    assert run("uninstall", "--project", str(tmp_path)).code == 0

    assert hook.exists() is stays
