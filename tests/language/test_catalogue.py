"""What commands say stands in the table of sentences, and is said in Chinese by it."""

from __future__ import annotations

import re

from memory_store.language import catalogue
from tests import growth


def test_a_line_that_nearly_fits_a_sentence_of_many_places_is_told_at_once() -> None:
    nearly = "x: 1 files, 2 pieces (3 new, 4 gone), 5 vectors made, "  # and none missing
    grown = growth.of(
        lambda line: catalogue.said(line, "zh"), lambda size: nearly * (size // 50) + "7 s", 400
    )

    assert grown < growth.MOST


def test_a_sentence_has_the_places_of_its_key() -> None:
    sentences, places = catalogue.table().items(), re.compile(r"{\d}").findall
    assert [key for key, value in sentences if sorted(places(key)) != sorted(places(value))] == []
    assert [key for key, _ in sentences if "}{" in key] == []
