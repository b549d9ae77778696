"""What every command's contract is tried with: the words of a usual call, and the exceptions."""

from __future__ import annotations

import json
from pathlib import Path

from memory_store.cli import table

WORDS = {
    "search": "CANARY",
    "get": "MEMORY.md",
    "show": "1",
    "team": "status",
    "facts": "--as-of today",
    "accept": "2",
    "reject": "2",
    "edit": "1 --content x",
    "pin": "1",
    "unpin": "1",
    "share": "1 --yes",
    "save-fact": "--content x",
    "retract": "1",
    "restore": "1",
    "forget": "kubectl --yes",
    "save-summary": "--topic t --summary s",
    "todo": "drop the old table",
    "done": "t_",
    "judge": "show --next",
    "remote": "list",
    "model": "list",
    "import": "--from claude .",
    "backup": "copy",
    "restore-backup": "backup.tar.gz",
    "completion": "bash",
}
"""The words of a usual call in the memory of `test_contract.full`, where they are not the first
scenario's."""

FOUND_IN_NOTHING = {"show": 2, "team": 2} | dict.fromkeys(
    ("briefing", "now", "status", "config", "export", "completion"), 0
)
"""The exit code of a question in a project without memory, where it is not 1 for nothing found:
2 where the words name something in it."""

_DECIDED_ELSEWHERE = {
    "demo": "works in a project of its own",
    "hook": "the hook decides, and is silent",
    "view": "each page and button is a command, which says so",
    "mcp": "each tool is a command, which says so",
}
"""Commands whose parts, or whose own project, decide."""

WORKS_UNTRUSTED = _DECIDED_ELSEWHERE | {
    "uninstall": "takes wiring out",
    "status": "shows that the store is not trusted",
    "now": "tells that the store is not trusted",
    "doctor": "shows that the store is not trusted",
    "config": "shows settings, and none of the project's",
    "team": "shows what git brought, to decide on it",
    "trust": "asks",
    "model": "reads no memory",
    "completion": "reads no memory",
}
"""Commands that are not refused in a store that is not trusted, and why."""

ELSEWHERE = {
    "hook": "ends the process: tests/test_entry.py",
    "view": "runs until Ctrl-C: tests/view",
    "mcp": "runs until its input ends: test_mcp.py",
    "demo": "makes a project of its own: test_status_sync_demo.py",
}
"""Commands whose usual call can't be made in a test's process, and where it is made."""

ROWS = table.rows()
USUAL = [name for name in ROWS if name not in ELSEWHERE]


def words(name: str) -> list[str]:
    """The words of a command's usual call: those above, else of its first scenario."""
    if name in WORDS or not any(flag.is_required for flag in ROWS[name].flags):
        return WORDS.get(name, "").split()
    runs = (
        step["run"].split()
        for path in sorted(Path(__file__).parent.glob("scenarios/*.json"))
        for scenario in json.loads(path.read_text("utf-8"))
        for step in scenario["steps"]
        if "run" in step
    )
    return next(words[1:] for words in runs if words[0] == name)
