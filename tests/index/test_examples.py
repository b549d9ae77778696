"""What is made of words, Markdown and records: the examples of examples.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.index import parsing, piece, sections, tokens
from memory_store.journal import records, stored
from tests import examples

if TYPE_CHECKING:
    from collections.abc import Callable


def phrases(question: str) -> list[str]:
    """The phrases of a question; where there are any, all of them are asked for too."""
    asked = tokens.question(question)
    found = [term.phrase for term in asked.terms]
    assert bool(asked.strict) == bool(found)
    return found


def pieces(markdown: str, *, small: bool) -> list[list[Any]]:
    """Headings, text and lines of each piece."""
    raw = markdown.encode()
    return [
        [
            " > ".join(raw[at : at + length].decode() for at, length in one.headings),
            raw[one.offset : one.offset + one.length].decode(),
            one.line,
            one.end_line,
        ]
        for one in sections.chunks(raw, small=small)
    ]


def place(file: str) -> piece.Place:
    return piece.Place(file=file, offset=0, length=1, digest=b"", line=1, end_line=1)


def event(fields: dict[str, object]) -> list[object]:
    """The kind of an event, and whether it is found."""
    raw = {"id": "e_1", "session_id": "a", "text": "How do we deploy?", **fields}
    made = parsing.line_of(raw, place("daily/2026-11-21.jsonl"))
    return [made.kind, made.session, made.key is not None]


def markdown(name_and_text: list[str]) -> list[str]:
    name, text = name_and_text
    (made,) = parsing.markdown_lines(text.encode(), name)
    assert made.kind == piece.kind_of(name)
    return [made.record, str(made.said)]


def is_read_back(odd: dict[str, object]) -> bool:
    """Whether a fact counts; what is indexed of it is what is read back."""
    raw: dict[str, object] = {"id": "f_1", "content": "Uses ＴＡＢＳ", **odd}
    fact = records.as_fact(stored.Fact(raw))
    made = parsing.line_of(raw, place("facts.jsonl"))
    if fact is None:
        return made.key is not None
    (part,) = parsing.parts(piece.FACT, raw, "facts.jsonl")
    assert (made.record, part.text, made.type) == (fact.id, fact.content, fact.type)
    assert part.names == [name for name in fact.entities if name not in part.text]
    assert made.supersedes == fact.get("supersedes")
    assert made.begins == clock.parse(fact.get("valid_from"))
    assert made.expires == clock.parse(fact.get("valid_to"))
    assert part.same == parsing.sameness(part.text)
    return made.key is not None


CALLS: dict[str, Callable[..., Any]] = {
    "phrases": phrases,
    "camel parts": tokens.camel_parts,
    "segments": lambda text: tokens.segment(text).split(),
    "core": lambda text: pieces(text, small=True),
    "note": lambda text: pieces(text, small=False),
    "event": event,
    "markdown": markdown,
    "is read back": is_read_back,
}


@pytest.mark.parametrize(("call", "given", "gives"), examples.beside(__file__))
def test_an_example_gives_what_it_says(call: str, given: Any, gives: Any) -> None:
    assert CALLS[call](given) == gives
