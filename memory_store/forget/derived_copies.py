"""Removes what was forgotten from everything derived: index, vectors, lists, copies, log, rule.

A file that may hold it is deleted or built again. Must not touch the store.
"""

from __future__ import annotations

import os
import shutil

from memory_store import errors
from memory_store.index import disk, removal, sync_state, update
from memory_store.journal import links, own
from memory_store.store import files, layout, log
from memory_store.trust import ledger, work_tree

TYPE_CHECKING = False

_WITHOUT_TEXT = frozenset((
    "index.lock", "reindex.lock", "upkeep.lock", "embedding.lock", "learned.lock",
    "learned.json", "transcripts.json", "background", "remotes.lock",
    "remotes-met.json", own.NAME, links.NAME,
))  # fmt: skip
"""Of a store's cache: locks, marks and ids."""

_RULE_BYTES = 4 << 20


def clear(store: layout.Store) -> None:
    """Clear the derived files of a store after it was rewritten.

    Raises:
        StoreError: something can't be removed.
    """
    for end in ("", ".1"):  # a line of the log is cut: it may hold a part that no search finds
        _remove(log.path() + end)
    _clear_cache(store)
    for project in _told_in(store):
        _without_memory(project)
        _without_briefing(layout.cache_directory(layout.project_store(project)))


def read_again(store: layout.Store, names: set[str]) -> None:
    """Have files read again, of which lines waited that were approved; errors as `clear`."""
    index, _ = update.bring_up(store)
    with index:
        update.look_again(index, store, names)
    _clear_cache(store)


def _clear_cache(store: layout.Store) -> None:
    cache = layout.cache_directory(store)
    if not os.path.isdir(cache):
        return
    kept = _WITHOUT_TEXT
    try:
        removal.follow(store)
        index = os.path.basename(disk.path_in(cache))
        kept |= {index, f"{index}-journal", disk.VECTORS, sync_state.NAME}
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
        raise errors.StoreError(
            "cannot take it out of {path}: {reason}",
            "delete the file by hand: it is derived",
            path=path,
            reason=error,
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
            raise errors.StoreError(
                "cannot remove {path}: {reason}",
                "remove it by hand: it is derived",
                path=path,
                reason=error,
            ) from error
