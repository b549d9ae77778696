"""Sessions that were labelled: one JSON object a line, with `id`, `events` and `ends`.

Any other file is read as the product reads it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store.sources import recorded, recorded_session

if TYPE_CHECKING:
    from collections.abc import Iterable

FORM = "captured"


def read(path: str) -> Iterable[recorded_session.Recording]:
    """The sessions in a file.

    Raises:
        OSError, ValueError: as `recorded.read`; or a session has no events.
    """
    if path.endswith(".jsonl") and os.path.isfile(path):
        lines = Path(path).read_text("utf-8", "replace").splitlines()
        if _is_captured(lines[0] if lines else ""):
            return [_of(json.loads(line), path) for line in lines if line.strip()]
    return recorded.read(path)


def _is_captured(line: str) -> bool:
    try:
        first = json.loads(line)
    except ValueError:
        return False
    return isinstance(first, dict) and isinstance(first.get("events"), list)


def _of(raw: dict[str, Any], path: str) -> recorded_session.Recording:
    if not raw["events"]:
        raise ValueError("a session without events")
    ends = raw.get("ends", "end")
    return recorded_session.Recording(raw["id"], FORM, raw["events"], path=path, ends=ends)
