"""What a person who waits is told, on standard error and nowhere else."""

from __future__ import annotations

import io
import os
import threading
from typing import TYPE_CHECKING

import pytest

from memory_store.cli import flags, table, terminal
from memory_store.commands import progress, search
from memory_store.index import indexer
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout


@terminals.has_terminals
def test_on_a_terminal_a_line_stands_while_it_takes_long_and_is_gone_afterwards() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as stream:
        with progress.Waiting("unpacking", after=0.0, stream=stream) as waiting:
            assert b"unpacking" in os.read(ours, 100)
            waiting.tell("searching")
            assert b"searching" in os.read(ours, 100)
        assert os.read(ours, 100) == b"\r\x1b[K"
        with progress.Waiting("quick", after=60.0, stream=stream):
            pass  # what is done in a moment says nothing
        stream.write("end")
        stream.flush()
        assert os.read(ours, 100) == b"end"
    os.close(ours)


def test_where_nobody_looks_nothing_is_written_and_no_thread_started() -> None:
    stream = io.StringIO()
    before = threading.active_count()

    with progress.Waiting("unpacking", after=0.0, stream=stream) as waiting:
        assert threading.active_count() == before
        waiting.tell("searching")

    assert stream.getvalue() == ""


def test_an_import_tells_how_many_of_its_files_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(progress.Waiting, "tell", lambda _, sentence: told.append(sentence))

    assert list(progress.counted(["a", "b"], "en")) == ["a", "b"]
    assert told == ["0 of 2 files", "1 of 2 files"]


@pytest.mark.long
@terminals.has_terminals
@pytest.mark.parametrize(
    ("locale", "expected", "last"),
    [
        pytest.param("C.UTF-8", "1/4  a ", "Offline, in", marks=pytest.mark.torture),
        ("zh_CN.UTF-8", "1/4  在", "全程离线"),
    ],
)
def test_the_demonstration_says_at_once_what_it_does(
    store: layout.Store, locale: str, expected: str, last: str
) -> None:
    code, said = terminals.on_terminal(store, "", "demo", LANG=locale)

    assert code == 0
    assert 0 <= said.index(expected) < said.index("4/4") < said.index("memory-store init")
    assert said.index("memory-store init") < said.index(last)
    assert ("Monday" in said) == (locale == "C.UTF-8")


@pytest.mark.usefixtures("unmapped")
def test_a_search_that_takes_long_says_why(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, machine: Path
) -> None:
    given.fact(store, "a fact")
    call = table.Call(flags.Values({}), given.where(store), "setup")
    settings = call.settings
    settings.values["embedder"] = "offline"
    monkeypatch.setattr(terminal, "is_watched", lambda: True)

    def said() -> str:
        return search._waiting(call, [store])._sentence

    assert "unpacks the models" in said()
    (machine / "cache" / "memory-store" / "models").mkdir(parents=True)
    assert "makes its index" in said()
    indexer.bring_up(store)[0].close()
    assert said() == "searching"
    settings.values["language"] = "zh"
    assert said() == "正在搜索"
