"""Saving a fact: docs/interface.md 4, and what its text may hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

import memory_store
from memory_store import place
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run

SCHEMA = json.loads(
    Path(memory_store.__file__).with_name("schemas").joinpath("fact.schema.json").read_text()
)


def saved(store: layout.Store) -> given.Record:
    return given.lines(store, layout.FACTS)[-1]


@pytest.fixture
def here(project: Path) -> layout.Store:
    """The project's store, which nobody has created yet."""
    return layout.project_store(str(project))


def test_it_creates_the_store_and_answers_with_the_id(run: Run, here: layout.Store) -> None:
    outcome = run("save-fact", "--content", "the port is 8080")

    fact = saved(here)
    assert outcome.code == 0
    assert outcome.answer == {"status": "saved", "id": fact["id"], "redacted": []}
    assert outcome.err == ""
    assert (fact["content"], fact["type"], fact["confidence"]) == ("the port is 8080", "W", 0.8)
    assert fact["entities"] == []
    assert fact["source"] == {"session_id": "", "via": "user"}


def test_a_fact_is_as_its_published_schema_has_it(run: Run, here: layout.Store) -> None:
    old = run("save-fact", "--content", "old").answer["id"]
    flags = ["--type", "o", "--entities", "甲，b, c ", "--confidence", "0.95"]
    run("save-fact", "--content", "新的事实", *flags, "--session", "s-1", "--supersedes", old)

    fact = saved(here)
    jsonschema.Draft202012Validator(SCHEMA).validate(fact)
    assert (fact["type"], fact["entities"], fact["confidence"]) == ("O", ["甲", "b", "c"], 0.95)
    assert (fact["supersedes"], fact["source"]["via"]) == (old, "agent")
    assert [one["content"] for one in given.living(here)] == ["新的事实"]


def test_the_session_has_it_in_its_journal(run: Run, here: layout.Store) -> None:
    identity = run("save_fact", "--content", "x", "--session", "s-1").answer["id"]

    (noted,) = given.journal(here)
    assert (noted["type"], noted["session_id"], noted["record_id"]) == ("fact", "s-1", identity)


@pytest.mark.parametrize(
    "again", ["the port is 8080", "The  Port is 8080 ", "ｔhe port is ８０８０"]
)
def test_what_is_equal_but_for_width_case_and_blanks_is_merged(
    run: Run, here: layout.Store, again: str
) -> None:
    first = run("save-fact", "--content", "the port is 8080", "--confidence", "0.6").answer["id"]

    outcome = run("save-fact", "--content", again, "--confidence", "0.9", "--entities", "gateway")

    (fact,) = given.living(here)
    assert outcome.answer["status"] == "merged"
    assert outcome.answer["id"] == fact["id"] == first
    assert fact["content"] == "the port is 8080"
    assert (fact["confidence"], fact.entities, len(fact.evidence)) == (0.9, ["gateway"], 1)


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("the port is 8081", "W"),
        ("the port is 8080!", "W"),
        ("ports are 8080", "W"),
        ("the port is 8080", "O"),
    ],
)
def test_a_near_duplicate_or_another_type_is_not_merged_here(
    run: Run, here: layout.Store, other: str, kind: str
) -> None:
    run("save-fact", "--content", "the port is 8080")

    assert run("save-fact", "--content", other, "--type", kind).answer["status"] == "saved"
    assert len(given.living(here)) == 2


NASTY = [
    "-x",
    "--content",
    "- a list item",
    "$(touch pwned) `touch pwned` ; touch pwned",
    "'single' \"double\" \\ back",
    "%s {0} {name} %(x)s",
    "line one\nline two",
    "tab\there",
    "引号“”‘’ emoji 🚀👩‍💻",
    "نمی‌خواهم हिन्दी क्‍ष",
    "</memory-1f> <system>",
    '{"json": ["in", "it"]}',
    "# heading",
    "null",
    "0",
    "…",
    "长" * 2_000,
]


@pytest.mark.parametrize("content", NASTY)
def test_any_text_is_kept_as_it_is_by_flag_and_by_standard_input(
    run: Run, here: layout.Store, content: str
) -> None:
    assert run("save-fact", f"--content={content}").code == 0
    assert saved(here)["content"] == content

    assert run("save-fact", "--type", "B", "--content", "-", given=content).code == 0
    assert saved(here)["content"] == content


def test_a_byte_order_mark_and_bad_bytes_on_standard_input_are_survived(
    run: Run, here: layout.Store
) -> None:
    assert run("save-fact", "--content", "-", given=b"\xef\xbb\xbfcaf\xe9 \xff\r\n").code == 0
    assert "\ufeff" not in saved(here)["content"]
    assert saved(here)["content"].startswith("caf")


@pytest.mark.parametrize(
    ("content", "hidden", "kind"),
    [
        ("the token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a1B2c3D4", "github"),
        ("数据库密码：hunter2-Xy9!", "hunter2", "password"),
        ("before <private>my diary</private> after", "my diary", "private"),
        ("before <private>never closed", "never closed", "private"),
        ("key AKIAIOSFODNN7EXAMPLF", "AKIAIOSFODNN7EXAMPLF", "aws-access-key-id"),
    ],
)
def test_secrets_never_reach_a_file_and_are_told_by_kind(
    run: Run, here: layout.Store, machine: Path, content: str, hidden: str, kind: str
) -> None:
    outcome = run("save-fact", "--content", content, "--entities", content)

    assert outcome.code == 0
    assert kind in outcome.answer["redacted"]
    assert f"[redacted:{kind}]" in saved(here)["content"]
    assert hidden not in outcome.out
    assert given.holding(hidden, here.project, machine) == []


MISTAKES = [
    (["--content", ""], "empty"),
    (["--content", "   \n"], "empty"),
    (["--content", "\u200b\u200b"], "empty"),
    (["--content", "x" * 2_001], "2001"),
    (["--content", "-"], "empty"),
    ([], "--content"),
    (["--content"], "--content"),
    (["--content", "x", "--type", "X"], "X"),
    (["--content", "x", "--confidence", "2"], "confidence"),
    (["--content", "x", "--confidence", "-0.1"], "confidence"),
    (["--content", "x", "--confidence", "nan"], "confidence"),
    (["--content", "x", "--confidence", "inf"], "confidence"),
    (["--content", "x", "--confidence", "high"], "high"),
    (["--content", "x", "--supersedes", "f_unknown"], "f_unknown"),
    (["--content", "x", "--scope", "team"], "team"),
    (["--content", "x", "--project", "/no/such/directory"], "/no/such/directory"),
    (["--content", "x", "--what", "y"], "--what"),
    (["--content", "x", "stray"], "stray"),
    (["--cont", "x"], "--content"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_callers_mistake_is_told_in_two_lines_and_nothing_is_written(
    run: Run, project: Path, machine: Path, words: list[str], told: str
) -> None:
    before = given.tree(project), given.tree(machine)

    outcome = run("save-fact", *words)

    assert (outcome.code, outcome.out) == (2, "")
    error, hint = outcome.err.splitlines()
    assert error.startswith("error: ")
    assert told in error
    assert hint.startswith("hint: ")
    assert len(hint) > len("hint: ")
    assert (given.tree(project), given.tree(machine)) == before


@pytest.mark.parametrize(
    "session", ["\udcff\udc80", "a\nb", "\x1b[31mred", "s" * 5_000, "项目 会话"]
)
def test_any_session_name_is_taken_and_is_the_same_in_both_files(
    run: Run, here: layout.Store, session: str
) -> None:
    assert run("save-fact", "--content", "x", f"--session={session}").code == 0

    assert saved(here)["source"]["session_id"] == given.journal(here)[0]["session_id"]


def test_in_the_home_directory_the_store_is_the_users(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(layout.home())

    run("save-fact", "--content", "at home")

    assert [one["content"] for one in given.living(layout.user_store())] == ["at home"]


def test_where_it_cannot_be_written_it_is_our_fault_and_told(run: Run, here: layout.Store) -> None:
    run("save-fact", "--content", "x")
    Path(here.path, layout.FACTS).unlink()
    Path(here.path, layout.FACTS).mkdir()

    outcome = run("save-fact", "--content", "y")

    assert (outcome.code, outcome.out) == (3, "")
    assert [line.partition(":")[0] for line in outcome.err.splitlines()] == ["error", "hint"]


@pytest.mark.parametrize("count", [12, pytest.param(100, marks=pytest.mark.torture)])
def test_a_crowd_of_saves_at_once_keeps_every_fact_and_its_event(
    store: layout.Store, count: int
) -> None:
    words = [sys.executable, "-I", place.script("save_fact"), "--project", store.project]
    crowd = [
        subprocess.Popen([*words, "--content", f"fact {number}"], stdout=subprocess.DEVNULL)
        for number in range(count)
    ]

    codes = [child.wait() for child in crowd]

    sys.stdout.write(f"\nP3: {count} saves at once, {sum(map(bool, codes))} failed\n")
    assert codes == [0] * count
    assert len(given.living(store)) == len(given.journal(store, "fact")) == count
