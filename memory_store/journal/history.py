"""Everything that facts.jsonl says of each fact, from its first line to its newest.

Reads the whole file, for commands that a person waits for. Must not write.
"""

from __future__ import annotations

from memory_store import clock, layout
from memory_store.journal import facts, own, read, validity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Record = dict[str, object]

STANDING, CANDIDATE = facts.STANDING, facts.CANDIDATE
PLANNED, REPLACED, RETRACTED = "planned", "replaced", "retracted"
"""The tiers of a fact that does not hold now: its day is to come, another took its place, or
somebody took it back."""


class History:
    """The lines of a store's facts up to a moment.

    Attributes:
        store: whose facts.
        lines: the lines of all facts, in the order of the file.
        of: the same lines by the id of the fact.
    """

    __slots__ = ("_own", "_tiers", "lines", "of", "store")

    def __init__(self, store: layout.Store, until: float | None = None) -> None:
        """Read the file; with `until`, seconds since 1970, as if nothing came after it."""
        self.store = store
        self.lines = [one for one in _lines(store) if until is None or _said_by(one, until)]
        self.of: dict[str, list[Record]] = {}
        for one in self.lines:
            self.of.setdefault(str(one["id"]), []).append(one)
        self._own = own.known(store)
        self._tiers = _tiers(self.lines, clock.now() if until is None else until)

    def newest(self, identity: str) -> Record:
        """The line of a fact that counts."""
        return self.of[identity][-1]

    def tier(self, identity: str) -> str:
        """What a fact is worth now."""
        return self._tiers.get(identity, REPLACED)

    def is_others(self, identity: str) -> bool:
        """Whether somebody else may have written a fact."""
        return own.is_others(self.of[identity][0], self._own)

    def said_before(self, identity: str) -> str:
        """What the fact says that this one took the place of; "" for none."""
        replaced = self.of.get(str(self.newest(identity).get("supersedes")), [])
        return str(replaced[-1].get("content")) if replaced else ""

    def which(self, is_wanted: Callable[[Record, str], bool]) -> list[Record]:
        """The newest lines of the facts that are wanted, by line and tier; newest fact first."""
        found = [
            one
            for identity in reversed(self.of)
            if is_wanted(one := self.newest(identity), self.tier(identity))
        ]
        return sorted(found, key=lambda one: str(one.get("created_at")), reverse=True)


def _lines(store: layout.Store) -> list[Record]:
    try:
        lines = [line for _, line in read.lines_from(store, layout.FACTS)]
    except OSError:  # not there, or a link: nothing that we wrote
        return []
    found = facts.identified(one for line in lines for one in read.parse_line(line))
    return [one for one in found if isinstance(one.get("content"), str)]


def _said_by(raw: Record, until: float) -> bool:
    said = facts.said_at(raw)
    return said is None or said <= until


def _tiers(lines: list[Record], now: float) -> dict[str, str]:
    """The tier of each fact that is not simply replaced."""
    newest_first = lines[::-1]
    found = {str(one["id"]): RETRACTED for one in facts.taken_back(newest_first)}
    found |= {str(one["id"]): PLANNED for one in facts.planned(newest_first, now)}
    holding = facts.holding(newest_first, now)
    return found | {
        str(one["id"]): STANDING if facts.stands(one) else CANDIDATE for one in holding
    }


def is_planned(raw: Record) -> bool:
    """Whether a fact holds from a moment to come."""
    return not validity.has_begun(raw, clock.now())
