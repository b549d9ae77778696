"""A command whose extra is not installed says which one, and how to get it."""

from __future__ import annotations

import subprocess
import sys

import pytest

LACKING = (
    "import sys; sys.modules[sys.argv[1]] = None; from memory_store import __main__;"
    "sys.exit(__main__.main(sys.argv[2:]))"
)


@pytest.mark.parametrize(("command", "package"), [("view", "uvicorn"), ("mcp", "mcp")])
def test_the_extra_is_named_with_the_command_that_installs_it(command: str, package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LACKING, package, command],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert f"needs {package}" in done.stderr
    assert f"pip install 'memory-store[{command}]'" in done.stderr
