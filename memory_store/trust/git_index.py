"""What git would bring into a store: the entries of its index that lie beneath `.memory/`.

Reads the index itself: a hook has no time to start git, and somebody else's repository may have
git start programs. Must not decide what it means.
"""

from __future__ import annotations

import os

from memory_store.trust import work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import layout

_MAX_BYTES = 16 << 20
_OBJECT_BYTES = 20  # of a SHA-1 name; of a SHA-256 name its last 20 bytes serve as well
_LONG = 32
_SETTINGS = 1 << 16
_FLAG_BYTES = 2
_HEAD_BYTES = 12
_STAT_BYTES = 40
_EXTENDED, _LENGTH = 0x4000, 0xFFF
_SHORTENED = (b"DIRC", 4)
_MORE = 0x80
_SHARED = "sharedindex."


def entries(store: layout.Store) -> dict[str, str]:
    """The tracked files of a store, by their name within it, each with its content's git name.

    Empty where there is no git. Of an index of more than 16 MiB, entries may be missed; a split
    one is read with what it shares (git-scm.com/docs/index-format), whose names then change with
    each change of the index: which of them it replaces is told by numbers alone.
    """
    return beneath(store.project, store.path)


def is_tracked(path: str) -> bool:
    """Whether git would commit a change to a file; False where there is no git."""
    found = beneath(os.path.dirname(path), os.path.dirname(path))
    return os.path.basename(path) in found


def beneath(inside: str, directory: str) -> dict[str, str]:
    """As `entries`, of any directory in the work tree that `inside` lies in."""
    tree = work_tree.root(inside)
    if not tree:
        return {}
    git = work_tree.git_directory(tree)
    name = os.path.relpath(os.path.realpath(directory), tree)
    prefix = "" if name == os.curdir else os.path.join(name, "").replace(os.sep, "/")
    own, shared = _indexes(git)
    found = _entries(own, os.fsencode(prefix), git)
    if shared:
        unsure = _digest(own)
        others = _entries(shared, os.fsencode(prefix), git)
        found = {one: content + unsure for one, content in others.items()} | found
    return found


def _indexes(git: str) -> tuple[bytes, bytes]:
    """The index, and of a split one what it shares with others, by the name that stands in it."""
    own = work_tree.read(os.path.join(git, "index"), _MAX_BYTES)
    names = [one for one in os.listdir(git) if one.startswith(_SHARED)] if own else []
    if names and b"link\0\0" in own:  # to look through it costs a hook more than the names
        for one in names:
            if _is_named(one.removeprefix(_SHARED), own):
                return own, work_tree.read(os.path.join(git, one), _MAX_BYTES)
    return own, b""


def _is_named(digits: str, own: bytes) -> bool:
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        return False
    return bool(found) and found in own


def _digest(own: bytes) -> str:
    """What changes with a split index, whose entries may stand for others without naming them."""
    try:
        from _blake2 import blake2b  # hashlib costs a hook a third of its start
    except ImportError:
        from hashlib import blake2b
    return blake2b(own, digest_size=_OBJECT_BYTES).hexdigest()


def _entries(raw: bytes, prefix: bytes, git: str) -> dict[str, str]:
    if (raw[:4], int.from_bytes(raw[4:8], "big")) == _SHORTENED:
        settings = work_tree.read(
            os.path.join(work_tree.common_directory(git), "config"), _SETTINGS
        )
        return _shortened(raw, prefix, _LONG if b"sha256" in settings.lower() else _OBJECT_BYTES)
    found: dict[str, str] = {}
    at = raw.find(prefix) if prefix else -1
    while at >= 0:
        end = raw.find(b"\0", at)
        last = at - _flags_before(raw, at, end)
        if last < at:
            name = os.fsdecode(raw[at + len(prefix) : end])
            # of a merge, or of what a path was made to look like, all: nothing hides a change
            found[name] = found.get(name, "") + raw[max(0, last - _OBJECT_BYTES) : last].hex()
        at = raw.find(prefix, end)
    return found


def _flags_before(raw: bytes, at: int, end: int) -> int:
    """The bytes of flags before a path, which tell its length; 0 for the end of another path."""
    length = min(end - at, _LENGTH)
    for count in (_FLAG_BYTES, 2 * _FLAG_BYTES):
        flags = int.from_bytes(raw[max(0, at - count) : at - count + _FLAG_BYTES], "big")
        if flags & _LENGTH == length and bool(flags & _EXTENDED) == (count > _FLAG_BYTES):
            return count
    return 0


def _shortened(raw: bytes, prefix: bytes, width: int) -> dict[str, str]:
    """Of an index of version 4, in which each path says how much of the one before it keeps.

    Paths are sorted, so that what comes after the prefix is not looked at.
    """
    found: dict[str, str] = {}
    path, at = b"", _HEAD_BYTES
    try:
        for _ in range(int.from_bytes(raw[8:12], "big")):
            at += _STAT_BYTES + width
            object_ = raw[at - _OBJECT_BYTES : at]
            flags = int.from_bytes(raw[at : at + _FLAG_BYTES], "big")
            at += _FLAG_BYTES * (2 if flags & _EXTENDED else 1)
            cut, at = _number(raw, at)
            end = raw.index(b"\0", at)
            path, at = path[: len(path) - cut] + raw[at:end], end + 1
            if path.startswith(prefix):
                found[os.fsdecode(path[len(prefix) :])] = object_.hex()
            elif path > prefix:
                return found
    except (IndexError, ValueError):
        return found
    return found


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """A number as git packs its offsets (7 bits a byte, each but the last one more), and its end.

    See git-scm.com/docs/gitformat-pack, "offset encoding".
    """
    value = raw[at] & (_MORE - 1)
    while raw[at] & _MORE:
        at += 1
        value = (value + 1) << 7 | raw[at] & (_MORE - 1)
    return value, at + 1
