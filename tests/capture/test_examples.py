"""How turns become facts, or a question to the agent: the examples of examples.json."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.capture import (
    backfill,
    explicit,
    inference,
    nudge,
    pairing,
    pipeline,
    retain_lines,
    stated_fact,
)
from memory_store.journal import records, stored
from tests import examples, given, transcripts

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.store import layout


def retained(_: layout.Store, text: str) -> list[list[object]]:
    stated = retain_lines.statements(text)
    return [[one.kind, *one.entities, one.content, one.confidence] for one in stated]


def inferred(store: layout.Store, kind: str, text: str) -> list[str]:
    given.event(store, kind, text=text)
    inference.propose(given.where(store), store, math.inf)
    return [one.content for one in given.living(store)]


def put_to_agent(store: layout.Store, known: list[str], prompt: str) -> list[str]:
    """The sentence that the agent is asked about, and the facts that it may change."""
    facts = {given.fact(store, one).id: one for one in known}
    found = nudge.to_prompt(given.where(store), prompt, [], "en")
    assert all(one in found.text and facts[one][:9] in found.text for one in found.ids)
    return [found.sentence, *map(facts.__getitem__, found.ids)] if found.text else []


def taken(
    store: layout.Store, host: str, noted: list[Any], parts: list[Any], *, quiet: bool = True
) -> list[str]:
    """The journal's texts of a session, once its transcript was taken in part by part."""
    made = getattr(transcripts, host)(project=store.project)
    for kind, ago, fields in noted:
        given.event(store, kind, made.session, ago=ago, host=host.lower(), **fields)
    for part in parts:
        for verb, *words in part:
            getattr(made, verb)(*words)
        made.write(quiet=quiet)
        backfill.take_in(given.where(store), store)
    found = given.journal(store, "prompt", "response")
    found.sort(key=lambda one: one.text_of("timestamp"))
    return [one.text for one in found if one.text]


def missing(_: layout.Store, turns: list[list[str]], captured: list[list[str]]) -> list[str]:
    """The texts of the turns that the journal lacks."""
    entries, events = (
        [
            records.event(one[0], "s", "cursor", text=one[1], turn_id="".join(one[2:]))
            for one in said
        ]
        for said in (turns, captured)
    )
    pairs = zip(entries, pairing.pairs(entries, events), strict=True)
    return [entry.text for entry, pair in pairs if pair is None]


def way(_: layout.Store, text: str) -> str:
    """Whether something of a prompt stands, waits since its words ask for little, or is not kept.

    What only sounds as if it lasts is left out.
    """
    tiers = {
        one.status
        for one in pipeline.statements(records.event("prompt", "s", "cursor", text=text))
    }
    return "stands" if stored.STANDING in tiers else "waits" if tiers else ""


CALLS: dict[str, Callable[..., Any]] = {
    "asked": put_to_agent,
    "explicit": lambda _, text: [
        f"{one.kind}: {one.content}" for one in explicit.statements(text)
    ],
    "kept": given.kept,
    "inferred": inferred,
    "missing": missing,
    "retain_lines": retained,
    "todos": lambda _, text: explicit.todos(text),
    "taken": taken,
    "standing": lambda _, text: [
        one.content for one in explicit.statements(text) if one.how == stated_fact.ASKED
    ],
    "way": way,
    "taken_at_work": functools.partial(taken, quiet=False),
}


@pytest.mark.parametrize(("call", "arguments", "gives"), examples.beside(__file__))
def test_a_turn_is_taken_as_its_example_says(
    store: layout.Store, call: str, arguments: list[Any], gives: object
) -> None:
    assert CALLS[call](store, *arguments) == gives
