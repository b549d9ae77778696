"""Lines become rows, and what holds has parts; `journal.facts.living` is the judge of facts in the
property tests."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.index import database, indexer, ingest, row_writer, tables
from memory_store.journal import read
from memory_store.store import layout
from tests import faults
from tests.index import indexed
from tests.properties.test_index import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable


def lines_of(store: layout.Store) -> dict[str, int]:
    """The line of each fact, as the index has it."""
    return dict(indexed.rows(store, "SELECT record, line FROM piece WHERE kind = 'fact'"))


def line(identity: str, content: str = "a fact") -> bytes:
    return json.dumps({"id": identity, "content": content}).encode() + b"\n"


def test_lines_are_counted_across_blank_damaged_and_overlong_ones(store: layout.Store) -> None:
    overlong = b"x" * (3 << 20) + b"\n"
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1") + b"\n{damaged\n" + overlong + overlong + line("f_6"))
    first = lines_of(store)

    with path.open("ab") as file:
        file.write(overlong + line("f_8") + b"[1]\n")
    index, report = indexer.bring_up(store)
    index.close()

    assert first == {"f_1": 1, "f_6": 6}
    assert lines_of(store) == {"f_1": 1, "f_6": 6, "f_8": 8}
    assert report.bad_lines == 5


@pytest.mark.parametrize("left", [1, 2], ids=["a record", "a part of one"])
@pytest.mark.parametrize(
    ("rest", "then"),
    [(b"\n", {}), (b"\n" + line("f_3"), {"f_3": 3}), (b"\r\n" + line("f_3"), {"f_3": 3})],
    ids=["sealed", "a line behind it", "with a carriage return"],
)
def test_a_last_line_without_its_newline_is_taken_in_once_it_is_a_record(
    store: layout.Store, left: int, rest: bytes, then: dict[str, int]
) -> None:
    path = Path(store.path, layout.FACTS)
    content = line("f_1") + line("f_2")
    path.write_bytes(content[:-left])
    before = lines_of(store)
    assert lines_of(store) == before == ({"f_1": 1, "f_2": 2} if left == 1 else {"f_1": 1})

    path.write_bytes(content[:-1] + rest)

    assert lines_of(store) == {"f_1": 1, "f_2": 2, **then}


def test_what_was_glued_to_a_last_line_without_its_newline_is_found_too(
    store: layout.Store,
) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1") + line("f_2")[:-1])
    lines_of(store)

    with path.open("ab") as file:
        file.write(line("f_3") + line("f_4"))

    assert lines_of(store) == {"f_1": 1, "f_2": 2, "f_3": 2, "f_4": 3}


def test_a_change_in_the_middle_leaves_the_rows_of_what_stands_where_it_stood(
    store: layout.Store,
) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1") + line("f_2", "is old") + line("f_3"))
    ids = "SELECT id, line FROM part ORDER BY line"
    before = indexed.rows(store, ids)

    path.write_bytes(line("f_1") + line("f_2", "is new") + line("f_3"))

    assert [one for one in indexed.rows(store, ids) if one in before] == [before[0], before[2]]
    words = "SELECT p.record FROM words JOIN piece p ON p.id = words.rowid WHERE words MATCH ?"
    assert indexed.rows(store, words, ("old",)) == []
    assert indexed.rows(store, words, ("new",)) == [("f_2",)]
    path.write_bytes(line("f_1") + line("f_3"))
    assert lines_of(store) == {"f_1": 1, "f_3": 2}


def test_a_line_with_another_number_in_the_same_place_is_told_by_that(store: layout.Store) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1") + b"x\ny\n" + line("f_2"))
    assert lines_of(store) == {"f_1": 1, "f_2": 4}

    path.write_bytes(line("f_1") + b"xyz\n" + line("f_2"))

    assert lines_of(store) == {"f_1": 1, "f_2": 3}


def test_a_turn_is_found_until_a_warning_says_that_no_person_typed_it(
    store: layout.Store,
) -> None:
    day = Path(store.path, layout.DAILY, "2026-11-21.jsonl")
    day.parent.mkdir(exist_ok=True)
    turn = json.dumps({"id": "e_1", "type": "prompt", "text": "wake up"}) + "\n"
    told = {"id": "e_2", "type": read.WARNING, "origin": "scheduled", "record_ids": ["e_1"]}
    day.write_text(turn)
    turns = "SELECT record FROM piece WHERE kind = 'turn'"
    assert indexed.rows(store, turns) == [("e_1",)]

    with day.open("a") as file:
        file.write(json.dumps(told) + "\n")
    assert indexed.rows(store, turns) == []

    day.write_text(turn)
    assert indexed.rows(store, turns) == [("e_1",)]


def test_only_what_was_appended_is_read_again(store: layout.Store) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1") * 1 + line("f_2"))
    lines_of(store)
    before = indexed.rows(store, "SELECT id FROM piece ORDER BY id")

    with path.open("ab") as file:
        file.write(line("f_3"))

    index, report = indexer.bring_up(store)
    with index:
        assert tables.rows(index.db, "SELECT id FROM piece ORDER BY id")[:2] == before
    assert (report.added, report.removed) == (1, 0)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"".join(line(f"f_{at}") for at in range(1_000)), [("f_998", 999), ("f_999", 1_000)]),
        (line("f_1") + b"x" * 5_000, []),
    ],
    ids=["many lines", "a line without end"],
)
def test_only_the_end_of_a_file_is_read_where_time_is_short(
    store: layout.Store, content: bytes, found: list[tuple[str, int]]
) -> None:
    Path(store.path, layout.FACTS).write_bytes(content)

    with indexer.in_memory(store, tail=100)[0] as index:
        assert tables.rows(index.db, "SELECT record, line FROM piece ORDER BY line") == found


@pytest.mark.parametrize("replace", [Path.symlink_to, Path.hardlink_to])
def test_a_link_gives_nothing_and_what_it_replaced_is_forgotten(
    store: layout.Store, tmp_path: Path, replace: Callable[[Path, Path], None]
) -> None:
    path, outside = Path(store.path, layout.FACTS), tmp_path / "outside.jsonl"
    path.write_bytes(line("f_1"))
    outside.write_bytes(line("f_outside"))
    before = lines_of(store)

    path.unlink()
    replace(path, outside)

    assert before == {"f_1": 1}
    assert lines_of(store) == {}


def test_a_touched_file_keeps_its_rows(store: layout.Store) -> None:
    note = Path(store.path, layout.CORE)
    note.write_text("# Memory\n\n- use tabs\n", "utf-8")
    before = indexed.rows(store, "SELECT id FROM piece")

    os.utime(note, ns=(1, 1))

    index, report = indexer.bring_up(store)
    with index:
        assert tables.rows(index.db, "SELECT id FROM piece") == before
        assert tables.number(index.db, "SELECT changed * 1e9 FROM bookmark") == 1
    assert (report.added, report.removed) == (0, 0)


@pytest.mark.long
def test_a_very_large_note_is_read_from_its_beginning(store: layout.Store) -> None:
    path = Path(store.path, layout.NOTES, "large.md")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"Beginning.\n\n" + b"word " * (1 << 20) + b"\n\nEnd.\n")

    index, report = indexer.bring_up(store)
    with index:
        found = tables.rows(index.db, "SELECT rowid FROM words WHERE words MATCH 'beginning'")

    assert len(found) == 1
    assert report.added > 1


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "f_1", "content": "缓存", "confidence": 0.25, "n": -3}',
        '{"id":"f_1"}{"id":"f_2"}',
        '\ufeff{"id": "f_1"}\r',
        '{"id": "\\ud800"}',
        '{"id": "f_1", "n": NaN}',
        '{"id": "f_1", "id": "f_2"}',
        "[" * 2_000 + "]" * 2_000,
        '["f_1"]',
        "null",
        "{damaged",
        "",
    ],
)
def test_a_long_run_is_read_as_single_lines_are(text: str) -> None:
    quick = ingest._parser(1 << 30)

    assert quick is not read.parse_line
    assert ingest._parser(100) is read.parse_line
    for line in (text.encode(), text.encode() + b"\0\0", b"\xff" + text.encode()):
        assert quick(line) == read.parse_line(line)


def refusal(store: layout.Store) -> str:
    """What is told of files that nothing can be read from."""
    index, report = indexer.bring_up(store)
    index.close()
    return report.degraded


@faults.linux
def test_a_file_that_is_closed_to_us_is_told_until_it_can_be_read(store: layout.Store) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_bytes(line("f_1"))
    path.chmod(0)

    def twice() -> list[object]:
        return [[refusal(store), len(lines_of(store))] for _ in range(2)]

    cure = f"to mend it: chmod -R u+rwX '{path}'"
    told = f"left out, as nothing can be read from it: facts.jsonl (Permission denied, {cure})"
    assert faults.in_child(twice, faults.without_rights) == [[told, 0]] * 2

    path.chmod(0o600)

    assert (refusal(store), lines_of(store)) == ("", {"f_1": 1})


@pytest.mark.parametrize("name", [layout.FACTS, layout.SESSIONS, layout.CORE])
def test_a_directory_or_a_link_in_a_files_place_is_told(
    store: layout.Store, name: str, tmp_path: Path
) -> None:
    path = Path(store.path, name)
    path.unlink(missing_ok=True)
    path.mkdir()
    of_directory = refusal(store)
    path.rmdir()
    path.symlink_to(tmp_path / "nowhere")
    of_link = refusal(store)
    path.unlink()

    assert name in of_directory
    assert name in of_link
    assert refusal(store) == ""


OPS = {"-": "retract", "+": "restore", "=": "update"}
HISTORIES = {
    "1, 2": "1 2",
    "1, 1-": "",
    "1, 1-, 1+": "1",
    "1, 2>1": "2",
    "2>1, 1": "1 2",
    "1, 2>1, 2-": "1",
    "1, 2>1, 2=": "1 2",
    "1, 2>1, 3>1, 2-": "3",
    "1, 2>1 3>1, 3-": "2",
    "1 2>1 3>1, 3-": "2",
    "1>9 2>1 2- 3>1": "3",
    "1, 2>1, 1+": "1 2",
    "1>1": "1",
}
"""Lines of facts, a comma between two that are synced each for itself, and what holds then.

`2>1`: fact 2 supersedes fact 1; `1-` is retracted, `1+` restored, `1=` updated.
"""
UNREADABLE = (
    {"id": "f_1", "content": ""},
    {"id": ["f_1"], "content": "fact"},
    {"content": "fact"},
)


def record(said: str) -> dict[str, Any]:
    identity, _, other = said.rstrip("-+=").partition(">")
    made = {"id": f"f_{identity}", "content": f"fact {identity}"}
    made |= {"supersedes": f"f_{other}"} if other else {}
    return made | ({"op": OPS[said[-1]]} if said[-1] in OPS else {})


def append(store: layout.Store, *records: dict[str, Any]) -> list[str]:
    """Append records glued together on one line; the facts that the index finds then."""
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write("".join(map(json.dumps, records)) + "\n")
    sql = (
        "SELECT p.record FROM words JOIN piece p ON p.id = words.rowid"
        " WHERE words MATCH 'fact' AND p.kind = 'fact' ORDER BY p.record"
    )
    return [row[0] for row in indexed.rows(store, sql)]


@pytest.mark.parametrize(("history", "holding"), HISTORIES.items())
def test_the_newest_line_of_an_id_says_whether_it_holds(
    store: layout.Store, history: str, holding: str
) -> None:
    found: list[str] = []
    for line in history.split(", "):
        found = append(store, *map(record, line.split()))

    assert found == [f"f_{one}" for one in holding.split()]


@pytest.mark.parametrize("line", UNREADABLE)
def test_a_line_that_nothing_can_be_read_from_changes_nothing(
    store: layout.Store, line: dict[str, Any]
) -> None:
    append(store, record("1"))

    assert append(store, line) == ["f_1"]


def test_a_fact_that_changed_is_found_by_its_new_words_alone(store: layout.Store) -> None:
    append(store, {"id": "f_1", "content": "fact about tabs"})
    append(store, {"id": "f_1", "content": "fact about spaces", "op": "update"})

    with indexer.bring_up(store)[0] as index:
        sql = "SELECT rowid FROM words WHERE words MATCH ?"
        assert tables.rows(index.db, sql, ("tabs",)) == []
        assert len(tables.rows(index.db, sql, ("spaces",))) == 1


def test_the_newest_summary_of_a_session_takes_the_place_of_older_ones(
    store: layout.Store,
) -> None:
    lines = [
        {"id": "s_1", "session_id": "a", "topic": "first"},
        {"id": "s_2", "session_id": "b", "topic": "other"},
        {"id": "s_3", "session_id": "a", "topic": "second"},
        {"id": "s_4", "session_id": "b", "topic": ""},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    Path(store.path, layout.SESSIONS).write_text(text, "utf-8")

    found = indexed.rows(store, "SELECT record FROM piece WHERE kind = 'summary'")

    assert sorted(found) == [("s_2",), ("s_3",)]


LINES = 700
CHANGES = ["", "", "", "", "update", "retract", "restore"]


def changing(choose: random.Random, number: int) -> dict[str, Any]:
    """A new fact, or a change of one that may still wait; one in five replaces another."""
    op = choose.choice(CHANGES)
    identity = f"f_{number if not op else choose.randrange(number + 1):04}"
    made: dict[str, Any] = {"id": identity, "content": f"cache 缓存 of {number}"}
    made |= {"op": op} if op else {}
    if choose.random() < 0.2:
        made["supersedes"] = f"f_{max(0, number - choose.randrange(1, 9)):04}"
    return made


def of_a_file(choose: random.Random, number: int) -> tuple[str, dict[str, Any]]:
    """A line of a file: one in four is a summary, of a session that has some already."""
    if choose.random() < 0.25:
        session = f"session {choose.randrange(30)}"
        return layout.SESSIONS, {"id": f"s_{number}", "session_id": session, "topic": "cache"}
    return layout.FACTS, changing(choose, number)


@pytest.mark.long
def test_lines_taken_in_at_once_give_what_they_give_one_by_one(store: layout.Store) -> None:
    choose = random.Random(7)
    lines = [of_a_file(choose, number) for number in range(LINES)]
    lines.sort(key=lambda one: one[0], reverse=True)  # sessions.jsonl is taken in first
    with database.create_aside("") as slowly:
        for name, made in lines:
            with Path(store.path, name).open("a", encoding="utf-8") as file:
                file.write(json.dumps(made) + "\n")
            indexer.take_in(slowly, store, "")
        at_once, _ = indexer.in_memory(store)

        with at_once:
            assert tables.number(at_once.db, "SELECT count(*) FROM part") > row_writer._AT_ONCE
            assert snapshot(at_once.db) == snapshot(slowly.db)
