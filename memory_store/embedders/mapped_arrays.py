"""One file of named arrays, written in one step and mapped into memory.

A damaged or incomplete file is never used: `read` gives None, and `open_or_build` builds the file
again. Must not know a model.
"""

from __future__ import annotations

import contextlib
import json
import math
import mmap
import os
import struct
import sys
import time
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store.store import derived, files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FORMAT = b"memory-store arrays 2\n"
_PREFIX = struct.Struct(f"<{len(FORMAT)}sII")  # the format, the manifest's length and CRC-32
_ALIGNMENT = 64
_CHECKED_BYTES = 32 * 1024 * 1024  # a sum over larger arrays takes longer than opening them
_CHECKED = ".checked"  # beside the file: which state of it had its large arrays checked, and when
_DAY_SECONDS = 86_400
_ABANDONED_SECONDS = 3_600


class Section(NamedTuple):
    """An array: a letter that struct, memoryview and numpy share (B, I, e or f), shape, bytes."""

    letter: str
    shape: tuple[int, ...]
    content: memoryview


Sections = dict[str, Section]


def section(letter: str, shape: tuple[int, ...], content: bytes | memoryview) -> Section:
    """A section of native-endian bytes; ValueError where they don't fill the shape."""
    view = memoryview(content).cast("B")
    if len(view) != math.prod(shape) * struct.calcsize(letter):
        raise ValueError(f"{len(view)} bytes do not fill {letter}{shape}")
    return Section(letter=letter, shape=shape, content=view)


def open_or_build(path: str, build: Callable[[], Sections]) -> Sections:
    """The sections in a file, built and stored first where the file is absent or damaged.

    Any number of callers may build at once: each writes its own file and puts it in place whole.
    Where the directory can't be written the sections stay in memory, and are built by each run.
    """
    sections = read(path)
    if sections is not None:
        return sections
    sections = build()
    try:
        write(path, sections)
    except OSError:
        return sections  # a cache that can't be kept costs time and nothing else
    return read(path) or sections


def write(path: str, sections: Sections) -> None:
    """Store sections under a path, with mode 0600: wholly, or not at all.

    Raises:
        OSError: the directory can't be made or written; no file is left behind.
    """
    directory, name = os.path.split(path)
    files.make_directory(directory)
    _sweep(directory)
    derived.give_way(directory, (name,))
    files.replace(directory, name, b"".join(_render(sections)))


def read(path: str) -> Sections | None:
    """The sections of a file, mapped; None if the file is missing or damaged.

    Large arrays are compared with their sums once a day, and whenever the file is another one or
    was written to: a wrong weight would make wrong vectors, which outlast it.
    """
    try:
        with os.fdopen(files.open_plain(path), "rb") as stream:
            mapped = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
            state = _state(os.fstat(stream.fileno()))
        is_known = _is_noted(path, state)
        sections = _parse(mapped, large=not is_known)
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        return None  # absent, empty, or not what `write` left here
    if not is_known and any(_is_large(one.content) for one in sections.values()):
        _note(path, state)
    return sections


def _state(state: os.stat_result) -> bytes:
    """A word that changes with a file, and every day."""
    times = f"{state.st_mtime_ns}:{state.st_ctime_ns}:{int(time.time() // _DAY_SECONDS)}"
    return f"{state.st_ino}:{state.st_size}:{times}".encode()


def _is_noted(path: str, state: bytes) -> bool:
    try:
        return files.read_path(path + _CHECKED, len(state) + 1) == state
    except OSError:
        return False


def _note(path: str, state: bytes) -> None:
    directory, name = os.path.split(path + _CHECKED)
    with contextlib.suppress(OSError):  # else it is checked again the next time
        files.replace(directory, name, state)


def _render(sections: Sections) -> Iterator[bytes | memoryview]:
    """The file piece by piece: prefix and manifest, then each array, each padded."""
    at = 0
    arrays: dict[str, Any] = {}
    for name, (letter, shape, content) in sections.items():
        arrays[name] = {"letter": letter, "shape": shape, "at": at, "crc": zlib.crc32(content)}
        at += len(content) + _padding(len(content))
    manifest = json.dumps({"order": sys.byteorder, "size": at, "arrays": arrays}).encode()
    yield _PREFIX.pack(FORMAT, len(manifest), zlib.crc32(manifest)) + manifest
    yield bytes(_padding(_PREFIX.size + len(manifest)))
    for array in sections.values():
        yield array.content
        yield bytes(_padding(len(array.content)))


def _parse(mapped: memoryview, *, large: bool) -> Sections:
    """The sections of a mapped file; ValueError where anything is not as it was written.

    `large` says whether large arrays are compared with their sums too.
    """
    manifest, start = _manifest(mapped)
    body = mapped[start:]
    if manifest["order"] != sys.byteorder or manifest["size"] != len(body):
        raise ValueError("cut short, or carried here from another machine")
    arrays = manifest["arrays"].items()
    return {name: _parse_section(body, array, large=large) for name, array in arrays}


def _manifest(mapped: memoryview) -> tuple[dict[str, Any], int]:
    """What a file says of itself, and where its first array begins; ValueError as `_parse`."""
    form, length, crc = _PREFIX.unpack_from(mapped)
    start = _PREFIX.size + length
    encoded = mapped[_PREFIX.size : start]
    if form != FORMAT or zlib.crc32(encoded) != crc:
        raise ValueError("not a file of arrays")
    return json.loads(bytes(encoded)), start + _padding(start)


def _parse_section(body: memoryview, array: dict[str, Any], *, large: bool) -> Section:
    letter, shape, at = array["letter"], tuple(array["shape"]), array["at"]
    content = body[at : at + math.prod(shape) * struct.calcsize(letter)]
    if (large or not _is_large(content)) and array["crc"] != zlib.crc32(content):
        raise ValueError("damaged")
    return section(letter, shape, content)


def _is_large(content: memoryview) -> bool:
    return len(content) > _CHECKED_BYTES


def _padding(length: int) -> int:
    return -length % _ALIGNMENT


def _sweep(directory: str) -> None:
    """Remove remains of killed builders, once nobody can be writing them."""
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        with contextlib.suppress(OSError):
            if name.endswith(".tmp") and time.time() - os.stat(path).st_mtime > _ABANDONED_SECONDS:
                os.unlink(path)
