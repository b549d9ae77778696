"""Pairs the turns of a transcript with journal events, to find the turns that are missing.

Each turn has one event at most, so a sentence that was said twice stays there twice. A missing
turn costs less than a double one, so a turn in doubt counts as present. Pure.
"""

from __future__ import annotations

from memory_store import model
from memory_store.journal import records
from memory_store.text import clean, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from memory_store.journal.stored import Entry

_LONG_CHARS = 80


def pairs(turns: list[Entry], captured: list[Entry]) -> list[Entry | None]:
    """The journal event of each turn; None for a turn that the journal lacks.

    Args:
        turns: a session's turns as events that could be written, in their order.
        captured: the session's events from the journal, in their order; those that are no prompts
            or responses are passed over.

    A pair has the same words but for blanks, in the same turn where the host's ids tell it (a long
    text is known by itself). What is left over is paired by a prompt's id, then where one text is
    the other's beginning (cut, or with reasoning behind it) or a part of it (several answers
    captured as one).
    """
    turns_read = [_Said(one) for one in turns]
    known = [_Said(one) for one in captured if one.type in (model.PROMPT, model.RESPONSE)]
    _pair(turns_read, known, lambda one: (one.role, one.key, one.flat))
    _pair(turns_read, known, lambda one: one.key if one.role == model.PROMPT else "")
    for tells in (_is_equal, _is_other_form):
        left = [one for one in known if not one.is_paired]
        for turn in turns_read:
            if turn.pair is None:
                near = (one for one in left if not one.is_paired and turn.role == one.role)
                turn.pair = next((one.record for one in near if tells(turn, one)), None)
    return [one.pair for one in turns_read]


class _Said:
    """A turn or an event, in the forms that are compared.

    Attributes:
        flat: the words on one line, up to the mark of a cut.
        parts: its paragraphs, a line each; of an event, those that no turn was paired with.
    """

    __slots__ = ("flat", "is_paired", "key", "pair", "parts", "record", "role")

    def __init__(self, record: Entry) -> None:
        text, _ = redact.secrets(clean.text(record.text))  # by the rules of today
        begin = text.partition(records.CUT_MARK)[0]
        self.record = record
        self.role = record.type
        self.key = record.turn_id
        self.flat = clean.line(begin)
        parts = map(clean.line, begin.split("\n\n"))
        self.parts = "\n".join(["", *filter(None, parts), ""])
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
    """Whether the ids of a turn and of an event let them be the same."""
    return turn.key == event.key or not turn.key or not event.key


def _is_equal(turn: _Said, event: _Said) -> bool:
    """Pair a turn with an event of the same words; whether it has them."""
    is_known = len(turn.flat) >= _LONG_CHARS or _may_be(turn, event)
    event.is_paired = is_known and turn.flat == event.flat
    return event.is_paired


def _is_other_form(turn: _Said, event: _Said) -> bool:
    """Pair a turn with an event that tells the same in another form; whether it does."""
    if not _may_be(turn, event):
        return False
    is_answer = turn.role == model.RESPONSE and len(event.parts) > 1
    if is_answer and turn.parts in event.parts:
        event.parts = event.parts.replace(turn.parts, "\n", 1)  # the rest may be another turn's
        return True
    short, long = sorted((turn.flat, event.flat), key=len)
    is_cut = len(short) >= _LONG_CHARS and long.startswith(short)
    event.is_paired = is_cut or (is_answer and turn.parts.startswith(event.parts))
    return event.is_paired
