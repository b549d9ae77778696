"""The tables of index.sqlite, the marks of its file, and typed access to rows.

The index holds places and search terms, never texts (docs/reliability.md 4). Must not open a
database.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    import apsw

APPLICATION_ID = 0x4D535458
VERSION = 9
"""user_version: a reader leaves a file with a higher one alone."""

FINGERPRINT = f"{VERSION}.0"
"""What the rows were made by; an index made otherwise is built again.

Raise the last number with any change to what `tokens.segment`, `chunking`, `sections` or `parsing`
give, the first with a change to the tables.
"""

HOLDS, REPLACED, RETRACTED = 0, 1, 2
"""The `state` of the line of a record that counts: only what holds has parts."""

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE bookmark (
    file TEXT PRIMARY KEY,
    signature TEXT NOT NULL, -- inode, size and times when it was read
    changed REAL NOT NULL, -- the file's own time, seconds since 1970
    offset INTEGER NOT NULL, -- how far it is indexed: behind a newline, or the end
    line INTEGER NOT NULL, -- lines before offset
    bad INTEGER NOT NULL, -- of these, lines nothing could be read from
    checksum INTEGER NOT NULL -- of what stands before offset, its ends alone if it is large
) STRICT, WITHOUT ROWID;
CREATE TABLE line (
    id INTEGER PRIMARY KEY, -- ascending in each file
    file TEXT NOT NULL,
    offset INTEGER NOT NULL,
    length INTEGER NOT NULL,
    nth INTEGER NOT NULL, -- which record of the line
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    headings TEXT NOT NULL,
    digest BLOB NOT NULL, -- of these bytes of the file, which hold the text
    kind TEXT NOT NULL, -- of piece.KINDS
    record TEXT NOT NULL, -- its id
    key TEXT, -- of the lines of one kind with one key the last counts; null: it never does
    state INTEGER, -- null: another line of its key counts
    op TEXT NOT NULL,
    type TEXT NOT NULL,
    session TEXT NOT NULL,
    host TEXT NOT NULL,
    created REAL, -- null: the file's own time
    written REAL,
    begins REAL, -- null: it holds from its line on
    expires REAL,
    supersedes TEXT,
    lasts INTEGER NOT NULL, -- 1: a fact that no age ends
    stands INTEGER NOT NULL -- 1: a fact that is no candidate, or a turn that a person typed
) STRICT;
CREATE INDEX line_place ON line (file, offset);
CREATE INDEX line_record ON line (record);
CREATE INDEX line_key ON line (key, kind) WHERE key IS NOT NULL;
CREATE INDEX line_session ON line (session, kind);
CREATE INDEX line_supersedes ON line (supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX line_lasts ON line (created) WHERE state = 0 AND (lasts = 1 OR begins IS NOT NULL);
CREATE TABLE about ( -- the records that an event names
    record TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (record, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX about_line ON about (line);
CREATE TABLE part ( -- what can be found: the text of a line that holds, or a part of a long one
    id INTEGER PRIMARY KEY, -- its row in words
    line INTEGER NOT NULL,
    part INTEGER NOT NULL,
    han INTEGER NOT NULL, -- 1: written in Chinese, Japanese or Korean
    letters INTEGER NOT NULL, -- how long it is; a Han character counts as three
    same BLOB -- of a fact, what two equal ones share
) STRICT;
CREATE INDEX part_line ON part (line);
CREATE INDEX part_same ON part (same) WHERE same IS NOT NULL;
CREATE VIEW piece AS SELECT part.id, part.line AS place, part.part, part.han, part.letters,
    part.same, line.file, line.offset, line.length, line.nth, line.line, line.end_line,
    line.headings, line.digest, line.kind, line.record, line.type, line.session, line.created,
    line.begins, line.expires, line.supersedes, line.lasts, line.stands
    FROM part JOIN line ON line.id = part.line;
CREATE VIRTUAL TABLE words USING fts5 (
    body, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TABLE window (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a vector left behind is never taken for another's
    piece INTEGER NOT NULL,
    hash BLOB NOT NULL,
    embedded INTEGER NOT NULL DEFAULT 0 -- 1: has a row in vector and binary_code, 2: can't have
) STRICT;
CREATE INDEX window_piece ON window (piece);
CREATE INDEX window_missing ON window (id) WHERE embedded = 0;
CREATE TABLE vector (
    window INTEGER PRIMARY KEY,
    int8 BLOB NOT NULL -- a signed byte for each dimension
) STRICT;
CREATE TABLE binary_code (
    window INTEGER PRIMARY KEY,
    bits BLOB NOT NULL -- the signs of its numbers
) STRICT;
"""


def rows(
    db: apsw.Connection, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """All rows of an answer."""
    return db.execute(sql, values).fetchall()


def value(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> Any:  # noqa: ANN401
    """The first column of the first row; None without a row."""
    answer = db.execute(sql, values).fetchone()
    return None if answer is None else answer[0]


def number(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> int:
    """The same as a whole number; 0 without a row.

    Raises:
        CorruptError: it is no number, which only a damaged index holds.
    """
    answer = value(db, sql, values) or 0
    try:
        return int(answer)
    except (ValueError, TypeError) as error:
        import apsw  # a sync with nothing to do needs no SQLite

        raise apsw.CorruptError(f"not a number: {answer!r}") from error


def meta(db: apsw.Connection, name: str) -> str:
    """What an index says of itself by this name; "" where it says nothing."""
    return str(value(db, "SELECT value FROM meta WHERE name = ?", (name,)) or "")


def meta_number(db: apsw.Connection, name: str) -> int:
    """The same as a whole number; errors as `number`."""
    return number(db, "SELECT value FROM meta WHERE name = ?", (name,))


def set_meta(db: apsw.Connection, **values: object) -> None:
    """Have an index say this of itself."""
    pairs = [(name, str(said)) for name, said in values.items()]
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", pairs)


def listed(ids: Iterable[int]) -> str:
    """Ids as the list of an SQL `IN`."""
    return ", ".join(map(str, ids))
