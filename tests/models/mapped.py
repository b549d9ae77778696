"""The mapped weights of the models that come with the package, made once a machine for all tests.

To make them takes 6 s of processor time. They are kept in the user's cache under a digest of the
code and the data that make them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import memory_store
from memory_store.embedders import offline
from tests.models import kept

_MAKERS = (
    *("base.py", "e5_means.json", "e5_small.py", "e5_weights.py", "mapped_arrays.py"),
    *("offline.py", "pinned.py", "unigram.py", "use_multilingual.py"),
)


def folder() -> Path:
    """The directory with a folder for each model, made at the first call on a machine."""

    def build(target: Path) -> None:
        offline.load("", str(target))

    return kept.folder(f"mapped-{_digest()}", build)


def _digest() -> str:
    room = Path(memory_store.__file__).parent / "embedders"
    made = hashlib.sha256()
    for name in _MAKERS:
        made.update((room / name).read_bytes())
    return made.hexdigest()[:16]
