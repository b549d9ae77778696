"""Copies of a memory, switching it off, and what shells and hosts start."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def truth(store: layout.Store) -> dict[str, bytes]:
    """The files of a store but for its lock."""
    root = Path(store.path)
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and path.name != layout.LOCK
    }


def test_a_backup_put_back_is_the_memory_as_it_was_and_can_be_taken_back(
    run: Run, store: layout.Store, tmp_path: Path
) -> None:
    given.fact(store, "the API listens on port 8080")
    before = truth(store)
    copy = run("backup", str(tmp_path)).answer["path"]
    given.fact(store, "said later")
    Path(store.path, "notes").mkdir(exist_ok=True)
    Path(store.path, "notes", "later.md").write_text("later", "utf-8")
    after = truth(store)

    put_back = run("restore-backup", copy)
    assert truth(store) == before
    assert run("search", "port", "--method", "fts").code == 0
    run("restore-backup", put_back.answer["before"])
    assert truth(store) == after
    assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert run("backup", copy).code == 2


@pytest.mark.parametrize("name", ["../out", "memory-store-backup/../../out", "other/MEMORY.md"])
def test_an_archive_that_leads_elsewhere_changes_nothing(
    name: str, run: Run, store: layout.Store, tmp_path: Path
) -> None:
    path = tmp_path / "odd.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.size = 1
        archive.addfile(member, io.BytesIO(b"x"))
    before = given.tree(store.project)

    assert run("restore-backup", str(path)).code == 2
    assert given.tree(store.project) == before


@pytest.mark.parametrize("host", ["cursor", "claude"])
def test_a_hook_answers_as_a_command_as_its_script_does(host: str, store: layout.Store) -> None:
    given.fact(store, "never push to main", kind="O")
    payload = given.payload(f"{host}/session-start", store.project, "s-1")
    command = [sys.executable, "-m", "memory_store", "hook", "load_memory", "--host", host]

    done = subprocess.run(
        command, input=json.dumps(payload), capture_output=True, text=True, check=False, timeout=60
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "never push to main" in done.stdout
    assert json.loads(done.stdout)
    assert given.journal(store, "session_start")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("memory-store acc", "accept"),
        ("memory-store list --cand", "--candidates"),
        ("memory-store list --scope us", "user"),
    ],
)
def test_bash_completes_what_was_begun(words: str, wanted: str, run: Run) -> None:
    script = run("completion", "bash", "--format", "text").out
    typed = words.split(" ")
    program = f'memory-store() {{ "{sys.executable}" -m memory_store "$@"; }}'
    asked = f"COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _memory_store"
    bash = shutil.which("bash") or "bash"

    done = subprocess.run(
        [bash, "-c", f'{program}\n{script}\n{asked}\necho "${{COMPREPLY[@]}}"'],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == [wanted], done.stderr


def test_purge_deletes_the_memory_and_what_is_derived_after_a_yes(
    run: Run, store: layout.Store
) -> None:
    given.fact(store, "the API listens on port 8080")
    run("search", "port", "--method", "fts")
    cache = layout.cache_directory(store)
    assert Path(cache).exists()

    kept = run("uninstall", "--purge")
    assert (kept.code, kept.answer["purged"]) == (0, False)
    assert store.exists()
    assert run("uninstall", "--purge", "--yes").answer["purged"] is True
    assert not store.exists()
    assert not Path(cache).exists()
    trusted = Path(layout.config_directory(), "trust.json").read_text("utf-8")
    assert store.path not in trusted
