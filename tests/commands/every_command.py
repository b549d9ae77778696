"""Every command by what it does: looks or changes, works where memory is off, or without trust.

A command that is in no list, or in two, fails in test_contract.py. Must not run anything.
"""

from __future__ import annotations

from memory_store import __main__

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
    "import": "--from markdown .",
    "backup": "copy",
    "restore-backup": "backup.tar.gz",
    "completion": "bash",
}
"""The words of a usual call in the memory of `test_contract.full`; none for other commands."""

THAT_LOOK = {
    "search": 1,
    "get": 1,
    "list": 1,
    "show": 2,
    "briefing": 0,
    "log": 1,
    "sessions": 1,
    "today": 1,
    "stats": 1,
    "facts": 1,
    "todos": 1,
    "team": 2,
    "status": 0,
    "doctor": 0,
    "config": 0,
    "export": 0,
    "completion": 0,
}
"""Commands that change nothing, with the exit code in a project without memory: 1 for nothing
found, 2 where the words name something in it."""

THAT_CHANGE = frozenset(
    (
        "init uninstall accept reject edit pin unpin share save-fact retract restore undo forget"
        " scan save-summary todo done judge promote sync remote index watch model trust import"
        " backup restore-backup enable disable hook view mcp demo"
    ).split()
)
"""Commands that write: into the memory, what is derived, settings, hosts' files, or others."""

_DECIDED_ELSEWHERE = {
    "demo": "works in a project of its own",
    "hook": "the hook decides, and is silent",
    "view": "each page and button is a command, which says so",
    "mcp": "each tool is a command, which says so",
}
"""Commands whose parts, or whose own project, decide."""

WORKS_WHEN_OFF = _DECIDED_ELSEWHERE | {
    "init": "wires",
    "uninstall": "wires",
    "status": "shows that it is off",
    "doctor": "shows that it is off",
    "config": "shows settings",
    "remote": "shows settings, and changes them",
    "model": "shows files that no memory holds",
    "trust": "decides whether the memory may be used",
    "enable": "switches it on",
    "disable": "switches it off",
    "scan": "looks for what must go",
    "forget": "takes away for good",
    "export": "takes the memory elsewhere",
    "backup": "takes the memory elsewhere",
    "restore-backup": "brings its files back, for the day when it is on",
    "completion": "reads no memory",
}
"""Commands that are not refused where memory is switched off (docs/interface.md 6), and why."""

WORKS_UNTRUSTED = _DECIDED_ELSEWHERE | {
    "uninstall": "takes wiring out",
    "status": "shows that the store is not trusted",
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
    "watch": "runs until Ctrl-C: test_watch.py",
    "view": "runs until Ctrl-C: tests/view",
    "mcp": "runs until its input ends: test_mcp.py",
    "demo": "makes a project of its own: test_status_sync_demo.py",
}
"""Commands whose usual call can't be made in a test's process, and where it is made."""

USUAL = [name for name in __main__.COMMANDS if name not in ELSEWHERE]
