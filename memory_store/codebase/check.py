"""Finds the facts that the code has outlived: what they name was there, and is there no more.

Compares what a project's repository held when a fact was said last, and since then, with what it
holds now. Reads facts and the repository; writes the marks, which are derived. Ends no fact.
"""

from __future__ import annotations

import bisect
import os
from typing import TYPE_CHECKING

from memory_store import clock
from memory_store.codebase import (
    commits,
    declarations,
    manifests,
    mentions,
    sources,
    tree,
)
from memory_store.index import questions
from memory_store.journal import outlived
from memory_store.store import files, layout, log

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact

_MARKS = 2  # of a fact
_CHARS = 120


def keep(store: layout.Store) -> None:
    """Mark the facts of a project that the code has outlived, where facts or code changed."""
    if not sources.is_due(store):
        return
    made_from = sources.state(store)
    root, git = sources.repository(store)
    with questions.Records(store) as known:
        held = list(known.facts(questions.Wanted((questions.STANDING, questions.CANDIDATE))))
    marks: dict[str, outlived.Marks] = {}
    try:
        if made_from[0]:
            with commits.History(git, root, _scratch(store)) as history:
                there = tree.Tree(store.project, root, history.files())
                marks = Check(there, history).marks(held)
        else:
            marks = Check(tree.Tree(store.project, root or store.project, []), None).marks(held)
    except Exception as error:  # noqa: BLE001  a repository's content ends no upkeep
        log.write("code", error)  # what was not told is asked again once something changes
    outlived.keep(store, marks, made_from)


def _scratch(store: layout.Store) -> str:
    cache = layout.cache_directory(store)
    files.make_directory(cache)
    return cache


class Check:
    """What facts say of the code beside the code."""

    def __init__(self, there: tree.Tree, history: commits.History | None) -> None:
        self._there = there
        self._history = history

    def marks(self, held: list[Fact]) -> dict[str, outlived.Marks]:
        """What the code says against each of these facts, by id; none for those that it bears."""
        said = {one.id: (one, mentions.of(one.content)) for one in held}
        found: dict[str, outlived.Marks] = {}
        for part in (self._of_paths(said), self._of_files(said)):
            for identity, marks in part.items():
                found[identity] = [*found.get(identity, ()), *marks][:_MARKS]
        return found

    def _of_paths(
        self, said: dict[str, tuple[Fact, list[mentions.Mention]]]
    ) -> dict[str, outlived.Marks]:
        """The marks of facts that name paths which went after they were said."""
        missing = {
            identity: (fact, absent)
            for identity, (fact, named) in said.items()
            if (absent := [one for one in named if self._is_missing(one)])
        }
        if self._history is None or not missing:
            return {}
        ends = tree.Ends(self._history, min(fact.last_said() for fact, _ in missing.values()))
        found: dict[str, outlived.Marks] = {}
        for identity, (fact, absent) in missing.items():
            for one in absent:
                if mark := self._end(one, ends, fact.last_said()):
                    found.setdefault(identity, []).append(mark)
        return found

    def _is_missing(self, one: mentions.Mention) -> bool:
        return one.kind == mentions.PATH and not self._there.has(one.name)

    def _end(self, one: mentions.Mention, ends: tree.Ends, since: float) -> dict[str, object]:
        """What became of a path since a moment; {} where no commit since tells."""
        end = ends.of(one.name, since)
        if end is None:
            return {}
        now, moment = ends.now(end, self._there)
        how = outlived.MOVED if now else outlived.REMOVED
        return _mark(how, one.shown, now, clock.local_date(moment))

    def _of_files(
        self, said: dict[str, tuple[Fact, list[mentions.Mention]]]
    ) -> dict[str, outlived.Marks]:
        """The marks of facts that name scripts, packages or versions which no file has now."""
        files = {path: _read(path, raw) for path, raw in self._there.read()}
        now = declarations.Declarations(self._there.base, files)
        states = self._states(min((fact.last_said() for fact, _ in said.values()), default=0.0))
        names = now.packages().union(*(one.packages() for _, one in states))
        moments = [moment for moment, _ in states]
        found: dict[str, outlived.Marks] = {}
        for identity, (fact, named) in said.items():
            claims = [one for one in named if one.kind == mentions.SCRIPT]
            claims += mentions.of_packages(fact.content, names)
            if not claims:
                continue
            begin = max(0, bisect.bisect_right(moments, fact.last_said()) - 1)
            then = [one for _, one in states[begin:]]
            for claim, file, spec in declarations.against(claims, then, now):
                how = outlived.OTHERWISE if spec else outlived.ABSENT
                found.setdefault(identity, []).append(_mark(how, f"{claim.shown} {spec}", file))
        return found

    def _states(self, since: float) -> list[tuple[float, declarations.Declarations]]:
        """What the files declared at a moment, and from the moment of each later change on."""
        if self._history is None:
            return []
        paths = self._there.declaring()
        changes = self._history.changes(paths, since)[::-1]
        first = self._history.at(since)
        wanted = [(first, path) for path in paths] if first else []
        wanted += [(commit, path) for commit, _, changed in changes for path in changed]
        contents = self._history.contents(wanted)
        state: dict[str, manifests.Declared] = {}
        states = []
        for commit, moment, changed in [(first, 0.0, paths), *changes]:
            state = {path: one for path, one in state.items() if path not in changed}
            there = [path for path in changed if (commit, path) in contents]
            state |= {path: _read(path, contents[commit, path]) for path in there}
            states.append((moment, declarations.Declarations(self._there.base, state)))
        return states


def _read(path: str, content: bytes) -> manifests.Declared:
    return manifests.read(os.path.basename(path), content)


def _mark(how: str, what: str, where: str, day: str = "") -> dict[str, object]:
    return {"how": how, "what": what.strip()[:_CHARS], "where": where[:_CHARS], "day": day}
