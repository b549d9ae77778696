"""Prints the section of CHANGELOG.md for a tag: `python3 .ci/release_notes.py v0.3.0`.

Ends with 1 and the reason where nothing may be released: the tag is not the package's version, or
that version has no section, or no day yet.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def notes(changelog: str, project: str, tag: str) -> str:
    """The text below the heading of the version that `tag` names.

    Raises:
        ValueError: why this may not be released.
    """
    version = tag.removeprefix("v")
    if f'\nversion = "{version}"\n' not in project:
        raise ValueError(f"{tag} is not the version in pyproject.toml")
    sections = re.split(r"^## \[([^\]]+)\] - (.*)\n", changelog, flags=re.MULTILINE)
    names, days, texts = sections[1::3], sections[2::3], sections[3::3]
    if version not in names:
        raise ValueError(f"CHANGELOG.md has no section for {version}")
    place = names.index(version)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", days[place]):
        raise ValueError(f"CHANGELOG.md has no day for {version}: {days[place]}")
    return texts[place].strip() + "\n"


if __name__ == "__main__":
    told = [ROOT.joinpath(name).read_text("utf-8") for name in ("CHANGELOG.md", "pyproject.toml")]
    try:
        sys.stdout.write(notes(told[0], told[1], sys.argv[1]))
    except ValueError as error:
        sys.exit(str(error))
