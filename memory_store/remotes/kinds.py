"""The kinds of remotes by the beginning of their address. Must not reach one."""

from __future__ import annotations

from typing import NamedTuple

from memory_store.remotes import contract


class Kind(NamedTuple):
    """A kind of remote.

    Attributes:
        audience: whose such a remote is.
        check: the command, before an address, by which a person sees that it answers.
    """

    audience: str
    check: str


_GIT = Kind(contract.OWN, "git ls-remote")
_POSTGRES = Kind(contract.TEAM, "psql -c '\\q'")
SCHEMES = {
    "": _GIT,
    "file": _GIT,
    "ssh": _GIT,
    "https": _GIT,
    "postgresql": _POSTGRES,
    "postgres": _POSTGRES,
}
"""The kind by the scheme of an address; "" is a folder, or HOST:PATH over ssh."""


def kind(url: str) -> Kind | None:
    """The kind of remote of an address; None for none."""
    scheme = url.partition("://")[0] if "://" in url else ""
    return SCHEMES.get(scheme.lower())


def check(url: str) -> str:
    """The command by which a person sees that an address answers; "" for one of no kind."""
    found = kind(url)
    return f"{found.check} '{url}'" if found else ""
