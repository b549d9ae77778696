"""The mapped weights of the models that come with the package, made once a machine for all tests.

To make them takes 6 s of processor time. They are kept in the user's cache under a digest of the
code that makes them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import memory_store
from memory_store.embedders import offline
from tests.models import kept


def folder() -> Path:
    """The directory with a folder for each model, made at the first call on a machine."""

    def build(target: Path) -> None:
        offline.load("", str(target))

    return kept.folder(f"mapped-{_digest()}", build)


def _digest() -> str:
    code = sorted(Path(memory_store.__file__).parent.glob("embedders/*.py"))
    return hashlib.sha256(b"".join(one.read_bytes() for one in code)).hexdigest()[:16]
