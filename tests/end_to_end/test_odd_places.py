"""Scripts and hooks in odd places: names that are no text, directories that go, narrow limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import place
from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.end_to_end.shims import Ran

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
CALLS = {
    "save_fact": ("--content", "the port is 8080"),
    "save_summary": ("--topic", "ports", "--summary", "they were chosen"),
    "search_memory": ("port",),
    "get_memory": ("MEMORY.md",),
}


def called(name: str, project: str | Path, *words: str, cwd: str | Path | None = None) -> Ran:
    command = [sys.executable, "-I", place.script(name), "--project", str(project)]
    return shims.feed([*command, "--format", "json", *words], b"", cwd=cwd)


def from_nowhere(words: list[str], raw: bytes, nowhere: Path) -> Ran:
    """Run a command in a directory that is deleted before it begins."""
    nowhere.mkdir()
    line = 'rmdir "$PWD" && exec "$@"'
    return shims.feed(["bash", "-c", line, "bash", *words], raw, cwd=nowhere)


@faults.posix
def test_a_working_directory_that_was_deleted_is_told_and_is_no_matter_to_a_named_project(
    store: layout.Store, tmp_path: Path
) -> None:
    for name, words in CALLS.items():
        command = [sys.executable, "-I", place.script(name), *words]
        lost = from_nowhere(command, b"", tmp_path / "gone")
        found = from_nowhere([*command, "--project", store.project], b"", tmp_path / "gone")

        assert (lost.code, lost.out) == (2, "")
        assert lost.err.startswith("error: the current directory can't be found: ")
        assert lost.err.count("\n") == 2
        assert (found.code, found.err) == (0, ""), name


@faults.posix
def test_hooks_do_not_need_their_working_directory(store: layout.Store, tmp_path: Path) -> None:
    given.fact(store, "the port is 8080")
    for name in shims.HOOKS:
        raw = shims.raw(name, store.project)

        answer = from_nowhere(shims.command(name), raw, tmp_path / "gone").answer

        assert name != "load_memory" or "8080" in answer["additional_context"]
    assert len(given.journal(store, "prompt", "response", "session_end")) == 3


@faults.linux
def test_a_project_whose_name_is_no_text_is_a_project_as_any_other(tmp_path: Path) -> None:
    project = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 'it\xff"))
    project.mkdir()

    answers = {name: called(name, project, *words) for name, words in CALLS.items()}

    assert [ran.code for ran in answers.values()] == [0, 0, 0, 0]
    assert json.loads(answers["search_memory"].out)["results"][0]["text"] == "the port is 8080"

    payload = given.payload("cursor/session-start", "/", workspace_roots=[])
    env = {**shims.environment(), "CURSOR_PROJECT_DIR": str(project)}
    shown = shims.feed(shims.command("load_memory"), json.dumps(payload).encode(), env=env).answer

    plain = shown["additional_context"].replace(sys.prefix, "").replace(str(ROOT), "")
    assert plain.encode().isascii()
    line = next(one for one in shown["additional_context"].splitlines() if "save_fact" in one)
    line = line.strip().replace("<one sentence>", "saved as shown")
    assert shims.feed(["bash", "-c", line], b"").code == 0
    assert "saved as shown" in (project / ".memory" / "facts.jsonl").read_text("utf-8")


@pytest.fixture
def any_mask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@faults.posix
@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_what_is_written_is_for_this_user_alone_under_any_mask(
    project: Path, machine: Path, any_mask: None, mask: int
) -> None:
    del any_mask
    (project / ".git").mkdir()
    os.umask(mask)
    called("save_fact", project, *CALLS["save_fact"])
    called("save_summary", project, *CALLS["save_summary"])
    for name in shims.HOOKS:
        assert shims.hook(name, given.payload(shims.CURSOR[name], project)).code == 0
    called("search_memory", project, "port")
    os.umask(0o022)

    bases = [machine / one for one in ("cache", "state", "config")]
    ours = [path for root in (project / ".memory", *bases) for path in root.rglob("*")]
    files = {oct(path.stat().st_mode & 0o777) for path in ours if path.is_file()}
    directories = {oct(path.stat().st_mode & 0o777) for path in ours if path.is_dir()}
    assert len(ours) > 12
    assert (files, directories) == ({"0o600"}, {"0o700"})
    assert (project / ".memory").stat().st_mode & 0o777 == 0o700


@faults.linux
@pytest.mark.parametrize("standing", ["nothing", "a file", "a link", "a pipe", "no right to it"])
def test_a_store_that_is_none_is_no_fault_of_a_hook_and_told_by_a_script(
    project: Path, tmp_path: Path, standing: str
) -> None:
    path = project / ".memory"
    (tmp_path / "elsewhere").mkdir()
    made: dict[str, Callable[[], object]] = {
        "nothing": lambda: None,
        "a file": lambda: path.write_text("precious"),
        "a link": lambda: path.symlink_to(tmp_path / "elsewhere"),
        "a pipe": lambda: os.mkfifo(path),
        "no right to it": lambda: path.mkdir(0o000),
    }
    made[standing]()
    before = given.tree(tmp_path)

    for name in shims.HOOKS:
        assert set(shims.hook(name, given.payload(shims.CURSOR[name], project)).answer) <= {
            "additional_context"
        }

    assert given.tree(tmp_path) == before
    if standing != "nothing":
        ran = called("save_fact", project, *CALLS["save_fact"])
        assert (ran.code, ran.out) == (2, "")
        assert given.tree(tmp_path) == before


@faults.posix
def test_a_store_that_comes_and_goes_stops_no_hook(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    aside = f"{store.path}.aside"
    there, back = f"os.rename({store.path!r}, {aside!r})", f"os.rename({aside!r}, {store.path!r})"
    program = f"import os\nwhile True: {there}; {back}"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL) as restless:
        time.sleep(0.1)
        for name in shims.HOOKS:
            for _ in range(2):
                ran = shims.hook(name, given.payload(shims.CURSOR[name], store.project))
                assert isinstance(ran.answer, dict)
        restless.kill()
    kept = aside if os.path.exists(aside) else store.path  # a hook may have made a new one

    assert "the port is 8080" in Path(kept, layout.FACTS).read_text("utf-8")


LIMITS = {
    "eight descriptors": "ulimit -n 8",
    "five descriptors": "ulimit -n 5",
    "no process": "ulimit -u 1",
    "no file may grow": "ulimit -f 0",
}


@faults.linux
@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS.keys())
def test_hooks_answer_within_narrow_limits(store: layout.Store, limit: str) -> None:
    given.fact(store, "the port is 8080")
    for name in shims.HOOKS:
        words = shims.within(limit, shims.command(name))

        answer = shims.feed(words, shims.raw(name, store.project)).answer

        if name == "load_memory" and limit != LIMITS["five descriptors"]:
            assert "8080" in answer["additional_context"]


@faults.posix
def test_hooks_answer_without_any_environment(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    for name in shims.HOOKS:
        raw = shims.raw(name, store.project)
        env = {name: os.environ[name] for name in ("HOME", "XDG_CONFIG_HOME")}
        assert isinstance(shims.feed(shims.command(name), raw, env=env).answer, dict)
    assert len(given.journal(store, "prompt")) == 1
