"""The mapped weights of the models that come with the package, made once a machine for all tests.

To make them takes 6 s of processor time. They are kept in the user's cache under a digest of the
code and the data that make them.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import memory_store
from memory_store.embedders import offline

_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memory-store-tests"
_MAKERS = (
    *("base.py", "e5_means.json", "e5_small.py", "e5_weights.py", "mapped_arrays.py"),
    *("offline.py", "pinned.py", "unigram.py", "use_multilingual.py"),
)


def folder() -> Path:
    """The directory with a folder for each model, made at the first call on a machine."""
    made = _CACHE / f"mapped-{_digest()}"
    if made.is_dir():
        return made
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as room:
        building = Path(room) / made.name
        building.mkdir()
        offline.load("", str(building))
        try:
            building.rename(made)
        except OSError:
            if not made.is_dir():  # else another test process was quicker
                raise
    return made


def _digest() -> str:
    room = Path(memory_store.__file__).parent / "embedders"
    digest = hashlib.sha256()
    for name in _MAKERS:
        digest.update((room / name).read_bytes())
    return digest.hexdigest()[:16]
