"""What hosts' files start of ours: which hooks, which permissions, and why one may not run.

Must not change a file, or run a hook.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors, model
from memory_store.commands import installation
from memory_store.hosts import permissions, registry, wiring
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHOWN = 3


class Wiring(NamedTuple):
    """A host's hooks file.

    Attributes:
        host: the host's name in the registry.
        path: the file.
        commands: the command line of ours behind each event; empty where nothing is wired.
        rules: how many commands of ours the host runs without asking.
        fault: why hooks of ours don't run, in a sentence; "" where they do, or are not wired.
        mend: what mends that.
        by: words of a command of ours that mends it; () where the user has to.
        doubts: why the host may drop the whole file.
    """

    host: str
    path: str
    commands: Mapping[str, str]
    rules: int = 0
    fault: str = ""
    mend: str = ""
    by: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def of(root: str, host: str) -> Wiring:
    """The hooks file of a host in a project or home directory."""
    path = installation.settings_file(root, host)
    is_home = os.path.realpath(root) == os.path.realpath(layout.home())
    again = ("init", "--host", host, *(["--user"] if is_home else []))
    mend = " ".join(("memory-store", *again))
    try:
        text = installation.read(path) if path else None
        commands = wiring.wired_commands(text, host, path) if text is not None else {}
        if text is None or not commands:
            return Wiring(host, path, {})
        doubts = tuple(wiring.doubts(text, host, path))
        rules = permissions.count(text, path) if host == model.CLAUDE else 0
    except errors.MemoryStoreError as error:
        mending = errors.Message("edit {path}, then {command}", path=path, command=mend)
        return Wiring(host, path, {}, fault=errors.Message("{error}", error=error), mend=mending)
    missing = [one for line in commands.values() for one in installation.missing_files(line)]
    lacking = [one for one in registry.HOSTS[host].events if one not in commands]
    fault = ""
    if missing or lacking:
        template = "{path}: {what} is not there" if missing else "{path}: {what} is not wired"
        what = list(dict.fromkeys(missing or lacking))[:_SHOWN]
        fault = errors.Message(template, path=path, what=what)
    return Wiring(host, path, commands, rules, fault, mend, again, doubts)


def below(root: str) -> list[Wiring]:
    """The files of all hosts that have one in a project or home directory."""
    return [of(root, host) for host in installation.with_file(root)]


def around(project: str) -> dict[str, list[Wiring]]:
    """The files whose hooks run in a project, by whose they are; at home the user's alone."""
    found = {"project": below(project), "user": below(layout.home())}
    if os.path.realpath(project) == os.path.realpath(layout.home()):
        del found["project"]
    return found


def hosts(found: dict[str, list[Wiring]]) -> set[str]:
    """The hosts that files start hooks of ours for."""
    return {one.host for listed in found.values() for one in listed if one.commands}


def twice(project: str, found: dict[str, list[Wiring]]) -> list[str]:
    """A sentence for each host that a project and the user both wire: their hooks run twice."""
    template = (
        "{host} is wired for the user and for {project}: each event starts two processes;"
        " memory-store uninstall, here or with --user, takes one of them out"
    )
    everywhere = {one.host for one in found["user"] if one.commands}
    return [
        errors.Message(template, host=one.host, project=project)
        for one in found.get("project", ())
        if one.commands and one.host in everywhere
    ]
