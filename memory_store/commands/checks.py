"""The checks of `doctor`: each with its state and the command that mends it.

A check that needs no decision of the user says how it is mended. Must not mend.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from importlib import util
from typing import TYPE_CHECKING, NamedTuple

from memory_store import __version__, config, errors, place
from memory_store.cli import speech
from memory_store.commands import builds, hook_trial, installation, switches
from memory_store.hosts import registry, wiring
from memory_store.index import backends, bookmarks, disk, questions
from memory_store.journal import access, read, rewrite
from memory_store.remotes import visits
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval, ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.cli import table

_PACKAGES = ("apsw", "orjson", "numpy", "sqlite_vec", "dateutil", "jsonschema", "fastembed")
_LEAST_BYTES = 100 << 20
_SHOWN = 3


class Check(NamedTuple):
    """A check with its result.

    Attributes:
        name: what was looked at.
        fault: what is wrong, in a sentence; "" where nothing is.
        mend: the command or deed that mends it.
        by: words of a command of ours that mends it without a decision of the user's; or the
            paths whose rights are to be this user's alone.
        told: what is told where all is well.
    """

    name: str
    fault: str = ""
    mend: str = ""
    by: tuple[str, ...] = ()
    told: str = ""


def run(call: table.Call, project: str) -> Iterator[Check]:
    """All checks; those that others depend on come first."""
    yield _interpreter(call)
    yield from _directories(call)
    yield from _settings(call)
    roots = {"": project, " --user": layout.home()}
    stores = [layout.project_store(project), layout.user_store()]
    if os.path.realpath(project) == os.path.realpath(layout.home()):
        del roots[""], stores[0]
    for store in stores:
        if store.exists():
            yield from _store(store, call)
        elif whole := access.look(store.path, is_directory=True):
            yield Check("files", whole.told(), whole.cure)
    for flag, root in roots.items():
        for host in installation.with_file(root):
            yield from _wiring(root, host, flag, call)
    if _is_unused(project):
        yield Check("wiring", call.say("unwired"), "memory-store init")
    for path, told in switches.faults(project, call.settings):
        yield Check("hooks", told, call.say("edit", path=path))
    for told in installation.wired_twice(project):
        yield Check("wiring", told, call.say("twice"))


def _is_unused(project: str) -> bool:
    """Whether no host's file starts hooks for a memory, and no session began there lately."""
    store = layout.project_store(project)
    roots = (project, layout.home())
    if not store.exists() or not approval.is_trusted(store):
        return False
    if any(installation.is_wired(root, host) for root in roots for host in registry.HOSTS):
        return False
    began = b'"type":"session_start"'  # by a plugin, which stands in no file of ours
    return not any(read.tail_with(store, name, began) for name in read.recent_days(store))


def _interpreter(call: table.Call) -> Check:
    told = f"Python {sys.version.split()[0]}, memory-store {__version__}: {sys.executable}"
    if out := builds.left_out_here():
        told += call.say("left_out", names=", ".join(out))
    names = ", ".join(one for one in _PACKAGES if one not in out and util.find_spec(one) is None)
    lacks = call.say("lacks", path=sys.executable, names=names)
    return Check("python", lacks if names else "", place.to_install("memory-store"), told=told)


def _directories(call: table.Call) -> Iterator[Check]:
    """Whether the derived files can be kept, and there is room."""
    for path in (layout.cache_root(), layout.state_directory(), layout.config_directory()):
        there = path
        while not os.path.exists(there):
            there = os.path.dirname(there)
        if not os.path.isdir(there) or not os.access(there, os.W_OK | os.X_OK):
            fault = call.say("unwritable", path=path)
            closed = access.look(there, is_directory=True, to_write=True)
            yield Check("disk", fault, closed.cure if closed else "")
            continue
        free = shutil.disk_usage(there).free
        told = call.say("low", path=path, megabytes=free >> 20)
        low = told if free < _LEAST_BYTES else ""
        yield Check(
            "disk",
            low,
            call.say("make_room"),
            told=call.say("room", path=path, gigabytes=free >> 30),
        )


def _settings(call: table.Call) -> Iterator[Check]:
    for told in call.settings.problems:
        yield Check("settings", told, call.say("edit_settings"))
    if not call.settings.problems:
        yield Check("settings", told=call.say("settings"))
    if config.disabled(layout.project_store(call.where.directory)):
        mend = call.say("switch_on")
        yield Check("switch", call.say("off"), mend)
    backend = backends.unusable(call.settings.word("index_backend"))
    if backend:
        yield Check("index", backend, call.say("edit_settings"))


def _store(store: layout.Store, call: table.Call) -> Iterator[Check]:
    """The checks of a memory: trust, rights, lines, index."""

    def say(name: str, **values: object) -> str:
        return call.say(name, path=store.path, **values)

    if ledger.fault():
        yield Check("trust", ledger.fault(), ledger.MENDING)
    waiting = approval.waiting(store)
    if waiting is None:
        yield Check("trust", say("untrusted"), "memory-store trust")
        return
    if waiting:
        names = ", ".join(map(clean.line, waiting[:_SHOWN]))
        yield Check("trust", say("waits", names=names), "memory-store trust")
    closed = access.closed(store, to_write=True)
    yield from (Check("files", one.told(), one.cure) for one in closed)
    open_ = _open_to_others(store.path)
    fault = say("open", names=", ".join(open_[:_SHOWN])) if open_ else ""
    mend = f"chmod -R go-rwx {place.quote(store.path)}"
    yield Check("rights", fault, mend, tuple(open_), store.path)
    strays = read.strays(store)
    fault = say("strays", names=", ".join(strays[:_SHOWN])) if strays else ""
    yield Check("files", fault, say("look_at"), told=store.path)
    for name in read.days_ahead(store):
        day = name.removeprefix(f"{layout.DAILY}/").removesuffix(".jsonl")
        path = os.path.join(store.path, name)
        yield Check("clock", say("ahead", day=day), say("ahead_mend", file=place.quote(path)))
    shut = [one.path for one in closed]
    pages = [layout.CORE, *read.note_names(store)]
    open_pages = [one for one in pages if os.path.join(store.path, one) not in shut]
    unread = bookmarks.unreadable(store, open_pages)
    fault = say("unread", names=", ".join(unread[:_SHOWN])) if unread else ""
    yield Check("notes", fault, say("as_utf_8"), told=store.path)
    bad = _damaged(store, shut)
    fault = say("damaged", count=len(bad), what=bad[0]) if bad else ""
    yield Check("lines", fault, say("passed_over"), told=store.path)
    made = os.path.exists(os.path.join(layout.cache_directory(store), disk.NAME))
    lost = say("index") if made and not questions.state(store, patience=10.0) else ""
    yield Check("index", lost, "memory-store index --force", ("index", "--force"), store.path)
    stale = questions.Records(store).outlived()
    fault = say("stale", count=len(stale)) if stale else ""
    yield Check("code", fault, "memory-store list --stale", told=store.path)
    for state in visits.states(store):
        fault = say("away", remote=state.entry.name, fault=state.fault) if state.fault else ""
        mend = say("reach", url=state.entry.url)
        yield Check("remote", fault, mend, told=f"{state.entry.name} {state.met}".strip())


def _damaged(store: layout.Store, closed: list[str]) -> list[str]:
    """Where lines stand that are no records, as `facts.jsonl:3`, but in what is closed to us."""
    return [
        f"{name}:{number}"
        for name in rewrite.names(store)
        if not any(os.path.join(store.path, name).startswith(one) for one in closed)
        for number, line in enumerate(rewrite.lines(store, name), 1)
        if line.strip() and not read.parse_line(line)
    ]


def _open_to_others(root: str) -> list[str]:
    """The paths of a store that others may read or write."""
    if os.name == "nt":
        return []
    open_paths = []
    for directory, _, names in os.walk(root):
        for path in (directory, *(os.path.join(directory, one) for one in names)):
            mode = os.lstat(path).st_mode
            if not stat.S_ISLNK(mode) and mode & 0o077:
                open_paths.append(path)
    return open_paths


def _wiring(root: str, host: str, flag: str, call: table.Call) -> Iterator[Check]:
    """The checks of a host's file: our hooks, and their answers."""

    def say(name: str, **values: object) -> str:
        return call.say(name, path=path, **values)

    path = installation.settings_file(root, host)
    again = ("init", "--host", host, *flag.split())
    mend = " ".join(("memory-store", *again))
    try:
        text = installation.read(path)
        if text is None:
            return
        commands = wiring.wired_commands(text, host, path)
        doubts = wiring.doubts(text, host, path) if commands else []
    except errors.MemoryStoreError as error:
        yield Check("wiring", str(error), say("edit_then", command=mend))
        return
    if not commands:
        return
    lacking = [one for one in installation.expected(host) if one not in commands]
    missing = [one for line in commands.values() for one in installation.missing_files(line)]
    if lacking or missing:
        sentence, lost = ("not_there", missing) if missing else ("not_wired", lacking)
        yield Check("wiring", say(sentence, what=", ".join(lost[:_SHOWN])), mend, again)
        return
    yield from (Check("wiring", one, say("edit")) for one in doubts)
    if registry.HOSTS[host].asks_approval:
        yield Check("hooks", told=speech.say(call.settings, "setup", host))
    tried = hook_trial.run(host, commands)
    for one in tried:
        if one.fault:
            yield Check("hook", f"{host} {one.name}: {one.fault}", mend, again)
    slowest = max(one.milliseconds for one in tried)
    if not any(one.fault for one in tried):
        yield Check("hooks", told=say("answer", count=len(tried), milliseconds=slowest))
