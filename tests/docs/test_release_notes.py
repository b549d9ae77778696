"""A release's notes are its section of the changelog; other tags are refused."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "release_notes.py"
PROJECT = '[project]\nname = "memory-store"\nversion = "{}"\n'
CHANGELOG = """# Changelog

## [1.2.0] - Unreleased

### Added

- Soon.

## [1.1.0] - 2026-11-22

### Fixed

- A hole.

## [1.0.0] - 2026-10-01

The first.
"""


def notes(version: str, tag: str) -> str:
    text: str = runpy.run_path(str(SCRIPT))["notes"](CHANGELOG, PROJECT.format(version), tag)
    return text


def test_the_notes_of_a_tag_are_the_section_of_its_version() -> None:
    assert notes("1.1.0", "v1.1.0") == "### Fixed\n\n- A hole.\n"
    assert notes("1.0.0", "v1.0.0") == "The first.\n"


@pytest.mark.parametrize(
    ("version", "tag", "why"),
    [
        ("1.1.0", "v1.1.1", "v1.1.1 is not the version in pyproject.toml"),
        ("2.0.0", "v2.0.0", "CHANGELOG.md has no section for 2.0.0"),
        ("1.2.0", "v1.2.0", "CHANGELOG.md has no day for 1.2.0: Unreleased"),
    ],
)
def test_a_tag_that_may_not_be_released_is_refused_with_the_reason(
    version: str, tag: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        notes(version, tag)
