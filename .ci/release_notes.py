"""Prints the section of CHANGELOG.md for a tag: `python3 .ci/release_notes.py v0.2.0`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def notes(changelog: str, tag: str) -> str:
    """The text below the heading of the version that `tag` names.

    Raises:
        KeyError: the changelog has no such version.
    """
    sections = re.split(r"^## \[([^\]]+)\].*\n", changelog, flags=re.MULTILINE)
    by_version = dict(zip(sections[1::2], sections[2::2], strict=True))
    return by_version[tag.removeprefix("v")].strip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1]))
