"""Folders that tests make once a machine and keep in the user's cache."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memory-store-tests"


def folder(path: str, build: Callable[[Path], None]) -> Path:
    """A folder in the cache; `build` fills a new one where it is missing."""
    made = _CACHE / path
    if made.is_dir():
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=made.parent) as room:
        building = Path(room) / made.name
        building.mkdir()
        build(building)
        try:
            building.rename(made)
        except OSError:
            if not made.is_dir():  # else another test process was quicker
                raise
    return made
