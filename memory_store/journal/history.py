"""The whole history of each fact in facts.jsonl, from its first line to its newest.

Reads the whole file, for commands that a person waits for. Must not write.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import facts, links, own, read, stored
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Fact

STANDING, CANDIDATE = stored.STANDING, stored.CANDIDATE
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

    __slots__ = ("_end", "_last", "_links", "_own", "_tiers", "lines", "of", "store")

    def __init__(
        self, store: layout.Store, until: float | None = None, before: History | None = None
    ) -> None:
        """Read the file.

        Args:
            store: whose facts.
            until: seconds since 1970; lines that were written later are left out.
            before: the same store's history as it was read earlier: of a file that has only grown
                since, what it holds is not read again.
        """
        self.store = store
        self._end, self._last = 0, b""
        self.lines: list[Fact] = []
        if before is not None and before.has_grown():
            self.lines, self._end = list(before.lines), before._end  # noqa: SLF001  its own class
        appended, self._end, self._last = _lines(store, self._end)
        self.lines += [one for one in appended if until is None or _said_by(one, until)]
        self.of: dict[str, list[Fact]] = {}
        for one in self.lines:
            self.of.setdefault(one.id, []).append(one)
        self._own, self._links = own.known(store), links.load(store)
        self._tiers = _tiers(self.lines, clock.now() if until is None else until)

    def has_grown(self) -> bool:
        """Whether lines were appended to the lines that were read."""
        line = self._last + b"\n"
        if not self._last or files.size(self.store.path, layout.FACTS) <= self._end:
            return False  # what has the same size by now was edited
        try:
            return line in read.lines_at(
                self.store, layout.FACTS, [(self._end - len(line), len(line))]
            )
        except OSError:
            return False

    def newest(self, identity: str) -> Fact:
        """The line of a fact that counts."""
        return self.of[identity][-1]

    def tier(self, identity: str) -> str:
        """The tier of a fact now."""
        return self._tiers.get(identity, REPLACED)

    def is_others(self, identity: str) -> bool:
        """Whether somebody else may have written a fact."""
        return own.is_others(self.of[identity][0], self._own)

    def said_before(self, newest: Fact) -> str:
        """The content of the fact that this one replaced, or stands in doubt with; "" for none."""
        for name in (newest.supersedes, *newest.related, *self._links.get(newest.id, ())):
            if name in self.of:
                return self.newest(name).content
        return ""

    def said_since(self, fact: Fact) -> list[str]:
        """What facts that stand say instead of parts of this one."""
        return facts.changed_parts(fact, self.which(STANDING)) if fact.amendments else []

    def which(self, *tiers: str, is_wanted: Callable[[Fact], bool] = lambda _: True) -> list[Fact]:
        """The newest line of each fact of these tiers, or of any tier; the newest fact first.

        Args:
            tiers: names of tiers; without one, all facts are meant.
            is_wanted: which of their newest lines are wanted.
        """
        wanted = [
            one
            for identity in reversed(self.of)
            if is_wanted(one := self.newest(identity))
            and (not tiers or self.tier(identity) in tiers)
        ]
        return sorted(wanted, key=lambda one: one.text_of("created_at"), reverse=True)


def _lines(store: layout.Store, begin: int) -> tuple[list[Fact], int, bytes]:
    """The records from a byte of the file on, where they end, and the last whole line."""
    try:
        lines = list(read.lines_from(store, layout.FACTS, begin))
    except OSError:  # not there, or a link: nothing that we wrote
        return [], 0, b""
    found = [one for _, line in lines for one in facts.parse(line)]
    at, last = lines[-1] if lines else (begin, b"")
    kept = [one for one in found if isinstance(one.get("content"), str)]
    return kept, at + len(last) + bool(lines), last


def _said_by(raw: Fact, until: float) -> bool:
    said = raw.written_at
    return said is None or said <= until


def _tiers(lines: list[Fact], now: float) -> dict[str, str]:
    """The tier of each fact that is not simply replaced."""
    newest_first = lines[::-1]
    tier_of = {one.id: RETRACTED for one in facts.taken_back(newest_first)}
    tier_of |= {one.id: PLANNED for one in facts.planned(newest_first, now)}
    holding = facts.holding(newest_first, now)
    return tier_of | {one.id: STANDING if one.stands else CANDIDATE for one in holding}


def is_planned(raw: Fact) -> bool:
    """Whether a fact holds from a moment to come."""
    return not raw.has_begun(clock.now())
