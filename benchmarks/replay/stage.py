"""A separate machine and clock for a replay, within this process.

Background work is done at once. Must not outlast its `with` block, or run beside other code that
reads the time.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from memory_store import background, clock, place
from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BASES = {
    "HOME": "home",
    "USERPROFILE": "home",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
}
_LANGUAGES = ("LC_ALL", "LC_MESSAGES", "LANGUAGE")
_SWITCHES = ("MEMORY_STORE_DISABLE", "CLAUDE_CONFIG_DIR")


class Stage:
    """Where a replay happens.

    Attributes:
        project: a directory with an empty store.
        store: that store.
        now: what the clock says, seconds since 1970.
    """

    __slots__ = ("now", "project", "store")

    def __init__(self, project: str, now: float) -> None:
        self.project = project
        self.store = layout.project_store(project)
        self.now = now

    def wait_until(self, moment: float) -> None:
        """Let the clock say this moment, or a second later than it does, if that is later."""
        self.now = max(moment, self.now + 1)


@contextlib.contextmanager
def alone(directory: str, now: float, environment: Mapping[str, str]) -> Iterator[Stage]:
    """A stage in an empty directory, for the length of a `with` block.

    Args:
        directory: an empty one.
        now: what the clock says first, seconds since 1970.
        environment: variables beyond those of this process; those of the machine's places and
            its language are the stage's own, but for what stands here.
    """
    project = os.path.join(directory, "project")
    os.makedirs(project)
    before, real_now, real_sync = dict(os.environ), clock.now, background.sync
    stage = Stage(os.path.realpath(project), now)
    for name in (*_LANGUAGES, *_SWITCHES):
        os.environ.pop(name, None)
    bases = {name: os.path.join(directory, base) for name, base in _BASES.items()}
    os.environ.update({**bases, "LANG": "C.UTF-8", **environment})
    clock.now = lambda: stage.now
    background.sync = finish_all
    try:
        create.create(stage.store)
        yield stage
    finally:
        clock.now, background.sync = real_now, real_sync
        os.environ.clear()
        os.environ.update(before)


def finish_all(project: str, seconds: float = 0) -> None:  # noqa: ARG001  as `background.sync`
    """Do everything that is left to do, as long as it takes."""
    where = place.resolve(project)
    embeds = where.config.word("embedder") != "none"
    finish.bring_up_to_date(where, embed_seconds=float("inf") if embeds else None)
