"""The changelog keeps its form: versions, sections of Keep a Changelog, short entries."""

from __future__ import annotations

import re
from pathlib import Path

from memory_store import __version__

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Not yet"}
LONGEST = 5  # lines of one entry


def entries(text: str) -> list[str]:
    """The points of the lists, with the lines that go on."""
    return re.findall(r"^- .*(?:\n  .*)*", text, re.MULTILINE)


def test_each_version_stands_once_the_newest_first_and_the_package_has_one() -> None:
    versions = re.findall(
        r"^## \[([\d.]+)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE
    )

    assert versions == re.findall(r"^## (?:\[([^\]]*)\])?", CHANGELOG, re.MULTILINE)
    assert versions == sorted(set(versions), key=lambda one: [*map(int, one.split("."))])[::-1]
    assert __version__ in versions


def test_a_version_has_each_kind_of_change_once() -> None:
    for version in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.*)$", version, re.MULTILINE)

        assert set(kinds) <= KINDS
        assert len(kinds) == len(set(kinds))


def test_an_entry_is_short() -> None:
    assert entries("- one\n  two\n- three") == ["- one\n  two", "- three"]
    assert [one for one in entries(CHANGELOG) if one.count("\n") >= LONGEST] == []
