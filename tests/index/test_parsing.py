from __future__ import annotations

from pathlib import Path

import pytest

from memory_store import clock
from memory_store.index import indexer, parsing, piece, tables
from memory_store.journal import records, stored
from memory_store.store import layout
from tests import given


def place(file: str = "facts.jsonl") -> piece.Place:
    return piece.Place(file=file, offset=0, length=1, digest=b"", line=1, end_line=1)


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"id": "with a blank"},
        {"id": 7},
        {"content": " \u200b 缓存\x00 "},
        {"content": ["a list"]},
        {"content": "\u200b"},
        {"type": "?"},
        {"type": ["W"]},
        {"entities": ["a\nb", "", 7, "\u200b", "Redis" * 40]},
        {"entities": "Redis"},
        {"supersedes": "f_2"},
        {"supersedes": "f 2"},
        {"supersedes": None},
        {"valid_to": "2026-11-21"},
        {"valid_to": "2026-11-21T08:00:00.123456Z"},
        {"valid_to": "nonsense"},
        {"valid_to": "nonsense of 24 characters"[:24]},
        {"valid_to": None},
        {"valid_from": "2026-11", "valid_to": 1_795_233_600.123_456},
        {"source": {"session_id": "s 1"}},
        {"source": "s 1"},
    ],
)
def test_a_fact_is_indexed_as_it_is_read_back(odd: dict[str, object]) -> None:
    raw: dict[str, object] = {"id": "f_1", "content": "Uses ＴＡＢＳ", **odd}
    fact = records.as_fact(stored.Fact(raw))

    made = parsing.line_of(raw, place())

    if made.key is None:
        assert fact is None
        return
    assert fact is not None
    (part,) = parsing.parts(piece.FACT, raw, "facts.jsonl")
    assert (made.record, part.text, made.type) == (fact["id"], fact["content"], fact["type"])
    assert part.names == [name for name in fact["entities"] if name not in part.text]  # type: ignore[attr-defined]
    assert made.supersedes == fact.get("supersedes")
    assert made.begins == clock.parse(fact.get("valid_from"))
    assert made.expires == clock.parse(fact.get("valid_to"))
    assert part.same == parsing.sameness(part.text)


@pytest.mark.parametrize(
    ("event", "kind", "is_found"),
    [
        ({"type": "prompt"}, piece.TURN, True),
        ({"type": "response"}, piece.TURN, True),
        ({"type": "response", "origin": "scheduled"}, piece.TURN, False),
        ({"type": "prompt", "text": " "}, piece.TURN, False),
        ({"type": "prompt", "id": ""}, piece.TURN, False),
        ({"type": "warning"}, piece.EVENT, False),
    ],
)
def test_prompts_and_answers_of_persons_are_found_and_other_events_are_not(
    event: dict[str, object], kind: str, *, is_found: bool
) -> None:
    raw = {"id": "e_1", "session_id": "a", "text": "How do we deploy?", **event}
    made = parsing.line_of(raw, place("daily/2026-11-21.jsonl"))

    assert (made.kind, made.session, made.key is not None) == (kind, "a", is_found)


def test_a_long_turn_is_several_parts_named_by_their_day() -> None:
    text = "A sentence of an answer. " * 400

    found = parsing.parts(piece.TURN, {"text": text}, "daily/2026-11-21.jsonl")

    assert len(found) > 3
    assert {tuple(one.names) for one in found} == {("2026-11-21 November 11月21日",)}


@pytest.mark.parametrize(
    ("name", "raw", "shown"),
    [
        ("notes/ops.md", "# Deploy\n\n## Rollback ##\n\nRun it.\n", "Deploy > Rollback\nRun it."),
        ("MEMORY.md", "# Memory\n\n## Preferences\n\n- use tabs\n", "Preferences\n- use tabs"),
        ("MEMORY.md", "\n\n\n\n- use\u202e tabs\u200b", "- use tabs"),
    ],
    ids=["a note", "core memory without its title", "what no reader sees"],
)
def test_markdown_shows_its_headings_and_is_named_by_its_lines(
    name: str, raw: str, shown: str
) -> None:
    (made,) = parsing.markdown_lines(raw.encode(), name)

    assert (made.kind, made.record, made.said) == (piece.kind_of(name), f"{name}:5-5", shown)


def test_a_long_fact_is_embedded_in_parts_and_a_turn_was_cut_before() -> None:
    text = "一个事实的一句话。" * 100

    assert len(parsing.windows(piece.FACT, text)) > 1
    assert parsing.windows(piece.TURN, text) == [text]
    assert parsing.windows(piece.FACT, "short") == ["short"]


def test_ids_with_lone_surrogates_and_nuls_can_be_stored() -> None:
    assert piece.sound("a\ud800\0b") == "a? b"


def test_what_was_redacted_is_neither_found_by_its_mark_nor_embedded(store: layout.Store) -> None:
    given.fact(store, "[redacted:password]x")  # files of before may hold less than that
    given.fact(store, "The password of the shop is [redacted:password]")
    path = Path(store.path, layout.FACTS)
    path.write_text(path.read_text().replace("[redacted:password]x", "[redacted:password]"))

    with indexer.in_memory(store)[0] as index:
        for word, count in (("redacted", 0), ("password", 1), ("shop", 1)):
            found = tables.rows(index.db, "SELECT rowid FROM words WHERE words MATCH ?", (word,))
            assert len(found) == count, word
        assert tables.number(index.db, "SELECT count(*) FROM window") == 2
    assert parsing.windows("turn", "[redacted:private]") == [""]
    assert parsing.windows("fact", "The password is [redacted:password], so") == [
        "The password is  , so"
    ]
