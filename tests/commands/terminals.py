"""A terminal of its own for a command, where a person types the answers.

It must not know what is asked.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import memory_store

if TYPE_CHECKING:
    from memory_store.store import layout

ROOT = Path(memory_store.__file__).parents[1]

has_terminals = pytest.mark.skipif(not hasattr(os, "openpty"), reason="terminals are POSIX's")


def on_terminal(
    store: layout.Store, answers: str, *words: str, **settings: str
) -> tuple[int, str]:
    """Run `memory-store` with these words; its exit status and all that stood on the terminal."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "memory_store", *words]
    child = subprocess.Popen(
        [*command, "--project", store.project],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env=os.environ | {"LANG": "C.UTF-8"} | settings,
    )
    os.close(theirs)
    os.write(ours, answers.encode())
    said = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([ours], [], [], 0.05)[0]:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # the last one closed the terminal
                break
            said += piece
        elif child.poll() is not None:
            break
    os.close(ours)
    return child.wait(10), said.decode("utf-8", "replace").replace("\r\n", "\n")
