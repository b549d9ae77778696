"""The files that `init` writes and `uninstall` restores: hosts' settings, rules, git excludes.

A copy of a changed file lies in the configuration directory, private, where no `git add` finds it.
A file that it can't read is not overwritten.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import NamedTuple

from memory_store import clock, errors, model, place
from memory_store.hosts import command_text, registry
from memory_store.store import derived, files, layout, made

BEGIN = "<!-- memory-store: begin -->"
END = "<!-- memory-store: end -->"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table

_MAX_BYTES = 16 << 20


ALL = "all"
CHOICES = (*registry.HOSTS, ALL)
"""What `--host` may name."""

_ALWAYS = (model.CURSOR, model.CLAUDE)
_SHARED_DIRECTORY = ".config"


class Plan(NamedTuple):
    """A file of a host as it is, None for missing, and as it is to be."""

    path: str
    before: str | None
    after: str
    host: str = ""


def named_hosts(call: table.Call) -> list[str]:
    """The hosts that `--host` names, each once; empty for all.

    Raises:
        UsageError: there is no host of a name.
    """
    words = [one.strip().lower() for listed in call.host or () for one in listed.split(",")]
    for word in words:
        if word not in CHOICES:
            raise errors.UsageError(
                "no such host: {word}",
                "{meant}hosts: {hosts}",
                word=word,
                meant=errors.meant(word, CHOICES),
                hosts=", ".join(CHOICES),
            )
    return [] if ALL in words else list(dict.fromkeys(words))


def hosts_of(named: list[str], root: str) -> list[str]:
    """The hosts to wire in a project or home directory, of those that are named.

    Without a name they are Cursor, Claude Code, and those that are installed here. A host that
    runs another's hooks has no file of its own to be wired in.

    Raises:
        UsageError: a host that is named has none, and the other is not named beside it.
    """
    if not named:
        return [one for one in with_file(root) if one in _ALWAYS or is_installed(one)]
    without = [host for host in named if not settings_file(root, host)]
    for row in (registry.HOSTS[host] for host in without):
        if not row.runs:
            told, hint = "{title} reads hooks in your home alone", "init --user --host {name}"
            raise errors.UsageError(told, hint, title=row.title, name=row.name)
        if row.runs not in named:
            told, hint = "{title} runs the hooks of {other} here", "init --host {name}"
            other = registry.HOSTS[row.runs].title
            raise errors.UsageError(told, hint, title=row.title, other=other, name=row.runs)
    return [host for host in named if host not in without]


def with_file(root: str) -> list[str]:
    """The hosts that have a hooks file of their own in a project or home directory."""
    return [host for host in registry.HOSTS if settings_file(root, host)]


def absent(hosts: list[str]) -> list[str]:
    """Those of the hosts that are not installed here; none where no host is."""
    missing = [one for one in hosts if not is_installed(one)]
    return missing if len(missing) < len(hosts) else []


def is_installed(host: str) -> bool:
    """Whether a host's program or its directory in the home is there."""
    row = registry.HOSTS[host]
    parts = row.user_file.split("/")
    own = parts[: 2 if parts[0] == _SHARED_DIRECTORY else 1]  # not what all programs share
    is_there = row.user_file and os.path.isdir(os.path.join(layout.home(), *own))
    return bool(is_there) or shutil.which(row.program) is not None


def settings_file(root: str, host: str) -> str:
    """A host's hooks file beneath `root`; "" if the host has none there."""
    row = registry.HOSTS[host]
    name = row.user_file if _is_home(root) else row.project_file
    return os.path.join(root, *name.split("/")) if name else ""


def _is_home(root: str) -> bool:
    return os.path.realpath(root) == os.path.realpath(layout.home())


def rule_file(root: str) -> str:
    """The rule that tells Cursor's agent how to search and save."""
    return os.path.join(root, *layout.CURSOR_RULE)


def instructions_file(root: str) -> str:
    """Claude Code's instructions: of a project CLAUDE.md, of the user ~/.claude/CLAUDE.md."""
    return os.path.join(root, ".claude" if _is_home(root) else "", "CLAUDE.md")


def command_for(host: str) -> dict[str, str]:
    """The command line of each hook, with this interpreter by its absolute path."""
    return {
        name: command_text.command_line(sys.executable, place.hook(name), host)
        for name in registry.HANDLES
    }


def missing_files(command: str) -> list[str]:
    """The files that a hook's command line names and that are not there: interpreter, script."""
    words = [word for word in shlex.split(command) if os.path.isabs(word)]
    return [word for word in words if not os.path.exists(word)]


def check_inside(path: str, root: str) -> None:
    """Refuse a project's file that is a link, or behind a link, out of the project.

    A link can arrive with a clone; what it leads to is not the project's to write.

    Raises:
        UsageError: it leads outside `root`.
    """
    real, inside = os.path.realpath(path), os.path.realpath(root)
    if os.path.commonpath([real, inside]) != inside:
        raise errors.UsageError(
            "{path} is a link that leaves the project",
            "nothing was written; it leads to {real}",
            path=path,
            real=real,
        )


def read(path: str) -> str | None:
    """A host's file as text; None if it is missing.

    Raises:
        UsageError: it is no UTF-8 text.
        StoreError: it can't be read.
    """
    try:
        return files.read_path(path, _MAX_BYTES).decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise errors.UsageError(
            "{path} is no UTF-8 text", "it was left as it is", path=path
        ) from error
    except OSError as error:
        raise errors.cannot("read", path, error) from error


def write(path: str, text: str) -> None:
    """Replace a host's file wholly or not at all, keeping its mode; of a link, its target.

    Raises:
        StoreError: it can't be written; the old one stands.
    """
    target = os.path.realpath(path)
    try:
        made.directories(os.path.dirname(target))
        mode = os.stat(target).st_mode & 0o777 if os.path.exists(target) else 0o644
        derived.sweep(os.path.dirname(target), os.path.basename(target))
        files.replace(os.path.dirname(target), os.path.basename(target), text.encode(), mode)
    except OSError as error:
        raise errors.cannot("write", path, error) from error


def back_up(path: str, text: str) -> str:
    """Keep a copy of a file as it was, private, in the configuration directory; where it is.

    Raises:
        StoreError: the copy can't be written.
    """
    directory = os.path.join(layout.config_directory(), layout.BACKUPS)
    stamp = clock.stamp(clock.now()).replace(":", "")
    name = f"{stamp}-{os.path.abspath(path).strip(os.sep).replace(os.sep, '-')[-150:]}"
    try:
        files.make_directory(directory)
        files.replace(directory, name, text.encode("utf-8"))
    except OSError as error:
        raise errors.cannot("back up", path, error) from error
    return os.path.join(directory, name)


def carry_out(plan: Plan, word: str, root: str) -> list[str]:
    """Give a file its new text, a copy beside it, and tell that with a word; delete an empty one.

    Args:
        plan: the file.
        word: hooks or rule.
        root: the project or home directory.

    Raises:
        StoreError: the file, or its copy, can't be written.
    """
    path, before, after, _ = plan
    if after == (before or ""):
        return []
    if not after.strip():
        delete(path, root)
        return [errors.Message("deleted: {path}", path=path)]
    kept = back_up(path, before) if before is not None else ""
    write(path, after)
    template = f"{word}: {{path}} (as it was: {{kept}})" if kept else f"{word}: {{path}}"
    return [errors.Message(template, path=path, kept=kept)]


def delete(path: str, root: str) -> None:
    """Delete a file of ours, and the directories that we made for it and that it leaves empty.

    Raises:
        StoreError: it can't be deleted.
    """
    try:
        if os.path.lexists(path):
            os.unlink(path)
    except OSError as error:
        raise errors.cannot("delete", path, error) from error
    made.take_away(os.path.dirname(path), root)


def without_section(text: str) -> str:
    """A CLAUDE.md without our fenced section and the newline that `with_section` put before."""
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        return text
    after = text[end + len(END) :].removeprefix("\n")
    before = text[:begin]
    return before.removesuffix("\n") + after


def with_section(text: str, section: str) -> str:
    """A CLAUDE.md with our fenced section at its end, in place of an older one.

    Exactly one newline goes before it, a blank line where the text ended with one, so that taking
    the section out gives the text back.
    """
    before = without_section(text)
    glue = "\n" if before else ""
    return f"{before}{glue}{BEGIN}\n{section}\n{END}\n"
