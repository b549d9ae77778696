"""The measure of corrections plays pairs through the hooks; a file speaks for the agent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import corrections

if TYPE_CHECKING:
    from pathlib import Path

OLDER = "Remember that staging lives on stg.example.com."
PAIR = corrections.Pair(OLDER, "fix the base URL, staging is on eu.example.com", "replaces", "en")
UNKEPT = corrections.Pair("hello there", "good morning", "nothing", "en")
SAVED = {"content": "Staging is on eu.example.com.", "type": "W", "supersedes": f"@web {OLDER}"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("saved", "came_to"),
    [([SAVED], ["replaced", "newer stands"]), ([], ["holds"])],
)
def test_what_an_agent_saves_by_a_file_replaces_the_older_statement(
    tmp_path: Path, saved: list[dict[str, str]], came_to: list[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": "0-newer", "saved": saved}) + "\n", "utf-8")
    agent = corrections.Agent(corrections.answers_of(answers))

    outcomes = corrections.played(str(tmp_path / "project"), {0: PAIR, 1: UNKEPT}, agent)

    assert outcomes == [came_to, ["not kept"]]
    asked = {moment.id: moment for moment in agent.unanswered}
    assert asked.keys() == {"0-older", "1-older", "1-newer"}
    assert ("eu.example.com" if saved else OLDER) in asked["1-newer"].start
