"""Finds Markdown below a folder, and reads a file as a note that is named by its path.

A file stays whole, so its order and headings stay. Must not follow a link.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from memory_store.store import files
from memory_store.text import clean, encoding, redact

MOST_BYTES = 1 << 20
_EXTENSIONS = (".md", ".markdown", ".mdc")
_NAME_BYTES = 200


class Note(NamedTuple):
    """A Markdown file.

    Attributes:
        name: the file's name among the notes, `….md`.
        text: all of it.
        moment: when it was written, seconds since 1970.
    """

    name: str
    text: str
    moment: float


def find(path: str) -> list[str]:
    """The Markdown files at or beneath a path, in the order of their names; OSError for none."""
    os.stat(path)
    if not os.path.isdir(path):
        return [path]
    paths = []
    for above, directories, names in os.walk(path):
        directories[:] = sorted(one for one in directories if not one.startswith("."))
        paths += [os.path.join(above, one) for one in sorted(names) if one.endswith(_EXTENSIONS)]
    return [one for one in paths if not os.path.islink(one)]


def note(path: str, relative: str) -> Note:
    """A file as a note, whose name is the file's relative path with hyphens.

    Raises:
        OSError: it can't be read, or is no plain file.
        ValueError: it is over a mebibyte, or no text.
    """
    state = os.stat(path)
    if state.st_size > MOST_BYTES:
        raise ValueError(f"over {MOST_BYTES:,} bytes")
    raw = files.read_path(path, MOST_BYTES)
    return Note(name_of(relative), encoding.decoded(raw), state.st_mtime)


def name_of(relative: str) -> str:
    """A note's name for a relative path: `work-2025-plan.md` for `work/2025/plan.md`.

    A secret in it is replaced before, as in a text.
    """
    stem, _ = redact.secrets(clean.line(os.path.splitext(relative)[0]))
    words = "".join(one if one.isalnum() or one in "._" else " " for one in stem).split()
    name = "-".join(words).lstrip(".-") or "note"
    return name.encode()[:_NAME_BYTES].decode("utf-8", "ignore") + ".md"
