"""Machines of one person: each with a home, a configuration and a store of its own.

Must not know how a remote is reached.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from memory_store import clock
from memory_store.forget import erasure, target
from memory_store.index import questions
from memory_store.journal import (
    append,
    create,
    facts,
    imported_ids,
    records,
    stored,
    tombstones,
)
from memory_store.remotes import entries, meeting
from memory_store.remotes import git as remote
from memory_store.store import layout
from tests import given
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = "github.com/acme/api"
_BASES = ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


def bare(path: Path) -> Path:
    """A bare git repository that holds nothing."""
    path.mkdir(parents=True)
    git(path, "init", "--bare", "-q")
    return path


class Machine:
    """A machine with one project and one remote.

    Attributes:
        store: the project's.
    """

    def __init__(self, root: Path, remote: Path, url: str = "") -> None:
        self._environment = {name: str(root / name.lower()) for name in _BASES}
        self._environment["MEMORY_STORE_EMBEDDER"] = "none"
        project = root / "project"
        project.mkdir(parents=True)
        for name in _BASES:
            (root / name.lower()).mkdir()
        self.store = layout.project_store(str(project))
        with self.at_work():
            create.create(self.store)
            self.entry = entries.add(self.store, "home", url or str(remote), MEMORY)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """What is done inside is done on this machine."""
        with mock.patch.dict(os.environ, self._environment):
            yield

    def meet(self) -> meeting.Report:
        """Meet the remote."""
        with self.at_work():
            return meeting.meet(self.store, self.entry, remote.Repository(self.entry, self.store))

    def save(self, content: str, minute: int = 0, **fields: Any) -> stored.Fact:
        """A fact of this machine, as of a minute of the story, with the same id each time."""
        with self.at_work():
            made, _ = records.fact(content, source={"via": "agent"})
            then = moment(minute)
            stamps = {"created_at": clock.stamp(then), "updated_at": clock.stamp(then)}
            identity = imported_ids.identity("f", then, content)
            record = made.with_(id=identity, **stamps, **fields)
            append.append(self.store, layout.FACTS, [record])
            return record

    def change(self, line: stored.Fact, minute: int) -> None:
        """A line that changes a fact, as of a minute."""
        with self.at_work():
            changed = line.with_(updated_at=clock.stamp(moment(minute)))
            append.append(self.store, layout.FACTS, [changed])

    def newest(self) -> dict[str, stored.Fact]:
        """The newest line of each fact, by its id."""
        return {one.id: one for one in self.lines()}

    def lines(self) -> list[stored.Fact]:
        """All lines of all facts, as they stand."""
        with questions.Records(self.store) as records:
            return [one for lines in records.histories().values() for one in lines]

    def forget(self, text: str) -> None:
        """Forget a text."""
        with self.at_work():
            erasure.carry_out(self.store, target.Wanted(text))

    def page(self, name: str) -> Path:
        """Where a page lies."""
        path = Path(self.store.path, name)
        path.parent.mkdir(exist_ok=True)
        return path

    def contents(self) -> list[str]:
        """What the facts say that hold, in alphabetical order."""
        with self.at_work():
            return sorted(one.content for one in facts.recent(self.store))

    def state(self) -> dict[str, Any]:
        """All that machines are to agree on once they have met."""
        with self.at_work():
            names = [layout.CORE, *sorted(os.listdir(self.page("notes/x.md").parent))]
            pages = [self.page(one if one == layout.CORE else f"notes/{one}") for one in names]
            return {
                "holds": sorted(
                    (one.id, one.content) for one in facts.recent(self.store, 1 << 30)
                ),
                "newest": {
                    name: (one.content, one.op == "retract") for name, one in self.newest().items()
                },
                "forgotten": sorted(tombstones.load(self.store).moments),
                "pages": {one.name: one.read_text("utf-8") for one in pages if one.exists()},
            }


def moment(minute: int) -> float:
    """A minute of the story, which lies a day back."""
    return given.moment(1) + minute * 60


def kill_git_in(clones: str | Path) -> None:
    """Kill the git that works in a clone below a directory; the server's side ends by itself."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if words[0] == b"git" and os.fsencode(clones) in b" ".join(words):
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            continue  # it ended meanwhile
