"""Which turns the journal lacks: each said thing is there as often as it was said."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store.capture import pairing
from memory_store.journal import records, stored

LONG = "the gateway drops every connection that is idle for more than a minute, since the pool "


def prompt(text: str, key: str = "") -> stored.Entry:
    return records.event("prompt", "s", "claude", text=text, turn_id=key)


def answer(text: str, key: str = "") -> stored.Entry:
    return records.event("response", "s", "cursor", text=text, turn_id=key)


def lacking(turns: list[stored.Entry], captured: list[stored.Entry]) -> list[object]:
    found = pairing.pairs(turns, captured)
    return [one["text"] for one, pair in zip(turns, found, strict=True) if pair is None]


def test_what_was_said_twice_and_captured_once_lacks_once() -> None:
    turns = [prompt("continue"), answer("done"), prompt("continue")]

    assert lacking(turns, []) == ["continue", "done", "continue"]
    assert lacking(turns, [prompt("continue")]) == ["done", "continue"]
    assert lacking(turns, turns) == []


def test_the_hosts_id_of_a_turn_says_which_of_two_was_captured() -> None:
    first, second = prompt("continue", "p-1"), prompt("continue", "p-2")

    assert pairing.pairs([first, second], [prompt("continue", "p-2")])[0] is None


def test_a_prompt_of_the_same_id_is_the_same_whatever_became_of_its_words() -> None:
    pasted = prompt("look: [Pasted text #1 +20 lines]", "p-1")

    assert lacking([prompt("look: a b c d", "p-1")], [pasted]) == []
    assert lacking([prompt("look: a b c d", "p-2")], [pasted]) == ["look: a b c d"]


@pytest.mark.parametrize(
    ("turn", "event"),
    [
        ("one\n  two", "one two"),
        (f"{LONG}is closed. " * 200, f"{LONG}is closed. " * 200),  # longer than any event
        (f"{LONG}is closed.", LONG),
        (LONG, f"{LONG}is closed."),
        ("the key is [redacted:secret] now", "the key is Zx81kW0q now"),
        ("the key is Zx81kW0q now", "the key is [redacted:secret] now"),
        ("a <private>b</private> c d e f g h", "a [redacted:private] c d e f g h"),
        ("ab\u200bc def", "abc def"),
    ],
)
def test_wrapped_cut_or_redacted_differently_it_is_still_the_same(turn: str, event: str) -> None:
    for made in (prompt, answer):
        assert lacking([made(turn)], [made(event)]) == []


@pytest.mark.parametrize(
    ("turn", "event"),
    [
        ("fix it", "fix it now"),
        ("fix it now", "fix it"),
        ("[redacted:private]", "anything at all"),
        ("the port is 8080", "the port is 8081"),
        (f"{LONG}is closed.", f"{LONG}is open."),
        ("a [redacted:private] c d e f g h", "c d e f g h, but another text"),
    ],
)
def test_what_only_begins_alike_is_another(turn: str, event: str) -> None:
    assert lacking([prompt(turn)], [prompt(event)]) == [turn]


def test_an_answer_with_reasoning_behind_it_is_the_captured_one() -> None:
    turn = answer("Done.\n\nThe user wants it quick, so I keep it short.")

    assert lacking([turn], [answer("Done.")]) == []
    assert lacking([turn], [answer("Done. Not")]) != []


def test_answers_that_were_captured_as_one_are_all_captured() -> None:
    turns = [answer("First."), answer("Second.\n\nThird."), answer("First.")]

    assert lacking(turns, [answer("First.\n\nSecond.\n\nThird.")]) == ["First."]


def test_a_prompt_is_no_answer_and_a_start_is_neither() -> None:
    start = records.event("session_start", "s", "claude", source="startup")

    assert lacking([prompt("why")], [answer("why"), start]) == ["why"]


SAID = st.lists(
    st.tuples(
        st.sampled_from([prompt, answer]), st.sampled_from("ab"), st.sampled_from(["", "k"])
    ),
    max_size=8,
)


@hypothesis.given(SAID, st.data())
def test_taking_in_what_lacks_leaves_nothing_lacking_and_nothing_twice(
    said: list[tuple[object, str, str]], data: st.DataObject
) -> None:
    turns = [made(text, key) for made, text, key in said]  # type: ignore[operator]
    caught = data.draw(st.lists(st.sampled_from([True, False]), min_size=8, max_size=8))
    captured = [one for one, was in zip(turns, caught, strict=False) if was]

    added = [
        one
        for one, pair in zip(turns, pairing.pairs(turns, captured), strict=True)
        if pair is None
    ]

    words = sorted(f"{one['type']} {one['text']}" for one in [*captured, *added])
    assert words == sorted(f"{one['type']} {one['text']}" for one in turns)
    assert None not in pairing.pairs(turns, [*captured, *added])
