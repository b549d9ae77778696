"""The notes of a store: Markdown files of a person, an agent or an import.

A note is cleaned and redacted before it is written, and keeps its date. Must not replace a note.
"""

from __future__ import annotations

import os

from memory_store import clock, errors
from memory_store.journal import create
from memory_store.journal import read as stored_files
from memory_store.store import files, layout
from memory_store.text import clean, encoding, redact

_MOST_BYTES = 4 << 20


def sound(text: str) -> str:
    """A text as it may be written: without invisible characters, secrets and private parts."""
    return redact.secrets(clean.text(text))[0]


def read(store: layout.Store, name: str) -> str | None:
    """A note's text; None if there is no note of that name."""
    try:
        raw = stored_files.text(store, f"{layout.NOTES}/{name}", _MOST_BYTES)
    except OSError:
        return None
    return encoding.shown(raw)


def write(store: layout.Store, name: str, text: str, moment: float) -> None:
    """Write a new note, sound already, as of a moment in seconds since 1970.

    Raises:
        StoreError: it can't be written.
    """
    create.create(store)
    directory = os.path.join(store.path, layout.NOTES)
    moment = min(moment, clock.now())
    try:
        files.make_directory(directory)
        files.replace(directory, name, text.encode("utf-8", "replace"))
        os.utime(os.path.join(directory, name), (moment, moment), follow_symlinks=False)
    except OSError as error:
        raise errors.StoreError(
            "cannot write the note {name}: {reason}", name=name, reason=error
        ) from error
