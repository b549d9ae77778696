"""The fifty sessions of benchmarks/sessions, and how well a summary covers what they are labelled.

Reads and compares, and prints nothing. Must not make a summary.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import labelled

FOLDER = Path(__file__).parent / "sessions"
SPLITS = ("dev", "test")
FIELDS = ("topic", "done", "decided", "open")
_LISTED = ("decided", "open")

Keywords = tuple[tuple[str, ...], ...]


class Session(NamedTuple):
    """A session as it would be captured.

    Attributes:
        id, lang, split, shape: its name, its language, its half of the set, what sort it is.
        ends: `end`, `aborted` (the last turn has no answer) or `killed` (no end is told).
        rich: whether it holds more than a short summary can tell, by a person's judgement.
        expected: for each of `FIELDS` what has to be told: groups of keywords in lower case.
        events: prompts, responses, what the agent saved, compactions, in their order.
    """

    id: str
    lang: str
    split: str
    shape: str
    ends: str
    rich: bool
    expected: dict[str, Keywords]
    events: tuple[dict[str, Any], ...]


class Coverage(NamedTuple):
    """How much of what is labelled a field tells, and how much of a list is labelled.

    Attributes:
        labels, covered: groups of keywords, and those of them that are told.
        lines, expected: of decided and open: lines told, and those that a label asks for.
    """

    labels: int
    covered: int
    lines: int
    expected: int


def read(splits: tuple[str, ...] = SPLITS, folder: Path = FOLDER) -> list[Session]:
    """The sessions of these splits.

    Raises:
        ValueError: a line is no JSON; OSError, KeyError: a file or a field is missing.
    """
    return [_session(line) for line in labelled.read(splits, folder)]


def _session(raw: dict[str, Any]) -> Session:
    expected = {name: tuple(tuple(group) for group in raw["expected"][name]) for name in FIELDS}
    own = {"expected": expected, "events": tuple(raw["events"])}
    fields: dict[str, Any] = {name: own.get(name, raw[name]) for name in Session._fields}
    return Session(**fields)


def is_saved(session: Session) -> bool:
    """Whether the agent saved a summary in it without being asked."""
    return any(one["type"] == "summary" for one in session.events)


def coverage(pairs: list[tuple[Session, dict[str, Any]]]) -> dict[str, Coverage]:
    """What summaries cover of their sessions' labels, by field.

    A group of keywords is covered if one text of the field (topic, summary, a decision, a todo)
    holds them all, casefolded.
    """
    found = {}
    for name in FIELDS:
        groups = [
            _holds(texts(summary, name), group)
            for session, summary in pairs
            for group in session.expected[name]
        ]
        lines = [
            any(_holds([line], group) for group in session.expected[name])
            for session, summary in pairs
            for line in (texts(summary, name) if name in _LISTED else [])
        ]
        found[name] = Coverage(len(groups), sum(groups), len(lines), sum(lines))
    return found


def texts(summary: dict[str, Any], name: str) -> list[str]:
    """The texts of a summary that a field's labels are looked for in."""
    stands = {"topic": "topic", "done": "summary", "decided": "decisions", "open": "todos"}
    value = summary[stands[name]]
    return value if isinstance(value, list) else [value]


def length(summary: dict[str, Any]) -> int:
    """The characters of a summary's topic, text, decisions and todos together."""
    return sum(len(text) for name in FIELDS for text in texts(summary, name))


def _holds(lines: list[str], group: tuple[str, ...]) -> bool:
    return any(all(word in line.casefold() for word in group) for line in lines)
