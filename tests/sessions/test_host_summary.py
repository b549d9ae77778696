"""A session's summary in the words of its host's own model."""

from __future__ import annotations

import json
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store.journal import records, stored
from memory_store.language import wording
from memory_store.sessions import host_summary
from memory_store.text import retold
from tests import given, transcripts

FILE = Path(__file__).with_name("host_summary.jsonl")
ROWS = [*map(json.loads, FILE.read_text("utf-8").splitlines())]

PIECES = [
    *("\n", "   ", "- ", "7. Pending Tasks:", "8. Current Work:\n", "## ", "**", "1. ", "[ ] "),
    *(
        "[DONE] ",
        "</state_snapshot>",
        "<current_plan>",
        "当前工作：",
        "None",
        "It works. ",
        "```\n",
    ),
    *("- Print it\n" * 30, "~~x~~", "Memory lines:", "|a|b|\n", "\0", "\u200b"),
]


def made_of(row: given.Record, gone: retold.Gone = retold.NOTHING) -> stored.Summary:
    """The summary of a recorded session, or of one of Claude Code that was summed up so."""
    if "file" in row:
        content = (given.PAYLOADS / row["file"]).read_bytes()
        event = stored.Entry(host=row["host"], session_id=row["session"])
        return host_summary.of_session(event, content, gone)
    made = transcripts.Claude().ask("x")
    made.ask(f"Continued.\n\nSummary:\n{row['text']}", isCompactSummary=True)
    event = stored.Entry(host="claude", session_id=made.session)
    return host_summary.of_session(event, made.content(), gone)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["promise"])
def test_a_hosts_summary_is_cut_at_its_headings(row: given.Record) -> None:
    made = made_of(row)

    assert [*filter(None, made.text.split(wording.PART))] == row["summary"]
    assert made.todos == row["todos"]
    assert (made.via, made.is_by_agent) == (stored.HOST, False)


def test_a_part_that_is_too_long_ends_with_a_sentence() -> None:
    work = "".join(f"Worker {at} was moved to another queue. " for at in range(30))

    made = made_of({"text": f"8. Current Work:\n   {work}"})

    assert 300 < len(made.text) <= 450
    assert made.text.endswith("queue.")


def test_what_was_taken_back_since_is_not_told() -> None:
    gone = retold.Gone(["The API address is api.example.com"], [])
    text = "8. Current Work:\n   The API address is api.example.com. The client is written.\n"

    assert made_of({"text": text}, gone).text == "The client is written."


@pytest.mark.long
@hypothesis.given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_whatever_a_host_wrote_makes_a_summary_that_can_be_kept(text: str) -> None:
    """A title of nothing but invisible signs is none."""
    made = transcripts.Claude().ask(f"Summary:\n{text}", isCompactSummary=True)
    made.lines.append({"type": "ai-title", "aiTitle": "\u200b\u200b"})
    event = stored.Entry(host="claude", session_id=made.session)

    told = host_summary.of_session(event, json.dumps(made.lines[0]).encode(), retold.NOTHING)

    records.summary(
        "s-1",
        topic="x",
        text=told.text or "x",
        decisions=[],
        todos=told.todos,
        source={"via": told.via},
        origin="automatic",
    )
    assert all(one.strip() for one in told.todos)
    assert len(told.todos) <= 50
    assert host_summary.of_session(event, made.content(), retold.NOTHING).topic == ""
