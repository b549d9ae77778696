"""Who is at the terminal, in which language, and which memories a command may work on there.

Must not print (`entry` does).
"""

from __future__ import annotations

import os
import sys

from memory_store import config, errors, place
from memory_store.store import layout
from memory_store.trust import approval, ledger

TYPE_CHECKING = False


def refuse_if_closed(stores: list[layout.Store], *, to_write: bool = False) -> None:
    """Refuse to work where a file of these memories is closed to this user.

    Raises:
        StoreError: one is, which would make the answer untrue.
    """
    from memory_store.journal import access  # saving and searching tell it themselves

    for store in stores:
        for fault in access.closed(store, to_write=to_write):
            raise errors.StoreError(fault.told(), fault.cure)


def refuse_if_off(where: place.Place) -> None:
    """Refuse to work where memory is switched off.

    Raises:
        UsageError: it is.
    """
    if config.disabled(layout.project_store(where.directory)):
        raise errors.UsageError(
            "memory is switched off here",
            "by MEMORY_STORE_DISABLE or a file {name}",
            name=f"{layout.STORE}/{layout.DISABLED}",
        )


def spoken(settings: config.Config | None = None) -> str:
    """The language to speak to a person: of the settings (the user's), else of the machine."""
    from memory_store.language import script  # agents are answered in JSON

    chosen = (settings or config.resolve()).word("language")
    return script.chosen(chosen, otherwise=script.of_machine(os.environ))


def is_read() -> bool:
    """Whether a person sees standard output as it is printed."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_watched() -> bool:
    """Whether a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def not_trusted(where: place.Place) -> errors.MemoryStoreError:
    """The error for a project's store that is not trusted, with the remedy."""
    fault = ledger.fault()
    if fault:
        return errors.StoreError(fault, ledger.MENDING)
    store = layout.project_store(where.directory)
    origin = approval.copied_from(store)
    if origin:
        return errors.UsageError(
            "this project's memory is a copy of {origin} and is not trusted",
            "look at it and decide, also if you copied it yourself: memory-store trust",
            origin=origin,
        )
    return errors.UsageError(
        "this project's memory came from somebody else and is not trusted",
        "look at it and decide: memory-store trust",
    )


def store_of(where: place.Place, named: str | None) -> layout.Store:
    """The store that a command is to write to.

    Raises:
        UsageError: the project's store came from somebody else and is not trusted yet, or
            something else stands in its place.
    """
    if named == "user":
        return where.user or layout.user_store()
    if where.untrusted and not layout.project_store(where.directory).exists():
        raise errors.UsageError(
            "{path} is no directory",
            "move it away: the memory is kept there",
            path=os.path.join(where.directory, layout.STORE),
        )
    if where.untrusted:
        raise not_trusted(where)
    if where.directory == os.path.dirname(where.directory):
        raise errors.UsageError(
            "{path} is no project", "go into a project, or use --scope user", path=where.directory
        )
    if where.project is None:  # the home directory itself
        return where.user or layout.user_store()
    return where.project


def stores_of(where: place.Place, named: str | None) -> list[layout.Store]:
    """The stores of a command: both, or the named one.

    Raises:
        UsageError: as `store_of`.
    """
    if where.untrusted and named != "user":
        store_of(where, "project")
    return [one for one in where.stores() if named in (None, one.scope)]
