"""What is here, and what is wrong with it: the one state that `status`, `doctor` and `now` tell.

Must not mend, run a hook, ask a model or reach a network.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, config, errors, place
from memory_store.cli import terminal
from memory_store.commands import wired
from memory_store.index import backends, bookmarks, disk, extra_files, questions, sync
from memory_store.journal import access, outlived, read
from memory_store.remotes import kinds, visits
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval, ledger, work_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.cli import table
    from memory_store.codec import Record

_SHOWN, _LEFT_SHOWN = 3, 20
_PATIENCE_SECONDS = 10.0
_EVENT_BYTES = 65_536
OLDER = "older"
"""In place of the figures of an index that an older release made."""


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

    def with_mend(self) -> str:
        """The fault, and what mends it."""
        if not self.mend:
            return self.fault
        return errors.Message("{fault}. To mend it: {cure}", fault=self.fault, cure=self.mend)


class Memory:
    """A memory.

    Attributes:
        store: the memory.
        waiting: its files that others changed; None where it is not trusted.
        left: why files are not read, a sentence each.
        extra: the files of `extra_paths`.
        index: as `questions.state`; {} where none is made, OLDER by an older release.
        is_current: whether the index has all that the files have.
        last: when which host last ran a hook of ours here, and which; {} for never.
        remotes: its other places, as they were at the last try.
        checks: what was looked at, in order.
    """

    def __init__(self, store: layout.Store) -> None:
        self.store = store
        self.waiting: list[str] | None = []
        self.left: list[str] = []
        self.extra = extra_files.ExtraFiles()
        self.index: Record = {}
        self.is_current = False
        self.last: Record = {}
        self.remotes: list[visits.State] = []
        self._closed = access.closed(store, to_write=True)
        if store.exists():
            self.waiting = approval.waiting(store)
        if store.exists() and self.waiting is not None:
            self._look()
        self.checks = list(self._checked())

    def _look(self) -> None:
        store = self.store
        self.extra = extra_files.find(store)
        present = bookmarks.signatures(store)
        self.left = [
            *(
                _of("nothing can be read from {name}", one)
                for one in bookmarks.unreadable(store, present)
            ),
            *(_of("{name} {reason}", name, reason) for name, reason in self.extra.left.items()),
        ]
        self.index = questions.state(store, _PATIENCE_SECONDS)
        self.is_current = sync.idle_report(store, present=present) is not None
        self.last = _last_hook(store)
        self.remotes = visits.states(store)

    def _checked(self) -> Iterator[Check]:
        """The checks: trust, rights, files, index."""
        store, path = self.store, self.store.path
        if store.exists() and ledger.fault():
            yield Check("trust", ledger.fault(), ledger.MENDING)
        if self.waiting is None:
            lost = approval.lost_lock(store)
            template = terminal.LOST_LOCK if lost else "{path} is not trusted"
            untrusted = errors.Message(template, path=lost or path)
            yield Check("trust", untrusted, "memory-store trust")
            return
        template = "others changed {names} in {path}: what is new is not read yet"
        if waits := _named(template, self.waiting, path):
            yield Check("trust", waits, "memory-store trust")
        yield from (Check("files", one.told(), one.cure) for one in self._closed)
        if store.exists():
            yield from self._of_files()
            yield self._indexed()
            yield from self._known()

    def _of_files(self) -> Iterator[Check]:
        store, path = self.store, self.store.path
        open_ = _open_to_others(path)
        mend = f"chmod -R go-rwx {place.quote(path)}"
        yield Check("rights", _named("others may read {names}", open_), mend, tuple(open_), path)
        look_at = errors.Message("look at them; move what is yours into the files beside")
        strays = _named("nobody reads {names} in {path}", read.strays(store), path)
        yield Check("files", strays, look_at, told=path)
        yield from (_ahead(path, name) for name in read.days_ahead(store))
        left = [one for one in self.left if not _is_told(one, self._closed)]
        more = len(left) - _LEFT_SHOWN
        beyond = [errors.Message("and {more} more are left out", more=more)] if more > 0 else []
        for fault in [*left[:_LEFT_SHOWN], *beyond] or [""]:
            yield Check("notes", fault, told=path)

    def _indexed(self) -> Check:
        """Whether the index can be read, where there is one."""
        path = self.store.path
        made = os.path.join(layout.cache_directory(self.store), disk.NAME)
        if self.index or not os.path.exists(made):
            return Check("index", told=path)
        if disk.is_older(made):
            self.index = {OLDER: True}
            template = "{path}: an older release made its index, which the next sync brings up"
            return Check("index", told=errors.Message(template, path=path))
        fault = errors.Message("the index of {path} can't be read", path=path)
        return Check("index", fault, "memory-store index --force", ("index", "--force"))

    def _known(self) -> Iterator[Check]:
        """What the code and the other places of the memory say."""
        path = self.store.path
        marked = outlived.load(self.store)
        wanted = questions.Wanted(questions.HOLDING, is_stale=True)
        stale = questions.Records(self.store).count(wanted) if marked else 0
        template = "the code has outlived {count} fact{count_s} in {path}"
        fault = errors.Message(template, count=stale, path=path) if stale else ""
        yield Check("code", fault, "memory-store list --stale", told=path)
        for entry, met, why, note in self.remotes:
            template = "{path} did not meet its remote {remote}: {fault}"
            away = errors.Message(template, path=path, remote=entry.name, fault=why) if why else ""
            mend = errors.Message(
                "see that {check} answers without a question, then memory-store sync",
                check=kinds.check(entry.url),
            )
            told = f"{entry.name} {met}".strip()
            if note:
                told = errors.Message("{remote}: {note}", remote=told, note=note)
            yield Check("remote", away, mend, told=told)


class State(NamedTuple):
    """What is here.

    Attributes:
        project: the directory.
        memories: the project's and the user's; at home the user's alone.
        wirings: the hosts' hooks files, by whose they are: project, user.
        settings: the checks of settings and switches.
        vectors: the checks of what makes and keeps vectors.
        hooks: the checks of the wiring.
    """

    project: str
    memories: list[Memory]
    wirings: dict[str, list[wired.Wiring]]
    settings: list[Check]
    vectors: list[Check]
    hooks: list[Check]

    def checks(self) -> list[Check]:
        """All of them, those that others depend on first."""
        of_memories = [check for one in self.memories for check in one.checks]
        return [*self.settings, *self.vectors, *of_memories, *self.hooks]

    def broken(self) -> list[wired.Wiring]:
        """The files whose hooks can't run."""
        return [one for listed in self.wirings.values() for one in listed if one.fault]

    def wired(self) -> list[wired.Wiring]:
        """The files that start hooks of ours."""
        return [one for listed in self.wirings.values() for one in listed if one.commands]


def here(call: table.Call) -> State:
    """The state of the project that a command is called in, and of the user's memory."""
    project = place.find_project(call.project or os.getcwd())
    wirings = wired.around(project)
    of_project = [layout.project_store(project)] if "project" in wirings else []
    memories = [Memory(one) for one in (*of_project, layout.user_store())]
    state = State(project, memories, wirings, list(_settings(call)), list(_vectors(call)), [])
    state.hooks.extend([*_hooks(state), *_above(call, project)])
    return state


def _above(call: table.Call, project: str) -> Iterator[Check]:
    """Whether a repository uses the memory of a directory above it that is none."""
    inner = work_tree.root(os.path.realpath(call.project or os.getcwd()))
    if not inner.startswith(os.path.join(project, "")) or layout.is_git_root(project):
        return
    template = "{inner} is a repository of its own, but the memory of {root} is used here"
    fault = errors.Message(template, inner=inner, root=project)
    yield Check("wiring", fault, f"memory-store init --project {place.quote(inner)}")


def _settings(call: table.Call) -> Iterator[Check]:
    mend = errors.Message("edit the file; memory-store config shows what holds")
    for told in call.settings.problems or [""]:
        yield Check("settings", told, mend, told=errors.Message("every value is understood"))
    if config.disabled(layout.project_store(call.where.directory)):
        mend = errors.Message(
            "memory-store enable, also with --scope user; or unset MEMORY_STORE_DISABLE"
        )
        yield Check("switch", errors.Message("memory is switched off"), mend)


def _vectors(call: table.Call) -> Iterator[Check]:
    """Whether what keeps vectors is there, and remote providers answered; asks none."""
    backend = backends.unusable(call.settings.word("index_backend"))
    if backend:
        mend = errors.Message("edit the file; memory-store config shows what holds")
        yield Check("index", backend, mend)
    from memory_store.embedders import models, vendors  # bring numpy

    wanted = [one for one in models.wanted(call.settings) if one.provider in vendors.VENDORS]
    for asked in wanted:
        fault = None
        try:
            outage = models.open_remote(asked, call.settings, ask=False).outage()
        except errors.StoreError as error:
            if call.settings.word("embedder") != models.AUTO:  # which takes what it finds
                told = "{provider}: {fault}"
                fault = errors.Message(told, provider=asked.provider, fault=error)
        else:
            told = "{provider}: {fault} (since {since})"
            if outage is not None:
                since = clock.stamp(outage.since)
                said = outage.sentence()
                fault = errors.Message(told, provider=asked.provider, fault=said, since=since)
        if fault:
            yield Check("vectors", fault, "memory-store index")


def _hooks(state: State) -> Iterator[Check]:
    """Whether the hooks that files of hosts start can run, and any do."""
    for one in state.broken():
        yield Check("wiring", one.fault, one.mend, one.by)
    for one in state.wired():
        for doubt in one.doubts:
            yield Check("wiring", doubt, errors.Message("edit {path}", path=one.path))
    is_wired = state.wired() or wired.names_plugin(state.project)
    if not is_wired and _is_idle(state.memories[0]):
        told = "no host starts hooks here: nothing is remembered by itself"
        yield Check("wiring", errors.Message(told), "memory-store init")
    for path, fault in wired.switched_off(state.project, wired.hosts(state.wirings)):
        yield Check("hooks", fault, errors.Message("edit {path}", path=path))
    for fault in wired.twice(state.project, state.wirings):
        mend = errors.Message("memory-store uninstall --user, or without --user")
        yield Check("wiring", fault, mend)


def _is_idle(memory: Memory) -> bool:
    """Whether no plugin's hook began a session lately, in a project that is not untrusted."""
    store = memory.store
    if store.scope != "project" or memory.waiting is None:
        return False
    began = b'"plugin":true'
    return not any(read.tail_with(store, name, began) for name in read.recent_days(store))


def _last_hook(store: layout.Store) -> Record:
    """The newest event of a hook: its host, type and time; {} for none in the last days."""
    for name in reversed(read.recent_days(store)):
        for event in read.newest_first(store, name, _EVENT_BYTES):
            is_imported = event.get("source") == read.IMPORTED
            if event.get("host") not in ("cli", "") and not is_imported:
                return {one: event.get(one) for one in ("host", "type", "timestamp")}
    return {}


def _ahead(path: str, name: str) -> Check:
    template = (
        "{day} in {path} is ahead of this machine's clock:"
        " what its sessions said counts as undated"
    )
    mend = (
        "set the clock right; if it was wrong that day, nothing is lost:"
        " rename {file} to the day it was"
    )
    day = name.removeprefix(f"{layout.DAILY}/").removesuffix(layout.LINES)
    file = place.quote(os.path.join(path, name))
    return Check(
        "clock", errors.Message(template, day=day, path=path), errors.Message(mend, file=file)
    )


def _named(template: str, names: list[str], path: str = "") -> str:
    """A fault with the first of the names; "" for no name."""
    if not names:
        return ""
    return errors.Message(template, names=list(map(clean.line, names[:_SHOWN])), path=path)


def _of(template: str, name: str, reason: object = "") -> str:
    return errors.Message(template, name=name, reason=reason)


def _is_told(sentence: str, closed: list[access.Closed]) -> bool:
    """Whether a sentence is about a file that another check names."""
    return any(f"{os.path.basename(one.path)} (" in sentence for one in closed)


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
