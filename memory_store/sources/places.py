"""Where people's past sessions lie on this machine, by host.

Must not read what was said.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from memory_store import model
from memory_store.hosts import registry, transcripts
from memory_store.sources import host_databases, recorded

_BENEATH = {
    model.CLAUDE: "projects",
    model.CURSOR: "projects",
    "codex": "sessions",
    "copilot": "session-state",
    "droid": "sessions",
    "gemini": "tmp",
    "kimi": "sessions",
    "qwen": "projects",
}
"""The folder of a host's transcripts, beneath its own directory."""
_IN_DATABASES = (model.CURSOR, "opencode")
SOURCES = dict.fromkeys((*_BENEATH, *_IN_DATABASES))
"""The hosts whose past is read."""


class Place(NamedTuple):
    """The past sessions of one source.

    Attributes:
        source: whose they are, as `--from` names it.
        title: as people know it.
        files: what holds them, the oldest first.
        sessions: how many sessions these hold, of any project.
    """

    source: str
    title: str
    files: list[str]
    sessions: int


def known(source: str = "") -> list[Place]:
    """The places that hold a session, of one host by its name, or of all."""
    found = [_place(host) for host in SOURCES if source in ("", host)]
    return [place for place in found if place.sessions]


def is_behind_link(path: str, project: str) -> bool:
    """Whether a path beneath the project is a link or lies in one: another project's, maybe."""
    here, above, tree = os.path.abspath(path), "", os.path.realpath(project)
    is_linked = False
    while here != above:
        if os.path.realpath(here) == tree:
            return is_linked
        is_linked = is_linked or os.path.islink(here)
        above, here = here, os.path.dirname(here)
    return False


def _place(host: str) -> Place:
    paths: list[str] = []
    if host in _BENEATH:
        paths = _sorted(os.path.join(transcripts.dialect(host).root(), _BENEATH[host]))
    database = host_databases.path_of(host) if host in _IN_DATABASES else ""
    count = len(paths)
    if database and (inside := host_databases.count(database)):
        count += inside
        paths.append(database)
    return Place(host, registry.HOSTS[host].title, paths, count)


def _sorted(path: str) -> list[str]:
    """The files beneath a path, the oldest first; none where it can't be read."""
    try:
        return recorded.oldest_first(recorded.find(path))
    except OSError:
        return []
