"""docs/promises.md P4: a hook exits 0, in time, and prints one JSON object, or nothing.

Every call is hostile in several ways at once, drawn by a seed: what stands on standard input and
how it comes, where standard output goes, the environment, the limits, the working directory, the
state of the store. The control, a hook as one would write it, fails under the same calls.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from memory_store import model
from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

pytestmark = faults.linux

SECONDS = 9.0  # a lock that is held costs a hook 1.5 s of them, endless input 1 s
EVENTS = {hook: [path for _, name, path in shims.EVERY if name == hook] for hook in shims.HOOKS}
ODD: list[Any] = [
    None, True, 0, -1, 10**400, 1e308, "", "\0", "\ud800", "\u202e\u2028", "../../etc/passwd",
    "$(touch pwned)", "x" * 70_000, "长" * 40_000, [], {}, [[[]]], {"a": {"b": [None]}}, "NaN",
]  # fmt: skip
STREAMS = [
    "",
    "",
    "",
    ">&-",
    "> /dev/full",
    "2>&-",
    ">&- 2>&-",
    "<&-",
    "| head -c0",
    "2> /dev/full",
]
LIMITS = ["", "", "", "ulimit -n 8;", "ulimit -f 0;", "ulimit -v 400000;", "umask 777;"]
ENVIRONMENTS: list[dict[str, str | None]] = [
    {}, {}, {"HOME": None}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp1252"}, {"PYTHONOPTIMIZE": "2", "PYTHONWARNINGS": "error"},
    {"PATH": None}, {"XDG_CACHE_HOME": "/dev/null/x", "XDG_STATE_HOME": "/dev/null/x"},
    {"XDG_CONFIG_HOME": "/proc/nothing"}, {"PYTHONPATH": "."}, {"TZ": "Pacific/Apia"},
    {"CLAUDE_PROJECT_DIR": "/", "CURSOR_PROJECT_DIR": "\udcff"}, {"MEMORY_STORE_LANGUAGE": "?"},
]  # fmt: skip
NAIVE = "import json, sys; print(json.dumps({'echo': json.load(sys.stdin)['hook_event_name']}))"


class Call(NamedTuple):
    """One hostile call: what is typed, fed and found."""

    raw: bytes
    line: str
    env: dict[str, str | None]
    slow: bool
    quiet: bool

    def __str__(self) -> str:
        return f"{self.line} {self.env} slow={self.slow} {self.raw[:200]!r} … {len(self.raw)}"


def _payload(chance: random.Random, name: str, project: str) -> bytes:
    """A recorded payload with some of its values gone odd, and some bytes of its text."""
    recorded = given.payload(chance.choice(EVENTS[name]), project, f"s{chance.randrange(9)}")
    for _ in range(chance.randrange(4)):
        recorded[chance.choice(list(recorded))] = chance.choice(ODD)
    if chance.random() < 0.2:
        recorded[str(chance.choice(ODD))[:50]] = chance.choice(ODD)
    raw = bytearray(json.dumps(recorded, ensure_ascii=True).encode())
    kind = chance.randrange(12)
    if kind == 0:
        return bytes(raw[: chance.randrange(len(raw))])
    if kind == 1:
        for _ in range(8):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
    garbage = {2: b"", 3: b"\0" * 9_000, 4: b"[" * 99_999, 5: bytes(raw) * 2, 6: b"\xef\xbb\xbf"}
    return bytes(garbage.get(kind, raw))


def _call(chance: random.Random, words: str, name: str, project: str) -> Call:
    streams = chance.choice(STREAMS)
    planted = "" if chance.random() < 0.7 else "cd planted;"
    if chance.random() < 0.1:
        planted = 'd=$(mktemp -d ./gone.XXXX); cd "$d"; rmdir "$PWD";'
    line = f"{chance.choice(LIMITS)} {planted} {words} {streams}"
    quiet = streams not in ("", "2>&-", "2> /dev/full")
    raw = _payload(chance, name, project)
    return Call(raw, line, chance.choice(ENVIRONMENTS), chance.random() < 0.05, quiet)


def _answer(call: Call, cwd: Path) -> str:
    """What is wrong with how a hook answered; "" for nothing."""
    env = {**shims.environment(), **call.env}
    known = {key: value for key, value in env.items() if value is not None}
    began = time.monotonic()
    open_end, close_end = os.pipe()  # of standard input, if it is to have no end
    child = subprocess.Popen(
        ["/bin/bash", "-c", f"set -o pipefail; {call.line}"],
        stdin=open_end if call.slow else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=known,
        cwd=cwd,
        start_new_session=True,
    )
    os.close(open_end)
    try:
        out, err = _fed(child, call, close_end)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return "hangs"
    finally:
        os.close(close_end)
    seconds = time.monotonic() - began
    if child.returncode != 0:
        return f"exit {child.returncode}: {err[:300]!r}"
    if err:
        return f"said {err[:300]!r}"
    if seconds > SECONDS:
        return f"took {seconds:.1f} s"
    return "" if call.quiet or _is_one_object(out, call) else f"answered {out[:300]!r}"


def _fed(child: subprocess.Popen[bytes], call: Call, drip: int) -> tuple[bytes, bytes]:
    """Feed a call in one piece, or the beginning of it slowly, and then no more and no end."""
    if not call.slow:
        return child.communicate(call.raw, timeout=2 * SECONDS)
    for at in range(0, 40, 10):
        try:
            os.write(drip, call.raw[at : at + 10])
        except BrokenPipeError:
            break
        time.sleep(0.05)
    return child.communicate(timeout=2 * SECONDS)


def _is_one_object(out: bytes, call: Call) -> bool:
    if not out:
        is_claudes = "--host' 'claude" in call.line or b"cursor_version" not in call.raw
        return "flush_memory" in call.line and is_claudes  # whose PreCompact is told nothing
    if "flush_memory" in call.line and b"PreCompact" in call.raw:
        return not out.startswith(b"{")  # plain text for the summariser
    try:
        found = json.loads(out.decode("ascii"))
    except ValueError:
        return False
    return isinstance(found, dict) and out.endswith(b"}\n") and out.count(b"\n") == 1


def _stores(root: Path) -> list[str]:
    """Projects whose memory is sound, poisoned, damaged in its index, or none at all."""
    sound = layout.project_store(str(root / "sound"))
    Path(sound.project).mkdir(parents=True)
    assert (
        shims.script("save_fact", "--project", sound.project, "--content", "port 8080").code == 0
    )
    poisoned = layout.project_store(str(root / "poisoned"))
    Path(poisoned.project).mkdir()
    shims.script("save_fact", "--project", poisoned.project, "--content", "port 8081")
    lines = [b"{", b"\0" * 99, b"[[[[", b'{"id":[]}', b'{"id":"f_1","content":{}}', b"\xff\xfe",
             b'{"id":"f_2","content":"\\ud800","created_at":1e999}', b"9" * 5_000]  # fmt: skip
    for name in (layout.FACTS, layout.SESSIONS, layout.CORE, layout.SETTINGS):
        with Path(poisoned.path, name).open("ab") as file:
            file.write(b"\n".join(lines))
    for store in (sound, poisoned):
        Path(layout.cache_directory(store)).mkdir(parents=True, exist_ok=True)
    Path(layout.cache_directory(poisoned), "index.sqlite").write_bytes(os.urandom(9_000))
    for name in ("a file", "nothing"):
        (root / name).mkdir()
    (root / "a file" / ".memory").write_text("no directory")
    planted = root / "planted"
    planted.mkdir()
    for name in ("json", "re", "os", "site", "apsw", "memory_store"):
        (planted / f"{name}.py").write_text("print('planted'); raise SystemExit(7)\n")
    return [sound.project, poisoned.project, str(root / "a file"), str(root / "nothing")]


def hostile_calls(
    root: Path,
    names: Iterable[str],
    count: int,
    words_of: Callable[[str, str], str],
) -> tuple[int, list[str]]:
    """Make so many calls of each hook; how many there were, and what was wrong with which."""
    chance, wrong, made = random.Random(29), [], 0
    projects = _stores(root)
    for name in names:
        for _ in range(count):
            words = words_of(name, chance.choice((model.CURSOR, model.CLAUDE)))
            call = _call(chance, words, name, chance.choice(projects))
            fault = _answer(call, root)
            made += 1
            if fault:
                wrong.append(f"{name}: {fault}: {call}")
    for gone in root.glob("gone.*"):
        shutil.rmtree(gone, ignore_errors=True)
    return made, wrong


def _ours(name: str, host: str) -> str:
    return " ".join(f"'{word}'" for word in shims.command(name, host))


def _naive(_: str, __: str) -> str:
    return f'{sys.executable} -c "{NAIVE}"'


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("names", "count"), [(list(EVENTS), 2), *(([name], 500) for name in EVENTS)]
)
def test_a_hostile_call_is_answered_with_one_object_or_nothing(
    tmp_path: Path, names: list[str], count: int
) -> None:
    made, wrong = hostile_calls(tmp_path / "ours", names, count, _ours)
    others, naive = hostile_calls(tmp_path / "control", names[:1], 12, _naive)

    sys.stdout.write(
        f"\nP4, {', '.join(names)}: {made} hostile calls, {len(wrong)} bad answers;"
        f" control: {len(naive)} of {others}\n"
    )
    assert wrong == []
    assert len(naive) > others / 4, "the control must answer badly"
