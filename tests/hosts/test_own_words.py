"""What stands beside a person's words goes, and nothing else of them."""

from __future__ import annotations

import pytest

from memory_store.hosts import own_words


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <x>b</x> c", "a  c"),
        ("<x>one</x><x>two</x>three", "three"),
        ('<x id="1">b</x> c', "c"),
        ("<xy>b</xy>", "<xy>b</xy>"),
        ("<x>never closed", "<x>never closed"),
        ("before\n<memory-0123abcd>\nstored\n</memory-0123abcd>\nafter", "before\n\nafter"),
        ("a <memory-store> tag", "a <memory-store> tag"),
        ("<memory-0123abcd> never closed", "<memory-0123abcd> never closed"),
    ],
)
def test_what_stands_between_tags_goes_and_what_only_looks_so_stays(text: str, left: str) -> None:
    assert own_words.without(text, "x") == left
