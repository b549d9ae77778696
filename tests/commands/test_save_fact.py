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
        ("the token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a1B2c3D4", "secret"),
        ("CI signs with ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 here", "a1B2c3D4", "secret"),
        ("数据库密码：hunter2-Xy9!", "hunter2", "secret"),
        ("before <private>my diary</private> after", "my diary", "private"),
        ("before <private>never closed", "never closed", "private"),
        ("key AKIAIOSFODNN7EXAMPLF", "AKIAIOSFODNN7EXAMPLF", "secret"),
    ],
)
def test_a_fact_whose_value_is_a_secret_is_not_saved_and_the_reason_is_told(
    run: Run, here: layout.Store, machine: Path, content: str, hidden: str, kind: str
) -> None:
    outcome = run("save-fact", "--content", content, "--entities", content)

    why = {"secret": "it looks like a secret", "private": "it is marked private"}[kind]
    assert (outcome.code, outcome.err.split("\n")[0]) == (2, f"error: not kept: {why}")
    assert hidden not in outcome.out + outcome.err
    assert given.lines(here, layout.FACTS) == []
    assert given.holding(hidden, here.project, machine) == []


def test_a_secret_inside_an_address_is_taken_out_and_told_by_kind(
    run: Run, here: layout.Store, machine: Path
) -> None:
    content = "the orders are in postgres://app:hunter2Xy9@db.acme.test/orders"

    outcome = run("save-fact", "--content", content, "--entities", content)

    assert (outcome.code, outcome.answer["redacted"]) == (0, ["url-password"])
    assert saved(here)["content"] == content.replace("hunter2Xy9", "[redacted:url-password]")
    assert given.holding("hunter2", here.project, machine) == []


@pytest.mark.parametrize(
    "session", ["\udcff\udc80", "a\nb", "\x1b[31mred", "s" * 5_000, "项目 会话"]
)
def test_any_session_name_is_taken_and_is_the_same_in_both_files(
    run: Run, here: layout.Store, session: str
) -> None:
    assert run("save-fact", "--content", "x", f"--session={session}").code == 0

    assert saved(here)["source"]["session_id"] == given.journal(here)[0]["session_id"]


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


def test_of_a_crowd_that_replaces_one_fact_at_once_the_first_alone_does(
    store: layout.Store,
) -> None:
    older = given.fact(store, "the queue is RabbitMQ")
    words = [sys.executable, "-I", place.script("save_fact"), "--project", store.project]
    crowd = [
        subprocess.Popen(
            [*words, "--content", f"the queue is queue {number}", "--supersedes", older.id],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number in range(4)
    ]

    codes = [child.wait() for child in crowd]

    assert sorted(codes) == [0, 2, 2, 2]
    assert len(given.living(store)) == 1
