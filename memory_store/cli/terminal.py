"""Who is at the terminal, in which language, and which memories a command may work on there.

Must not print (`entry` does).
"""

from __future__ import annotations

import os
import sys

from memory_store import config, errors, place
from memory_store.store import layout
from memory_store.trust import approval, ledger

_STDIN_CHARS = 1_000_000
_YES = ("y", "yes", "是", "好")


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


def say(settings: config.Config, name: str, section: str = "steering", /, **values: object) -> str:
    """A sentence of a section, or one by its whole name, in the person's language."""
    from memory_store.language import wording  # see spoken

    whole = f"{section}.{name}"
    return wording.say(spoken(settings), whole if wording.knows(whole) else name, **values)


def text_of(value: str) -> str:
    """The value of a text flag; `-` stands for standard input.

    Raises:
        UsageError: there is no standard input.
    """
    if value != "-":
        return value
    try:
        return sys.stdin.buffer.read(_STDIN_CHARS).decode("utf-8", "replace").lstrip("\ufeff")
    except (OSError, ValueError, AttributeError) as error:
        raise errors.UsageError("there is no standard input to read", "give the text") from error


def can_be_asked() -> bool:
    """Whether a person can be asked: standard input and standard error are a terminal."""
    return is_watched() and sys.stdin is not None and sys.stdin.isatty()


def says_yes(question: str) -> bool:
    """Ask on the terminal; whether the answer is yes. `question` ends where the answer begins."""
    import unicodedata  # few commands ask

    from memory_store.cli import printing

    printing.draw(question, sys.stderr, end="")
    answer = unicodedata.normalize("NFKC", sys.stdin.readline())  # a Chinese keyboard's ｙ
    return answer.strip().lower() in _YES


def is_read() -> bool:
    """Whether a person sees standard output as it is printed."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_watched() -> bool:
    """Whether a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


LOST_LOCK = "{path} is gone or was replaced, and without it this memory is not trusted"


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
    if lost := approval.lost_lock(store):
        return errors.UsageError(LOST_LOCK, "look at it and decide: memory-store trust", path=lost)
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
