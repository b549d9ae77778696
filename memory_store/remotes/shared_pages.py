"""Merges MEMORY.md and notes between machines: both sides' changes are kept.

Must not share a page with a secret, or overwrite a page that changed meanwhile.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.journal import create
from memory_store.journal import read as journal
from memory_store.remotes import git_calls
from memory_store.store import files, layout, lock
from memory_store.text import clean, redact
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Pages = dict[str, str]

_BYTES = 4 << 20


def read(store: layout.Store) -> tuple[Pages, list[str]]:
    """The pages of a store by name, and the names of pages with secrets.

    A MEMORY.md that says nothing yet is none.
    """
    pages: Pages = {}
    closed: list[str] = []
    for name in _names(store):
        try:
            text = clean.text(journal.text(store, name, _BYTES).decode("utf-8"))
        except (OSError, ValueError):
            closed.append(name)  # a link, or no text: it stays as it is on both sides
            continue
        if redact.secrets(text)[1]:
            closed.append(name)
        elif name != layout.CORE or not create.is_template(text):
            pages[name] = text
    return pages, closed


def merged(before: Mapping[str, str], here: Mapping[str, str], there: Mapping[str, str]) -> Pages:
    """The pages that both sides have after they met.

    A page that one side changed stays as that side has it, also if the other side deleted it. A
    page that both changed keeps the lines of both. A page that one side deleted goes, except
    MEMORY.md.

    Args:
        before: the pages as both had them when they met last.
        here: as this machine has them.
        there: as the remote has them.
    """
    pages: Pages = {}
    for name in {*here, *there}:
        was, mine, theirs = before.get(name), here.get(name), there.get(name)
        if mine is None or theirs is None:
            left = mine if theirs is None else theirs
            if left is not None and (left != was or name == layout.CORE):
                pages[name] = left
        elif mine in (was, theirs):
            pages[name] = theirs
        elif theirs == was:
            pages[name] = mine
        else:
            first, second = sorted((mine, theirs))  # the same on every machine
            pages[name] = git_calls.union(first, was or "", second)
    return pages


def write(
    store: layout.Store, here: Mapping[str, str], wanted: Mapping[str, str]
) -> tuple[int, bool]:
    """Write pages into a store; return how many changed, and whether all of them could.

    Args:
        store: whose lock the caller does not hold.
        here: its pages as `read` gave them: one that is another by now stays.
        wanted: what they are to be.

    Raises:
        StoreError: one can't be written; those before it are.
    """
    due = {name for name in {*here, *wanted} if here.get(name) != wanted.get(name)}
    if not due:
        return 0, True
    with lock.Held(store.path):
        waiting = approval.waiting(store)
        if waiting is None or due.intersection(waiting):
            return 0, False  # git brought something meanwhile
        now, closed = read(store)
        due -= set(closed)
        changed = {one for one in due if now.get(one) == here.get(one)}
        try:
            for name in changed:
                _write(store, name, wanted.get(name))
        except OSError as error:
            raise errors.cannot("write", error.filename, error) from error
    if changed:
        approval.renew(store)
    return len(changed), changed == due


def is_page(name: str) -> bool:
    """Whether a name from a remote is a page's."""
    return name == layout.CORE or (journal.is_note(name) and name.isprintable())


def _write(store: layout.Store, name: str, text: str | None) -> None:
    if text is None:
        files.remove(store.path, name)
        return
    files.make_directory(os.path.join(store.path, os.path.dirname(name)))
    files.replace(store.path, name, text.encode("utf-8", "replace"))


def _names(store: layout.Store) -> list[str]:
    names = [layout.CORE, *journal.note_names(store)]
    return [
        one for one in names if is_page(one) and os.path.lexists(os.path.join(store.path, one))
    ]
