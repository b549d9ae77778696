"""Opens, reads and replaces files beneath a directory that may hold traps.

A store can arrive with a clone. So no link is followed, and only plain files with one name that
this user owns are opened. Must not know the files' content.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_DIRECTORY = getattr(os, "O_DIRECTORY", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_WALKS = os.open in os.supports_dir_fd
_MAX_SIZE = 8 << 30
_REPLACED_TIMES = 8  # between the opening of a file and a look at it
_BARRED = "\0\\:" if os.name == "nt" else "\0"
_UNSYNCED = (errno.EINVAL, errno.ENOTSUP)


def make_directory(path: str) -> None:
    """Create `path` and its missing parents, for this user alone, whatever the umask.

    Raises:
        OSError: it can't be made, or a file stands in its place.
    """
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above not in ("", path):
        make_directory(above)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):  # else another process was quicker
            raise


def open_beneath(root: str, relative: str, flags: int = os.O_RDONLY) -> int:
    """A descriptor of the plain file `relative` (parts joined by `/`) beneath `root`.

    Created files get mode 0600. No link is followed, `root` itself included.

    Raises:
        FileNotFoundError: it is not there (and was not to be created).
        OSError: it is a link, no plain file, has a second name, belongs to somebody else (root
            alone may open that: containers mount their user's files), or leaves `root`.
    """
    parts = _parts(relative)
    flags |= _NO_FOLLOW | _CLOEXEC | _NONBLOCK | _BINARY
    descriptor = _opened(root, parts, flags)
    state = os.fstat(descriptor)  # once: in the next moment it may be replaced too
    for _ in range(_REPLACED_TIMES):
        if state.st_nlink:
            break
        os.close(descriptor)  # a new file was put in its place meanwhile
        descriptor = _opened(root, parts, flags)
        state = os.fstat(descriptor)
    fault = _fault(state)
    if fault:
        os.close(descriptor)
        raise PermissionError(errno.EPERM, fault, relative)
    return descriptor


def _opened(root: str, parts: list[str], flags: int) -> int:
    if _WALKS:
        above = _descend(root, parts[:-1])
        try:
            return os.open(parts[-1], flags, 0o600, dir_fd=above)
        finally:
            os.close(above)
    return os.open(_checked(root, parts), flags, 0o600)


def remove(root: str, relative: str) -> None:
    """Take the file `relative` beneath `root` away; a link goes itself, its target stays.

    Raises:
        OSError: it is not there, is a directory, or lies behind a link.
    """
    parts = _parts(relative)
    if not _WALKS:
        os.unlink(os.path.join(_checked(root, parts[:-1]), parts[-1]))
        return
    above = _descend(root, parts[:-1])
    try:
        os.unlink(parts[-1], dir_fd=above)
    finally:
        os.close(above)


def _parts(relative: str) -> list[str]:
    parts = relative.split("/")
    for part in parts:
        if part in ("", ".", "..") or any(mark in part for mark in _BARRED):
            raise PermissionError(errno.EPERM, "not a name beneath the directory", relative)
    return parts


def _descend(root: str, directories: list[str]) -> int:
    """A descriptor of the directory that the names lead to from `root`, none of them a link."""
    flags = os.O_RDONLY | _DIRECTORY | _NO_FOLLOW | _CLOEXEC
    here = os.open(root, flags)
    for name in directories:
        try:
            deeper = os.open(name, flags, dir_fd=here)
        finally:
            os.close(here)
        here = deeper
    return here


def _checked(root: str, parts: list[str]) -> str:
    """The path itself, where there is no dir_fd (Windows): every part was looked at."""
    path = root
    for part in ["", *parts]:
        path = os.path.join(path, part) if part else path
        if os.path.islink(path):
            raise PermissionError(errno.ELOOP, "is a link", path)
    return path


def _fault(state: os.stat_result) -> str:
    """The reason why an opened file may not be used; "" if it may."""
    is_others = hasattr(os, "geteuid") and os.geteuid() not in (0, state.st_uid)
    if not stat.S_ISREG(state.st_mode) or state.st_nlink != 1 or is_others:
        return "not a plain private file"
    if state.st_size > _MAX_SIZE:
        return f"its {state.st_size:,} bytes are more than {_MAX_SIZE >> 30} GiB"
    return ""


def read(root: str, relative: str, limit: int) -> bytes:
    """The first `limit` bytes of a file beneath `root`; errors as `open_beneath`."""
    descriptor = open_beneath(root, relative)
    try:
        return read_at(descriptor, 0, limit)
    finally:
        os.close(descriptor)


def size(root: str, relative: str) -> int:
    """The bytes of a plain file beneath `root`, unopened; 0 for anything else."""
    try:
        found = os.stat(os.path.join(root, relative), follow_symlinks=False)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def signature(path: str, *, follow_links: bool = True) -> str:
    """What changes with a file, as `signature_of`; "" for none."""
    try:
        return signature_of(os.stat(path, follow_symlinks=follow_links))
    except OSError:
        return ""


def signature_of(status: os.stat_result) -> str:
    """The signature of a file: inode, size, and both times in nanoseconds."""
    return f"{status.st_ino}:{status.st_size}:{status.st_mtime_ns}:{status.st_ctime_ns}"


def open_plain(path: str) -> int:
    """A descriptor to read a plain file that a host, git or a person keeps, links followed.

    Raises:
        OSError: it is not there, can't be read, or is no plain file (a pipe would never end).
        ValueError: no file system takes such a name.
    """
    descriptor = os.open(path, os.O_RDONLY | _CLOEXEC | _NONBLOCK | _BINARY)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise PermissionError(errno.EPERM, "not a plain file", path)
    return descriptor


def read_path(path: str, limit: int, offset: int = 0) -> bytes:
    """`limit` bytes from `offset` of such a file; errors as `open_plain`."""
    descriptor = open_plain(path)
    try:
        return read_at(descriptor, offset, limit)
    finally:
        os.close(descriptor)


def read_at(descriptor: int, offset: int, length: int) -> bytes:
    """Up to `length` bytes from `offset` on; fewer only where the file ends."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    pieces: list[bytes] = []
    while length > 0 and (piece := os.read(descriptor, min(1 << 20, length))):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)  # of one piece, itself


def write_all(descriptor: int, content: bytes) -> None:
    """Write every byte; a short write is gone on with, an error is raised."""
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


def replace(root: str, relative: str, content: bytes, mode: int = 0o600) -> None:
    """Give the file `relative` beneath `root` this content: wholly, or not at all, also by crash.

    Raises:
        OSError: it could not be written; the old file stands.
    """
    replace_by(root, relative, (content,), mode)


def replace_by(root: str, relative: str, pieces: Iterable[bytes], mode: int) -> None:
    """As `replace`, with content that comes in pieces, for a file that is too large to hold."""
    beside = f"{relative}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    descriptor = open_beneath(root, beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    path = os.path.join(root, *relative.split("/"))
    temporary = os.path.join(root, *beside.split("/"))
    try:
        try:
            for piece in pieces:
                write_all(descriptor, piece)
            if hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        raise
    sync_directory(os.path.dirname(path))


def sync_directory(path: str) -> None:
    """Make a new or renamed name in `path` outlast a power cut, where the platform can.

    Raises:
        OSError: the disk failed. A directory that may not be read, or whose file system has no
            such call (some of the network), is left to the file system.
    """
    if not _DIRECTORY:
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | _DIRECTORY | _CLOEXEC)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSYNCED:
            raise
    finally:
        os.close(descriptor)
