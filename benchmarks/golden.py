"""Compares what every command and hook answers at two commits, in both languages, on five stores.

    python benchmarks/golden.py COMMIT [COMMIT] [--only TEXT] [--stores week,empty]

The first commit makes the stores; each call of either commit begins with the same bytes at the
same place. Without a second commit the files here are tried. A difference is printed as a diff,
and the exit status is 1. Texts that differ at each run (new ids, times, processes) are replaced.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
STORES = ("empty", "week", "large", "damaged", "0.1.0")
_LANGUAGES = ("en", "zh")
_MANY = 10_000
_SECONDS = 120
_ATTEMPTS = 20

_CALLS = json.loads((ROOT / "benchmarks/golden.json").read_text("utf-8"))
"""The words of commands that look and that change, what a person says, what hosts send."""

_SAME = (
    (re.compile(r"\b([a-z])_[0-9a-z]{10,}\b"), r"\1_ID"),
    (re.compile(r"\b(memory|session)-[0-9a-f]{8}\b"), r"\1-TAG"),
    (re.compile(r"\b\d+ GB free"), "ROOM free"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"), "TIME"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"\b\d+(\.\d+)? ?(ms|s|seconds?|秒|毫秒)(?!\w)"), "SPAN"),
    (re.compile(r"\b\d+(\.\d+)? ?(bytes|KiB|MiB|kB|MB|KB)\b"), "SIZE"),
    (
        re.compile(
            r'"(pid|process|took_ms|used|bytes|size|inode|seconds|ms|score|mtime)": ?[\d.]+'
        ),
        r'"\1": N',
    ),
)


class Place(NamedTuple):
    """Where every call of either commit finds the same paths.

    Attributes:
        path: a home and a project.
        code: the files of the commit.
    """

    path: Path
    code: Path

    @property
    def project(self) -> Path:
        """Where commands run."""
        return self.path / "project"

    def environment(self, language: str) -> dict[str, str]:
        """The whole environment of a call."""
        home = self.path / "home"
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_DATA_HOME": str(home / "data"),
            "PYTHONPATH": str(self.code),
            "PYTHONDONTWRITEBYTECODE": "1",
            "MEMORY_STORE_EMBEDDER": "none",
            "LANG": "zh_CN.UTF-8" if language == "zh" else "en_US.UTF-8",
            "TZ": "UTC",
        }

    def restore(self, template: Path) -> None:
        """Put the bytes of a template here, with their times."""
        for _ in range(_ATTEMPTS):  # a run of before may still be writing
            shutil.rmtree(self.path, ignore_errors=True)
            copied = subprocess.run(["cp", "-aT", str(template), str(self.path)], check=False)
            if copied.returncode == 0:
                return
        raise SystemExit(f"{self.path} is written to all the time")


def run(place: Place, words: Sequence[str], sent: str = "", language: str = "en") -> str:
    """What a command line prints, on both streams, and its exit status."""
    done = subprocess.run(
        [sys.executable, *words],
        input=sent,
        cwd=place.project,
        env=place.environment(language),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=_SECONDS,
        check=False,
    )
    return f"{done.stdout}\n--- stderr\n{done.stderr}\n--- status {done.returncode}"


def command(place: Place, line: str, language: str = "en") -> str:
    """The same of a command of the program; an underscore stands for a blank within a word."""
    words = [one.replace("_", " ") if one[0].isupper() else one for one in line.split()]
    return run(place, ("-m", "memory_store", *words), language=language)


def hook(place: Place, host: str, name: str, language: str = "en", /, **more: str) -> str:
    """The same of a hook of a host."""
    session = {"session_id": "s-now", "conversation_id": "s-now", "cwd": str(place.project),
               "workspace_roots": [str(place.project)], "transcript_path": None}  # fmt: skip
    sent = json.dumps(session | _CALLS["hooks"][host][name] | more)
    return run(place, (f"{place.code}/hooks/{name}.py", "--host", host), sent, language)


def make_store(kind: str, place: Place) -> None:
    """Make a memory of a kind."""
    shutil.rmtree(place.path, ignore_errors=True)
    (place.project / ".git").mkdir(parents=True)
    (place.path / "home").mkdir()
    if kind == "0.1.0":
        shutil.copytree(ROOT / "tests/releases/0.1.0/memory", place.project / ".memory")
    command(place, "init")
    if kind == "0.1.0":
        command(place, "trust --yes")
    if kind in ("empty", "0.1.0"):
        return
    _live_a_week(place)
    if kind == "large":
        _write_many(place)
    if kind == "damaged":
        _damage(place)
    command(place, "sync")
    command(place, "list --all")


def _live_a_week(place: Place) -> None:
    for at in range(12):
        command(place, f"save-fact --content Service_{at}_listens_on_port_{8000 + at} --type W")
        command(
            place,
            f"save-fact --content 服务_{at}_的端口是_{9000 + at} --type {'WBO'[at % 3]}",
        )
    listed = json.loads(
        run(place, ("-m", "memory_store", "list", "--format", "json")).split("\n---")[0]
    )["facts"]
    command(place, f"retract {listed[0]['id']}")
    command(place, f"pin {listed[1]['id']}")
    command(place, f"save-fact --content Moved_to_port_7777 --supersedes {listed[2]['id']}")
    for session in range(3):
        more: dict[str, str] = {"session_id": f"s-{session}"}
        hook(place, "claude", "load_memory", "en", **more)
        for at, said in enumerate(_CALLS["says"]):
            more["prompt_id"] = f"p{session}{at}"
            hook(place, "claude", "recall_memory", prompt=f"{said} ({session})", **more)
            hook(place, "claude", "prompt_session_save", **more)
        hook(place, "claude", "sync_and_cleanup", **more)
    (place.project / ".memory/MEMORY.md").write_text(
        "# Core\n\n- Ports are above 8000.\n", "utf-8"
    )


def _write_many(place: Place) -> None:
    path = place.project / ".memory/facts.jsonl"
    some = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with path.open("a", encoding="utf-8") as file:
        for at in range(_MANY):
            base = some[at % len(some)]
            new = {"id": f"f_01m8{at:022d}", "content": f"{base['content']} in region {at}"}
            file.write(json.dumps(base | new, ensure_ascii=False, separators=(",", ":")) + "\n")


def _damage(place: Place) -> None:
    store = place.project / ".memory"
    with (store / "facts.jsonl").open("ab") as file:
        file.write(b'{"broken": \n\xff\xfe\x00\n{"id": 5}\n[]\n{"id":"f_x","content":"torn')
    (store / "sessions.jsonl").write_bytes(b"\x00\x01\n")
    for index in (place.path / "home/cache").rglob("index.sqlite"):
        index.write_bytes(b"no database" * 1000)


def calls() -> Iterator[tuple[str, str, str]]:
    """Every call as its kind, its words and its language."""
    lines = [*_CALLS["looks"], *_CALLS["changes"]]
    for language in _LANGUAGES:
        for line in lines:
            yield "command", line, language
        for host, hooks in _CALLS["hooks"].items():
            for name in hooks:
                for said in _CALLS["says"] if name == "recall_memory" else _CALLS["says"][:1]:
                    yield f"hook {host} {name}", said, language
    for line in lines:
        yield "command", f"{line} --format json", "en"


def answer(place: Place, call: tuple[str, str, str], identity: str) -> str:
    """What a call prints and adds to the facts, without what differs at each run."""
    kind, line, language = call
    facts = place.project / ".memory/facts.jsonl"
    before = facts.stat().st_size if facts.exists() else 0
    if kind == "command":
        said = command(place, line.replace("{id}", identity), language)
    else:
        _, host, name = kind.split()
        said = hook(place, host, name, language, prompt=line, prompt_id="p-now")
    added = facts.read_bytes()[before:].decode("utf-8", "replace") if facts.exists() else "(gone)"
    text = f"{said}\n--- added to facts.jsonl\n{added}"
    for pattern, same in _SAME:
        text = pattern.sub(same, text)
    return text


def check_out(commit: str, at: Path) -> None:
    """Put the files of a commit here, or those of the working tree for "."."""
    shutil.rmtree(at, ignore_errors=True)
    at.mkdir()
    if commit == ".":
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        packed = subprocess.Popen(
            ["tar", "-cT", "-"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
        there = [one for one in names.splitlines() if (ROOT / os.fsdecode(one)).exists()]
        archive = packed.communicate(b"\n".join(there))[0]
    else:
        listed = ["git", "archive", commit]
        archive = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=at, input=archive, check=True)


def answers(place: Place, template: Path, only: str) -> dict[tuple[str, str, str], str]:
    """What each wanted call answers."""
    facts = template / "project/.memory/facts.jsonl"
    text = facts.read_text("utf-8", "replace") if facts.exists() else ""
    identity = next(iter(re.findall(r'"(f_[0-9a-z]+)"', text)), "f_none")
    said = {}
    for call in calls():
        if only in " ".join(call):
            place.restore(template)
            said[call] = answer(place, call, identity)
    return said


def compare(commits: Sequence[str], at: Path, stores: Sequence[str], only: str) -> int:
    """Print the differences of two commits: how many calls differ."""
    place = Place(at / "place", at / "code")
    check_out(commits[0], place.code)
    for store in stores:
        make_store(store, place)
        shutil.move(place.path, at / store)
    said = []
    for commit in commits:
        check_out(commit, place.code)
        said.append({store: answers(place, at / store, only) for store in stores})
    different = 0
    for store in stores:
        for call, before in said[0][store].items():
            texts = (before.splitlines(), said[1][store][call].splitlines())
            if texts[0] != texts[1]:
                different += 1
                sys.stdout.write(f"\n##### {store}: {' | '.join(call)}\n")
                sys.stdout.write(
                    "\n".join(
                        difflib.unified_diff(
                            texts[0], texts[1], commits[0], commits[1], lineterm="", n=1
                        )
                    )
                    + "\n"
                )
    count = sum(map(len, said[0].values()))
    sys.stdout.write(f"\n{different} of {count} calls answer otherwise\n")
    return different


def main() -> int:
    """Read the words of the command line, and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("before")
    parser.add_argument("after", nargs="?", default=".")
    parser.add_argument("--only", default="", help="calls whose words hold this text")
    parser.add_argument("--stores", default=",".join(STORES))
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        commits = (words.before, words.after)
        return 1 if compare(commits, Path(name), words.stores.split(","), words.only) else 0


if __name__ == "__main__":
    raise SystemExit(main())
