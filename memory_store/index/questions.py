"""The questions that are asked of a store's records: what holds, what was said, what names what.

Each is SQL on the lines of the index, which points; the records are read from their files.
"""

from __future__ import annotations

from memory_store import codec, model
from memory_store.index import (
    database,
    fact_tiers,
    near_facts,
    piece,
    session_questions,
    tables,
    vector_table,
)
from memory_store.journal import links, outlived, own, receipts, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeVar

    from memory_store.codec import Record
    from memory_store.journal.stored import Fact

    Answer = TypeVar("Answer")

STANDING, CANDIDATE, PLANNED = HOLDING = fact_tiers.HOLDING
REPLACED, RETRACTED = fact_tiers.ENDED
TIERS = (*HOLDING, *fact_tiers.ENDED)

_FACTS = fact_tiers.FACTS
_WANTED = (
    "(:type IS NULL OR type = :type) AND (:session IS NULL OR session = :session)"
    " AND (:since IS NULL OR created >= :since) AND (:until IS NULL OR created <= :until)"
)
_HAVING = (
    "id IN (SELECT part.line FROM words JOIN part ON part.id = words.rowid"
    " WHERE words MATCH :words LIMIT -1)"  # so that they are found once
)
_NAMED = "record IN (SELECT value FROM json_each(:named))"
_NEWEST_FIRST = "ORDER BY record DESC, id DESC"  # an id begins with its moment
_COUNTED = {
    "files": "bookmark",
    "notes": "(SELECT DISTINCT file FROM line WHERE kind = 'note')",
    "todos": f"line WHERE kind = '{piece.SUMMARY}' AND state = 0 AND session = record"
    " AND record GLOB 's_*'",
    "vectors": "window WHERE embedded = 1",
    "vectors_missing": "window WHERE embedded = 0",
}
"""What `Records.state` counts."""
_PATIENCE_SECONDS = 0.2
_SPAN_SECONDS = 900  # no time zone divides a quarter of an hour
_MILLISECOND = 0.001


class Wanted(model.Value):
    """Which facts are wanted.

    Attributes:
        tiers: any of these tiers.
        type, session: of this type, from this session; None for any.
        since, until: when they were made, seconds since 1970; None for no bound.
        words: what `tokens.beginning` makes of the words that they hold, or their names do; "" for
            no such condition. Only what holds is known by its words.
        is_stale: whether the code has outlived them, and nothing else.
    """

    tiers: Sequence[str] = TIERS
    type: str | None = None
    session: str | None = None
    since: float | None = None
    until: float | None = None
    words: str = ""
    is_stale: bool = False


class Records(session_questions.Sessions, near_facts.NearFacts):
    """The records of a store as they are now, or as they were at a moment."""

    def __init__(
        self,
        store: layout.Store,
        until: float | None = None,
        index: database.Index | None = None,
    ) -> None:
        """As `line_reader.LineReader`, with what the cache says of facts."""
        super().__init__(store, until, index)
        self._links, self._own = links.load(store), own.known(store)
        self._code, self._receipts = outlived.load(store), receipts.load(store)

    def facts(self, wanted: Wanted) -> Iterator[Fact]:
        """The line that counts of each wanted fact; the newest fact first."""
        return self._facts_of([one for (one,) in self._select("id", wanted)])

    def ids(self, wanted: Wanted, most: int = -1) -> list[str]:
        """The ids of the wanted facts, the newest first; of the `most` newest, or of all."""
        return [one for (one,) in self._select("record", wanted, f"{_NEWEST_FIRST} LIMIT {most}")]

    def code_says(self, identity: str) -> outlived.Marks:
        """What the code says against a fact."""
        return self._code.get(identity, [])

    def receipts(self) -> dict[str, receipts.Receipt]:
        """How often facts were told beside prompts, and used, by their ids."""
        return self._receipts

    def count(self, wanted: Wanted) -> int:
        """How many facts are wanted."""
        return int(self._select("count(*)", wanted, "")[0][0])

    def counts(self) -> list[tuple[str, str, int]]:
        """How many facts there are of each tier and type; what the newest fact is of, first."""
        facts = (
            f"SELECT {fact_tiers.TIER} AS tier, type, created FROM line p"
            " WHERE kind = 'fact' AND state IS NOT NULL LIMIT -1"  # so that tiers are found once
        )
        newest = "GROUP BY tier, type ORDER BY max(created) DESC"
        return self._ask(f"SELECT tier, type, count(*) FROM ({facts}) {newest}")

    def made(self) -> list[tuple[float, int]]:
        """In which quarters of an hour facts were made, and how many in each."""
        return self._spans("line", "kind = 'fact' AND state IS NOT NULL")

    def told(self) -> list[tuple[float, int]]:
        """In which quarters of an hour records were told to sessions, and how many in each."""
        return self._spans("about JOIN line ON line.id = about.line", "type = 'recalled'")

    def _spans(self, table: str, condition: str) -> list[tuple[float, int]]:
        span = f"CAST(min(created, :now) / {_SPAN_SECONDS} AS INTEGER)"
        sql = f"SELECT {span} AS span, count(*) FROM {table} WHERE {condition} GROUP BY span"
        return [(span * _SPAN_SECONDS, count) for span, count in self._ask(sql)]

    def tier(self, identity: str) -> str:
        """The tier of a fact; REPLACED where no fact has this id."""
        found = self._ask(f"SELECT tier FROM ({_FACTS} AND p.record = :id)", id=identity)
        return str(found[0][0]) if found else REPLACED

    def fact(self, identity: str) -> Fact | None:
        """The line of a fact that counts; None if no fact has this id."""
        sql = "SELECT id FROM line WHERE record = :id AND kind = 'fact' AND state IS NOT NULL"
        return next(iter(self._facts(sql, id=identity)), None)

    def held(self, identity: str, *, or_plan: bool = False) -> Fact | None:
        """The fact of this id, if it holds; with `or_plan` also if it is planned."""
        tiers = HOLDING if or_plan else HOLDING[:2]
        return self.fact(identity) if self.tier(identity) in tiers else None

    def lines(self, identity: str) -> list[Fact]:
        """All lines of a fact that have a content, oldest first."""
        sql = "SELECT id FROM line WHERE record = :id AND kind = 'fact' ORDER BY id"
        found = self._facts(sql, id=identity)
        return [one for one in found if isinstance(one.get("content"), str)]

    def histories(self) -> dict[str, list[Fact]]:
        """The lines of all facts, as `lines` gives those of one, by their ids."""
        sql = "SELECT id FROM line WHERE kind = 'fact' AND record <> '' ORDER BY id"
        lines_of: dict[str, list[Fact]] = {}
        for fact in self._facts(sql):
            if isinstance(fact.get("content"), str):
                lines_of.setdefault(fact.id, []).append(fact)
        return lines_of

    def record(self, identity: str) -> Record | None:
        """The record with this id, of any kind: the line that counts, else the last one."""
        newest = "ORDER BY state IS NULL, id DESC LIMIT 1"
        sql = f"SELECT id FROM line WHERE record = :id {newest}"
        return next(self._read(self._column(sql, id=identity)), None)

    def ids_from(self, beginning: str) -> set[str]:
        """The ids of all records that begin so; `beginning` is of letters, digits and `_`."""
        sql = "SELECT DISTINCT record FROM line WHERE record >= :first AND record < :end"
        return set(self._column(sql, first=beginning, end=beginning + "\x7f"))

    def replacing(self, identity: str) -> list[Fact]:
        """The facts that name this one as replaced, by the lines of theirs that count."""
        sql = f"SELECT id FROM ({_FACTS} AND p.supersedes = :id) WHERE tier <> :gone ORDER BY id"
        return self._facts(sql, id=identity, gone=RETRACTED)

    def was_replaced(self, identity: str) -> bool:
        """Whether any line of a fact ever named this one as replaced."""
        return bool(self._ask("SELECT 1 FROM line WHERE supersedes = :id LIMIT 1", id=identity))

    def ended_by(self, fact: Fact) -> list[Fact]:
        """The facts that ended when this one was said, and that nobody took back."""
        sql = (
            "SELECT id FROM line WHERE kind = 'fact' AND state < :gone"
            " AND expires BETWEEN :first AND :last ORDER BY record"
        )
        first, last = fact.first_said() - _MILLISECOND, fact.last_said() + _MILLISECOND
        found = self._facts(sql, gone=tables.RETRACTED, first=first, last=last)
        return [one for one in found if fact.is_end_of(one)]

    def made_at(self, moment: float) -> set[str]:
        """The ids of the facts that were made at a moment, in seconds since 1970."""
        sql = "SELECT record FROM line WHERE kind = 'fact' AND created = :moment"
        return set(self._column(sql, moment=moment))

    def is_others(self, identity: str) -> bool:
        """Whether somebody else may have written a fact."""
        if self._own is None:
            return False
        first = next(iter(self.lines(identity)), stored.Fact())
        return own.is_others(first, self._own)

    def said_before(self, fact: Fact) -> str:
        """The content of the fact that this one replaced, or stands in doubt with; "" for none."""
        names = (fact.supersedes, *fact.related, *self._links.get(fact.id, ()))
        known = (self.fact(one) for one in names if one)
        return next((one.content for one in known if one is not None), "")

    def said_since(self, fact: Fact) -> list[str]:
        """What facts that stand say instead of parts of this one."""
        if not fact.amendments:
            return []
        named = "SELECT value FROM json_each(:named)"
        sql = (
            f"SELECT id FROM ({_FACTS} AND (p.record IN ({named}) OR p.supersedes IN ({named})))"
            f" WHERE tier = '{STANDING}' {_NEWEST_FIRST}"
        )
        return [one.content for one in self._facts(sql, named=codec.render(fact.amendments))]

    def state(self) -> Record:
        """The content of the index: files, pieces by kind, vectors.

        A record is one piece, a file of Markdown several: `notes` is how many files the pieces of
        notes are of. `model` is what the vectors are of, as `vector_table.identity_of` names it.
        """
        kinds = self._ask("SELECT kind, count(*) FROM piece GROUP BY kind ORDER BY kind")
        told: Record = {"pieces": dict(kinds), "model": vector_table.model(self._index.db)}
        for name, table in _COUNTED.items():
            told[name] = self._column(f"SELECT count(*) FROM {table}")[0]
        return told

    def waiting(self) -> int:
        """How many texts still have no vector (see `vector_table.missing`)."""
        return vector_table.missing(self._index.db)

    def _select(
        self, columns: str, wanted: Wanted, order: str = _NEWEST_FIRST
    ) -> list[tuple[Any, ...]]:
        tiers = ", ".join(f"'{one}'" for one in wanted.tiers)
        facts = _FACTS  # whose tiers cost more than the conditions that rule some out
        if set(wanted.tiers) <= set(HOLDING):
            facts += f" AND p.state = {tables.HOLDS}"
        if set(wanted.tiers) == {CANDIDATE}:
            facts += " AND NOT p.stands"
        if not set(wanted.tiers) & set(HOLDING):
            facts += f" AND (p.state <> {tables.HOLDS} OR p.expires <= :now OR {fact_tiers.PLANS})"
        having = f" AND {_HAVING}" if wanted.words else ""
        having += f" AND {_NAMED}" if wanted.is_stale else ""
        sql = f"SELECT {columns} FROM ({facts}{having}) WHERE tier IN ({tiers}) AND {_WANTED}"
        bound = {name: getattr(wanted, name) for name in Wanted.__annotations__}
        return self._ask(f"{sql} {order}", named=codec.render(list(self._code)), **bound)


def as_is(
    store: layout.Store,
    question: Callable[[Records], Answer],
    patience: float = _PATIENCE_SECONDS,
) -> Answer | None:
    """The answer of a store's index as it is; None where there is none that can be read now.

    A run that writes to it is waited for at most `patience` seconds.
    """
    return database.ask(
        layout.cache_directory(store),
        patience,
        lambda index: question(Records(store, index=index)),
    )


def state(store: layout.Store, patience: float = _PATIENCE_SECONDS) -> Record:
    """`Records.state` of the index as it is, as `as_is` asks it; {} where there is none."""
    return as_is(store, Records.state, patience) or {}
