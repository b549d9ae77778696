"""The contract of the outside names every command."""

from __future__ import annotations

import re
from pathlib import Path

from memory_store import __main__

PAGE = (Path(__file__).parents[2] / "docs" / "interface.md").read_text("utf-8")
SECTION = PAGE.split("\n## 4. ")[1].split("\n## 5. ")[0]


def test_section_4_names_every_command() -> None:
    rows = [line for line in SECTION.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)[ `]", row.split(" | ")[0])}

    assert named - {"memory-store"} == set(__main__.COMMANDS)
