"""claude-mem's database: observations as facts, summaries by session, and nothing is written."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from tests import given
from tests.example_programs import claude_mem_store
from tests.example_programs.conftest import EXAMPLES, exported

sys.path.insert(0, str(EXAMPLES))
import import_claude_mem as claude_mem

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Run


def written(
    path: Path, table: str, *rows: dict[str, Any], old: bool = False
) -> sqlite3.Connection:
    """A database with these rows."""
    db = claude_mem_store.make(path, old=old)
    for row in rows:
        claude_mem_store.insert(db, table, **row)
    return db


def test_an_observation_is_one_fact_with_its_time_and_its_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(
        tmp_path / "claude-mem.db",
        "observations",
        {"type": "decision", "title": "Use Argo CD", "narrative": "By hand failed."},
        {"type": "bugfix", "title": "T", "subtitle": "S", "facts": '["a", 3]'},
        {"type": "feature", "text": "an old one"},
        {"type": "change"},
    )

    found = claude_mem.read(str(tmp_path), "shop")

    assert [(one.kind, one.content) for one in found.facts] == [
        ("W", "Use Argo CD: By hand failed."),
        ("B", "T: S a"),
        ("B", "an old one"),
    ]
    assert {one.session for one in found.facts} == {"host-1"}
    assert {one.moment for one in found.facts} == {clock.parse(claude_mem_store.AT)}
    assert len({one.key for one in found.facts}) == 3
    assert capsys.readouterr().err == "fault: observation 4: empty\n"


def test_summaries_of_a_session_are_one(tmp_path: Path) -> None:
    later = claude_mem_store.EPOCH + 5000
    first = {"request": "Fix it", "learned": "An index lacked.", "next_steps": "x"}
    last = {"request": "And?", "completed": "Added it.", "next_steps": "Measure."}
    written(
        tmp_path / "m.db",
        "session_summaries",
        first,
        {**first, **last, "created_at": None, "created_at_epoch": later},
        {"memory_session_id": "unknown"},
    )

    (one,) = claude_mem.read(str(tmp_path / "m.db"), "").summaries

    assert (one.session, one.topic, one.todos) == ("host-1", "Fix it", ("Measure.",))
    assert one.text == "An index lacked.\nAdded it."
    assert one.moment == later / 1000


def test_other_projects_are_left_out_and_counted(tmp_path: Path) -> None:
    written(
        tmp_path / "m.db",
        "observations",
        {"title": "ours"},
        {"title": "theirs", "project": "other"},
        {"title": "merged", "project": "x", "merged_into_project": "shop"},
        {"title": "tree", "project": "shop/fix-cart"},
    )

    own, every = (claude_mem.read(str(tmp_path / "m.db"), name) for name in ("shop", ""))

    assert [one.content for one in own.facts] == ["ours", "merged", "tree"]
    assert own.others == 1
    assert len(every.facts) == 4


def test_an_early_database_is_read_too(tmp_path: Path) -> None:
    written(tmp_path / "m.db", "observations", {"text": "from the first version"}, old=True)

    assert claude_mem.read(str(tmp_path / "m.db"), "shop").facts[0].content.startswith("from the")


def test_the_sessions_of_versions_4_to_8_have_their_summaries(tmp_path: Path) -> None:
    db = claude_mem_store.make_version_4(tmp_path / "m.db")
    claude_mem_store.insert(db, "observations", own="sdk", type="discovery", text="an old one")
    claude_mem_store.insert(
        db, "session_summaries", own="sdk", request="Fix it", learned="An index lacked."
    )

    found = claude_mem.read(str(tmp_path / "m.db"), "shop")

    assert [(one.session, one.content) for one in found.facts] == [("host-1", "an old one")]
    assert [(one.session, one.topic) for one in found.summaries] == [("host-1", "Fix it")]
    assert found.facts[0].key == ("claude-mem", "own-1", "1")  # that of a later version


def test_the_memories_and_overviews_of_version_3_are_read(tmp_path: Path) -> None:
    db = claude_mem_store.make_version_3(tmp_path / "m.db")
    claude_mem_store.insert(
        db, "memories", own="", text="The gateway listens on port 8080.", title="Gateway"
    )
    claude_mem_store.insert(db, "overviews", own="", content="Made the gateway listen.")
    claude_mem_store.insert(db, "memories", own="", text="theirs", project="other")

    found = claude_mem.read(str(tmp_path / "m.db"), "shop")

    assert [(one.kind, one.content, one.session) for one in found.facts] == [
        ("W", "Gateway: The gateway listens on port 8080.", "own-1")
    ]
    assert [(one.session, one.text) for one in found.summaries] == [
        ("own-1", "Made the gateway listen.")
    ]
    assert found.others == 1


def test_a_database_in_use_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    db = written(tmp_path / "m.db", "observations", {"title": "in the log alone"})
    before = (tmp_path / "m.db").read_bytes(), (tmp_path / "m.db-wal").read_bytes()

    found = claude_mem.read(str(tmp_path / "m.db"), "shop")

    assert [one.content for one in found.facts] == ["in the log alone"]
    assert ((tmp_path / "m.db").read_bytes(), (tmp_path / "m.db-wal").read_bytes()) == before
    db.close()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 200])
def test_another_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.db").write_bytes(content)

    with pytest.raises(ValueError, match="no database of claude-mem's"):
        claude_mem.read(str(tmp_path / "m.db"), "")
    with pytest.raises(FileNotFoundError):
        claude_mem.read(str(tmp_path / "nowhere.db"), "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_nobody_waits_for_a_pipe_in_its_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "claude-mem.db")

    with pytest.raises(PermissionError, match="not a plain file"):
        claude_mem.read(str(tmp_path), "")


@pytest.mark.long
def test_what_claude_mem_observed_is_taken_over_once(
    run: Run, tmp_path: Path, project: Path, store: layout.Store
) -> None:
    db = claude_mem_store.make(tmp_path / "claude-mem.db")
    own = {"type": "decision", "project": project.name}
    claude_mem_store.insert(db, "observations", title="Use Argo CD", **own)
    claude_mem_store.insert(db, "observations", title="x" * 3_000, **own)
    claude_mem_store.insert(db, "observations", title="theirs", type="change", project="other")
    claude_mem_store.insert(
        db, "session_summaries", request="Fix the cart", learned="No index.", project=project.name
    )
    words = ("import_claude_mem.py", str(tmp_path), "--project", project.name)

    lines, told = exported(tmp_path, *words)
    first, second = (run("import", "--from", "memory-store", str(lines)).answer for _ in range(2))
    exported(tmp_path, *words)
    third = run("import", "--from", "memory-store", str(lines)).answer

    assert "left out: 1 of another project" in told
    assert (first["new"], first["left_out"]) == (3, {})
    assert [(one["new"], one["known"]) for one in (second, third)] == [(0, 3)] * 2
    oldest = given.living(store)[-1]
    assert (oldest["content"], oldest["created_at"]) == ("Use Argo CD", claude_mem_store.AT)
    assert oldest["source"] == {"host": "claude-mem", "session_id": "host-1", "via": "import"}
