"""Makes the text that the next session begins with anew, behind the answer of what changed it."""

from __future__ import annotations

import os
import time

from memory_store.journal import append
from memory_store.start import past, prepared
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place

_KEPT_SECONDS = 7 * 86_400.0  # for which a text is made anew that no session asks for


def refresh(where: place.Place) -> None:
    """Make anew the text that each host was given last, where something changed since.

    A text that can't be made is told in the log, and made by the next start; so is that of a
    language which a host's person no longer speaks.
    """
    store = where.project
    append.changed.clear()
    if store is None or prepared.waits(where):
        return
    for name, asked in _last_given(store).items():
        try:
            _refresh(where, store, name, asked)
        except (OSError, KeyError, ValueError) as error:
            log.write("briefing", error)


def _last_given(store: layout.Store) -> dict[str, float]:
    """The text that each host was given last, by its name, and when, seconds since 1970."""
    cache, last = layout.cache_directory(store), dict[str, tuple[float, str]]()
    try:
        names = [one for one in os.listdir(cache) if one.startswith(layout.BRIEFING)]
        for name in names:
            host, asked = name.rpartition("-")[0], os.stat(os.path.join(cache, name)).st_mtime
            last[host] = max(last.get(host, (0.0, "")), (asked, name))
    except OSError:  # no cache, or another process was at it
        return {}
    return {name: asked for asked, name in last.values()}


def _refresh(where: place.Place, store: layout.Store, name: str, asked: float) -> None:
    path = os.path.join(layout.cache_directory(store), name)
    kept = prepared.read_kept(store, name)
    if not kept or time.time() - asked > _KEPT_SECONDS:
        os.unlink(path)
        return
    host, _, spoken = name.removeprefix(layout.BRIEFING).removesuffix(prepared.END).rpartition("-")
    recent = past.recent_prompts(store)
    wanted = past.Wanted(where, host, kept["session"], recent, spoken, kept["most"])
    made, is_fresh = prepared.made(wanted, store, kept)
    if is_fresh:
        prepared.keep(store, name, made, is_fresh=True)
        os.utime(path, (asked, asked))
