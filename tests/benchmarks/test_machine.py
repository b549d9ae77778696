"""The machine that is measured on: it is left alone until its runs in the background ended."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import psutil

from benchmarks import machine

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout


def test_a_run_is_waited_for_before_its_words_name_the_project(
    store: layout.Store, tmp_path: Path
) -> None:
    environment = {"HOME": str(tmp_path)}
    where = machine.Machine(tmp_path, store, environment, {}, {})
    words = [sys.executable, "-I", "-S", "-c", "print(flush=True); input()"]
    with subprocess.Popen(
        words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()

        machine.end(where)

        assert not psutil.pid_exists(run.pid)
    machine.settle(where)
