"""Pairs the turns of a transcript with journal events, to find the turns that are missing.

Each turn has one event at most, so a sentence that was said twice stays there twice. A missing
turn costs less than a double one, so a turn in doubt counts as present. Pure.
"""

from __future__ import annotations

import itertools

from memory_store import model
from memory_store.journal import records
from memory_store.text import clean, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from memory_store.journal.stored import Entry

_LONG_CHARS = 80
_SKEW_SECONDS = 2.0
_TELLING_CHARS = 8
_MARK = "[redacted:"


def pairs(turns: list[Entry], captured: list[Entry]) -> list[Entry | None]:
    """The journal event of each turn; None for a turn that the journal lacks.

    Args:
        turns: a session's turns as events that could be written, in their order.
        captured: the session's events from the journal, in their order; those that are no prompts
            or responses are passed over.

    A pair has the same words but for blanks, in the same turn where the host's ids tell it (a long
    text is known by itself). What is left over is paired by a prompt's id, then where one text is
    the other's beginning (cut, or with reasoning behind it), a part of it (several answers
    captured as one), or differs by what was redacted alone.
    """
    turns_read = [_Said(one) for one in turns]
    known = [_Said(one) for one in captured if one.type in (model.PROMPT, model.RESPONSE)]
    _pair(turns_read, known, lambda one: (one.role, one.key, one.flat))
    _pair(turns_read, known, lambda one: one.key if one.role == model.PROMPT else "")
    _pair(turns_read, known, lambda one: len(one.flat) >= _LONG_CHARS and (one.role, one.flat))
    for tells in (_is_equal, _is_other_form):
        left = [one for one in known if not one.is_paired]
        for turn in turns_read:
            if turn.pair is None:
                near = (other for other in left if _may_be(turn, other))
                turn.pair = next((other.record for other in near if tells(turn, other)), None)
    return [one.pair for one in turns_read]


def within(span: tuple[float, float], keys: set[str], events: list[Entry]) -> list[Entry]:
    """The events that may be of turns that are a part of their session's.

    Args:
        span: from when to before when these turns were said, seconds since 1970.
        keys: the host's ids of their turns.
        events: what the journal holds of the session.
    """
    since, until = span
    return [
        one
        for one in events
        if (one.turn_id and one.turn_id in keys) or since - _SKEW_SECONDS <= one.moment < until
    ]


class _Said:
    """A turn or an event, in the forms that are compared.

    Attributes:
        flat: the words on one line, without the mark of a cut.
        parts: its paragraphs, each on one line; of an event, those that no turn was paired with.
    """

    __slots__ = ("flat", "is_paired", "key", "pair", "parts", "record", "role")

    def __init__(self, record: Entry) -> None:
        text, _ = redact.secrets(clean.text(record.text))  # by the rules of today
        self.record = record
        self.role = record.type
        self.key = record.turn_id
        self.flat = clean.line(text.removesuffix(records.CUT_MARK))
        lines = text.removesuffix(records.CUT_MARK).split("\n")
        blocks = itertools.groupby(lines, key=lambda line: bool(line.strip()))
        self.parts = [clean.line("\n".join(block)) for is_text, block in blocks if is_text]
        self.pair: Entry | None = None
        self.is_paired = False


def _pair(turns: list[_Said], known: list[_Said], form: Callable[[_Said], Hashable]) -> None:
    """Pair turns and events of the same form, in order; a false form pairs with nothing."""
    waiting: dict[Hashable, list[_Said]] = {}
    for other in reversed(known):
        if not other.is_paired and (key := form(other)):
            waiting.setdefault(key, []).append(other)
    for turn in turns:
        if turn.pair is None and (others := waiting.get(form(turn))):
            other = others.pop()
            turn.pair, other.is_paired = other.record, True


def _may_be(turn: _Said, event: _Said) -> bool:
    """Whether speaker and turn id let a turn and an unpaired event be the same."""
    same_turn = turn.key == event.key or not turn.key or not event.key
    return same_turn and turn.role == event.role and not event.is_paired


def _is_equal(one: _Said, other: _Said) -> bool:
    """Pair a turn with an event of the same words; whether it has them."""
    other.is_paired = one.flat == other.flat
    return other.is_paired


def _is_other_form(turn: _Said, event: _Said) -> bool:
    """Pair a turn with an event that tells the same in another form; whether it does."""
    if turn.role == model.RESPONSE and 0 < len(turn.parts) < len(event.parts):
        for at in range(len(event.parts) - len(turn.parts) + 1):
            if event.parts[at : at + len(turn.parts)] == turn.parts:
                del event.parts[at : at + len(turn.parts)]  # the rest may be another turn's
                return True
    heads = turn.role == model.RESPONSE and turn.parts[: len(event.parts)] == event.parts
    event.is_paired = (
        (heads and bool(event.parts))
        or _is_cut(turn.flat, event.flat)
        or _fits(turn.flat, event.flat)
    )
    return event.is_paired


def _is_cut(one: str, other: str) -> bool:
    """Whether the shorter of two texts is the other's beginning, and long enough to tell."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _LONG_CHARS and long.startswith(short)


def _fits(one: str, other: str) -> bool:
    """Whether two texts are equal but for redacted parts."""
    return (_MARK in one and _is_masked(one, other)) or (_MARK in other and _is_masked(other, one))


def _is_masked(masked: str, whole: str) -> bool:
    """Whether `whole` has the parts of `masked` between its marks, in order, with both ends."""
    first, *rest = masked.split(_MARK)
    pieces = [first, *(one.partition("]")[2] for one in rest)]
    if sum(len(one.strip()) for one in pieces) < _TELLING_CHARS:
        return False
    if not whole.startswith(first) or not whole.endswith(pieces[-1]):
        return False
    at = 0
    for piece in pieces:
        start = whole.find(piece, at)
        if start < 0:
            return False
        at = start + len(piece)
    return True
