"""The lines of a compaction's summary are those of its last section, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.capture import backfill
from memory_store.hosts import memory_lines
from tests import given, transcripts

if TYPE_CHECKING:
    from memory_store.store import layout

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("memory_lines.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case"]))
def test_the_lines_of_the_last_section_are_taken_and_no_others(row: dict[str, Any]) -> None:
    assert memory_lines.of_summary(row["summary"]).splitlines() == row["lines"]


@pytest.mark.parametrize(
    "is_heard", [False, True], ids=["no hook heard them", "a hook heard them"]
)
def test_the_transcript_brings_them_where_no_hook_heard_them(
    store: layout.Store, *, is_heard: bool
) -> None:
    transcripts.started(store, transcripts.SESSION, ago=700)
    said = "O @packages: use pnpm, never npm"
    behind = "\n\nIf you need specific details, read the full transcript at: /t.jsonl"
    summed_up = {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
    session = transcripts.Claude(project=store.project).ask("Build it").say("Built.")
    session.ask(f"Summary:\n1. Intent: x\nMemory lines:\n{said}{behind}", "p-2", **summed_up)
    session.write()
    if is_heard:
        given.event(store, "response", transcripts.SESSION, ago=596, text=said, turn_id="p-2")

    backfill.take_in(given.where(store), store)

    answers = [one.text for one in given.journal(store, "response")]
    assert sorted(answers) == ["Built.", said]
