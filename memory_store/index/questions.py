"""The questions that are asked of a store's records: what holds, what was said, what names what.

Each is SQL on the lines of the index, which points; the records are read from their files.
"""

from __future__ import annotations

from memory_store import clock, codec, errors, model
from memory_store.index import database, indexer, parsing, piece, read_back, tables, vector_table
from memory_store.journal import fields, links, outlived, own, read, receipts, stored
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Self, TypeVar

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact, Summary

    Answer = TypeVar("Answer")

STANDING, CANDIDATE = stored.STANDING, stored.CANDIDATE
PLANNED, REPLACED, RETRACTED = "planned", "replaced", "retracted"
HOLDING = (STANDING, CANDIDATE, PLANNED)
TIERS = (*HOLDING, REPLACED, RETRACTED)
"""The tiers of a fact. The last three don't hold now: its day is to come, another took its place,
or somebody took it back."""

_PLANS = "EXISTS (SELECT 1 FROM line WHERE supersedes IS NOT NULL AND begins IS NOT NULL)"
"""Whether any fact with a day to come takes another's place: asked once, not for each fact."""
# A plan may take another plan's place before its day.
_TIER = (
    f"CASE WHEN p.state = {tables.RETRACTED} THEN '{RETRACTED}'"
    f" WHEN p.state = {tables.REPLACED} OR p.expires <= :now OR ({_PLANS} AND EXISTS"
    " (SELECT 1 FROM line y WHERE y.supersedes = p.record AND y.begins IS NOT NULL"
    f" AND y.state < {tables.RETRACTED} AND (y.begins <= :now OR p.begins > :now)"
    f" AND y.id > p.id)) THEN '{REPLACED}'"
    f" WHEN p.begins > :now THEN '{PLANNED}'"
    f" WHEN p.stands THEN '{STANDING}' ELSE '{CANDIDATE}' END"
)
_FACTS = (
    "SELECT p.id AS id, p.record AS record, p.type AS type, p.session AS session,"
    f" p.supersedes AS supersedes, min(p.created, :now) AS created, {_TIER} AS tier"
    " FROM line p WHERE p.kind = 'fact' AND p.state IS NOT NULL"
)
"""The line of each fact that counts."""
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
_JOURNAL = f"kind IN ('{piece.TURN}', '{piece.EVENT}')"
_OF_SESSIONS = (
    f" FROM line WHERE session <> '' AND ({_JOURNAL} OR kind = '{piece.SUMMARY}')"
    " AND (kind <> 'summary' OR session <> record)"
)
_SESSIONS = (
    "SELECT session, min(created), max(iif(created > :ahead, NULL, created)),"
    " max(created > :ahead),"
    f" sum(kind = '{piece.TURN}' AND type = 'prompt' AND stands),"
    f" (SELECT count(*) FROM ({_FACTS} AND p.session = line.session)"
    f" WHERE tier = '{STANDING}'),"
    " (SELECT host FROM line h WHERE h.session = line.session AND h.kind <> 'fact'"
    f" ORDER BY h.kind = '{piece.SUMMARY}', h.file, h.id LIMIT 1),"
    f" max(iif(kind = '{piece.SUMMARY}' AND state = 0, id, 0))"
    f"{_OF_SESSIONS} AND (:ids IS NULL OR session IN (SELECT value FROM json_each(:ids)))"
    " GROUP BY session"
)
_ACTIVE = (
    f"SELECT max(iif(created > :ahead, NULL, created)), session {_OF_SESSIONS} GROUP BY session"
)
_BEGAN = (
    f"SELECT session, id, min(created) FROM line WHERE kind = '{piece.TURN}' AND type = 'prompt'"
    " AND stands AND session IN (SELECT value FROM json_each(:ids)) GROUP BY session"
)
_LAST_TURNS = "SELECT id FROM piece WHERE kind = 'turn' ORDER BY id DESC LIMIT 12"
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
_AT_ONCE = 64
_SPAN_SECONDS = 900  # no time zone divides a quarter of an hour
_DAY_SECONDS = 86_400.0
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


class Session(model.Value):
    """What a store has of a session.

    Attributes:
        session_id, host: its id, and the host that held it; "" if unknown.
        first, last: stamps of its first and last record; those dated ahead count as undated, so
            that `first` is "" where one is, and `last` where all are.
        prompts, kept: how many prompts a person typed, and how many facts of it stand.
        topic: the title of its summary; "" for none.
    """

    session_id: str
    host: str
    first: str
    last: str
    prompts: int
    kept: int
    topic: str


class Records:
    """The records of a store as they are now, or as they were at a moment.

    Attributes:
        store: whose they are.
    """

    def __init__(
        self,
        store: layout.Store,
        until: float | None = None,
        index: database.Index | None = None,
    ) -> None:
        """Bring the index up to date; where that can't be done, read the files into memory.

        Args:
            store: whose records.
            until: seconds since 1970: of the facts, as the lines say that were written by then.
            index: one that is asked as it is.
        """
        self.store = store
        self._now = clock.now() if until is None else until
        self._links, self._own = links.load(store), own.known(store)
        self._code, self._receipts = outlived.load(store), receipts.load(store)
        self._is_as_it_is = index is not None
        if until is not None:
            index = indexer.as_of(store, until)
        if index is not None:
            self._index = index
            return
        try:
            found = indexer.bring_up(store) if store.exists() else indexer.in_memory(store)
        except errors.StoreError as error:
            log.write("index", error)
            found = indexer.in_memory(store)
        self._index = found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._index.close()

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
            f"SELECT {_TIER} AS tier, type, created FROM line p"
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

    def events(
        self,
        session: str | None = None,
        files: Iterable[str] | None = None,
        types: Iterable[str] | None = None,
        most: int = -1,
    ) -> list[Entry]:
        """Events of the journal as they happened, each turn with the origin that turned out.

        Args:
            session: the id of the only session that is wanted; None for all.
            files: the journal days that are wanted, as `daily/2026-11-26.jsonl`; None for all.
            types: the types that are wanted; None for all.
            most: how many of the last ones are wanted; -1 for all.
        """
        sql = f"SELECT id FROM line WHERE {_JOURNAL} AND type <> ''"
        values: dict[str, object] = {}
        if session is not None:
            sql += " AND session = :session"
            values["session"] = session
        for column, wanted in (("file", files), ("type", types)):
            if wanted is not None:
                sql += f" AND {column} IN (SELECT value FROM json_each(:{column}))"
                values[column] = codec.render(list(wanted))
        newest_first = f"{sql} ORDER BY file DESC, id DESC LIMIT {most}"
        return read.in_order(self._entries(newest_first, **values)[::-1])

    def naming(self, identities: Iterable[str], kind: str) -> list[Entry]:
        """The events of a kind that name any of these records, oldest first."""
        sql = (
            "SELECT DISTINCT line.id FROM about JOIN line ON line.id = about.line"
            " WHERE about.record IN (SELECT value FROM json_each(:named)) AND type = :kind"
            " ORDER BY file, line.id"
        )
        return self._entries(sql, named=codec.render(list(identities)), kind=kind)

    def turns(self, identities: Iterable[str]) -> list[Entry]:
        """The events with these ids, oldest first."""
        sql = f"SELECT id FROM line WHERE {_JOURNAL} AND {_NAMED} ORDER BY file, id"
        return self._entries(sql, named=codec.render(list(identities)))

    def session_ids(self) -> set[str]:
        """The sessions that the journal knows."""
        return set(self._column(f"SELECT DISTINCT session FROM line WHERE {_JOURNAL}")) - {""}

    def active(self) -> list[tuple[float, str]]:
        """When each session of the journal or of a summary was last heard of, and its id."""
        rows = self._ask(_ACTIVE, ahead=self._now + _DAY_SECONDS)
        return [(moment or 0.0, identity) for moment, identity in rows]

    def sessions(self, ids: Iterable[str] | None = None) -> list[Session]:
        """The sessions of the journal and of the summaries; with `ids` those alone."""
        listed = None if ids is None else codec.render(list(ids))
        rows = self._ask(_SESSIONS, ahead=self._now + _DAY_SECONDS, ids=listed)
        summaries = [one for *_, one in rows if one]
        topics = dict(self._numbered(summaries))

        def session(row: tuple[Any, ...]) -> Session:
            identity, first, last, is_ahead, prompts, kept, host, summary = row
            first = "" if is_ahead else clock.stamp(min(first, self._now))
            last = "" if last is None else clock.stamp(min(last, self._now))
            topic = stored.Summary(topics.get(summary, {})).topic
            return Session(identity, host, first, last, prompts, kept, topic)

        return list(map(session, rows))

    def first_prompts(self, sessions: Iterable[str]) -> dict[str, str]:
        """What a person typed first in each of some sessions."""
        rows = self._ask(_BEGAN, ids=codec.render(list(sessions)))
        said = dict(self._numbered([line for _, line, _ in rows]))
        return {one: stored.Entry(said[line]).text for one, line, _ in rows if line in said}

    def summaries(self) -> list[Summary]:
        """The newest summary of each session, the last written first."""
        sql = f"SELECT id FROM line WHERE kind = '{piece.SUMMARY}' AND state = 0 ORDER BY id DESC"
        return [stored.Summary(one) for one in self._read(self._column(sql))]

    def same(self, content: str, kind: str) -> Fact | None:
        """The fact of type `kind` that says the same but for case, width and blanks."""
        sql = (
            "SELECT p.id FROM part JOIN line p ON p.id = part.line WHERE part.same = :same"
            " AND p.type = :kind AND coalesce(p.expires > :now, 1) LIMIT 1"
        )
        return next(iter(self._facts(sql, same=parsing.sameness(content), kind=kind)), None)

    def lasting(self, limit: int) -> list[Fact]:
        """The facts that last and the plans: rules first, the newest of both."""
        facts: list[Fact] = []
        for sign in ("=", "<>"):
            sql = (
                "SELECT id FROM line WHERE state = 0 AND (lasts = 1 OR begins IS NOT NULL)"
                f" AND type {sign} 'O' ORDER BY created DESC LIMIT :limit"
            )
            facts += self._facts(sql, limit=limit - len(facts))
        return facts

    def recent(self, limit: int, since: float) -> list[Fact]:
        """The newest facts made after a moment, in seconds since 1970, by their ids."""
        sql = (
            "SELECT id FROM line WHERE kind = 'fact' AND state = 0 AND record >= :first"
            " AND created >= :since ORDER BY record DESC LIMIT :limit"
        )
        first = fields.spelled("f", since, 0)
        return self._facts(sql, first=first, since=since, limit=limit)

    def near_work(self, limit: int) -> list[Fact]:
        """The newest facts that age or wait; first those that the last turns come nearest to."""
        from memory_store.index import backends  # few ask for nearness

        sql = (
            "SELECT place, id FROM piece WHERE kind = 'fact' AND type IN ('W', 'O')"
            " AND lasts = 0 ORDER BY record DESC LIMIT :limit"
        )
        parts = dict(self._ask(sql, limit=limit))
        nearness = dict.fromkeys(parts.values(), 0.0)
        db, backend = self._index.db, backends.backend(self._index.db)
        if parts and backend.load(db):
            for turn in self._column(_LAST_TURNS):
                vector = backend.vector_of(db, turn)
                near = backend.cosines(db, vector, nearness) if vector else {}
                nearness |= {one: max(nearness[one], cosine) for one, cosine in near.items()}
        lines = sorted(parts, key=lambda line: nearness[parts[line]], reverse=True)
        return list(self._facts_of(lines))

    def similar(self, fact: Fact, limit: int) -> list[tuple[Fact, float | None]] | None:
        """The facts nearest to a fact, by words and by meaning.

        Args:
            fact: a fact of the store.
            limit: how many of each kind of nearness, at most.

        Returns:
            Each with the cosine of both, None where one of them has no vector; those that share
            the rarest words first, then those that are near by meaning alone. None where the fact
            does not hold.
        """
        from memory_store.index import backends, filters, query, tokens  # see near_work

        own_part = self._column("SELECT id FROM piece WHERE record = :id", id=fact.id)
        if not own_part:
            return None
        db, backend = self._index.db, backends.backend(self._index.db)
        wanted = filters.Filters(now=self._now, kinds=(piece.FACT,))
        phrases = [one.phrase for one in tokens.question(fact.content).terms if not one.bonus]
        ids = query.sharing(db, phrases, limit + 1, wanted)
        cosines: dict[int, float] = {}
        vector = backend.vector_of(db, own_part[0]) if backend.load(db) else None
        if vector:
            near = backend.by_vector(db, vector, limit + 1, wanted)
            ids += [one for one in near if one not in ids]
            cosines = backend.cosines(db, vector, ids)
        sql = "SELECT line, id FROM part WHERE id IN (SELECT value FROM json_each(:ids))"
        others = [one for one in ids if one != own_part[0]]
        parts = dict(self._ask(sql, ids=codec.render(others)))
        lines = self._numbered(sorted(parts, key=lambda line: ids.index(parts[line])))
        return [(stored.Fact(one), cosines.get(parts[line])) for line, one in lines]

    def places(self, identities: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Where the lines of facts that hold stand in `facts.jsonl`: offset and length."""
        sql = (
            "SELECT record, offset, length FROM line WHERE kind = 'fact' AND state = 0"
            " AND record IN (SELECT value FROM json_each(:ids))"
        )
        rows = self._ask(sql, ids=codec.render(list(identities)))
        return {record: (offset, length) for record, offset, length in rows}

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

    def last_lines(self, file: str) -> Iterator[tuple[int, Record]]:
        """All records of a file with the numbers of their rows, the last line first."""
        sql = "SELECT id FROM line WHERE file = :file ORDER BY id DESC"
        ids = self._column(sql, file=file)
        return self._numbered(ids)

    def line_before(self, file: str, key: str, row: int) -> tuple[int, Record] | None:
        """The last line of a fact, or of a session's summary, before a row, with its number."""
        column = "record" if file == layout.FACTS else "session"
        sql = (
            f"SELECT id FROM line WHERE {column} = :key AND file = :file AND id < :row"
            " ORDER BY id DESC LIMIT 1"
        )
        return next(self._numbered(self._column(sql, key=key, file=file, row=row)), None)

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
            facts += f" AND (p.state <> {tables.HOLDS} OR p.expires <= :now OR {_PLANS})"
        having = f" AND {_HAVING}" if wanted.words else ""
        having += f" AND {_NAMED}" if wanted.is_stale else ""
        sql = f"SELECT {columns} FROM ({facts}{having}) WHERE tier IN ({tiers}) AND {_WANTED}"
        bound = {name: getattr(wanted, name) for name in Wanted.__annotations__}
        return self._ask(f"{sql} {order}", named=codec.render(list(self._code)), **bound)

    def _column(self, sql: str, **values: object) -> list[Any]:
        return [one for (one,) in self._ask(sql, **values)]

    def _facts(self, sql: str, **values: object) -> list[Fact]:
        """The facts whose lines a query gives."""
        return list(self._facts_of(self._column(sql, **values)))

    def _facts_of(self, ids: Sequence[int]) -> Iterator[Fact]:
        return map(stored.Fact, self._read(ids))

    def _entries(self, sql: str, **values: object) -> list[Entry]:
        """The events whose lines a query gives."""
        return list(map(stored.Entry, self._read(self._column(sql, **values))))

    def _read(self, ids: Sequence[int]) -> Iterator[Record]:
        """The records of lines."""
        return (record for _, record in self._numbered(ids))

    def _numbered(self, ids: Sequence[int]) -> Iterator[tuple[int, Record]]:
        """Lines with their records, read from their files, without those that changed since."""
        with read_back.Opened(self.store) as opened:
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                listed = tables.listed(some)
                sql = f"SELECT {read_back.LINE_COLUMNS} FROM line p WHERE id IN ({listed})"
                rows = {row[0]: read_back.Row(*row) for row in self._ask(sql)}
                for one in filter(rows.__contains__, some):
                    record = read_back.read_record(self.store, rows[one], opened)
                    if record is not None:
                        yield one, record

    def _ask(self, sql: str, **values: object) -> list[tuple[Any, ...]]:
        bound = {"now": self._now, **values}
        try:
            return tables.rows(self._index.db, sql, bound)
        except database.FAULTS as error:
            if self._is_as_it_is:
                raise
            log.write("index", error)
            self._index = indexer.in_memory(self.store)[0]
            return tables.rows(self._index.db, sql, bound)


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
