"""Labelled turns, and which of the facts kept of a turn are the ones that its labels ask for.

Reads benchmarks/turns and matches facts with labels. Must not extract anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import labelled

TURNS = Path(__file__).parent / "turns"
SPLITS = ("dev", "test", "unseen")
LANGUAGES = ("en", "zh")
MISS, WRONG, REPEAT, TYPE = "missed", "false positive", "repeat", "wrong type"


class Label(NamedTuple):
    """A fact that should be kept of a turn; `must` are keywords that a right one holds."""

    text: str
    kind: str
    must: tuple[str, ...]
    supersedes: tuple[str, ...]


class Turn(NamedTuple):
    """What a person said and an agent answered, and the facts to keep of it."""

    id: str
    lang: str
    split: str
    shape: str
    prompt: str
    answer: str
    keep: tuple[Label, ...]


class Found(NamedTuple):
    """A fact as it was written to the store."""

    kind: str
    content: str


class Outcome(NamedTuple):
    """What was kept of a turn: `pairs` are the labels matched, each with its fact, by number."""

    turn: Turn
    found: tuple[Found, ...]
    pairs: dict[int, int]
    seconds: float


class Confusion(NamedTuple):
    """One thing that went wrong in a turn; `text` is the fact's, or the label's that is missed."""

    what: str
    id: str
    text: str


def read(splits: tuple[str, ...] = SPLITS, folder: Path = TURNS) -> list[Turn]:
    """The labelled turns of these splits.

    Raises:
        ValueError: a line is no JSON; OSError, KeyError: a file or a field is missing.
    """
    return [_turn(line) for line in labelled.read(splits, folder)]


def _turn(raw: dict[str, Any]) -> Turn:
    named = {name: raw[name] for name in Turn._fields if name != "keep"}
    return Turn(**named, keep=tuple(_label(one) for one in raw["keep"]))


def _label(raw: dict[str, Any]) -> Label:
    return Label(raw["text"], raw["type"], tuple(raw["must"]), tuple(raw.get("supersedes", ())))


def outcome(turn: Turn, found: tuple[Found, ...], seconds: float = 0.0) -> Outcome:
    """The facts of a turn matched with its labels, as the module tells.

    Augmenting paths (Kuhn 1955): the most pairs, each label trying facts of its own type first.
    """
    owner: dict[int, int] = {}

    def place_label(label: int, tried: set[int]) -> bool:
        wanted = turn.keep[label].kind
        for fact in sorted(range(len(found)), key=lambda at: found[at].kind != wanted):
            if fact in tried or not holds(found[fact], turn.keep[label]):
                continue
            tried.add(fact)
            if fact not in owner or place_label(owner[fact], tried):
                owner[fact] = label
                return True
        return False

    for label in range(len(turn.keep)):
        place_label(label, set())
    return Outcome(turn, found, {label: fact for fact, label in owner.items()}, seconds)


def holds(fact: Found, label: Label) -> bool:
    """Whether the fact has every keyword of the label."""
    said = fact.content.casefold()
    return all(word in said for word in label.must)


def confusions(outcomes: list[Outcome]) -> list[Confusion]:
    """All that went wrong, turn by turn."""
    listed = []
    for one in outcomes:
        for number, label in enumerate(one.turn.keep):
            if number not in one.pairs:
                listed.append(Confusion(MISS, one.turn.id, f"{label.kind} {label.text}"))
                continue
            fact = one.found[one.pairs[number]]
            if fact.kind != label.kind:
                text = f"{fact.kind} for {label.kind}: {fact.content}"
                listed.append(Confusion(TYPE, one.turn.id, text))
        for number, fact in enumerate(one.found):
            if number not in one.pairs.values():
                again = any(holds(fact, label) for label in one.turn.keep)
                text = f"{fact.kind} {fact.content}"
                listed.append(Confusion(REPEAT if again else WRONG, one.turn.id, text))
    return listed
