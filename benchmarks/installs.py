"""Whether pip finds a build of every requirement: `python benchmarks/installs.py`.

Asks the package index, by `uv pip install --dry-run` (uv has to be on the PATH), for four Pythons
on seven systems, source packages refused, and prints the table of docs/figures.md. A system that
no marker can name (musl) is asked for without what has no build there.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


class System(NamedTuple):
    """A system as uv names it, and what nobody can install there."""

    title: str
    platform: str
    left_out: tuple[str, ...] = ()


SYSTEMS = (
    System("Linux, x86-64", "x86_64-manylinux_2_28"),
    System("Linux, ARM", "aarch64-manylinux_2_28"),
    System("Alpine (musl), x86-64", "x86_64-unknown-linux-musl", ("fastembed", "sqlite-vec")),
    System("macOS 14, Apple", "aarch64-apple-darwin"),
    System("macOS 14, Intel", "x86_64-apple-darwin"),
    System("Windows, x86-64", "x86_64-pc-windows-msvc"),
    System("Windows, ARM", "aarch64-pc-windows-msvc"),
)


def main() -> None:
    """Ask for each system and Python, and print the table."""
    wanted = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"]
    print("| |" + "".join(f" {python} |" for python in PYTHONS))
    print("|---|" + "---|" * len(PYTHONS))
    for system in SYSTEMS:
        cells = [asked(wanted, system, python) for python in PYTHONS]
        print(f"| {system.title} | " + " | ".join(cells) + " |")


def asked(wanted: list[str], system: System, python: str) -> str:
    """How many packages would be installed, and what is left out; or what has no build."""
    names = {line: re.split(r"[^\w-]", line)[0] for line in wanted}
    lines = [line for line in wanted if names[line] not in system.left_out]
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder, "requirements.txt")
        requirements.write_text("\n".join(lines), encoding="utf-8")
        command = "uv pip install --dry-run --no-config --only-binary :all:".split()
        where = ["--target", folder, "--python-platform", system.platform]
        done = subprocess.run(
            [*command, *where, "--python-version", python, "-r", str(requirements)],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0"},
        )
    return told(done.stderr, list(names.values()), is_found=done.returncode == 0)


def told(said: str, names: list[str], *, is_found: bool) -> str:
    """A cell of the table, from what uv said."""
    if not is_found:
        return "no: " + ", ".join(sorted(set(re.findall(r"Because ([\w-]+)", said))))
    found = set(re.findall(r"^ \+ ([\w-]+)==", said, re.MULTILINE))
    without = [name for name in names if name not in found]
    return f"{len(found)}" + (f", without {', '.join(without)}" if without else "")


if __name__ == "__main__":
    main()
