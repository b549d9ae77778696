"""Saving a session's summary: docs/interface.md 4."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

import memory_store
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Outcome, Run

SCHEMA = json.loads(
    Path(memory_store.__file__).with_name("schemas").joinpath("summary.schema.json").read_text()
)


@pytest.fixture
def here(project: Path) -> layout.Store:
    return layout.project_store(str(project))


def save(run: Run, topic: str, *more: str, session: str = "s-1") -> Outcome:
    return run(
        "save-summary", "--topic", topic, "--summary", "what was done", "--session", session, *more
    )


def test_all_its_parts_are_kept(run: Run, here: layout.Store) -> None:
    flags = ["--decision", "用 Kafka", "--decision", "no ORM", "--todo", "measure it"]

    outcome = save(run, "结账变慢", *flags)

    (line,) = given.lines(here, layout.SESSIONS)
    jsonschema.Draft202012Validator(SCHEMA).validate(line)
    assert outcome.code == 0
    assert outcome.answer == {"status": "saved", "id": line["id"], "redacted": []}
    assert (line["topic"], line["summary"]) == ("结账变慢", "what was done")
    assert (line["decisions"], line["todos"]) == (["用 Kafka", "no ORM"], ["measure it"])
    assert (line["session_id"], line["origin"]) == ("s-1", "agent")


def test_it_is_noted_in_the_journal_so_that_the_session_is_not_asked(
    run: Run, here: layout.Store
) -> None:
    identity = save(run, "topic").answer["id"]

    (noted,) = given.journal(here)
    assert (noted["type"], noted["session_id"], noted["record_id"]) == ("summary", "s-1", identity)


def test_the_text_may_come_from_standard_input(run: Run, here: layout.Store) -> None:
    words = ["--topic", "t", "--summary", "-", "--session", "s-1"]
    run("save-summary", *words, given="line one\nline two $(id) `id` 'x'\n")

    assert given.lines(here, layout.SESSIONS)[0]["summary"] == "line one line two $(id) `id` 'x'"
