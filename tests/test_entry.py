"""The room with exit codes and streams: what a command's caller sees (docs/interface.md 4)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import memory_store
from memory_store import __main__, entry, errors, model, place
from memory_store.cli import table
from memory_store.commands import status
from memory_store.store import layout, log
from tests import given
from tests.end_to_end import shims

ROOT = Path(memory_store.__file__).parents[1]
COMMAND = [sys.executable, "-m", "memory_store"]


def call(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = __main__.main(list(words))
    out, err = capfd.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("fault", "code", "error", "hint"),
    [
        (errors.UsageError("an unknown type", "one of W, B"), 2, "an unknown type", "one of W, B"),
        (errors.UsageError("a mistake"), 2, "a mistake", "see --help"),
        (errors.StoreError("the disk is full", "free some"), 3, "the disk is full", "free some"),
        (errors.StoreError("two\nlines", "a hint"), 3, "two lines", "a hint"),
        (errors.StoreError("a server is away"), 3, "a server is away", ""),
        (RuntimeError("a bug"), 3, "RuntimeError: a bug", "this is a bug; the log: "),
        (MemoryError(), 3, "MemoryError: ", "this is a bug; the log: "),
        (UnicodeEncodeError("utf-8", "\udcff", 0, 1, "no"), 3, "UnicodeEncodeError", "this is"),
    ],
)
def test_every_fault_is_one_line_on_standard_error_and_its_hint_another(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    code: int,
    error: str,
    hint: str,
) -> None:
    def run(*_: object) -> model.Answer:
        raise fault

    monkeypatch.setattr(status, "run", run)

    exit_status, out, err = call(capfd, "status")

    first, *hints = err.splitlines()
    assert (exit_status, out) == (code, "")
    assert first.startswith(f"error: {error}")
    assert [one[: len("hint: ") + len(hint)] for one in hints] == [f"hint: {hint}"] * bool(hint)


def test_a_bug_leaves_its_reason_in_the_log(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: object) -> model.Answer:
        raise RuntimeError("a bug")

    monkeypatch.setattr(status, "run", run)

    _, _, err = call(capfd, "status")

    assert log.path() in err
    assert "RuntimeError: a bug" in Path(log.path()).read_text("utf-8")


def test_an_interruption_is_130_without_a_word(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: object) -> model.Answer:
        raise KeyboardInterrupt

    monkeypatch.setattr(status, "run", run)

    assert call(capfd, "status") == (130, "", "")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], []])
def test_help_lists_every_command(capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main(words)

    out, err = capfd.readouterr()
    assert (ended.value.code, err) == (0, "")
    assert all(name in out for name in table.rows())


def test_the_version_is_the_packages(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["--version"])

    assert capfd.readouterr().out == f"memory-store {memory_store.__version__}\n"


def test_into_a_pipe_a_person_is_answered_in_text_and_a_program_that_searches_in_json(
    store: layout.Store, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(capfd, "config", "--project", store.project)
    assert (code, out.startswith("language = ")) == (0, True)
    assert call(capfd, "config", "--format", "json", "--project", store.project)[1][0] == "{"

    saved = call(capfd, "save-fact", "--content", "tabs", "--project", store.project)[1]
    assert json.loads(saved)["status"] == "saved"
    found = call(capfd, "search", "tabs", "--method", "fts", "--project", store.project)[1]
    (result,) = json.loads(found)["results"]
    assert json.loads(call(capfd, "get", result["id"], "--project", store.project)[1])


def test_on_a_terminal_the_answer_is_text(store: layout.Store) -> None:
    import pty

    main, secondary = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "status", "--project", store.project],
        stdout=secondary,
        stdin=secondary,
        cwd=ROOT,
        env=shims.environment(),
    ) as child:
        assert child.wait() == 0
    os.close(secondary)
    shown = os.read(main, 65_536).decode()
    os.close(main)

    assert shown.startswith("project ")


@pytest.mark.parametrize("streams", [">&-", "> /dev/full", "| head -c0", "2>&-"])
def test_output_that_nobody_takes_is_no_fault(store: layout.Store, streams: str) -> None:
    line = f'"{sys.executable}" -m memory_store status --project "$1" {streams}'
    words = ["bash", "-c", f"set -o pipefail; {line}", "bash", store.project]

    done = shims.feed(words, b"", cwd=ROOT)

    assert (done.code, done.err) == (0, "")


@pytest.mark.skipif(not sys.prefix.isascii(), reason="Python itself fails there, at its own path")
def test_chinese_is_printed_in_utf_8_whatever_the_machines_language(store: layout.Store) -> None:
    given.fact(store, "支付回调")
    env = shims.environment(LC_ALL="C", PYTHONIOENCODING="ascii")
    words = [sys.executable, "-I", place.script("search_memory"), "--project", store.project]

    for form in ("text", "json"):
        line = [*words, "支付回调", "--method", "fts", "--format", form]
        assert "支付回调" in shims.feed(line, b"", env=env).out


@pytest.mark.parametrize(
    ("arguments", "host"),
    [
        (["--host", "cursor"], "cursor"),
        (["--host=claude"], "claude"),
        (["--verbose", "--host", "claude"], "claude"),
        (["--host"], ""),
        ([], ""),
        (["--host", "nobody"], "nobody"),
    ],
)
def test_the_wiring_may_name_the_host_in_either_spelling(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], host: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["load_memory.py", *arguments])

    assert entry._named_host() == host


def test_a_bug_in_a_hook_is_told_in_the_log_and_nowhere_else(
    store: layout.Store, tmp_path: Path
) -> None:
    shim = tmp_path / "load_memory.py"
    shim.write_text(
        f"import sys; sys.path.append({str(ROOT)!r})\n"
        "from memory_store import entry\n"
        "def handle(event, where):\n"
        "    print('a stray word', flush=True)\n"
        "    sys.stderr.flush()\n"
        "    raise RuntimeError('a bug in a hook')\n"
        "entry.run_hook('load_memory', handle)\n"
    )
    raw = json.dumps(given.payload("cursor/session-start", store.project)).encode()

    ran = shims.feed([sys.executable, "-I", "-S", str(shim)], raw)

    assert ran.answer == {}
    assert "load_memory: RuntimeError: a bug in a hook" in Path(log.path()).read_text("utf-8")


@pytest.mark.long
def test_the_answer_is_out_before_the_work_behind_it_begins(
    store: layout.Store, tmp_path: Path
) -> None:
    """And a bug in that work changes neither the answer nor the exit status."""
    shim = tmp_path / "load_memory.py"
    shim.write_text(
        f"import os, sys, time; sys.path.append({str(ROOT)!r})\n"
        "from memory_store import entry, model\n"
        "def afterwards():\n"
        f"    while not os.path.exists({str(tmp_path / 'go on')!r}): time.sleep(0.01)\n"
        "    raise RuntimeError('a bug behind the answer')\n"
        "def handle(event, where):\n"
        "    return model.Reply(context='the answer', afterwards=afterwards)\n"
        "entry.run_hook('load_memory', handle)\n"
    )
    raw = json.dumps(given.payload("cursor/session-start", store.project)).encode()

    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(shim)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=shims.environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(raw)
        child.stdin.close()
        out = child.stdout.read()  # to its end: the host need not wait for the rest
        still_working = child.poll() is None
        (tmp_path / "go on").touch()

    assert json.loads(out) == {"additional_context": "the answer"}
    assert still_working
    assert child.returncode == 0
    assert "afterwards: RuntimeError" in Path(log.path()).read_text("utf-8")
