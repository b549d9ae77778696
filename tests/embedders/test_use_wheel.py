"""What is read out of the package's files is what was put into them."""

from __future__ import annotations

from memory_store.embedders import use_wheel


def test_the_vocabulary_is_read_with_its_markers() -> None:
    pieces = use_wheel.read_pieces(use_wheel.RELEASE.read()["sp.model"])

    assert len(pieces) == 128_000
    assert [piece.text for piece in pieces[:3]] == ["<unk>", "<s>", "</s>"]
    assert [piece.matches for piece in pieces[:3]] == [False, False, False]
    assert pieces[6].text == "\u2581"
    assert pieces[6].matches
