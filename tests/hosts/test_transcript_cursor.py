"""Cursor's transcripts, JSON lines and the older text: nothing that Cursor put beside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import model
from memory_store.hosts import transcript_cursor
from tests import given, transcripts

if TYPE_CHECKING:
    from pathlib import Path

RECORDED = given.PAYLOADS / "cursor"
P, R = model.PROMPT, model.RESPONSE
JSON_LINES = [
    (P, "第一个问题：结账为什么慢？"),
    (R, "The index was missing."),
    (R, "已加上索引。"),
    (P, "what is in this picture"),
    (R, "A cat.\n\nOn a mat."),
    (P, "a bare prompt"),
    (R, "a string answer"),
    (P, "第一个问题：结账为什么慢？"),
    (R, "As before."),
]
TEXT = [
    (P, "Why is it slow?\nassistant:\nthis line is the person's"),
    (R, "An index is missing.\n\nIt is small."),
    (R, "Added."),
    (P, "[Tool call] is what I ask about"),
    (R, "It is a mark."),
]


def told(content: bytes) -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in transcript_cursor.parse(content, "c-1").turns]


@pytest.mark.parametrize(("name", "expected"), [("jsonl", JSON_LINES), ("txt", TEXT)])
def test_every_trap_in_a_file_is_stepped_over(name: str, expected: list[tuple[str, str]]) -> None:
    content = (RECORDED / f"transcript.{name}").read_bytes()

    assert told(content) == expected
    assert told(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")) == expected


def test_a_turn_has_neither_a_time_nor_an_id_and_a_file_no_place_to_go_on_from() -> None:
    found = transcript_cursor.parse((RECORDED / "transcript.jsonl").read_bytes(), "c-1")

    assert {(one.key, one.moment) for one in found.turns} == {("", None)}
    assert (found.resume, found.settled) == (0, 7)
    assert not transcript_cursor.GROWS


def test_several_queries_in_one_message_are_all_the_persons() -> None:
    made = transcripts.Cursor().ask("one")
    (block,) = made.lines[0]["message"]["content"]
    block["text"] += "\n<system_reminder>no</system_reminder>\n<user_query>two"

    assert told(made.content()) == [(P, "one\n\ntwo")]


def test_a_transcript_lies_where_the_host_says_or_in_one_of_the_documented_places(
    machine: Path,
) -> None:
    above = "projects/home-dev-my-project-1/agent-transcripts"
    inside = machine / "home" / ".cursor" / "projects" / "x" / "agent-transcripts" / "c-1.txt"

    found = transcript_cursor.names("/home/dev/my project__1/", "c-1", str(inside))

    assert found == [
        "projects/x/agent-transcripts/c-1.txt",
        f"{above}/c-1/c-1.jsonl",
        f"{above}/c-1/c-1.txt",
        f"{above}/c-1.jsonl",
        f"{above}/c-1.txt",
    ]


def test_a_conversations_name_is_percent_encoded_and_cut() -> None:
    strange, long = "a/b:ü (1)", "x" * 300

    assert "/agent-transcripts/a_2Fb_3A_C3_BC_20(1).jsonl" in " ".join(
        transcript_cursor.names("/w", strange, "")
    )
    assert transcript_cursor.names("/w", long, "")[2].endswith(f"/{'x' * 200}.jsonl")


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "{h}/.cursor/mcp.json",
        "{h}/.cursor/projects/w/agent-transcripts/another/another.jsonl",
        "{h}/.cursor/projects/w/agent-transcripts/c-1/subagents/c-1.jsonl",
        "{h}/.cursor/projects/w/terminals/c-1.jsonl",
        "{h}/.cursor/projects/w/../../../x/agent-transcripts/c-1.jsonl",
        "{h}/.claude/projects/w/agent-transcripts/c-1.jsonl",
    ],
)
def test_a_path_that_is_no_transcript_of_this_conversation_is_ignored(
    machine: Path, path: str
) -> None:
    found = transcript_cursor.names("/w", "c-1", path.format(h=machine / "home"))

    assert found == transcript_cursor.names("/w", "c-1", "")
    assert transcript_cursor.names("/w", "", path) == []


@hypothesis.given(
    st.binary() | st.text(st.sampled_from('user:\nasistn[Tol calThkg]{}"<>_q/ ')).map(str.encode)
)
def test_no_content_breaks_it(content: bytes) -> None:
    for raw in (content, b"{" + content, b"user:\n" + content):
        assert all(role in (P, R) and text.strip() for role, text in told(raw))
