"""The kinds of remotes by the beginning of their address, each imported when used.

Must not import a kind to recognise an address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store.remotes import contract

if TYPE_CHECKING:
    from memory_store.remotes import entries
    from memory_store.store import layout


class Kind(NamedTuple):
    """A kind of remote.

    Attributes:
        module: has `load(entry, store) -> contract.Remote`, which reaches nothing yet.
        audience: whose such a remote is.
        check: the command, before an address, by which a person sees that it answers.
    """

    module: str
    audience: str
    check: str


_GIT = Kind("memory_store.remotes.git", contract.OWN, "git ls-remote")
_POSTGRES = Kind("memory_store.remotes.postgres", contract.TEAM, "psql -c '\\q'")
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


def load(entry: entries.Entry, store: layout.Store) -> contract.Remote:
    """The remote of an entry, ready to be asked.

    Raises:
        StoreError: what its kind needs is not installed.
    """
    import importlib  # a store without remotes loads none

    found = kind(entry.url)
    assert found is not None  # noqa: S101  `remote add` refuses any other
    remote: contract.Remote = importlib.import_module(found.module).load(entry, store)
    return remote
