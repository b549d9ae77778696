"""Tells from the index which facts a store has: the newest of a tier, how many, what they changed.

The texts are read from the file. A store whose index can't be used is indexed in memory.
"""

from __future__ import annotations

from typing import NamedTuple

from memory_store import clock, errors
from memory_store.index import database, passages, tables, update
from memory_store.journal import facts, history, links, own, rewrite, stored
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memory_store.journal.stored import Fact

_TIER = (
    f"CASE WHEN p.state = {tables.DEAD} THEN '{history.RETRACTED}'"  # noqa: S608  our own words
    f" WHEN p.state = {tables.HIDDEN} OR p.expires <= :now OR EXISTS (SELECT 1 FROM piece y"
    " WHERE y.supersedes = p.record AND y.begins IS NOT NULL"
    " AND (y.begins <= :now OR p.begins > :now)"  # a plan may take another's place before its day
    f" AND (y.offset, y.nth) > (p.offset, p.nth)) THEN '{history.REPLACED}'"
    f" WHEN p.begins > :now THEN '{history.PLANNED}'"
    f" WHEN p.stands THEN '{history.STANDING}' ELSE '{history.CANDIDATE}' END"
)
_FACTS = (
    "SELECT p.id AS id, p.record AS record, p.type AS type, p.session AS session,"  # noqa: S608
    f" p.offset AS offset, min(p.created, :now) AS created, {_TIER} AS tier"
    " FROM piece p WHERE p.kind = 'fact'"
)
_WANTED = (
    "(:type IS NULL OR type = :type) AND (:session IS NULL OR session = :session)"
    " AND (:since IS NULL OR created >= :since) AND (:until IS NULL OR created <= :until)"
)
_NEWEST_FIRST = "ORDER BY created DESC, offset DESC"
_AT_ONCE = 16
_SPAN_SECONDS = 900  # no time zone divides a quarter of an hour


class Wanted(NamedTuple):
    """Which facts are wanted.

    Attributes:
        tiers: any of these tiers.
        type, session: of this type, from this session; None for any.
        since, until: when they were made, seconds since 1970; None for no bound.
    """

    tiers: Sequence[str]
    type: str | None = None
    session: str | None = None
    since: float | None = None
    until: float | None = None


class HeldFacts:
    """The facts of a store.

    Attributes:
        store: whose they are.
    """

    __slots__ = ("_index", "_links", "_own", "store")

    def __init__(self, store: layout.Store) -> None:
        """Bring the index up to date."""
        self.store = store
        self._links, self._own = links.load(store), own.known(store)
        try:
            found = update.bring_up(store) if store.exists() else update.in_memory(store)
        except errors.StoreError as error:
            log.write("index", error)
            found = update.in_memory(store)
        self._index = found[0]

    def newest_first(self, wanted: Wanted) -> Iterator[Fact]:
        """The newest line of each wanted fact; the newest fact first."""
        ids = [one for (one,) in self._select("id", wanted, _NEWEST_FIRST)]
        with passages.Opened(self.store) as opened:
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                found = dict(self._read(f"p.id IN ({tables.listed(some)})", (), opened))
                yield from (found[one] for one in some if one in found)

    def ids(self, wanted: Wanted) -> list[str]:
        """The ids of the wanted facts, the newest first."""
        return [one for (one,) in self._select("record", wanted, _NEWEST_FIRST)]

    def count(self, wanted: Wanted) -> int:
        """How many facts are wanted."""
        return int(self._select("count(*)", wanted)[0][0])

    def counts(self) -> list[tuple[str, str, int]]:
        """How many facts there are of each tier and type; what the newest fact is of, first."""
        newest = "GROUP BY tier, type ORDER BY max(created) DESC"
        sql = f"SELECT tier, type, count(*) FROM ({_FACTS}) {newest}"  # noqa: S608  our own words
        return self._rows(sql, {"now": clock.now()})

    def moments(self) -> list[tuple[float, int]]:
        """In which quarters of an hour facts were made, and how many in each."""
        span = f"CAST(min(created, ?) / {_SPAN_SECONDS} AS INTEGER)"
        sql = f"SELECT {span} AS span, count(*) FROM piece WHERE kind = 'fact' GROUP BY span"  # noqa: S608
        return [(span * _SPAN_SECONDS, count) for span, count in self._rows(sql, (clock.now(),))]

    def tier(self, identity: str) -> str:
        """The tier of a fact now."""
        sql = f"SELECT tier FROM ({_FACTS} AND p.record = :record)"  # noqa: S608  bound
        found = self._rows(sql, {"now": clock.now(), "record": identity})
        return str(found[0][0]) if found else history.REPLACED

    def find(self, identity: str) -> Fact | None:
        """The newest line of a fact; None if no fact has this id."""
        return next((one for _, one in self._read("p.record = ?", (identity,))), None)

    def is_others(self, identity: str) -> bool:
        """Whether somebody else may have written a fact."""
        if self._own is None:
            return False
        mark = identity.encode()
        lines = rewrite.holding(self.store, layout.FACTS, lambda some: mark in some)
        first = (one for _, _, line in lines for one in facts.parse(line) if one.id == identity)
        return own.is_others(next(first, stored.Fact()), self._own)

    def said_before(self, fact: Fact) -> str:
        """The content of the fact that this one replaced, or stands in doubt with; "" for none."""
        names = (fact.supersedes, *fact.related, *self._links.get(fact.id, ()))
        known = (self.find(one) for one in names if one)
        return next((one.content for one in known if one is not None), "")

    def said_since(self, fact: Fact) -> list[str]:
        """What facts that stand say instead of parts of this one."""
        if not fact.amendments:
            return []
        marks = ", ".join("?" * len(fact.amendments))
        named = f"(p.record IN ({marks}) OR p.supersedes IN ({marks}))"
        found = self._read(f"{named} {_NEWEST_FIRST}", (*fact.amendments, *fact.amendments))
        return [one.content for _, one in found if self.tier(one.id) == history.STANDING]

    def _select(self, columns: str, wanted: Wanted, order: str = "") -> list[tuple[Any, ...]]:
        tiers = ", ".join(f"'{one}'" for one in wanted.tiers)
        sql = f"SELECT {columns} FROM ({_FACTS}) WHERE tier IN ({tiers}) AND {_WANTED} {order}"  # noqa: S608
        return self._rows(sql, {**wanted._asdict(), "now": clock.now()})

    def _read(
        self, condition: str, values: Sequence[Any], opened: passages.Opened | None = None
    ) -> Iterator[tuple[int, Fact]]:
        """The rows of facts, and their lines."""
        sql = f"SELECT {passages.COLUMNS} FROM piece p WHERE p.kind = 'fact' AND {condition}"  # noqa: S608
        for columns in self._rows(sql, values):
            row = passages.Row(*columns)
            record = passages.read_record(self.store, row, opened)
            if record is not None:
                yield row.id, stored.Fact(record)

    def _rows(self, sql: str, values: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401  as apsw takes them
        try:
            return tables.rows(self._index.db, sql, values)
        except database.FAULTS as error:
            log.write("index", error)
            self._index = update.in_memory(self.store)[0]
            return tables.rows(self._index.db, sql, values)
