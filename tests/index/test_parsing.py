from __future__ import annotations

from pathlib import Path

from memory_store.index import indexer, parsing, piece, tables
from memory_store.store import layout
from tests import given


def test_a_long_turn_is_several_parts_named_by_their_day() -> None:
    text = "A sentence of an answer. " * 400

    found = parsing.parts(piece.TURN, {"text": text}, "daily/2026-11-21.jsonl")

    assert len(found) > 3
    assert {tuple(one.names) for one in found} == {("2026-11-21 November 11月21日",)}


def test_a_long_fact_is_embedded_in_parts_and_a_turn_was_cut_before() -> None:
    text = "一个事实的一句话。" * 100

    assert len(parsing.windows(piece.FACT, text)) > 1
    assert parsing.windows(piece.TURN, text) == [text]
    assert parsing.windows(piece.FACT, "short") == ["short"]


def test_ids_with_lone_surrogates_and_nuls_can_be_stored() -> None:
    assert piece.sound("a\ud800\0b") == "a? b"


def test_what_was_redacted_is_neither_found_by_its_mark_nor_embedded(store: layout.Store) -> None:
    given.fact(store, "[redacted:password]/")
    given.fact(store, "The password of the shop is [redacted:password]/")
    path = Path(store.path, layout.FACTS)  # files of before may hold a mark for a value
    path.write_text(path.read_text().replace("[redacted:password]/", "[redacted:password]"))

    with indexer.in_memory(store)[0] as index:
        for word, count in (("redacted", 0), ("password", 1), ("shop", 1)):
            found = tables.rows(index.db, "SELECT rowid FROM words WHERE words MATCH ?", (word,))
            assert len(found) == count, word
        assert tables.number(index.db, "SELECT count(*) FROM window") == 2
    assert parsing.windows("turn", "[redacted:private]") == [""]
    assert parsing.windows("fact", "The password is [redacted:password], so") == [
        "The password is  , so"
    ]
