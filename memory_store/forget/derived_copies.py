"""Removes what was forgotten from everything derived: index, vectors, lists, copies, log, rule.

A file that may hold it is deleted or built again. Must not touch the store.
"""

from __future__ import annotations

import os
import shutil

from memory_store import errors
from memory_store.index import cached_vectors, database, sync, sync_state
from memory_store.journal import links, own
from memory_store.store import files, layout, log
from memory_store.trust import ledger, work_tree

_WITHOUT_TEXT = frozenset((
    "index.lock", "reindex.lock", "upkeep.lock", "embedding.lock", "learned.lock",
    layout.VECTORS_UNUSED, "vectors.sqlite", "learned.json", "transcripts.json",
    "background", "remotes.lock", "remotes-met.json", own.NAME, links.NAME,
))  # fmt: skip
"""Of a store's cache: locks, marks, ids, and vectors, of which those that nothing has go."""

_PATIENCE_SECONDS = 10.0
_RULE_BYTES = 4 << 20


def clear(store: layout.Store) -> None:
    """Clear the derived files of a store after it was rewritten.

    Raises:
        StoreError: something can't be removed.
    """
    for end in ("", ".1"):  # a line of the log is cut: it may hold a part that no search finds
        _remove(log.path() + end)
    rebuild(store)
    for project in _told_in(store):
        _without_memory(project)


def rebuild(store: layout.Store) -> None:
    """Empty a store's cache but for vectors, and build the index again; errors as `clear`."""
    cache = layout.cache_directory(store)
    if os.path.isdir(cache):
        model = cached_vectors.model_of(store)
        try:
            with database.locked(cache, _PATIENCE_SECONDS):
                _empty(cache)
        except errors.StoreError:  # a stopped process holds it, and has the old file to itself
            _empty(cache)
        try:
            if sync_state.is_far_behind(store):  # a run in the background builds it again
                files.replace(cache, layout.VECTORS_UNUSED, b"")
            else:
                sync.sync(store, rebuild=True, patience=_PATIENCE_SECONDS)
                cached_vectors.forget_unused(store)
                if model:
                    cached_vectors.put_back(store, model)
        except (OSError, errors.StoreError) as error:
            # no vectors are better than those of what is gone
            log.write("forget", f"the index is built anew later: {error}")
            _remove(os.path.join(cache, "vectors.sqlite"))


def finish(store: layout.Store) -> None:
    """Drop the vectors of forgotten texts, once a run has built a large index again."""
    marker = os.path.join(layout.cache_directory(store), layout.VECTORS_UNUSED)
    if os.path.exists(marker):
        try:
            cached_vectors.forget_unused(store)
            _remove(marker)
        except errors.StoreError as error:
            log.write("forget", error)


def _told_in(store: layout.Store) -> list[str]:
    """The directories whose rule file for an older Cursor may hold a store's text.

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
        told = f"cannot take it out of {path}: {error.strerror}"
        raise errors.StoreError(told, "delete the file by hand: it is derived") from error


def _empty(cache: str) -> None:
    for name in os.listdir(cache):
        if name not in _WITHOUT_TEXT:
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
                f"cannot remove {path}: {error.strerror}", "remove it by hand: it is derived"
            ) from error
