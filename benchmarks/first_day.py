"""Which required packages a new user's first day imports: `python benchmarks/first_day.py`.

In a home of its own: init, two sessions by their hooks, the run behind each, an import of old
sessions of some 1.2 MB, a search and doctor. Prints the packages that each step had loaded when
it ended; exits 1 where one is in no step. sqlite-vec is loaded by SQLite, by its path, without an
import: of it the loading is noted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import machine

PACKAGES = ("sqlite_vec", "fastembed", "orjson", "dateutil", "jsonschema")
_TELLING = """
import atexit, os, runpy, sys
used = []
def tell(wanted=sys.argv.pop(1).split(",")):
    print("loaded:", *used, *(one for one in wanted if one in sys.modules), file=sys.stderr)
atexit.register(tell)
end = os._exit
os._exit = lambda code: (tell(), end(code))
"""
_HOOK = "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
_COMMAND = """
from memory_store.index import nearest
load = nearest._load
nearest._load = lambda db: bool(load(db) and (used.append("sqlite_vec") or True))
from memory_store.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
_OLD_TURNS = 260  # of two texts each: many enough for fastembed
_CODE = "    total += price * count  # as the invoice has it\n" * 80


def main() -> int:
    """Print a row for each step; 1 where a package is used in none."""
    with tempfile.TemporaryDirectory(prefix="first day ") as folder:
        steps = day(Path(folder))
    print("| step | " + " | ".join(PACKAGES) + " |")
    print("|---|" + ":-:|" * len(PACKAGES))
    for name, found in steps.items():
        print(f"| {name} | " + " | ".join("x" if one in found else "" for one in PACKAGES) + " |")
    unused = set(PACKAGES).difference(*steps.values())
    print("in use: all" if not unused else f"never imported: {', '.join(sorted(unused))}")
    return int(bool(unused))


def day(folder: Path) -> dict[str, set[str]]:
    """The packages that each step imports, in order."""
    project = folder / "home" / "shop"
    (project / ".git" / "info").mkdir(parents=True)
    kept = machine.environment(folder, "auto")
    kept["MEMORY_STORE_SYNC_BUDGET_MS"] = "600000"  # no run in the background is waited for

    def ran(*words: str, given: str = "") -> set[str]:
        program, *rest = words
        command = [sys.executable, "-c", _TELLING + program, ",".join(PACKAGES), *rest]
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            env=kept,
            cwd=project,
            check=False,
        )
        if done.returncode > 1:
            sys.exit(f"{words}: {done.stderr[-2000:]}")
        told = [one for one in done.stderr.splitlines() if one.startswith("loaded:")]
        return {name for one in told for name in one.split()[1:]}

    def command(*words: str) -> set[str]:
        return ran(_COMMAND, *words)

    steps = {"init": command("init", "--host", "claude")}
    for at, session in enumerate(("first", "second"), 1):
        steps[f"session {at}, its hooks"] = set().union(
            *(
                ran(
                    _HOOK,
                    str(machine.ROOT / "hooks" / f"{hook}.py"),
                    "--host",
                    "claude",
                    given=payload,
                )
                for hook, payload in _session(session, project)
            )
        )
        steps[f"session {at}, the run behind it"] = command("sync")
    old = folder / "old.jsonl"
    old.write_text("".join(_old(project)), encoding="utf-8")
    steps["import of old sessions"] = command("import", "--from", "claude", str(old))
    steps["the run behind it"] = command("sync")
    steps["search"] = command("search", "how is the staging database used", "--since", "last week")
    steps["doctor"] = command("doctor")
    return steps


def _session(name: str, project: Path) -> list[tuple[str, str]]:
    """The hooks of a session with their payloads."""
    common = {"session_id": name, "cwd": str(project), "transcript_path": ""}
    said = {
        "load_memory": {"hook_event_name": "SessionStart", "source": "startup"},
        "recall_memory": {
            "hook_event_name": "UserPromptSubmit",
            "prompt": f"From now on the {name} database is read-only. Why is checkout slow?",
        },
        "prompt_session_save": {
            "hook_event_name": "Stop",
            "last_assistant_message": "The cart query had no index; I added one.",
        },
        "sync_and_cleanup": {"hook_event_name": "SessionEnd", "reason": "exit"},
    }
    return [(hook, json.dumps({**common, **fields})) for hook, fields in said.items()]


def _old(project: Path) -> list[str]:
    """A transcript of Claude Code, of some weeks ago."""
    lines = []
    for turn in range(_OLD_TURNS):
        for at, (kind, text) in enumerate(
            (
                ("user", f"Why is page {turn} slow?"),
                ("assistant", f"Query {turn} had no index:\n```\n{_CODE}```"),
            )
        ):
            record = {
                "type": kind,
                "uuid": f"{turn}-{at}",
                "sessionId": f"old-{turn // 20}",
                "cwd": str(project),
                "timestamp": f"2026-11-01T{turn // 60:02}:{turn % 60:02}:0{at}.000Z",
                "version": "2.1.330",
                "userType": "external",
                "message": {"role": kind, "content": [{"type": "text", "text": text}]},
            }
            lines.append(json.dumps(record) + "\n")
    return lines


if __name__ == "__main__":
    sys.exit(main())
