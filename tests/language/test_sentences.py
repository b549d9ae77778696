"""The sentences of a person's own; examples.json has the texts."""

from __future__ import annotations

from memory_store.language import sentences


def test_of_a_very_long_text_the_beginning_is_read() -> None:
    assert len(sentences.own("We use x.\n" * 10_000)) == 60
