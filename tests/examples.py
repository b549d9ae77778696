"""Examples kept as data: a call, the value that it is given, and the answer that it gives.

A room's `examples.json` groups them by the promise that they show. Must not know any room.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def beside(test: str) -> list[Any]:
    """The parameters `call`, `given` and `gives` of each example in a test's directory."""
    groups = json.loads(Path(test).with_name("examples.json").read_text("utf-8"))
    return [
        pytest.param(group["call"], given, gives, id=f"{group['promise']}: {given!s:.40}")
        for group in groups
        for given, gives in group["examples"]
    ]
