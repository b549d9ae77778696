"""One record, or lines of a file: docs/interface.md 4."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.index import extra
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def test_a_record_by_its_id_is_as_it_is_now(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "as it was")
    given.fact(store, "as it is", id=made["id"], op="update", entities=["gateway"])
    told = given.summary(store, "the topic", session="s-1")
    said = given.event(store, "prompt", text="a question")

    outcome = run("get", made["id"])

    assert outcome.code == 0
    assert (outcome.answer["content"], outcome.answer["entities"]) == ("as it is", ["gateway"])
    assert run("get", told["id"]).answer["topic"] == "the topic"
    assert run("get", said["id"]).answer["text"] == "a question"


def test_any_beginning_that_is_unique_names_a_record(run: Run, store: layout.Store) -> None:
    first = given.fact(store, "one fact", id="f_01aaaaaaaaaaaaaaaaaaaaaa01")
    given.fact(store, "another fact", id="f_01aaaabbbbbbbbbbbbbbbbbb02")
    summary = given.summary(store, "a topic", session="s-1")
    event = given.event(store, "prompt", text="hello")

    assert run("get", "f_01aaaaa").answer["id"] == first["id"]
    assert run("get", "s_0").answer["id"] == summary["id"]
    assert run("get", str(event["id"])[:-2]).answer["id"] == event["id"]
    ambiguous = run("get", "f_01aaaa")
    assert (ambiguous.code, ambiguous.out) == (2, "")
    assert "2 ids begin with f_01aaaa: f_01aaaaaa" in ambiguous.err
    assert run("get", "f_02").code == 1


def test_a_fact_that_was_taken_back_is_named_by_a_beginning_too(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "one fact")
    beginning = str(made["id"])[:12]

    assert run("retract", beginning).answer["id"] == made["id"]
    answer = run("get", beginning).answer
    assert (answer["op"], answer["content"]) == ("retract", "one fact")
    assert run("retract", "--undo", beginning).answer["status"] == "restored"


@pytest.mark.parametrize(
    ("what", "first", "last", "text"),
    [
        ("MEMORY.md:2", 2, 2, "two"),
        ("MEMORY.md:2-3", 2, 3, "two\nthree"),
        ("MEMORY.md:3-99", 3, 3, "three"),
        ("MEMORY.md", 1, 3, "one\ntwo\nthree"),
        (".memory/MEMORY.md:1", 1, 1, "one"),
        ("notes/a b:c.md:1", 1, 1, "of a note"),
        ("notes/sub/x.md:1", 1, 1, "below a note"),
        ("notes/empty.md", 1, 0, ""),
    ],
)
def test_lines_of_a_file_of_the_store(
    run: Run, store: layout.Store, what: str, first: int, last: int, text: str
) -> None:
    Path(store.path, layout.CORE).write_text("one\ntwo\nthree\n", "utf-8")
    Path(store.path, "notes", "sub").mkdir(parents=True)
    Path(store.path, "notes", "sub", "x.md").write_text("below a note\n", "utf-8")
    Path(store.path, "notes", "empty.md").touch()
    Path(store.path, "notes", "a b:c.md").write_text("of a note\n", "utf-8")

    answer = run("get", what).answer

    assert (answer["from"], answer["to"]) == (first, last)
    assert answer["text"].rstrip("\n") == text


def test_what_a_reader_cannot_see_is_not_shown(run: Run, store: layout.Store) -> None:
    Path(store.path, layout.CORE).write_text("a\u202eb\x1b[2Jc\U000e0041\n", "utf-8")

    assert run("get", "MEMORY.md:1").answer["text"] == "abc"


@pytest.mark.parametrize(
    "what", ["f_00000000000000000000000000", "notes/none.md", "MEMORY.md:900"]
)
def test_what_is_not_there_is_exit_1_and_still_an_answer(
    run: Run, store: layout.Store, what: str
) -> None:
    assert store.exists()
    outcome = run("get", what)

    assert outcome.code == 1
    assert isinstance(outcome.answer, dict)
    assert outcome.err == ""


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("MEMORY.md:", "names no lines"),
        ("MEMORY.md:2-", "names no lines"),
        ("MEMORY.md:-2", "names no lines"),
        ("MEMORY.md:1-2-3", "names no lines"),
        (f"MEMORY.md:{'9' * 50}", "names no lines"),
        ("MEMORY.md:0", "counted from 1"),
        ("MEMORY.md:0-2", "counted from 1"),
        ("MEMORY.md:3-2", "line 3 comes after line 2"),
        ("notes/image.md", "it is no text"),
        ("docs/image.md:1", "it is no text"),
        ("picture.png", "it is no text"),
        ("config.json", "memory-store config"),
        ("docs/code.py", "no setting names it"),
        ("docs/link.md", "it is a link"),
        ("", "no id or path"),
    ],
)
def test_what_names_no_lines_of_a_text_is_the_callers_mistake(
    run: Run, store: layout.Store, what: str, told: str
) -> None:
    Path(store.path, layout.CORE).write_text("one\ntwo\nthree\n", "utf-8")
    docs = Path(store.project, "docs")
    for path in (docs, Path(store.path, "notes")):
        path.mkdir()
        (path / "image.md").write_bytes(b"CANARY\n\0\1")
    (docs / "code.py").write_text("CANARY")
    (docs / "link.md").symlink_to(docs / "code.py")
    Path(store.path, "picture.png").write_bytes(b"CANARY\0")
    settings = {"extra_paths": "docs", "CANARY": 1}
    Path(store.path, layout.SETTINGS).write_text(json.dumps(settings), "utf-8")

    outcome = run("get", what)

    assert outcome.code == 2
    assert outcome.err.startswith("error: ")
    assert told in outcome.err
    assert "MEMORY.md:3-9" in outcome.err
    assert "CANARY" not in outcome.out + outcome.err


def test_lines_behind_the_end_are_told_with_where_it_is(run: Run, store: layout.Store) -> None:
    Path(store.path, layout.CORE).write_text("one\ntwo\nthree\n", "utf-8")

    assert run("get", "MEMORY.md:4-9").answer == {"path": "MEMORY.md", "found": False, "lines": 3}
    told = run("get", "MEMORY.md:900", "--format", "text")
    assert (told.code, told.out) == (1, "nothing found: MEMORY.md ends at line 3\n")


def test_a_line_far_behind_in_a_large_file_is_found(run: Run, store: layout.Store) -> None:
    line = f"{'x' * 999}\n"
    Path(store.path, layout.FACTS).write_text(line * 40_000 + "the last\n", "utf-8")

    assert run("get", "facts.jsonl:40001").answer["text"] == "the last"


@pytest.mark.parametrize(
    "what",
    [
        "../secret.txt",
        "notes/../../secret.txt",
        "/etc/passwd",
        "./MEMORY.md",
        "a//b",
        "link.md",
        "directory",
        "linked/secret.txt",
        "hard.md",
        "\0",
    ],
)
def test_nothing_outside_the_store_is_read(
    run: Run, store: layout.Store, tmp_path: Path, what: str
) -> None:
    secret = Path(store.project, "secret.txt")
    secret.write_text("CANARY")
    Path(store.path, "link.md").symlink_to(secret)
    Path(store.path, "linked").symlink_to(tmp_path)
    Path(store.path, "directory").mkdir()
    (tmp_path / "secret.txt").write_text("CANARY")
    os.link(secret, Path(store.path, "hard.md"))

    outcome = run("get", what)

    assert outcome.code in (1, 2)
    assert "CANARY" not in outcome.out + outcome.err


def test_the_users_store_is_looked_into_too(run: Run, user_store: layout.Store) -> None:
    made = given.fact(user_store, "everywhere")

    assert run("get", made["id"]).answer["content"] == "everywhere"
    assert run("get", made["id"], "--scope", "project").code == 1


def test_a_file_is_of_one_memory_and_the_users_is_asked_for_as_search_shows_it(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    Path(user_store.path, layout.CORE).write_text("of the user\n", "utf-8")
    ours = Path(store.path, layout.CORE)
    ours.write_text("of the project\n", "utf-8")
    users = f"~/{layout.STORE}/{layout.CORE}"

    assert run("get", layout.CORE).answer["text"] == "of the project"
    for words in ([users], [layout.CORE, "--scope", "user"]):
        answer = run("get", *words).answer
        assert (answer["path"], answer["text"]) == (users, "of the user")
    ours.unlink()
    for path in (layout.CORE, f"{layout.STORE}/{layout.CORE}"):
        missing = run("get", path)
        assert (missing.code, missing.answer["found"]) == (1, False)
    ours.symlink_to(Path(user_store.path, layout.CORE))
    closed = run("get", layout.CORE)
    assert closed.code == 2
    assert "it is a link" in closed.err


def test_a_note_that_is_too_large_is_refused_for_that(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    for one in (Path(store.project, "docs"), Path(layout.home(), "wiki")):
        one.mkdir()
        with (one / "big.md").open("wb") as file:
            file.truncate(extra.MOST_BYTES + 1)
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    Path(user_store.path, layout.SETTINGS).write_text('{"extra_paths": "~/wiki"}', "utf-8")

    for what in ("docs/big.md", "~/wiki/big.md"):
        assert "larger than 4 MiB" in run("get", what).err


def test_text_for_a_person(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "the port is 8080")

    assert "content: the port is 8080" in run("get", made["id"], "--format", "text").out


def test_lines_of_a_file_that_the_settings_name_and_of_no_other(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    docs = Path(store.project, "docs")
    wiki = Path(layout.home(), "wiki")
    for directory in (docs, wiki):
        directory.mkdir()
        (directory / "a.md").write_text("one\ntwo\nthree\n", "utf-8")
    (docs / "link.md").symlink_to(docs / "a.md")
    Path(store.project, "b.md").write_text("CANARY", "utf-8")
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    Path(user_store.path, layout.SETTINGS).write_text('{"extra_paths": "~/wiki"}', "utf-8")

    for what in ("docs/a.md:2-3", "./docs/a.md:2-3", f"{docs}/a.md:2-3", "~/wiki/a.md:2-3"):
        assert run("get", what).answer["text"] == "two\nthree"
    assert run("get", f"{wiki}/a.md:2").answer["text"] == "two"
    others = ("b.md", "docs/../b.md", "docs/link.md", "./docs/link.md", f"{store.project}/b.md")
    for what in others:
        outcome = run("get", what)
        assert outcome.code in (1, 2)
        assert "CANARY" not in outcome.out + outcome.err
        assert "one" not in outcome.out
