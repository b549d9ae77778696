"""Puts every line of a store through a filter, and clears what is derived of those that changed.

Derived are index, vectors, lists, copies, log and rule: of the index rows are deleted, any other
file that may hold what is gone is deleted, or built again.
"""

from __future__ import annotations

import os
import shutil

from memory_store import errors
from memory_store.index import bookmarks, disk, indexer
from memory_store.journal import append, links, own, rewrite
from memory_store.store import files, layout, lock, log
from memory_store.trust import approval, ledger, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.codec import Record

    Change = Callable[[bytes], list[Record] | None]
    May = Callable[[bytes], bool]

_WITHOUT_TEXT = frozenset((
    "index.lock", "reindex.lock", "upkeep.lock", "embedding.lock", "learned.lock",
    "learned.json", "transcripts.json", "background", "remotes.lock",
    "remotes-met.json", own.NAME, links.NAME,
))  # fmt: skip
"""Of a store's cache: locks, marks and ids."""

_RULE_BYTES = 4 << 20


def lines(store: layout.Store, prepare: Callable[[], tuple[Change, May]]) -> int:
    """Change the lines of a store for good; how many were.

    Args:
        store: whose records are looked at, under its lock.
        prepare: gives, under that lock, what becomes of a line, and which lines are worth asking
            for, as `rewrite.rewrite` takes them.

    Raises:
        StoreError: a file can't be read or written, those before it are done; or what is derived
            can't be removed. The next run finishes a killed one.
    """
    with lock.Held(store.path):
        append.take_in(store)
        change, may = prepare()
        names = rewrite.names(store)
        changed = sum(rewrite.rewrite(store, name, change, may) for name in names)
        rewrite.sweep(store)
    approval.renew(store)
    for end in ("", ".1"):  # a line of the log is cut: it may hold a part that no search finds
        _remove(log.path() + end)
    _clear_cache(store)
    for project in _told_in(store):
        _without_memory(project)
        _without_briefing(layout.cache_directory(layout.project_store(project)))
    return changed


def read_again(store: layout.Store, names: set[str]) -> None:
    """Have files read again, of which lines waited that were approved; errors as `lines`."""
    index, _ = indexer.bring_up(store)
    with index:
        indexer.look_again(index, store, names)
    _clear_cache(store)


def _clear_cache(store: layout.Store) -> None:
    cache = layout.cache_directory(store)
    if not os.path.isdir(cache):
        return
    kept = _WITHOUT_TEXT
    try:
        indexer.clear(store)
        index = os.path.basename(disk.path_in(cache))
        kept |= {index, f"{index}-journal", disk.VECTORS, bookmarks.NAME}
    except (OSError, errors.StoreError) as error:
        # no index and no vectors are better than those of what is gone
        log.write("forget", f"the index is built anew later: {error}")
    for name in os.listdir(cache):
        if name not in kept:
            _remove(os.path.join(cache, name))


def _told_in(store: layout.Store) -> list[str]:
    """The directories whose sessions may have been told a store's text.

    A user's facts stand in the rules of all projects, a project's facts also in its linked trees.
    """
    listed = [store.path] if store.scope == "project" else list(ledger.entries())
    projects = [os.path.dirname(one) for one in listed if os.path.basename(one) == layout.STORE]
    return [one for project in projects for one in (project, *work_tree.linked_trees(project))]


def _without_memory(project: str) -> None:
    """Remove from a rule all text that hooks wrote: a fact may stand there shortened.

    The next session of such a Cursor writes the rule again.
    """
    name = "/".join(layout.CURSOR_RULE)
    try:
        rule = files.read(project, name, _RULE_BYTES).decode("utf-8", "replace")
    except OSError:
        return  # none, or a link: nothing that we wrote
    kept = rule.partition(layout.CURSOR_RULE_BRIEFING)[0].partition(layout.CURSOR_RULE_NEWS)[0]
    try:
        if kept.strip() in ("", layout.CURSOR_RULE_HEAD.strip()):
            files.remove(project, name)
        elif kept != rule:
            files.replace(project, name, kept.encode())
    except OSError as error:
        path = os.path.join(project, *layout.CURSOR_RULE)
        raise errors.cannot(
            "take it out of", path, error, "delete the file by hand: it is derived"
        ) from error


def _without_briefing(cache: str) -> None:
    """Remove what a project's next session would be told, the user's facts among it."""
    for name in os.listdir(cache) if os.path.isdir(cache) else ():
        if name.startswith(layout.BRIEFING):
            _remove(os.path.join(cache, name))


def _remove(path: str) -> None:
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except OSError as error:
        if os.path.lexists(path):
            raise errors.cannot(
                "remove", path, error, "remove it by hand: it is derived"
            ) from error
