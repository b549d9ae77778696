"""Inserts and removes rows of pieces, and keeps the rule which line of a fact holds.

The rule is that of `journal.facts.living`, applied line by line: the rows are those that a reading
from the beginning gives. Must not open a database or begin a transaction.
"""

from __future__ import annotations

from memory_store import origin
from memory_store.index import batch, parsing, passages, piece, tables, vector_table
from memory_store.journal import fields, read, records, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import apsw

    from memory_store.codec import Record
    from memory_store.index import bookmarks
    from memory_store.journal.stored import Fact
    from memory_store.store import layout


_RESTORABLE = (
    f"SELECT {passages.COLUMNS} FROM piece p WHERE kind = 'fact' AND record = ?1"  # noqa: S608
    " AND state = ?2 AND NOT EXISTS (SELECT 1 FROM piece y WHERE y.supersedes = ?1"
    " AND y.begins IS NULL"
    " AND (y.offset, y.nth) > (p.offset, p.nth))"
)


class Rows:
    """The rows of an index while a transaction writes them.

    Attributes:
        shown, hidden: pieces that can be found now and couldn't before, and the other way round.
    """

    __slots__ = ("_batch", "_db", "_highest", "_store", "hidden", "shown")

    def __init__(self, db: apsw.Connection, store: layout.Store) -> None:
        self._db = db
        self._store = store
        self._batch = batch.Batch(db)
        # of all ids of facts, where the index was empty before
        self._highest = "" if tables.value(db, "SELECT 1 FROM piece") is None else None
        self.shown = 0
        self.hidden = 0

    def add(self, text_piece: piece.Piece, state: int = tables.LIVING) -> None:
        """Add a piece, with its words and windows unless it is hidden or dead."""
        identity = self._batch.add(text_piece, state)
        if state == tables.LIVING:
            self._show(identity, text_piece)

    def _show(self, identity: int, text_piece: piece.Piece) -> None:
        """Let a piece be found."""
        self.shown += 1
        self._batch.show(identity, text_piece)

    def _hide(self, identity: int) -> None:
        """Let a piece be found no more."""
        self.hidden += 1
        self._db.execute("DELETE FROM words WHERE rowid = ?", (identity,))
        sql = "DELETE FROM window WHERE piece = ? RETURNING id, list, embedded"
        gone = tables.rows(self._db, sql, (identity,))
        embedded = [
            (window, list_) for window, list_, state in gone if state == vector_table.EMBEDDED
        ]
        if embedded:
            vector_table.forget(self._db, embedded)

    def remove(self, identity: int, state: int) -> None:
        """Remove the row with this id and state, and all that hangs on it."""
        if state == tables.LIVING:
            self._hide(identity)
        self._db.execute("DELETE FROM piece WHERE id = ?", (identity,))
        self._batch.removed(identity)

    def drop_file(self, file: str) -> None:
        """Remove all pieces of a file and its bookmark."""
        self._batch.flush()
        found = tables.rows(self._db, "SELECT id, state FROM piece WHERE file = ?", (file,))
        for identity, state in found:
            self.remove(identity, state)
        self._db.execute("DELETE FROM bookmark WHERE file = ?", (file,))

    def put_bookmark(self, mark: bookmarks.Bookmark) -> None:
        """Remember how far a file is indexed."""
        self._db.execute(
            "INSERT OR REPLACE INTO bookmark VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(mark.file, mark.signature, mark.changed, mark.offset, mark.line, mark.bad),
                *(mark.checksum, mark.whole),
            ),
        )

    def apply_to(self, kind: str) -> Callable[[Record, piece.Place], None]:
        """The method that applies records of a file with pieces of this kind."""
        if kind == piece.FACT:
            return self.apply_fact
        return self.apply_summary if kind == piece.SUMMARY else self.apply_turn

    def apply_summary(self, raw: Record, place: piece.Place) -> None:
        """Take in a line of sessions.jsonl, in place of an older summary of the same session."""
        summary = parsing.summary_piece(stored.Summary(raw), place)
        if summary is None:
            return
        older = self._ask(
            summary.session,
            "SELECT id, state FROM piece WHERE kind = 'summary' AND session = ?",
            (summary.session,),
        )
        for identity, state in older:
            self.remove(identity, state)
        self.add(summary)

    def apply_turn(self, raw: Record, place: piece.Place) -> None:
        """Take in a line of the journal: a prompt or an answer, in pieces if it is long.

        What turned out to be no person's is found no more.
        """
        entry = stored.Entry(raw)
        for one in parsing.turn_pieces(entry, place):
            self.add(one)
        if entry.type == read.WARNING and not origin.is_persons(entry.origin):
            sql = "SELECT id, state FROM piece WHERE kind = 'turn' AND record = ?"
            for turn in entry.record_ids:
                for identity, state in self._ask(turn, sql, (turn,)):
                    self.remove(identity, state)

    def apply_fact(self, raw: Record, place: piece.Place) -> None:
        """Apply a line of facts.jsonl, newer than all before.

        A line that nothing can be read from changes nothing.
        """
        identity = raw.get("id")
        if not isinstance(identity, str):
            return
        retracted = raw.get("op") == "retract"
        fact = (
            _tomb(stored.Fact(raw), place)
            if retracted
            else parsing.fact_piece(stored.Fact(raw), place)
        )
        if fact is None:
            return
        freed = self._remove_fact(fact.record)
        self.add(fact, tables.DEAD if retracted else tables.LIVING)
        if fact.supersedes is not None and fact.begins is None:  # else `filters` hides it, in time
            self._supersede(fact.supersedes)
        for record in freed:
            self.restore(record)

    def close(self) -> None:
        """Write what waits, and count what can be found now; the transaction's last write."""
        self._batch.flush()
        self._db.execute(
            "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'living'",
            (self.shown - self.hidden,),
        )

    def _ask(self, name: str, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """The rows of a record or session, with the waiting ones."""
        if self._batch.holds(name):
            self._batch.flush()
        return tables.rows(self._db, sql, values)

    def _is_highest(self, record: str) -> bool:
        """Whether no line before can be of this fact, as its id sorts behind all of them.

        Ids of ours sort by time, so where an index is filled from nothing few facts are asked for.
        """
        if self._highest is None or record <= self._highest:
            return False
        self._highest = record
        return True

    def _remove_fact(self, record: str) -> list[str]:
        """Remove the row of a fact's older line, and give the ids which that line superseded."""
        if self._is_highest(record):
            return []
        older = self._ask(
            record,
            "SELECT id, state, supersedes FROM piece WHERE kind = 'fact' AND record = ?",
            (record,),
        )
        for row, state, _ in older:
            self.remove(row, state)
        return [freed for _, _, freed in older if freed is not None]

    def _supersede(self, record: str) -> None:
        """Hide the fact `record`, if it is there: its newest line is older than this one."""
        for (identity,) in self._ask(
            record,
            "SELECT id FROM piece WHERE kind = 'fact' AND record = ? AND state = ?",
            (record, tables.LIVING),
        ):
            self._hide(identity)
            self._db.execute("UPDATE piece SET state = ? WHERE id = ?", (tables.HIDDEN, identity))

    def restore(self, record: str) -> None:
        """Show the fact `record` again, unless a newer line still supersedes it."""
        self._batch.flush()
        for columns in tables.rows(self._db, _RESTORABLE, (record, tables.HIDDEN)):
            row = passages.Row(*columns)
            raw = passages.read_record(self._store, row)
            fact = None if raw is None else parsing.fact_piece(stored.Fact(raw), row.place)
            if fact is None:
                continue  # the file changed beneath us: by its signature it is read again
            self._show(row.id, fact)
            self._batch.flush()  # the next line may hide it
            self._db.execute("UPDATE piece SET state = ? WHERE id = ?", (tables.LIVING, row.id))


def _tomb(raw: Fact, place: piece.Place) -> piece.Piece:
    """The row of a fact that was taken back."""
    return piece.Piece(
        place,
        record=raw.id,
        kind=piece.FACT,
        type=fields.word(raw.type, records.TYPES, "W"),
        session=raw.session_id,
        created=raw.stated_at or 0.0,
        text="",
    )
