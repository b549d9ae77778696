"""Rows that wait together are the rows that one at a time would be, ids included."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from memory_store.index import database, tables, update
from memory_store.store import layout
from tests.properties.test_index import snapshot

LINES = 700
OPS = ["", "", "", "", "update", "retract", "restore"]


def record(choose: random.Random, number: int) -> dict[str, Any]:
    """A new fact, or a change of one that may still wait; one in five replaces another."""
    op = choose.choice(OPS)
    identity = f"f_{number if not op else choose.randrange(number + 1):04}"
    made: dict[str, Any] = {"id": identity, "content": f"cache 缓存 of {number}"}
    made |= {"op": op} if op else {}
    if choose.random() < 0.2:
        made["supersedes"] = f"f_{max(0, number - choose.randrange(1, 9)):04}"
    return made


def line(choose: random.Random, number: int) -> tuple[str, dict[str, Any]]:
    """A line of a file: one in four is a summary, of a session that has some already."""
    if choose.random() < 0.25:
        session = f"session {choose.randrange(30)}"
        return layout.SESSIONS, {"id": f"s_{number}", "session_id": session, "topic": "cache"}
    return layout.FACTS, record(choose, number)


def numbered(index: database.Index) -> list[tuple[Any, ...]]:
    return tables.rows(index.db, "SELECT id, record, state, line FROM piece ORDER BY id")


def test_lines_taken_in_at_once_give_what_they_give_one_by_one(store: layout.Store) -> None:
    choose = random.Random(7)
    lines = [line(choose, number) for number in range(LINES)]
    lines.sort(key=lambda one: one[0], reverse=True)  # sessions.jsonl is taken in first
    with database.create_aside("") as slowly:
        for name, made in lines:
            with Path(store.path, name).open("a", encoding="utf-8") as file:
                file.write(json.dumps(made) + "\n")
            update.take_in(slowly, store, "")
        at_once, _ = update.in_memory(store)

        with at_once:
            assert len(numbered(at_once)) > 256  # more than wait at a time
            assert numbered(at_once) == numbered(slowly)
            assert snapshot(at_once.db) == snapshot(slowly.db)
