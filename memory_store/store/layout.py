"""The paths of stores, and of this machine's cache, state and configuration directories.

Must not create, open or read them.
"""

from __future__ import annotations

import os
import sys

from memory_store.text import digest

STORE = ".memory"
CORE = "MEMORY.md"
FACTS = "facts.jsonl"
SESSIONS = "sessions.jsonl"
DAILY = "daily"
SPOOL = "spool"
NOTES = "notes"
FORGOTTEN = "forgotten.jsonl"
SETTINGS = "config.json"
LOCK = ".lock"
DISABLED = "disabled"
PROPOSALS = "proposals.json"
PROPOSALS_TOLD = "proposals-told.json"
BRIEFING = "briefing-"
"""How the names of prepared briefings begin, in the cache of the project that they are of."""
LINES = ".jsonl"
"""How the names of files of records end."""
CURSOR_RULE = (".cursor", "rules", "memory-store.mdc")
CURSOR_RULE_HEAD = "---\ndescription: memory across sessions\nalwaysApply: true\n---\n"
CURSOR_RULE_BRIEFING = "\n<!-- memory-store: briefing -->\n"
CURSOR_RULE_NEWS = "\n<!-- memory-store: news -->\n"
BACKUPS = "backups"
REMOTES = "remotes.json"

_APPLICATION = "memory-store"
_KEY_BYTES = 12

_withheld: dict[str, tuple[frozenset[str], str]] = {}
"""By a store's path, what `Store.withhold` was told last: for all values of that store."""
_NOTHING: tuple[frozenset[str], str] = frozenset(), ""


class Store:
    """One memory directory: its path, and whether it is the user's or a project's."""

    __slots__ = ("_key", "path", "project", "scope")

    def __init__(self, path: str, scope: str, project: str) -> None:
        self.path = path
        self.scope = scope
        self.project = project
        self._key = ""

    @property
    def key(self) -> str:
        """The name of its derived files on this machine: a hash of its real path."""
        self._key = self._key or _key_of(os.path.realpath(self.path))
        return self._key

    @property
    def withheld(self) -> frozenset[str]:
        """The names of its files that others changed, and that this user has not approved yet.

        Of such a file of lines only the approved lines are read; any other is not read at all.
        """
        return _withheld.get(self.path, _NOTHING)[0]

    @property
    def approved_settings(self) -> str:
        """What `config.json` held before others changed it, where it is withheld."""
        return _withheld.get(self.path, _NOTHING)[1]

    def withhold(self, names: frozenset[str], settings: str = "") -> None:
        """Note for the rest of this run what waits, and the settings that were approved."""
        if names or self.path in _withheld:
            _withheld[self.path] = names, settings

    def exists(self) -> bool:
        """Whether the directory exists and is no link."""
        return os.path.isdir(self.path) and not os.path.islink(self.path)


def home() -> str:
    """The user's home directory, also without HOME; the root for a user without one."""
    found = os.path.expanduser("~")
    return found if os.path.isabs(found) else os.path.abspath(os.sep)


def user_store() -> Store:
    """The store for all projects, `~/.memory`."""
    return Store(os.path.join(home(), STORE), "user", home())


def project_store(project: str) -> Store:
    """The store of a project, `<project>/.memory`."""
    return Store(os.path.join(project, STORE), "project", project)


def find_project(start: str) -> str:
    """The project of `start`: the nearest parent with a store, else the git root, else itself.

    Neither the home directory (its store is the user's) nor `/` is found from below.
    """
    start = os.path.realpath(start)
    parents = _parents(start, os.path.realpath(home()))
    parents = [one for one in parents if one == start or one != os.path.dirname(one)]
    for directory in parents:
        if is_own_directory(os.path.join(directory, STORE)) or (
            directory == start and os.path.isdir(os.path.join(directory, STORE))
        ):
            return directory
    for directory in parents:
        if is_git_root(directory):
            return directory
    return start


def is_own_directory(path: str) -> bool:
    """Whether `path` is a directory of this user; anybody may create one in /tmp."""
    if not os.path.isdir(path):
        return False
    return not hasattr(os, "geteuid") or os.stat(path).st_uid == os.geteuid()


def is_git_root(directory: str) -> bool:
    """Whether a git work tree begins here (a worktree's or submodule's `.git` is a file)."""
    return os.path.exists(os.path.join(directory, ".git"))


def _parents(start: str, stop: str) -> list[str]:
    """`start` and the directories above it, up to but without `stop` (unless it is the start)."""
    directories = [start]
    while True:
        above = os.path.dirname(directories[-1])
        if above in (directories[-1], stop):
            return directories
        directories.append(above)


def _key_of(real: str) -> str:
    return digest.of_bytes(os.fsencode(real), _KEY_BYTES).hex()


def cache_directory(store: Store) -> str:
    """Where the index and other derived files of a store live; may be deleted at any time."""
    return os.path.join(cache_root(), store.key)


def cache_of(real: str) -> str:
    """The same by the real path that a store has, or had."""
    return os.path.join(cache_root(), _key_of(real))


def cache_root() -> str:
    """Where derived files that belong to no single store live (models, vectors)."""
    return os.path.join(_base("XDG_CACHE_HOME", ".cache", "Caches", "LOCALAPPDATA"), _APPLICATION)


def state_directory() -> str:
    """Where the log lives."""
    return os.path.join(
        _base("XDG_STATE_HOME", ".local/state", "Application Support", "LOCALAPPDATA"),
        _APPLICATION,
    )


def config_directory() -> str:
    """Where the trust ledger and the record of installs live."""
    return os.path.join(
        _base("XDG_CONFIG_HOME", ".config", "Application Support", "APPDATA"), _APPLICATION
    )


def remotes() -> str:
    """The list of memories' remotes; it exists if a memory has one."""
    return os.path.join(config_directory(), REMOTES)


def _base(variable: str, unix: str, mac: str, windows: str) -> str:
    """One of the platform's base directories; XDG variables are honoured everywhere."""
    named = os.environ.get(variable, "")
    if os.path.isabs(named):
        return named
    if sys.platform == "win32":
        return os.environ.get(windows) or os.path.join(home(), "AppData", "Local")
    if sys.platform == "darwin":
        return os.path.join(home(), "Library", mac)
    return os.path.join(home(), unix)
