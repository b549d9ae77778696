"""Who wrote a turn: rows of payloads, lines and variables, and what each makes of a prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import origin

if TYPE_CHECKING:
    from tests import given

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("origins.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["promise"])
def test_a_turn_is_known_by_all_that_is_told_of_it(row: given.Record) -> None:
    found = origin.of_prompt(row["record"], row["text"], row.get("environment", {}))

    assert found == row["origin"]


@pytest.mark.parametrize(
    ("meta", "found"),
    [
        ({"source": "cli", "thread_source": "user"}, origin.TYPED),
        ({"source": "vscode"}, origin.TYPED),
        ({}, origin.TYPED),
        ({"source": "exec"}, origin.SCRIPTED),
        ({"source": {"subagent": {"thread_spawn": {}}}}, origin.DELEGATED),
        ({"source": "cli", "thread_source": "subagent"}, origin.DELEGATED),
        ({"source": "cli", "thread_source": "something new"}, origin.DELEGATED),
    ],
)
def test_a_session_of_codex_is_known_by_its_head(meta: given.Record, found: str) -> None:
    assert origin.of_session(meta) == found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["promise"])
def test_a_transcript_is_read_where_a_line_may_be_no_persons(row: given.Record) -> None:
    typed = {"type": "user", "cwd": "/w/src", "promptSource": "typed", "origin": {"kind": "human"}}
    lines = [typed, {"type": "user", **row["record"]}, typed]
    content = "\n".join(json.dumps(one, separators=(",", ":")) for one in lines).encode()
    by_its_line = origin.of_prompt({**row["record"], "source": None}, "", {}) != origin.TYPED

    assert origin.may_be_apart(content, "/w") or not by_its_line
    assert not origin.may_be_apart(json.dumps(typed, separators=(",", ":")).encode(), "/w")
    assert origin.may_be_apart(json.dumps(typed).encode(), "/w")  # with blanks: in doubt it may


def test_an_answer_has_the_origin_of_the_prompt_that_it_answers() -> None:
    events: list[given.Record] = [
        {"type": "prompt", "turn_id": "a", "origin": origin.RELAYED},
        {"type": "prompt", "turn_id": "b"},
        {"type": "recalled"},
    ]

    assert origin.of_answer(events, "a") == origin.RELAYED
    assert origin.of_answer(events, "") == origin.TYPED
    assert origin.of_answer(events, "the id of a notice") == origin.TYPED
    assert origin.of_answer([], "") == origin.TYPED


def test_a_typed_turn_alone_may_make_what_stands_and_a_programs_turn_candidates() -> None:
    persons = [one for one in ("", *origin.ORIGINS) if origin.is_persons(one)]

    assert persons == ["", origin.SCRIPTED, origin.UNKNOWN]
    assert [one for one in ("", *origin.ORIGINS) if origin.may_ask(one)] == [""]
