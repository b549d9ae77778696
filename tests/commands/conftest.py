"""Runs a command as its script does, in this process, with the real streams."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from memory_store import __main__
from memory_store.cli import table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Outcome(NamedTuple):
    """What a command left: its exit status, its JSON answer (None for no output), its words."""

    code: int
    answer: Any
    out: str
    err: str


if TYPE_CHECKING:
    Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def plain_machine(monkeypatch: pytest.MonkeyPatch, project: Path, machine: Path) -> None:
    """In the project's directory, without a model; temporary files lie on the test's machine."""
    temporary = machine / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    monkeypatch.chdir(project)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("save-fact", "--content", "x")`; `given=` is what standard input holds.

    The answer is asked for as JSON unless the words say how, so that a test can look into it.
    """

    def run_command(*words: str, given: str | bytes = "") -> Outcome:
        raw = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        capfd.readouterr()
        if words and table.row(words[0]) and "--format" not in words:
            words = (words[0], "--format", "json", *words[1:])
        code = __main__.main(list(words))
        out, err = capfd.readouterr()
        as_json = out.startswith("{")
        return Outcome(code=code, answer=json.loads(out) if as_json else None, out=out, err=err)

    return run_command
