"""The random word in a store's lock file, which only this user's ledger knows too.

Must not decide who is trusted.
"""

from __future__ import annotations

import os

from memory_store.store import files, layout

_BYTES = 64


def read(store: layout.Store) -> str:
    """The word of a store; "" where there is none."""
    try:
        return files.read(store.path, layout.LOCK, _BYTES).decode("ascii", "replace").strip()
    except OSError:
        return ""


def write(directory: str) -> str:
    """Put a fresh word into the lock file of a store's directory, and return it.

    Raises:
        OSError: what stands there is no plain file of this user.
    """
    word = os.urandom(16).hex()
    descriptor = files.open_beneath(directory, layout.LOCK, os.O_RDWR | os.O_CREAT)
    try:
        os.ftruncate(descriptor, 0)
        files.write_all(descriptor, word.encode("ascii") + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return word
