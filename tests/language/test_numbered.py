"""The numbers of a list within a line; examples.json has the lists."""

from __future__ import annotations

import pytest

from memory_store.language import numbered
from tests import growth


@pytest.mark.parametrize("unit", ["1. ", "1", "一", "(1)", "：1. 2. ", "1      "])
def test_no_line_takes_more_than_linear_time(unit: str) -> None:
    assert growth.of(numbered.points, lambda size: (unit * size)[:size], 25_000) < growth.MOST
