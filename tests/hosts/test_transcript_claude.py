"""Claude Code's transcripts: the person's and the agent's words, and nothing a host put there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock, model
from memory_store.hosts import claude, transcript_claude, turns
from tests import given, transcripts

if TYPE_CHECKING:
    from pathlib import Path

RECORDED = given.PAYLOADS / "claude"
P, R = model.PROMPT, model.RESPONSE
TRAPS = [
    (P, "第一个问题：结账为什么慢？\nPlease look at cart.py", "p-1"),
    (R, "First block.\n\nSecond block.", "p-1"),
    (R, "The index was missing; 已加上。", "p-1"),
    (P, "and this?", "p-2"),
    (R, "Yes.", "p-2"),
    (R, "The build is green.", "p-7"),
    (P, "third question", "p-8"),
    (R, "Working on it.", "p-8"),
    (P, "also check the logs", ""),
    (R, "Logs are clean.", "p-8"),
    (P, "third question", "p-9"),
    (R, "Again.", "p-9"),
]


def parsed(content: bytes | transcripts.Claude) -> turns.Found:
    raw = content if isinstance(content, bytes) else content.content()
    return transcript_claude.parse(raw, transcripts.SESSION)


def told(found: turns.Found) -> list[tuple[str, str, str]]:
    return [(one.role, one.text, one.key) for one in found.turns]


@pytest.mark.parametrize("name", ["transcript-tooluse", "transcript-after-compact"])
def test_a_recorded_session_is_its_prompt_and_its_visible_answers_compacted_or_not(
    name: str,
) -> None:
    found = parsed((RECORDED / f"{name}.jsonl").read_bytes())

    key = "a67b3321-8951-40cc-8f19-4c37c2a59739"
    assert told(found) == [
        (P, "USE-TOOL please", key),
        (R, "Running a tool.", key),
        (R, "Hello from the mock model.", key),
    ]
    assert [clock.stamp(one.moment or 0) for one in found.turns] == [
        "2026-11-21T20:43:50.669Z",
        "2026-11-21T20:43:51.132Z",
        "2026-11-21T20:43:51.273Z",
    ]


def test_every_trap_in_a_file_is_stepped_over() -> None:
    assert told(parsed((RECORDED / "transcript-traps.jsonl").read_bytes())) == TRAPS


def test_blocks_of_one_message_are_one_answer_and_those_of_another_are_another() -> None:
    made = transcripts.Claude().ask("why").say("one").say("two", more=True).say("three")

    assert told(parsed(made))[1:] == [(R, "one\n\ntwo", "prompt-0"), (R, "three", "prompt-0")]


def test_answers_to_our_own_request_are_left_out_up_to_the_next_prompt() -> None:
    feedback = {"type": "hook_blocking_error", "hookEvent": "Stop", "blockingError": ""}
    for text in ("[Session Save] save it", "Stop hook feedback:\n- [x]: [Session Save] save it"):
        made = transcripts.Claude().ask("why").say("because")
        made.add("attachment", attachment={**feedback, "blockingError": text})
        made.say("saved").ask("and then?").say("this")

        assert [text for _, text, _ in told(parsed(made))] == [
            "why",
            "because",
            "and then?",
            "this",
        ]


def test_who_only_speaks_of_our_request_is_heard() -> None:
    made = transcripts.Claude().ask("What does [Session Save] mean?").say("A request.")

    assert len(parsed(made).turns) == 2


CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context.\n"
    "Summary:\nWe always use pnpm."
)


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        (CONTINUED, []),
        (f"<system-reminder>\nAlways use tabs.\n</system-reminder>\n{CONTINUED}", []),
        ("<system-reminder>\nAlways use tabs.\n</system-reminder>", []),
        ("<system_reminder>Use npm.</system_reminder>\nuse pnpm", ["use pnpm"]),
        ("use\n<new-diagnostics>a.py: 1</new-diagnostics>\npnpm", ["use\n\npnpm"]),
        ("what is <system-reminder> for?", ["what is <system-reminder> for?"]),
        ("Is this session being continued from a previous conversation?", None),
    ],
)
def test_a_hosts_text_is_nobodys_and_what_stands_beside_it_is_heard(
    typed: str, heard: list[str] | None
) -> None:
    """As a hook's payload gives it, and as the transcript does, where no flag tells what it is."""
    heard = [typed] if heard is None else heard
    payload: given.Record = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "s",
        "prompt": typed,
    }

    assert [text for _, text, _ in told(parsed(transcripts.Claude().ask(typed)))] == heard
    assert claude.parse(payload).text == "".join(heard)


def test_a_torn_last_line_waits_and_a_whole_one_without_its_newline_does_not() -> None:
    made = transcripts.Claude().ask("why").say("because")
    whole = made.content()

    assert len(parsed(whole[:-1]).turns) == 2
    assert len(parsed(whole[:-2]).turns) == 1


def test_what_stands_before_the_last_prompt_is_settled_and_reading_goes_on_there() -> None:
    made = transcripts.Claude().ask("one").say("1").ask("two").say("2").use("x").say("3")
    whole = parsed(made)

    rest = parsed(made.content()[whole.resume :])

    assert whole.settled == 2
    assert told(rest) == told(whole)[2:]
    assert (rest.resume, whole.end) == (0, len(made.content()))


def test_where_a_line_has_no_time_that_of_the_one_before_counts() -> None:
    made = transcripts.Claude().ask("one").say("1")
    del made.lines[1]["timestamp"]
    made.ask("two", timestamp="soon")

    moments = [one.moment for one in parsed(made).turns]

    assert moments[0] == moments[1] is not None


def test_a_transcript_lies_where_the_host_says_or_by_the_project(machine: Path) -> None:
    home = machine / "home"
    session = transcripts.SESSION
    inside = home / ".claude" / "projects" / "-elsewhere" / f"{session}.jsonl"

    assert transcript_claude.names("/home/dev/my project_1", session, str(inside)) == [
        f"projects/-elsewhere/{session}.jsonl",
        f"projects/-home-dev-my-project-1/{session}.jsonl",
    ]


@pytest.mark.parametrize(
    "told_path",
    [
        "",
        "relative/{s}.jsonl",
        "/etc/passwd",
        "{h}/.claude/settings.json",
        "{h}/.claude/projects/-w/another.jsonl",
        "{h}/.claude/projects/-w/{s}/subagents/{s}.jsonl",
        "{h}/.claude/projects/../../.ssh/{s}.jsonl",
        "{h}/.claude-other/projects/-w/{s}.jsonl",
        "{h}/.codex/sessions/{s}.jsonl",
    ],
)
def test_a_path_that_is_no_transcript_of_this_session_is_ignored(
    machine: Path, told_path: str
) -> None:
    path = told_path.format(s=transcripts.SESSION, h=machine / "home")

    found = transcript_claude.names("/w", transcripts.SESSION, path)

    assert found == [f"projects/-w/{transcripts.SESSION}.jsonl"]


@pytest.mark.parametrize("session", ["", "..", "a/b", "a\\b", "a.b", "a\0b", "../../x"])
def test_a_session_whose_name_is_no_files_name_has_no_transcript(session: str) -> None:
    assert transcript_claude.names("/w", session, f"/w/{session}.jsonl") == []


def test_the_hosts_directory_is_the_one_that_its_own_variable_names(
    machine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert transcript_claude.root() == str(machine / "home" / ".claude")

    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    assert transcript_claude.root() == str(tmp_path)
    path = os.path.join(tmp_path, "projects", "-w", f"{transcripts.SESSION}.jsonl")
    assert len(transcript_claude.names("/x", transcripts.SESSION, path)) == 2


LINE = st.dictionaries(
    st.sampled_from(
        ["type", "message", "uuid", "attachment", "isMeta", "promptId", "origin", "sessionId"]
    ),
    st.sampled_from(["user", "assistant", "attachment", None, 1, [], {}, ["x"], True])
    | st.fixed_dictionaries(
        {
            "role": st.sampled_from(["user", 1]),
            "content": st.text()
            | st.lists(st.sampled_from([None, {"type": "text"}, {"type": "text", "text": "x"}])),
        }
    ),
)


@hypothesis.given(st.lists(LINE), st.binary())
def test_no_content_breaks_it(lines: list[given.Record], more: bytes) -> None:
    made = transcripts.Claude()
    made.lines = lines

    found = parsed(made.content() + more)

    assert all(one.role in (P, R) and one.text for one in found.turns)
    assert 0 <= found.settled <= len(found.turns)


@pytest.mark.parametrize(
    ("meta", "heard"),
    [("# Review\n\nReview the branch.", [(P, "/review feat/login")]), ("", [])],
)
def test_a_command_of_ones_own_is_a_prompt_and_one_of_the_hosts_is_none(
    meta: str, heard: list[tuple[str, str]]
) -> None:
    """Claude Code puts the text that a command stands for on the next line."""
    made = transcripts.Claude().ask(
        "<command-message>review</command-message>\n<command-name>/review</command-name>\n"
        "<command-args>feat/login</command-args>"
    )
    if meta:
        made.ask(meta, isMeta=True)

    assert [(one.role, one.text) for one in parsed(made).turns] == heard
