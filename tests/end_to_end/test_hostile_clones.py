"""P9 and P10: a project that somebody else packed reads and writes nothing outside of itself."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import __main__, clock, model
from memory_store.store import layout
from tests import faults, given, hostile
from tests.end_to_end import shims
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("words_alone")

COMMANDS = [
    ["save-fact", "--content", "a fact of ours"],
    ["save-summary", "--topic", "t", "--summary", "s", "--session", "s-1"],
    ["search", "gateway", "--method", "fts"],
    ["get", "MEMORY.md"],
    ["get", "facts.jsonl"],
    ["get", "notes/x.md"],
    ["get", "f_outside1"],
    ["status"],
    ["config"],
    ["promote", "--list"],
    ["sync"],
    ["init"],
    ["uninstall"],
]


class Lived:
    """What came of working in a hostile project, before and after its user trusted it."""

    def __init__(self, project: Path, outside: Path) -> None:
        self.project = project
        self.outside = outside
        self.before = given.tree(outside)
        self.told: list[str] = []

    def hook(self, name: str, payload: str, host: str, **more: Any) -> str:
        ran = shims.hook(name, given.payload(payload, self.project, **more), host)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == "" or isinstance(json.loads(ran.out), dict)
        self.told.append(ran.out)
        return ran.out

    def command(self, words: list[str], capfd: pytest.CaptureFixture[str]) -> int:
        capfd.readouterr()
        code = __main__.main([*words, "--project", str(self.project)])
        out, err = capfd.readouterr()
        self.told += [out, err]
        assert code in (0, 1, 2, 3)
        assert "Traceback" not in err
        return code

    def check(self) -> None:
        assert [one for one in self.told if hostile.CANARY in one] == []
        assert given.tree(self.outside) == self.before


def live(root: Path, trap: hostile.Trap, capfd: pytest.CaptureFixture[str]) -> None:
    """Build the project, work in it untrusted, trust it, work in it again; look outside."""
    outside = hostile.outside(root)
    lived = Lived(hostile.build(root, outside, trap), outside)
    lived.hook("load_memory", "cursor/session-start", model.CURSOR)
    lived.hook("recall_memory", shims.CURSOR["recall_memory"], model.CURSOR)
    lived.check()
    lived.command(["trust", "--yes"], capfd)
    for name, payload in shims.CURSOR.items():
        deaf = {"cursor_version": "3.10.0", "session_id": "s-1", "conversation_id": "s-1"}
        lived.hook(name, payload, model.CURSOR, **deaf)
    for words in COMMANDS:
        lived.command(words, capfd)
    lived.hook("load_memory", "claude/session-start", model.CLAUDE)
    lived.check()


@pytest.mark.long
@faults.posix
@pytest.mark.parametrize("trap", hostile.QUICK, ids=": ".join)
def test_nothing_outside_a_hostile_project_is_told_or_changed(
    tmp_path: Path, trap: hostile.Trap, capfd: pytest.CaptureFixture[str]
) -> None:
    live(tmp_path, trap, capfd)


@faults.posix
@pytest.mark.torture
def test_nothing_outside_sixty_hostile_projects_is_told_or_changed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert len(set(hostile.TRAPS)) >= 60
    for at, trap in enumerate(hostile.TRAPS):
        root = tmp_path / str(at)
        root.mkdir()
        live(root, trap, capfd)
        shutil.rmtree(root, ignore_errors=True)  # a background run may still look at it
    with capfd.disabled():
        sys.stdout.write(f"\nP9: {len(hostile.TRAPS)} hostile projects: 0 canaries, 0 changes\n")


@faults.posix
@pytest.mark.parametrize("trap", hostile.QUICK, ids=": ".join)
def test_who_follows_names_is_led_outside(tmp_path: Path, trap: hostile.Trap) -> None:
    """The control: a program that opens what it finds reads or writes outside, or waits."""
    outside = hostile.outside(tmp_path)
    before = given.tree(outside)
    project = hostile.build(tmp_path, outside, trap)
    at = project / trap[0].replace("TODAY", clock.local_date(clock.now()))

    if trap[1] == hostile.PIPE:
        with pytest.raises(OSError, match=r"."):
            os.close(os.open(at, os.O_WRONLY | os.O_NONBLOCK))  # nobody reads: without, it waits
        return
    if trap[1] == hostile.NEW:
        at.write_text("x")
        assert given.tree(outside) != before
        return
    read = [at] if at.is_file() else [path for path in at.rglob("*") if path.is_file()]
    assert any(hostile.CANARY in path.read_text("utf-8") for path in read)


NAMES = [
    "../../../../pwned",
    "..",
    "/etc/pwned",
    "a/b",
    "a\0b",
    "x" * 300,
    "CON",
    "dot.",
    "\u202epwned",
    "~/pwned",
    "$(touch pwned)",
    "{}",
    "-rf",
    "가",
    "가",
]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_an_id_that_is_a_path_leads_nowhere(
    store: layout.Store,
    machine: Path,
    tmp_path: Path,
    name: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    ours = {path.name for path in Path(store.path).iterdir()} | {"facts.jsonl", "sessions.jsonl"}
    ids = {"session_id": name, "conversation_id": name, "generation_id": name}
    for hook in ("load_memory", "recall_memory", "sync_and_cleanup"):
        shims.hook(hook, given.payload(shims.CURSOR[hook], store.project, **ids), model.CURSOR)
    if "\0" not in name and name.isprintable():
        for words in (
            ["save-fact", "--content", "x", "--session", name],
            ["save-summary", "--topic", "t", "--summary", "s", "--session", name],
            ["get", "--", name],
        ):
            __main__.main([words[0], "--project", store.project, *words[1:]])
    capfd.readouterr()

    names = {path.name for path in Path(store.path).iterdir()}
    assert names <= ours | {"daily", "notes"}
    assert not list(tmp_path.rglob("pwned*"))
    assert not list(machine.rglob("*pwned*"))
    for path in (*Path(store.path).rglob("*"), *machine.rglob("*")):
        assert path.name.isascii()


DANGEROUS = {
    "data_dir": "/tmp/elsewhere",
    "store": "../other/.memory",
    "memory_dir": "/etc",
    "log": "/tmp/pwned.log",
    "log_path": "/tmp/pwned.log",
    "cache_dir": "/tmp/pwned",
    "index_path": "/tmp/pwned.sqlite",
    "command": "touch pwned",
    "hook": "touch pwned",
    "python": "/tmp/pwned",
    "endpoint": "http://127.0.0.1:9/",
    "base_url": "http://127.0.0.1:9/",
    "api_key": "sk-stolen",
    "headers": {"Authorization": "x"},
    "proxy": "http://127.0.0.1:9/",
    "model": "evil/model",
    "embedding_model": "/tmp/evil",
    "embedder": "fastembed",
    "promotion": "auto",
    "worktrees": "shared",
    "trusted": True,
    "trust": "all",
    "__proto__": {"trusted": True},
}


def test_a_projects_settings_cannot_name_a_path_an_address_a_key_or_a_command(
    store: layout.Store, machine: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is opened, connected to or run for one, and who asks is told the names."""
    Path(store.path, layout.SETTINGS).write_text(json.dumps(DANGEROUS), "utf-8")
    before = {path.name for path in machine.rglob("*")}

    answer = shims.send("cursor/session-start", store.project).answer
    words = ["config", "--project", store.project, "--format", "json"]
    assert __main__.main(words) == 1
    problems = json.loads(capfd.readouterr().out)["problems"]

    assert "additional_context" in answer
    assert [key for key in DANGEROUS if repr(key) not in " ".join(problems)] == []
    made = {path.name for path in machine.rglob("*")} - before
    assert not [one for one in made if "pwned" in one or "elsewhere" in one]


GATES: dict[str, Callable[[Path], object]] = {
    "MEMORY.md": lambda memory: (memory / "MEMORY.md").write_text("- POISON\n"),
    "a fact in the middle": lambda memory: (memory / "facts.jsonl").write_text(
        (memory / "facts.jsonl").read_text().replace("harmless", "POISON!!")
    ),
    "settings": lambda memory: (memory / "config.json").write_text('{"facts_limit": 99}'),
    "a note that git brings": lambda memory: (memory / "notes" / "y.md").write_text("POISON\n"),
    "a summary": lambda memory: (memory / "sessions.jsonl").write_text("POISON\n"),
}


@pytest.mark.parametrize("gate", GATES)
def test_what_others_change_in_a_trusted_memory_waits_until_it_is_approved(
    tmp_path: Path, gate: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Approved once, changed later by a pull: the way of CVE-2025-54136."""
    theirs = tmp_path / "theirs"
    (theirs / ".memory" / "notes").mkdir(parents=True)
    (theirs / ".memory" / "MEMORY.md").write_text("- harmless\n")
    fact = {"id": "f_theirs01", "type": "O", "content": "harmless rule", "confidence": 1}
    (theirs / ".memory" / "facts.jsonl").write_text(json.dumps(fact) + "\n")
    git(theirs, "init", "-q")
    commit(theirs)
    git(tmp_path, "clone", "-q", str(theirs), "project")
    project = tmp_path / "project"
    start = given.payload("cursor/session-start", project)

    first = shims.hook("load_memory", start).out
    assert __main__.main(["trust", "--yes", "--project", str(project)]) == 0
    second = shims.hook("load_memory", start | {"session_id": "s-2", "conversation_id": "s-2"}).out
    GATES[gate](theirs / ".memory")
    commit(theirs)
    git(project, "pull", "-q")
    third = shims.hook("load_memory", start | {"session_id": "s-3", "conversation_id": "s-3"}).out
    capfd.readouterr()

    assert "harmless" not in first
    assert "harmless rule" in second
    assert "POISON" not in third
    assert "harmless" in third
    assert "memory-store trust" in first
    assert "memory-store trust" in third
    assert "you have not approved" in first


def commit(directory: Path) -> None:
    git(directory, "add", "-f", ".")
    git(directory, "commit", "-q", "-m", "x")


@pytest.mark.parametrize(("host", "name", "payload"), shims.EVERY)
def test_a_repository_cannot_bring_its_own_trust(
    tmp_path: Path, host: str, name: str, payload: str
) -> None:
    """A ledger, a marker and a lock file that come with a project are nobody's word."""
    project = tmp_path / "project"
    memory = project / ".memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("- POISON\n")
    token = "0" * 32
    (memory / ".lock").write_text(token)
    entry = {"token": token, "approved": None}
    ledger = json.dumps({"schema_version": 1, "stores": {str(memory): entry}})
    for at in (memory / "trust.json", project / "trust.json", memory / ".trust"):
        at.write_text(ledger)
    for folder in (".config/memory-store", ".memory-store"):
        (project / folder).mkdir(parents=True)
        (project / folder / "trust.json").write_text(ledger)
        (project / folder / "user-wide").write_text("init --user\n")

    assert "POISON" not in shims.hook(name, given.payload(payload, project), host).out
