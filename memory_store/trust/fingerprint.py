"""A fingerprint of a store's files, which shows changes where git does not.

Must not decide who made a change.
"""

from __future__ import annotations

import os

from memory_store.store import files, layout
from memory_store.text import digest

_WHOLE = (layout.CORE, layout.SETTINGS)
_GROWING = (layout.FACTS, layout.SESSIONS)
_SHARED_BYTES = 4 << 20
_ANCHOR_BYTES = 1 << 19
_DIGEST_BYTES = 16


def take(store: layout.Store, before: object) -> dict[str, object]:
    """The state of files that others may change: hashes, for growing files up to an anchor.

    With `before`, an earlier fingerprint, the growing files are measured at its anchors, so that
    what this user appended since does not count as a change.
    """
    digests: dict[str, object] = {}
    for name in _WHOLE:
        try:
            digests[name] = _digest(files.read(store.path, name, _SHARED_BYTES))
        except OSError:
            digests[name] = ""
    for name in _GROWING:
        anchor = before.get(name) if isinstance(before, dict) else None
        digests[name] = _beginning(store, name, anchor[0] if isinstance(anchor, list) else None)
    return digests


def _beginning(store: layout.Store, name: str, anchor: object) -> list[object]:
    """A growing file's size, or the `anchor` that it has passed, and a hash of what is before."""
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return [0, _digest(b"")]
    try:
        size = os.fstat(descriptor).st_size
        end = anchor if isinstance(anchor, int) and 0 <= anchor <= size else size
        head = files.read_at(descriptor, 0, min(_ANCHOR_BYTES, end))
        rest = max(len(head), end - _ANCHOR_BYTES)
        return [end, _digest(head + files.read_at(descriptor, rest, end - rest))]
    finally:
        os.close(descriptor)


def _digest(content: bytes) -> str:
    return digest.of_bytes(content, _DIGEST_BYTES).hex()
