"""Each hook as a process: one JSON object and exit status 0, whatever happens."""

from __future__ import annotations

import array
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from memory_store import model, place
from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TOLD = "问题\n\"double\" 'single' `id` $(touch pwned) ; touch pwned 🚀 \\ % {}"


def says_nothing(name: str, host: str) -> str:
    """What a hook prints that has nothing to say."""
    return "" if (name, host) == ("flush_memory", model.CLAUDE) else "{}\n"


@pytest.mark.parametrize("name", shims.HOOKS)
def test_an_event_of_another_hook_is_answered_with_nothing_and_writes_nothing(
    store: layout.Store, machine: Path, name: str
) -> None:
    others = [one for hook, one in shims.CURSOR.items() if hook != name]
    before = given.tree(store.project), given.tree(machine)

    unheard = [f"cursor/{one}" for one in ("post-tool-use", "subagent-stop", "workspace-open")]
    for other in [*others, *unheard]:
        payload = given.payload(other, store.project)
        assert shims.hook(name, payload).answer == {}

    assert (given.tree(store.project), given.tree(machine)) == before


def heredoc(words: list[str], raw: str) -> list[str]:
    """The legacy transport of Cursor (docs/hosts.md 1.6)."""
    return ["bash", "-c", f"{shlex.join(words)} <<'CURSOR_HOOK_EOF'\n{raw}\nCURSOR_HOOK_EOF"]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_prompt_arrives_whole_by_pipe_and_by_here_document(
    store: layout.Store, *, ascii_only: bool
) -> None:
    words = shims.command("recall_memory")
    for transport in ("pipe", "heredoc"):
        payload = given.payload(
            "cursor/before-submit-prompt", store.project, transport, prompt=TOLD
        )
        raw = json.dumps(payload, ensure_ascii=ascii_only)
        if transport == "pipe":
            ran = shims.feed(words, raw.encode(), cwd=store.project)
        else:
            ran = shims.feed(heredoc(words, raw), b"", cwd=store.project)
        assert set(ran.answer) <= {"continue", "additional_context"}

    assert [one["text"] for one in given.journal(store, "prompt")] == [TOLD, TOLD]
    assert not Path(store.project, "pwned").exists()


BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("before", "after"),
    [(BOM, b""), (BOM + BOM, b""), (BOM, b"\r\n"), (b"\r\n \t" + BOM, b"\n\n"), (b"", b"\r\n")],
)
def test_byte_order_marks_and_line_ends_around_it_are_survived(
    store: layout.Store, before: bytes, after: bytes
) -> None:
    payload = given.payload("cursor/before-submit-prompt", store.project, prompt=TOLD)
    raw = before + json.dumps(payload, indent=1).replace("\n", "\r\n").encode() + after

    ran = shims.feed(shims.command("recall_memory"), raw)

    assert ran.code == 0
    assert given.journal(store, "prompt")[0]["text"] == TOLD


GARBAGE = {
    "empty": b"",
    "blanks": b" \r\n\t",
    "a mark alone": BOM,
    "words": b"not json",
    "a list": b"[1, 2]",
    "a list of objects": b'[{"hook_event_name": "stop"}]',
    "a string": b'"stop"',
    "a number": b"1e400",
    "null": b"null",
    "cut off": b'{"hook_event_name": "stop", "workspace_ro',
    "two objects": b"{}{}",
    "no NaN": b'{"a": NaN}',
    "bad bytes": b"\xff\xfe\x00{\x80",
    "NULs": b"\0" * 10_000,
    "deep": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "long digits": b'{"a": ' + b"9" * 10_000 + b"}",
    "wrong types": b'{"hook_event_name": ["stop"], "workspace_roots": {"a": 1}, "cwd": 7}',
}


def test_garbage_is_answered_with_nothing_and_writes_nothing(store: layout.Store) -> None:
    """All of it by one hook, some by each: they share what reads their input."""
    before = given.tree(store.project)
    calls = [("load_memory", model.CURSOR, what) for what in GARBAGE]
    calls += [
        (name, host, what)
        for name in shims.HOOKS
        for host in (model.CURSOR, model.CLAUDE)
        for what in ("empty", "words")
    ]

    for name, host, what in calls:
        ran = shims.feed(shims.command(name, host), GARBAGE[what], cwd=store.project)
        assert ran == (0, says_nothing(name, host), ""), (name, host, what)

    assert given.tree(store.project) == before


@pytest.mark.parametrize(
    ("name", "where"),
    [
        *((name, "/no/such/place") for name in shims.HOOKS),
        *(("load_memory", where) for where in ("a file", "", "\\u0000", "\\ud800")),
    ],
)
def test_a_project_that_does_not_exist_is_answered_with_nothing_and_stays_away(
    tmp_path: Path, machine: Path, name: str, where: str
) -> None:
    (tmp_path / "a file").write_text("")
    root = str(tmp_path / "a file") if where == "a file" else where
    raw = shims.raw(name, "PROJECT").replace(b"PROJECT", root.encode())
    before = given.tree(tmp_path), given.tree(machine / "home")

    ran = shims.feed(shims.command(name), raw, cwd=tmp_path)

    assert ran.answer == {}
    assert (given.tree(tmp_path), given.tree(machine / "home")) == before


def unfinished(words: list[str], raw: bytes, project: str) -> tuple[bytes, int]:
    """Run a hook whose standard input never ends: answer and exit status."""
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=shims.environment(), cwd=project
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(raw)
        child.stdin.flush()
        out = child.stdout.read()
    return out, child.returncode


def test_a_whole_payload_is_answered_though_the_pipe_stays_open(
    store: layout.Store, tmp_path: Path
) -> None:
    shim = tmp_path / "load_memory.py"
    shim.write_text(
        f"import sys; sys.path.append({str(ROOT)!r})\n"
        "from memory_store import entry\n"
        "from memory_store.handlers import load_memory\n"
        "entry._STDIN_SECONDS = 3_600.0  # it would wait for more until the test is stopped\n"
        "entry.run_hook('load_memory', load_memory.handle)\n"
    )
    given.fact(store, "the port is 8080")
    raw = shims.raw("load_memory", store.project)

    out, code = unfinished([sys.executable, "-I", "-S", str(shim)], raw, store.project)

    assert "the port is 8080" in json.loads(out)["additional_context"]
    assert code == 0


def test_half_a_payload_is_not_waited_for_without_end(store: layout.Store) -> None:
    raw = shims.raw("load_memory", store.project)[:-5]

    out, code = unfinished(shims.command("load_memory"), raw, store.project)

    assert (out, code) == (b"{}\n", 0)


def test_standard_input_without_end_is_not_read_to_its_end(store: layout.Store) -> None:
    for source in ("cat /dev/zero", "yes '{}{'"):
        line = f"{source} | {shlex.join(shims.command('load_memory'))}"
        ran = shims.feed(["bash", "-c", line], b"", cwd=store.project)
        assert (ran.code, ran.out) == (0, "{}\n")


def unread(pipe: IO[bytes]) -> int:
    """How many bytes of a pipe its reader has not taken yet."""
    import fcntl
    import termios

    found = array.array("i", [0])
    fcntl.ioctl(pipe.fileno(), termios.FIONREAD, found)
    return found[0]


@faults.posix
def test_an_interruption_while_it_waits_is_no_fault(store: layout.Store) -> None:
    with subprocess.Popen(
        shims.command("load_memory"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=store.project,
        env=shims.environment(),
    ) as child:
        assert child.stdin is not None
        child.stdin.write(b"{")
        child.stdin.flush()
        while unread(child.stdin):  # until it has begun, and waits for the rest
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)

    assert (child.returncode, out, err) == (0, b"{}\n", b"")


@pytest.mark.parametrize("streams", [">&-", "> /dev/full", "2>&-", ">&- 2>&-", "<&-", "<&- >&-"])
def test_streams_that_are_closed_or_full_are_no_fault(store: layout.Store, streams: str) -> None:
    raw = Path(store.project, "payload.json")
    raw.write_text(json.dumps(given.payload("cursor/session-start", store.project)), "utf-8")
    line = shlex.join(shims.command("load_memory"))
    source = "" if "<&-" in streams else f"< {shlex.quote(str(raw))}"

    ran = shims.feed(["bash", "-c", f"{line} {source} {streams}"], b"")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "" or json.loads(ran.out) is not None
    noted = len(given.journal(store, "session_start"))
    assert noted == (0 if "<&-" in streams else 1)


def test_a_reader_that_leaves_is_no_fault(store: layout.Store) -> None:
    given.fact(store, "x" * 1_900)
    raw = json.dumps(given.payload("cursor/session-start", store.project))
    line = f"{shlex.join(shims.command('load_memory'))} | head -c0; echo ${{PIPESTATUS[0]}}"

    assert shims.feed(["bash", "-c", line], raw.encode()).out == "0\n"
    assert len(given.journal(store, "session_start")) == 1


ENVIRONMENTS = {
    "no HOME": {"HOME": None},
    "C": {"LC_ALL": "C", "LANG": "C"},
    "ascii streams": {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    "a Windows code page": {"PYTHONIOENCODING": "cp1252", "LC_ALL": "POSIX"},
    "without asserts": {"PYTHONOPTIMIZE": "2"},
    "warnings are errors": {"PYTHONWARNINGS": "error"},
    "no PATH": {"PATH": None},
    "a home that is not there": {"HOME": "/no/such/home"},
    "nowhere to keep anything": {
        "XDG_CACHE_HOME": "/dev/null/cache",
        "XDG_STATE_HOME": "/dev/null/state",
    },
    "relative directories": {"XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "state"},
}


@pytest.mark.parametrize("flags", [[], ["-I", "-S"]])
@pytest.mark.parametrize("changes", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
def test_the_memory_is_given_in_any_environment(
    store: layout.Store, changes: dict[str, str | None], flags: list[str]
) -> None:
    if "LC_ALL" in changes and not flags and not sys.prefix.isascii():
        pytest.skip("Python itself fails there, at its own path")
    given.fact(store, "端口是 8080 🚀")
    env = {**shims.environment(), **changes}
    known = {name: value for name, value in env.items() if value is not None}
    raw = shims.raw("load_memory", store.project)
    words = [sys.executable, *flags, place.hook("load_memory")]

    ran = shims.feed(words, raw, env=known, cwd=store.project)

    assert "端口是 8080 🚀" in ran.answer["additional_context"]
    assert sorted(os.listdir(store.project)) == [".memory"]


PLANTED = "import os; open('PLANTED', 'w').close(); raise SystemExit(7)\n"


def test_modules_planted_in_the_working_directory_are_not_taken_for_ours(
    store: layout.Store,
) -> None:
    for name in ("json", "re", "typing", "sqlite3", "apsw", "site", "os", "encodings", "time"):
        Path(store.project, f"{name}.py").write_text(PLANTED)
    package = Path(store.project, "memory_store")
    package.mkdir()
    (package / "__init__.py").write_text(PLANTED)
    (package / "entry.py").write_text(PLANTED)

    for name in shims.HOOKS:
        raw = shims.raw(name, store.project)
        env = shims.environment(PYTHONPATH=store.project, PYTHONSTARTUP=f"{store.project}/os.py")
        assert shims.feed(shims.command(name), raw, cwd=store.project, env=env).code == 0

    assert not Path(store.project, "PLANTED").exists()
    assert len(given.journal(store, "session_start", "session_end")) == 2


@pytest.fixture
def read_only(store: layout.Store) -> Iterator[list[str]]:
    """What to put before a command so that it can't write the store, which knows a port.

    Root needs more than modes.
    """
    given.fact(store, "the port is 8080")
    paths = [Path(store.path), *Path(store.path).rglob("*")]
    path = shlex.quote(store.path)
    mount = f'mount --bind {path} {path} && mount -o remount,ro,bind {path} && exec "$@"'
    before = ["unshare", "-m", "bash", "-c", mount, "bash"] if os.geteuid() == 0 else []
    if before and shims.feed([*before, "true"], b"").code:
        pytest.skip("this machine allows no mount namespace")
    for one in paths:
        one.chmod(0o500 if one.is_dir() else 0o400)
    yield before
    for one in paths:
        one.chmod(0o700 if one.is_dir() else 0o600)


@faults.posix
def test_a_store_that_cannot_be_written_is_read_all_the_same(
    store: layout.Store, read_only: list[str]
) -> None:
    before = given.tree(store.path)

    answers = {}
    for name in shims.HOOKS:
        raw = shims.raw(name, store.project)
        answers[name] = shims.feed([*read_only, *shims.command(name)], raw).answer
    words = [sys.executable, "-I", place.script("save_fact"), "--project", store.project]
    saved = shims.feed([*read_only, *words, "--content", "x"], b"")

    assert "the port is 8080" in answers.pop("load_memory")["additional_context"]
    answers.pop("recall_memory")
    assert all(answer == {} for answer in answers.values())
    assert (saved.code, saved.out) == (3, "")
    assert saved.err.startswith("error: ")
    assert given.tree(store.path) == before


@faults.posix
def test_a_lock_that_is_held_for_ever_is_not_waited_for_for_ever(store: layout.Store) -> None:
    import fcntl

    given.fact(store, "the port is 8080")
    with open(os.path.join(store.path, layout.LOCK), "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        children = {  # which would not end, if they waited for the lock
            name: shims.started(shims.command(name), shims.raw(name, store.project))
            for name in shims.HOOKS
        }
        answers = {}
        for name, child in children.items():
            assert child.stdout is not None
            answers[name] = json.loads(child.stdout.read())
            child.stdout.close()
        for child in children.values():
            child.terminate()
            child.wait()

    assert "the port is 8080" in answers["load_memory"]["additional_context"]
    assert answers["prompt_session_save"] == answers["flush_memory"] == {}
