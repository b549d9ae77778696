"""What the tests of the dialects share: golden files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, object], None]:
    def check(path: Path, value: object) -> None:
        text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
        if request.config.getoption("--update-golden", default=False):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return check
