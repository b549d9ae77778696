"""Reads what was labelled by hand: a JSON object a line, a file for each split.

Must not know what a line means.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def read(splits: Iterable[str], folder: Path) -> list[dict[str, Any]]:
    """The lines of `SPLIT.jsonl` in a folder, split by split.

    Raises:
        ValueError: a line is no JSON; OSError: a file is missing.
    """
    return [
        json.loads(line)
        for split in splits
        for line in (folder / f"{split}.jsonl").read_text("utf-8").splitlines()
    ]
