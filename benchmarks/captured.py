"""Sessions that were labelled: one JSON object a line, with `id`, `events` and `ends`.

Any other file is read as the product reads it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store.sources import recorded, recorded_session

if TYPE_CHECKING:
    from collections.abc import Iterable

FORM = "captured"


def read(path: str) -> Iterable[recorded_session.Recording]:
    """The sessions in a file; errors as `recorded.read`."""
    if path.endswith(".jsonl"):
        lines = Path(path).read_text("utf-8").splitlines()
        if lines and lines[0].startswith("{") and "events" in json.loads(lines[0]):
            return [_of(json.loads(line), path) for line in lines if line.strip()]
    return recorded.read(path)


def _of(raw: dict[str, Any], path: str) -> recorded_session.Recording:
    ends = raw.get("ends", "end")
    return recorded_session.Recording(raw["id"], FORM, raw["events"], path=path, ends=ends)
