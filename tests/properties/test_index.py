"""Any interleaving of writes, damage and syncs equals a rebuild (docs/architecture.md).

"Any sequence of append, edit, retract, truncate, delete and sync must equal a rebuild from
nothing."
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory_store import clock
from memory_store.embedders import int8
from memory_store.index import (
    bookmarks,
    database,
    filters,
    indexer,
    nearest,
    parsing,
    read_back,
    sync,
    tables,
    vector_table,
)
from memory_store.journal import facts, read, stored
from memory_store.store import files, layout
from memory_store.text import digest
from tests.index import tiny

if TYPE_CHECKING:
    import apsw

WORDS = "cache token 缓存 数据库 getUserById ERR_1234 deploy 部署 tabs 会话 rollback".split()
IDS = [f"f_{number}" for number in range(4)]
SESSIONS = ["s one", "s two", ""]
DAYS = ["2026-11-20", "2026-11-21"]

NAME = "p.file || ' ' || p.offset || ' ' || p.nth || ' ' || p.part || ' ' || p.line"
PIECES = (
    f"SELECT {read_back.COLUMNS.partition(',')[2]},"  # noqa: S608
    " han, letters, begins, expires, supersedes, same FROM piece p"
)
LINES = (
    "SELECT file, offset, length, nth, line, end_line, headings, digest, kind, record, key, state,"
    " op, type, session, host, created, written, begins, expires, supersedes, lasts, stands"
    " FROM line"
)
ABOUT = "SELECT a.record, l.file, l.offset, l.nth FROM about a LEFT JOIN line l ON l.id = a.line"
FACTS = "SELECT record FROM piece p WHERE kind = 'fact' AND "
LIVING = f"SELECT {read_back.COLUMNS} FROM piece p"  # noqa: S608
HELD = "SELECT w.hash, v.int8 FROM window w JOIN vector v ON v.window = w.id"

contents = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
records = st.fixed_dictionaries(
    {"id": st.sampled_from(IDS)},
    optional={
        "op": st.sampled_from(["update", "retract", "restore"]),
        "supersedes": st.sampled_from(IDS),
        "content": contents | st.sampled_from(["", 7]),
        "type": st.sampled_from(["O", "?"]),
        "entities": st.lists(st.sampled_from(WORDS), max_size=2),
        "created_at": st.sampled_from(["2026-11-20T08:00:00Z", "no date"]),
        "valid_from": st.sampled_from(["2020-01-01", "2099-01-01T00:00:00Z", "soon"]),
        "valid_to": st.sampled_from(["2020-01-01T00:00:00Z", "2099/01/01", 1]),
    },
).map(lambda record: {"content": "cache", **record})
junk = st.sampled_from(
    [b"", b"{", b"\xff\xfe", b"null", b"[1]", b'{"id":', b"\0\0\0", b"<<<<<<< HEAD", b"{}{}"]
)


def snapshot(db: apsw.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All that an index says, without the numbers that its rows happen to have."""
    names = dict(tables.rows(db, f"SELECT p.id, {NAME} FROM piece p"))  # noqa: S608
    db.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, words, instance)")
    words = tables.rows(db, "SELECT doc, term, offset FROM v")
    db.execute("DROP TABLE temp.v")
    windows = tables.rows(db, "SELECT piece, hash FROM window")
    scores = tables.rows(
        db, "SELECT rowid, round(bm25(words), 9) FROM words WHERE words MATCH 'cache'"
    )
    return {
        "pieces": sorted(tables.rows(db, PIECES), key=repr),
        "lines": sorted(tables.rows(db, LINES), key=repr),
        "about": sorted(tables.rows(db, ABOUT)),
        "windows": sorted((names[one], *more) for one, *more in windows),
        "words": sorted((names[one], *more) for one, *more in words),
        "bookmarks": sorted(
            tables.rows(db, "SELECT file, offset, line, bad, checksum FROM bookmark")
        ),
        "living": tables.rows(db, "SELECT value FROM meta WHERE name = 'living'"),
        "scores": sorted((names[one], *more) for one, *more in scores),
    }


class IndexMachine(RuleBasedStateMachine):
    """Somebody writes, damages and mends the files of a store, and an index follows."""

    root: Path
    runs = 0

    @initialize()
    def begin(self) -> None:
        IndexMachine.runs += 1
        project = self.root / f"run {IndexMachine.runs}"
        self.store = layout.project_store(str(project))
        self.path = Path(self.store.path)
        (self.path / layout.DAILY).mkdir(parents=True)
        (self.path / layout.NOTES).mkdir()
        self.embedder = tiny.TinyEmbedder()
        self.number = 0

    def teardown(self) -> None:
        if hasattr(self, "path"):
            self.equals_a_rebuild()
            shutil.rmtree(self.path.parent)
            shutil.rmtree(layout.cache_directory(self.store), ignore_errors=True)

    def append(self, name: str, line: bytes, end: bytes = b"\n") -> None:
        path = self.path / name
        old = path.read_bytes() if path.exists() else b""
        seal = b"\n" if old and not old.endswith(b"\n") else b""
        with path.open("ab") as file:
            file.write(seal + line + end)

    def files(self) -> list[Path]:
        return sorted(path for path in self.path.rglob("*") if path.is_file())

    @rule(several=st.lists(records, min_size=1, max_size=6), glued=st.booleans())
    def write_facts(self, several: list[dict[str, Any]], *, glued: bool) -> None:
        lines = [json.dumps(record, ensure_ascii=False).encode() for record in several]
        for line in [b"".join(lines)] if glued else lines:
            self.append(layout.FACTS, line)

    @rule(content=contents, end=st.sampled_from([b"\n", b"\n", b"\r\n", b"\r", b""]))
    def save_fact(self, content: str, end: bytes = b"\n") -> None:
        """As a save ends it, and as editors and other tools do."""
        self.number += 1
        record = {"id": f"f_new{self.number}", "content": content}
        self.append(layout.FACTS, json.dumps(record).encode(), end)

    @rule(one=records, other=records, third=records)
    def write_facts_between_syncs(
        self, one: dict[str, Any], other: dict[str, Any], third: dict[str, Any]
    ) -> None:
        """Line by line, as sessions do: each line meets an index that knows all before it."""
        for record in (one, other, third):
            self.append(layout.FACTS, json.dumps(record, ensure_ascii=False).encode())
            self.sync_with_vectors()

    @rule(session=st.sampled_from(SESSIONS), topic=contents | st.just(""))
    def write_summary(self, session: str, topic: str) -> None:
        record = {"id": "s_1", "session_id": session, "topic": topic, "todos": [topic, 5]}
        self.append(layout.SESSIONS, json.dumps(record).encode())

    @rule(day=st.sampled_from(DAYS), text=contents, times=st.sampled_from([1, 1, 900]))
    def write_turn(self, day: str, text: str, times: int) -> None:
        self.number += 1
        record = {"id": f"e_{self.number}", "type": "prompt", "text": (text + "。 ") * times}
        self.append(f"{layout.DAILY}/{day}.jsonl", json.dumps(record).encode())

    @rule(
        name=st.sampled_from([layout.CORE, "notes/a.md", "notes/b.md"]),
        lines=st.lists(contents | st.sampled_from(["", "# H", "## H", "- x", "```", "<!--"])),
    )
    def write_markdown(self, name: str, lines: list[str]) -> None:
        (self.path / name).write_text("\n".join(lines), "utf-8")

    @rule(line=junk, name=st.sampled_from([layout.FACTS, layout.SESSIONS]))
    def append_junk(self, line: bytes, name: str) -> None:
        with (self.path / name).open("ab") as file:
            file.write(line)

    @precondition(lambda self: self.files())
    @rule(seed=st.integers(0, 1 << 16))
    def edit_by_hand(self, seed: int) -> None:
        """Lines are changed, doubled, moved or removed, in place, as an editor does."""
        choose = random.Random(seed)
        path = choose.choice(self.files())
        lines = path.read_bytes().split(b"\n")
        at = choose.randrange(len(lines))
        what = choose.randrange(5)
        if what == 0:
            lines[at] = lines[at].replace(b"cache", b"token").replace(b"f_1", b"f_2")
        elif what == 1:
            del lines[at]
        elif what == 2:
            lines.insert(at, choose.choice(lines))
        elif what == 3:
            choose.shuffle(lines)
        else:
            lines[at] = lines[at][: len(lines[at]) // 2]
        path.write_bytes(b"\n".join(lines))

    @precondition(lambda self: self.files())
    @rule(seed=st.integers(0, 1 << 16))
    def truncate(self, seed: int) -> None:
        choose = random.Random(seed)
        path = choose.choice(self.files())
        os.truncate(path, choose.randint(0, path.stat().st_size))

    @precondition(lambda self: self.files())
    @rule(seed=st.integers(0, 1 << 16))
    def delete(self, seed: int) -> None:
        random.Random(seed).choice(self.files()).unlink()

    @precondition(lambda self: self.files())
    @rule(seed=st.integers(0, 1 << 16))
    def put_back_times(self, seed: int) -> None:
        """As rsync and git do: other bytes under the same size and time."""
        path = random.Random(seed).choice(self.files())
        before = path.stat()
        path.write_bytes(path.read_bytes().replace(b"cache", b"token"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule()
    def sync(self) -> None:
        sync.sync(self.store)
        self.equals_a_rebuild()

    @rule()
    def sync_with_vectors(self) -> None:
        report = sync.sync(self.store, embedder=self.embedder)
        assert report.vectors_missing == 0
        self.equals_a_rebuild()

    @rule(name=st.sampled_from(["tiny", "other"]), line=contents)
    def change_the_model(self, name: str, line: str) -> None:
        self.embedder = tiny.TinyEmbedder(name)
        self.save_fact(line)
        self.sync_with_vectors()

    @rule()
    def rebuild(self) -> None:
        sync.sync(self.store, rebuild=True)

    @rule()
    def lose_the_cache(self) -> None:
        shutil.rmtree(layout.cache_directory(self.store), ignore_errors=True)

    def equals_a_rebuild(self) -> None:
        index, _ = indexer.bring_up(self.store)
        anew, _ = indexer.in_memory(self.store)
        with index, anew:
            assert snapshot(index.db) == snapshot(anew.db)
            self.finds_what_holds(index)
            self.has_only_vectors_of_its_texts(index)

    def finds_what_holds(self, index: database.Index) -> None:
        """The journal's own rule of what holds is the judge of facts."""
        lines = [one for _, line in lines_of(self.store) for one in read.parse_line(line)]
        wanted = {str(one.id) for one in facts.living(map(stored.Fact, reversed(lines)))}
        condition, values = filters.Filters(now=clock.now()).sql()
        found = tables.rows(index.db, FACTS + condition, values)

        assert sorted(row[0] for row in found) == sorted(wanted)

    def has_only_vectors_of_its_texts(self, index: database.Index) -> None:
        """Each vector is that of the text it is kept for, by the model the table is of."""
        identity = vector_table.model(index.db) if nearest.load(index.db) else ""
        if not identity:
            return
        model = tiny.TinyEmbedder(identity.partition(" ")[0])
        held = dict(tables.rows(index.db, HELD))
        for row in tables.rows(index.db, LIVING):
            passage = read_back.read_passage(self.store, read_back.Row(*row))
            assert passage is not None
            for text in parsing.windows(row[3], passage.text):
                blob = held.pop(digest.of_content(text), None)
                if blob is not None:
                    assert blob == int8.quantised(model.embed_query(text))
        embedded = tables.rows(index.db, "SELECT id FROM window WHERE embedded = 1")
        coded = tables.rows(index.db, "SELECT window FROM binary_code ORDER BY 1")
        assert sorted(embedded) == coded
        assert tables.number(index.db, "SELECT count(*) FROM vector") == len(embedded)
        assert vector_table.count(index.db) == len(embedded)


def lines_of(store: layout.Store) -> list[tuple[int, bytes]]:
    try:
        return list(read.lines_from(store, layout.FACTS))
    except OSError:
        return []


def run(root: Path, examples: int, steps: int) -> None:
    IndexMachine.root = root
    run_state_machine_as_test(
        IndexMachine,
        settings=hypothesis.settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(hypothesis.HealthCheck),
        ),
    )


@pytest.mark.long
def test_any_interleaving_of_writes_damage_and_syncs_equals_a_rebuild(tmp_path: Path) -> None:
    run(tmp_path, examples=8, steps=25)


def test_an_index_that_goes_by_size_and_whole_seconds_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what many indexes go by misses an edit that the machine makes."""

    def naive(status: os.stat_result) -> str:
        return f"0:{status.st_size}:{int(status.st_mtime)}"

    monkeypatch.setattr(files, "signature_of", naive)
    monkeypatch.setattr(bookmarks, "settled_signature", naive)
    IndexMachine.root = tmp_path
    machine = IndexMachine()
    machine.begin()
    machine.save_fact("cache")
    machine.sync()
    machine.put_back_times(0)

    with pytest.raises(AssertionError):
        machine.equals_a_rebuild()


@pytest.mark.torture
@pytest.mark.timeout(10_800)
def test_two_thousand_edit_scripts_equal_a_rebuild(tmp_path: Path) -> None:
    run(tmp_path, examples=2_000, steps=30)

    sys.stdout.write(
        f"\nP6, {IndexMachine.runs} scripts of up to 30 edits and syncs: 0 differ from a rebuild\n"
    )
