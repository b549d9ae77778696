"""Which of two facts was said later: by their lines in the file, which a wrong clock can't move.

Where lines tell nothing, as of what was imported or came by git, their times do. Must not decide
what becomes of either fact.
"""

from __future__ import annotations

from memory_store import layout
from memory_store.journal import facts, read, records
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Record = dict[str, object]

_EVIDENCE = 50  # ids that are looked for, the last ones


class Sequence:
    """The order in which the facts of one store were said; lines are looked for once."""

    __slots__ = ("_lines", "_store", "_told_by_lines")

    def __init__(self, store: layout.Store) -> None:
        self._store = store
        self._told_by_lines = store.scope == "user" or not approval.is_shared(store, layout.FACTS)
        self._lines: dict[str, int] = {}

    def in_order(self, one: Record, other: Record) -> tuple[Record, Record] | None:
        """Both facts, that which was said last behind; None where it can't be told.

        What was said again counts from then: an id stands first in the line that brought it.
        """
        apart = 0.0
        if self._told_by_lines and not (records.is_imported(one) or records.is_imported(other)):
            places = self._place(one), self._place(other)
            apart = places[0] - places[1] if all(places) else 0.0
        apart = apart or facts.last_said(one) - facts.last_said(other)
        if not apart:
            return None
        return (one, other) if apart < 0 else (other, one)

    def _place(self, fact: Record) -> int:
        """The number of the line where a fact was said last, from 1 on; 0 where none is found."""
        named = [str(fact["id"]), *facts.evidence(fact)[-_EVIDENCE:]]
        self._look_for(one for one in named if one not in self._lines)
        return max(self._lines[one] for one in named)

    def _look_for(self, identities: Iterable[str]) -> None:
        wanted = {f'"{one}"'.encode("utf-8", "replace"): one for one in identities}
        self._lines |= dict.fromkeys(wanted.values(), 0)
        if not wanted:
            return
        try:
            for number, (_, line) in enumerate(read.lines_from(self._store, layout.FACTS), 1):
                for quoted in [one for one in wanted if one in line]:
                    self._lines[wanted.pop(quoted)] = number
                if not wanted:
                    break
        except OSError:  # closed to us meanwhile: their times tell
            return
