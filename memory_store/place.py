"""Where a hook or a command works: its stores, its settings, its command lines.

Decides at the start which memory may be read and written. Must not read the stores' content.
"""

from __future__ import annotations

import os
import sys

from memory_store import config, errors
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval, work_tree

USER_WIDE = "user-wide"
COMMANDS = {
    "save_fact": "save-fact",
    "search_memory": "search",
    "save_summary": "save-summary",
}
"""The command that each script shown to agents stands for."""

_LINE_BYTES = 512


class Place:
    """The stores and settings of one run.

    Attributes:
        project: the project's store where it may be used (it exists and is trusted, or is to be
            created on the first write), else None.
        user: the user's store, or None where there is none.
        directory: the project whose memory it is, for commands that are shown: its store may come
            later.
        tree: the project that is worked in: of a linked work tree, the tree itself.
        untrusted: the project has a store that nobody approved yet.
        config: the settings that hold.
    """

    __slots__ = ("config", "directory", "project", "tree", "untrusted", "user")

    def __init__(
        self,
        project: layout.Store | None,
        user: layout.Store | None,
        settings: config.Config,
        *,
        directory: str,
        tree: str = "",
        untrusted: bool = False,
    ) -> None:
        self.project = project
        self.user = user
        self.directory = directory
        self.tree = tree or directory
        self.config = settings
        self.untrusted = untrusted

    def stores(self) -> list[layout.Store]:
        """The stores that may be read, the project's first."""
        found = [store for store in (self.project, self.user) if store is not None]
        return [store for store in found if store.exists()]


def resolve(directory: str) -> Place:
    """The place of work for a directory that exists."""
    user: layout.Store | None = layout.user_store()
    assert user is not None  # noqa: S101
    if not user.exists() or not _may_be_used(user):
        user = None
    worked_in = layout.find_project(directory)
    directory = owner(worked_in)
    project: layout.Store | None = layout.project_store(directory)
    assert project is not None  # noqa: S101
    if os.path.realpath(project.path) == os.path.realpath(layout.user_store().path):
        project = None
    untrusted = project is not None and not _may_be_used(project)
    if untrusted:
        project = None
    settings = config.resolve(project)
    if project is not None and settings.origins["extra_paths"] == "project":
        paths = config.paths(settings.word("extra_paths"))
        project.withhold(
            project.withheld | set(approval.waiting_beside(project, paths)),
            project.approved_settings,
        )
    return Place(project, user, settings, directory=directory, tree=worked_in, untrusted=untrusted)


def _may_be_used(store: layout.Store) -> bool:
    """Whether a store may be read and written; what waits in it is withheld from now on."""
    waiting = approval.waiting(store)
    if waiting is None:
        return False
    before = approval.settings(store) if layout.SETTINGS in waiting else ""
    store.withhold(frozenset(waiting), before)
    return True


def owner(project: str) -> str:
    """The project whose memory is used in `project`: mostly itself.

    A linked work tree uses that of its main one, unless it has one of its own that this user made
    or trusted, or the user's setting `worktrees` is `own`. The work trees of a bare repository
    use one that lies in it and outlives them, but for a tree that has a memory.
    """
    if os.path.isdir(os.path.join(project, ".git")) or not layout.is_git_root(project):
        return project
    main = work_tree.main_tree(project)
    shared = main or work_tree.bare_repository(project)
    is_shared = shared and layout.is_own_directory(shared)
    if not is_shared or config.resolve().word("worktrees") == "own":
        return project
    own = layout.project_store(project)
    is_own = own.exists() and (not main or approval.is_trusted(own))
    return project if is_own else shared


def find_project(start: str) -> str:
    """The project whose memory is used in a directory (docs/interface.md 4)."""
    return owner(layout.find_project(start))


def may_create(where: Place, *, by_plugin: bool = False) -> bool:
    """Whether a hook may create the project's store: in git, where it is installed for the user.

    Args:
        where: the place of work.
        by_plugin: a host's plugin started the hook, which is such an install.
    """
    marker = os.path.join(layout.config_directory(), USER_WIDE)
    return layout.is_git_root(where.tree) and (by_plugin or os.path.exists(marker))


def script(name: str) -> str:
    """The absolute path of a script (`save_fact`) of this installation."""
    return os.path.join(shims(), "scripts", f"{name}.py")


def hook(name: str) -> str:
    """The absolute path of a hook script (`load_memory`) of this installation."""
    return os.path.join(shims(), "hooks", f"{name}.py")


def shims() -> str:
    """The directory that holds `hooks/` and `scripts/`: of the checkout, else in the package."""
    package = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(package, "shims")
    return installed if os.path.isdir(installed) else os.path.dirname(package)


def command(name: str, *arguments: str) -> str:
    """The command line that runs a script, each argument quoted for a POSIX shell.

    It names `memory-store` where the PATH has this installation's program.
    """
    if is_on_path():
        return line("memory-store", COMMANDS[name], *arguments)
    return by_path(name, *arguments)


def by_path(name: str, *arguments: str) -> str:
    """The same by absolute paths, which hold whatever the PATH is."""
    return line(sys.executable, "-I", script(name), *arguments)


def line(*words: str) -> str:
    """Words as a POSIX shell takes them literally."""
    return " ".join(map(quote, words))


def is_on_path() -> bool:
    """Whether `memory-store`, as a shell finds it, is started by this very interpreter."""
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(directory, "memory-store")
        if os.access(path, os.X_OK):
            return os.path.isabs(directory) and _is_run_by(path, sys.executable)
    return False


def _is_run_by(path: str, python: str) -> bool:
    """Whether a program's first line names an interpreter."""
    try:
        with open(path, "rb") as file:
            first = file.readline(_LINE_BYTES)
    except OSError:
        return False
    named = os.fsdecode(first.removeprefix(b"#!").strip())
    is_beside = os.path.dirname(named) == os.path.dirname(python)  # `python` and `python3`
    return is_beside and os.path.realpath(named) == os.path.realpath(python)


def quote(word: str) -> str:
    """`word` as a shell takes it literally; plain words stay as they are.

    Bytes of a path that are no UTF-8, line ends and what nobody sees are escaped as bash and zsh
    read them: what an agent is shown must be text on one line.
    """
    if "\n" in word or clean.text(word) != word:
        return "$'" + "".join(_escaped(byte) for byte in os.fsencode(word)) + "'"
    plain = word.replace("_", "").replace("-", "").replace("/", "").replace(".", "")
    if plain.isascii() and plain.isalnum():
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def to_install(packages: str) -> str:
    """The command that installs packages for this Python."""
    return f"{quote(sys.executable)} -m pip install {packages}"


def not_installed(what: str, extra: str, error: ImportError) -> errors.UsageError:
    """The error for a command whose extra is not installed."""
    return errors.UsageError(
        "{what} needs {name}, which is not installed",
        to_install(f"'memory-store[{extra}]'"),
        what=errors.Message(what),
        name=error.name,
    )


def _escaped(byte: int) -> str:
    char = chr(byte)
    return char if char.isascii() and char.isprintable() and char not in "'\\" else f"\\{byte:03o}"
