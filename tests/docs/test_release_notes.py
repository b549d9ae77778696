"""A release's notes are its section of the changelog."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "release_notes.py"
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- Soon.

## [1.1.0] - 2026-11-22

### Fixed

- A hole.

## [1.0.0] - 2026-10-01

The first.
"""


def test_the_notes_of_a_tag_are_the_section_of_its_version() -> None:
    notes = runpy.run_path(str(SCRIPT))["notes"]

    assert notes(CHANGELOG, "v1.1.0") == "### Fixed\n\n- A hole.\n"
    assert notes(CHANGELOG, "v1.0.0") == "The first.\n"


def test_a_tag_without_a_section_stops_the_release() -> None:
    notes = runpy.run_path(str(SCRIPT))["notes"]

    with pytest.raises(KeyError):
        notes(CHANGELOG, "v2.0.0")
