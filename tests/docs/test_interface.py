"""Every command that the contract of the outside names is there."""

from __future__ import annotations

import re
from pathlib import Path

from memory_store.cli import table

PAGE = (Path(__file__).parents[2] / "docs" / "interface.md").read_text("utf-8")
SECTION = PAGE.split("\n## 4. ")[1].split("\n## 5. ")[0]


def test_a_command_that_section_4_names_is_there() -> None:
    rows = [line for line in SECTION.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)[ `]", row.split(" | ")[0])}

    assert named - {"memory-store"} <= set(table.rows())
