"""The sentences of a person's own; examples.json has the texts."""

from __future__ import annotations

import pytest

from memory_store.language import sentences
from tests import growth


def test_of_a_very_long_text_the_beginning_is_read() -> None:
    assert len(sentences.own("We use x.\n" * 10_000)) == 60


@pytest.mark.parametrize("unit", ["1. ", "1", "一", "(1)", "：1. 2. ", ":1      "])
def test_no_line_takes_more_than_linear_time(unit: str) -> None:
    grown = growth.of(lambda line: [*sentences.split(line)], lambda size: unit * size, 10_000)

    assert grown < growth.MOST
