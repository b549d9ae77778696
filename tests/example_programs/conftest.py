"""Runs the examples as their users do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.commands.conftest import plain_machine, run

__all__ = ["plain_machine", "run"]

EXAMPLES = Path(__file__).parents[2] / "examples"


def exported(where: Path, script: str, *words: str) -> tuple[Path, str]:
    """The file with the lines that a script prints, and what it tells beside them."""
    command = [sys.executable, str(EXAMPLES / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (where / "old.jsonl").write_text(done.stdout, "utf-8")
    return where / "old.jsonl", done.stderr
