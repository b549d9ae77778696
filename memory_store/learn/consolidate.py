"""Merges facts that say the same, and lets newer ones take the place of those they contradict.

Decides on a few neighbours of each new fact and writes once, after a look at what others wrote
meanwhile. Must not delete: what was merged or replaced keeps its lines and can be restored.
"""

from __future__ import annotations

from memory_store import clock, files, layout, lock
from memory_store.journal import append, facts, read, records
from memory_store.learn import alike, merging, parts, replaces, sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Record = dict[str, object]
Near = list[tuple[Record, float | None]]

_ATTEMPTS = 3
_LASTING = ("W", "O")  # what was done, and summaries of stages, are history: nothing replaces it


class Outcome:
    """What a run did.

    Attributes:
        merged, replaced: how many facts were.
        left: whether some were left for the next run, since others wrote of them meanwhile.
    """

    __slots__ = ("left", "merged", "replaced")

    def __init__(self, merged: int = 0, replaced: int = 0, *, left: bool = False) -> None:
        self.merged = merged
        self.replaced = replaced
        self.left = left


def merge(
    store: layout.Store, added: Iterable[Record], similar: Callable[[Record], Near | None]
) -> Outcome:
    """Compare each fact of `added` with its neighbours: merge it, or let one replace the other.

    Neighbours are looked up without the lock, which hooks wait for; under it comes a second look
    at what was written since, and what that speaks of is decided anew.

    Args:
        store: whose facts.
        added: living facts that are new, in any order.
        similar: gives the living facts that come nearest to a fact, each with the cosine of both
            or None; None for a fact that holds no more.

    Raises:
        StoreError: the result could not be written.
    """
    waiting = sorted(added, key=_order)
    touched: set[object] = set()
    said = sequence.Sequence(store)
    for _ in range(_ATTEMPTS):
        size = files.size(store.path, layout.FACTS)
        decided = _Decisions(touched, said)
        decided.pending = {fact["id"] for fact in waiting}
        for fact in waiting:
            decided.pending.discard(fact["id"])
            decided.settle(fact, similar)
        lines = decided.lines()
        if not lines:
            break
        with lock.Held(store.path):
            meanwhile = _ids_since(store, size)
            if not meanwhile & decided.involved:
                append.append_locked(store, layout.FACTS, lines, durable=True)
                return Outcome(len(decided.gone), len(decided.replaced), left=bool(touched))
        touched |= meanwhile
    return Outcome(left=bool(touched))


class _Decisions:
    """What is to be written: facts as they become, and those that are merged away.

    Attributes:
        changed: the facts that change, by id, as they become.
        gone: those that were merged into others, by id, as they were.
        replaced: the ids of those that another took the place of.
        involved: the ids of all that a decision rests on.
        pending: the ids of new facts whose turn is still to come.
        remaining: new facts of what nobody took the place of in those that were replaced.
    """

    __slots__ = (
        "_passed", "_said", "changed", "gone", "involved", "pending", "remaining", "replaced",
    )  # fmt: skip

    def __init__(self, passed: set[object], said: sequence.Sequence) -> None:
        self._passed = passed
        self._said = said
        self.changed: dict[object, Record] = {}
        self.gone: dict[object, Record] = {}
        self.replaced: set[object] = set()
        self.involved: set[object] = set()
        self.pending: set[object] = set()
        self.remaining: list[Record] = []

    def settle(self, fact: Record, similar: Callable[[Record], Near | None]) -> None:
        """Decide about one fact and those that come near to it."""
        if not self._holds(fact):
            return
        near = [(self._now(one), cosine) for one, cosine in similar(fact) or ()]
        near = [pair for pair in near if pair[0]["id"] not in self.pending]
        near.sort(key=lambda pair: _order(pair[0]))
        fact = self._now(fact)
        for other, cosine in near:
            if self._holds(fact) and self._holds(other) and _may_merge(fact, other, cosine):
                fact = self._merge(*sorted((self._now(other), fact), key=_order))
        for other, cosine in near:
            if self._holds(fact) and self._holds(other):
                self._compare(self._now(other), self._now(fact), cosine)

    def _compare(self, one: Record, other: Record, cosine: float | None) -> None:
        """Let that of two which was said later replace the other, if either speaks against it."""
        if _may_replace(one, other, cosine) or _may_replace(other, one, cosine):
            pair = self._said.in_order(one, other)
            if pair is not None and _may_replace(*pair, cosine):
                self._replace(*pair)

    def _holds(self, fact: Record) -> bool:
        identity = fact["id"]
        return not (identity in self.gone or identity in self.replaced or identity in self._passed)

    def _now(self, fact: Record) -> Record:
        return self.changed.get(fact["id"], fact)

    def _merge(self, older: Record, newer: Record) -> Record:
        self.gone[newer["id"]] = newer
        self.changed.pop(newer["id"], None)
        kept = self.changed[older["id"]] = merging.merged(older, newer)
        self.involved |= {older["id"], newer["id"]}
        return kept

    def _replace(self, older: Record, newer: Record) -> None:
        end = clock.stamp(facts.last_said(newer))
        self.changed[older["id"]] = facts.changed(older, valid_to=end)
        self.replaced.add(older["id"])
        if "supersedes" not in newer:
            self.changed[newer["id"]] = facts.changed(newer, supersedes=older["id"])
        rest = parts.remaining(str(older["content"]), str(newer["content"]))
        if rest:
            self.remaining.append(parts.fact_of(older, rest))
        self.involved |= {older["id"], newer["id"]}

    def lines(self) -> list[Record]:
        """The lines to append: first those that end, then those that hold."""
        ended = [facts.retracted(one) for one in self.gone.values()]
        last = sorted(self.changed.values(), key=lambda one: one["id"] not in self.replaced)
        return [*ended, *last, *self.remaining]


def _may_merge(one: Record, other: Record, cosine: float | None) -> bool:
    """Whether two facts are of one kind and time, and say the same."""
    links = {one.get("supersedes"), other.get("supersedes")} - {None}
    if one["type"] != other["type"] or one.get("valid_to") != other.get("valid_to"):
        return False
    if len(links) > 1 or links & {one["id"], other["id"]} or _was_restored_since(one, other):
        return False
    return alike.say_same(str(one["content"]), str(other["content"]), cosine)


def _may_replace(older: Record, newer: Record, cosine: float | None) -> bool:
    """Whether the newer fact takes the older one's place; only what lasts is ever replaced.

    An agent tells a move from one tool to another as what was done, so B may replace, if it says
    so itself.
    """
    if older["type"] not in _LASTING or newer.get("supersedes") == older["id"]:
        return False
    if _was_restored_since(older, newer):
        return False
    why = replaces.reason(str(older["content"]), str(newer["content"]), cosine)
    if merging.is_answer(newer) and not merging.is_answer(older) and why != replaces.CORRECTION:
        return False  # an agent repeats what it was given, also when a person has corrected it
    return bool(why) and (newer["type"] in _LASTING or why == replaces.CORRECTION)


def _was_restored_since(one: Record, other: Record) -> bool:
    """Whether somebody let one of them hold again when the other was there: they are to stand."""
    for first, second in ((one, other), (other, one)):
        back = clock.parse(first.get(facts.RESTORED))
        if back is not None and back >= records.moment_of(second):
            return True
    return False


def _order(fact: Record) -> tuple[float, str]:
    return records.moment_of(fact), str(fact["id"])


def _ids_since(store: layout.Store, offset: int) -> set[object]:
    """The ids that lines behind a byte of the facts speak of."""
    if files.size(store.path, layout.FACTS) <= offset:
        return set()
    lines = (line for _, line in read.lines_from(store, layout.FACTS, offset))
    found = [one for line in lines for one in read.parse_line(line)]
    return {one.get(name) for one in found for name in ("id", "supersedes")} - {None}
