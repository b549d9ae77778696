"""The page of promises names every promise and fault once, and tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")


def rows(pattern: str) -> list[str]:
    return re.findall(rf"^\| {pattern} \|", PAGE, re.MULTILINE)


def test_seventeen_promises_and_sixty_two_faults_stand_there_in_order() -> None:
    assert rows(r"(P\d+)") == [f"P{number}" for number in range(1, 18)]
    assert rows(r"(\d+)") == [str(number) for number in range(1, 63)]


def test_every_file_and_test_that_is_named_is_there() -> None:
    named = re.findall(r"((?:[a-z_]+/)*[a-z_]+\.py)(?:::(\w+))?", PAGE)
    assert named

    for path, test in named:
        if path == "save_fact.py":
            continue
        paths = [one for one in (ROOT / path, ROOT / "tests" / path) if one.exists()]
        assert paths, path
        assert not test or f"def {test}(" in paths[0].read_text(encoding="utf-8"), test
