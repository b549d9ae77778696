"""Retain lines are taken as they are written."""

from __future__ import annotations

import pytest

from memory_store.capture import retain_lines


@pytest.mark.parametrize(
    ("line", "kind", "entity", "content", "sure"),
    [
        ("W @billing: owned by Wang", "W", "billing", "owned by Wang", 0.8),
        ("O(c=0.95) @小王: 喜欢简短的回答", "O", "小王", "喜欢简短的回答", 0.95),
        ("- B @release-1.2: shipped on Tuesday", "B", "release-1.2", "shipped on Tuesday", 0.8),
        ("  S (c = 0.5) @stage: half of it done", "S", "stage", "half of it done", 0.5),
        ("W @网关：端口是 8080", "W", "网关", "端口是 8080", 0.8),
    ],
)
def test_a_retain_line_stands_as_it_is_written(
    line: str, kind: str, entity: str, content: str, sure: float
) -> None:
    (found,) = retain_lines.statements(f"Done.\n{line}\n")

    assert (found.kind, found.entities, found.content) == (kind, [entity], content)
    assert (found.confidence, found.status, found.how) == (sure, "standing", "retain")


@pytest.mark.parametrize(
    "line",
    [
        "W billing: no entity",
        "X @a: no such type",
        "w @a: small letter",
        "W @a:",
        "W @a: x",
        "We @mention: somebody",
        "O(c=2) @a: too sure of it",
        "O(c=) @a: nothing there",
        "```\nW @a: an example\n```",
    ],
)
def test_what_is_no_retain_line_is_left(line: str) -> None:
    assert list(retain_lines.statements(line)) == []
