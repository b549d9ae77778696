"""A database with the tables of claude-mem, as its version 13 has them, or earlier ones.

Must not know how it is read.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

AT = "2026-03-01T10:00:00.000Z"
EPOCH = 1_772_359_200_000
TABLES = """
CREATE TABLE sdk_sessions (
  id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT, project TEXT);
CREATE TABLE observations (
  id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT,
  created_at TEXT, created_at_epoch INTEGER);
CREATE TABLE session_summaries (
  id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT, investigated TEXT,
  learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT,
  created_at_epoch INTEGER);
"""
NEW = tuple(
    f"ALTER TABLE observations ADD COLUMN {name} TEXT"
    for name in ("title", "subtitle", "facts", "narrative", "concepts", "merged_into_project")
)


def make(path: Path, *, old: bool = False) -> sqlite3.Connection:
    """A database with the tables of claude-mem, of version 13 or an early one."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(TABLES)
    for line in () if old else NEW:
        db.execute(line)
    db.execute("INSERT INTO sdk_sessions VALUES (1, 'host-1', 'own-1', 'shop')")
    return db


def make_version_4(path: Path) -> sqlite3.Connection:
    """A database as versions 4 to 8 wrote it: the ids of sessions have other names."""
    db = make(path, old=True)
    for table in ("sdk_sessions", "observations", "session_summaries"):
        db.execute(f"ALTER TABLE {table} RENAME COLUMN memory_session_id TO sdk_session_id")
    db.execute("ALTER TABLE sdk_sessions RENAME COLUMN content_session_id TO claude_session_id")
    return db


def make_version_3(path: Path) -> sqlite3.Connection:
    """A database as version 3 wrote it: memories, and an overview of each session."""
    db = sqlite3.connect(path)
    db.executescript("""
      CREATE TABLE sessions (id INTEGER PRIMARY KEY, session_id TEXT, project TEXT);
      CREATE TABLE memories (
        id INTEGER PRIMARY KEY, session_id TEXT, text TEXT, document_id TEXT, keywords TEXT,
        created_at TEXT, created_at_epoch INTEGER, project TEXT, origin TEXT, title TEXT,
        subtitle TEXT, facts TEXT, concepts TEXT, files_touched TEXT);
      CREATE TABLE overviews (
        id INTEGER PRIMARY KEY, session_id TEXT, content TEXT, created_at TEXT,
        created_at_epoch INTEGER, project TEXT, origin TEXT);
    """)
    return db


def insert(db: sqlite3.Connection, table: str, *, own: str = "memory", **fields: Any) -> None:
    name = f"{own}_session_id".lstrip("_")
    row = {
        name: "own-1",
        "project": "shop",
        **({"type": "discovery"} if table == "observations" else {}),
        "created_at": AT,
        "created_at_epoch": EPOCH,
        **fields,
    }
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))  # noqa: S608
    db.commit()
