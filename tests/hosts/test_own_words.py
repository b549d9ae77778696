"""What stands beside a person's words goes, and nothing else of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.hosts import own_words
from tests import growth

if TYPE_CHECKING:
    from collections.abc import Callable


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
        ("<memory-0123abcd>a</memory-0123abcd><memory-1f>b", "<memory-1f>b"),
        ("<memory-0123abcd>a</memory-0123abcd><memory-0123abce>b</memory-0123abce>c", "c"),
        ("<memory-0123abcd> never closed", "<memory-0123abcd> never closed"),
    ],
)
def test_what_stands_between_tags_goes_and_what_only_looks_so_stays(text: str, left: str) -> None:
    assert own_words.without(text, "x") == left


LONG: dict[str, Callable[[int], str]] = {
    "a longer tag's name": lambda count: "<x-ray" * count + "</x>",
    "closed blocks": lambda count: "<x>\nb\n</x>\nok " * count,
    "open fences alike": lambda count: "<memory-0123abcd>" * count,
    "open fences": lambda count: "".join(f"<memory-{at:08x}>" for at in range(count)),
    "closed fences": lambda count: "".join(
        f"<memory-{at:08x}></memory-{at:08x}>" for at in range(count)
    ),
}


@pytest.mark.parametrize("made", LONG.values(), ids=LONG.keys())
def test_twice_the_text_is_twice_the_work(made: Callable[[int], str]) -> None:
    assert growth.of(lambda text: own_words.without(text, "x"), made, 5_000) < growth.MOST


@pytest.mark.long
def test_a_way_that_copies_the_rest_for_each_tag_is_found_out() -> None:
    """The control: as it was."""

    def copying(text: str) -> str:
        while (at := text.find("<x>")) >= 0:
            text = text[:at] + text[text.find("</x>", at) + 4 :]
        return text

    assert growth.of(copying, LONG["closed blocks"], 5_000) > growth.MOST


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("# Files mentioned by the user:\n\n## a.lua: c:/a.lua\n\n## Mine:\nfix it\n", "fix it"),
        ("## Mine:\nfix\n## Mine:\nboth", "fix\n## Mine:\nboth"),
        ("say ## Mine: in a line", "say ## Mine: in a line"),
        ("nothing above", "nothing above"),
        ("## Mine:", ""),
    ],
)
def test_what_follows_a_hosts_heading_is_a_persons_own(text: str, own: str) -> None:
    assert own_words.after(text, "## Mine:") == own
