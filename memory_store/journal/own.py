"""Which facts this machine wrote, by digests: anybody may name an author in a shared file.

A lost list makes own facts shared ones, never the reverse. Must not hold a text.
"""

from __future__ import annotations

import os

from memory_store.journal import stored
from memory_store.store import files, layout
from memory_store.text import digest
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "own"
_LIST_BYTES = 1 << 20
_IGNORED_BYTES = 4_096


def note(store: layout.Store, written: Iterable[dict[str, object]]) -> None:
    """Keep the digests of new facts in a file that others write too, as far as it goes."""
    if not is_shared(store):
        return
    lines = b"".join(_digest(stored.Fact(one)) for one in written if one.get("op") is None)
    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
        descriptor = files.open_beneath(cache, NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    except OSError:
        return
    try:
        files.write_all(descriptor, lines)
    except OSError:
        return
    finally:
        os.close(descriptor)


def is_shared(store: layout.Store) -> bool:
    """Whether others write to the facts of a store, or will once git takes them along."""
    if store.scope == "user":
        return False
    return _is_teams(store) or approval.is_shared(store, layout.FACTS)


def _is_teams(store: layout.Store) -> bool:
    """Whether git shares the facts (`init --team`), though it tracks none yet."""
    try:
        ignored = files.read(store.path, ".gitignore", _IGNORED_BYTES)
    except OSError:
        return False
    return b"!" + layout.FACTS.encode("ascii") in ignored


def known(store: layout.Store) -> bytes | None:
    """The newest 60,000 digests of a store whose facts others write too; None for any other."""
    if store.scope == "user" or not approval.is_shared(store, layout.FACTS):
        return None
    path = os.path.join(layout.cache_directory(store), NAME)
    try:
        return files.read_path(path, _LIST_BYTES, max(0, os.stat(path).st_size - _LIST_BYTES))
    except OSError:
        return b""


def is_others(fact: stored.Fact, listed: bytes | None) -> bool:
    """Whether a fact is not provably this machine's, by `known`."""
    return listed is not None and _digest(fact) not in listed


def _digest(fact: stored.Fact) -> bytes:
    """The digest of a fact's id, text and author together."""
    parts = (fact.get("id"), fact.source.get("via"), fact.get("content"))
    told = "\0".join(str(one) for one in parts).encode("utf-8", "surrogatepass")
    return digest.of_bytes(told).hex().encode("ascii") + b"\n"
