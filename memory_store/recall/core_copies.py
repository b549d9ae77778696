"""Private copies of MEMORY.md, by which a session is told of lines that are new since it looked.

A lost copy costs that news. Must not word anything.
"""

from __future__ import annotations

import os

from memory_store.journal import sessions
from memory_store.store import files, layout, log

_HEAD = "core-"
_KEPT = 20
_BYTES = 1 << 20


def keep(store: layout.Store | None) -> None:
    """Keep a copy of MEMORY.md as it is, to find its new lines later."""
    if store is None:
        return
    cache, name = layout.cache_directory(store), _name(sessions.core_state(store))
    if os.path.exists(os.path.join(cache, name)):
        return
    try:
        content = _readable(store).encode("utf-8", "replace")
        files.make_directory(cache)
        files.replace(cache, name, content)
        _forget_old(cache)
    except OSError as error:
        log.write("news", error)


def new_lines(store: layout.Store, before: str) -> list[str]:
    """The lines of MEMORY.md that its copy of a state lacks, without headings.

    Blanks do not count.
    """
    try:
        raw = files.read(layout.cache_directory(store), _name(before), _BYTES)
    except OSError:
        return []
    known = {one.strip() for one in raw.decode("utf-8", "replace").split("\n")}
    from memory_store.text import outline  # few looks find another MEMORY.md

    lines = outline.read(_readable(store))
    return [one.text for one in lines if not one.level and one.text.strip() not in {*known, ""}]


def _name(state: str) -> str:
    return f"{_HEAD}{state}.md"


def _forget_old(cache: str) -> None:
    """Keep the newest copies; sessions that looked earlier are told of facts alone."""
    copies = [os.path.join(cache, name) for name in os.listdir(cache) if name.startswith(_HEAD)]
    for old in sorted(copies, key=os.path.getmtime)[:-_KEPT]:
        os.unlink(old)


def _readable(store: layout.Store) -> str:
    """The lines of MEMORY.md that are compared: shown lines, without the user's secrets."""
    from memory_store.recall import core_lines  # see new_lines
    from memory_store.text import redact

    return redact.secrets(core_lines.text(store))[0]
