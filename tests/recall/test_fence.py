"""How many entries a fence takes in: whole ones, and the number of the others."""

from __future__ import annotations

import pytest

from memory_store.language import wording
from memory_store.recall import fence

ENTRIES = [f"- entry {one:02}" for one in range(12)]


@pytest.mark.parametrize("title", ["", "## Facts"])
@pytest.mark.parametrize("more", [0, 40])
def test_as_many_entries_are_told_as_fit_beside_the_number_of_the_others(
    title: str, more: int
) -> None:
    counted = fence.width(wording.say("en", "more", count=12 + more))
    empty = fence.Fence("relevant", 0, "en")
    begin = fence.width(title) if title else 0
    for room in range(begin + counted + 13 * fence.width(ENTRIES[0])):
        block = fence.Fence("relevant", room - empty.left, "en")

        taken = block.entries(title, ENTRIES, more)

        fitting = (room - begin - counted) // fence.width(ENTRIES[0])
        assert taken == min(max(fitting, 0), len(ENTRIES))
        untold = wording.say("en", "more", count=12 + more - taken)
        assert (untold in block.text()) is (taken > 0 and 12 + more > taken)


def test_of_no_entries_not_even_the_title_is_told() -> None:
    block = fence.Fence("relevant", 1_000, "en")

    assert block.entries("## Facts", []) == 0
    assert block.text() == ""
