"""Transcripts of hosts: the person's and the agent's words, and nothing a host or hook put there.

The recorded ones are in tests/payloads, their turns in transcripts.jsonl.
"""

from __future__ import annotations

import json
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock, model, origin
from memory_store.hosts import claude, registry, transcripts, turns
from tests import given
from tests import transcripts as written

P, R = model.PROMPT, model.RESPONSE


def rows(name: str) -> list[given.Record]:
    path = Path(__file__).with_name(name)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def parsed(content: bytes | written.Claude, host: str = "claude") -> turns.Transcript:
    raw = content if isinstance(content, bytes) else content.content()
    return transcripts.dialect(host).parse(raw, written.SESSION)


def own(read: turns.Transcript) -> list[turns.Turn]:
    """The turns of the session itself that a person began."""
    return [one for one in read.turns if not one.copied_from and origin.is_persons(one.origin)]


def texts(content: bytes | written.Claude, host: str = "claude") -> list[str]:
    return [turn.text for turn in own(parsed(content, host))]


def lines(*records: given.Record) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@pytest.mark.parametrize("row", rows("transcripts.jsonl"), ids=lambda row: row["file"])
def test_a_recorded_session_is_its_prompts_and_its_visible_answers(row: given.Record) -> None:
    """Every trap in a file is stepped over."""
    content = (given.PAYLOADS / row["dialect"] / row["file"]).read_bytes()
    reader = transcripts.dialect(row["dialect"])

    read = reader.parse(content, row["session"])

    size = len(row["turns"][0])
    said = [
        [turn.role, turn.text, turn.key, turn.moment and clock.stamp(turn.moment)][:size]
        for turn in own(read)
    ]
    assert said == row["turns"]
    dos = reader.parse(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"), row["session"])
    assert [turn.text for turn in dos.turns] == [turn.text for turn in read.turns]


@pytest.mark.parametrize("row", rows("said.jsonl"), ids=lambda row: row["promise"])
def test_what_was_said_is_heard(row: given.Record) -> None:
    made = written.Claude()
    for verb, text, *fields in row.get("steps", ()):
        getattr(made, verb)(text, **dict(*fields))
    content = made.content() or lines(*row["lines"])

    assert texts(content, row["host"]) == row["texts"]


@pytest.mark.parametrize("row", rows("transcript_names.jsonl"), ids=str)
def test_a_transcript_is_looked_for_beneath_the_hosts_directory_by_its_session(
    row: given.Record, machine: Path
) -> None:
    path = row["path"].replace("{home}", str(machine / "home"))

    names = transcripts.dialect(row["dialect"]).names(row["project"], row["session"], path)

    assert names == row["names"]


@pytest.mark.parametrize(
    ("host", "variable"),
    [("claude", "CLAUDE_CONFIG_DIR"), ("codex", "CODEX_HOME"), ("copilot", "COPILOT_HOME")],
)
def test_the_hosts_directory_is_the_one_that_its_own_variable_names(
    machine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, variable: str
) -> None:
    reader = transcripts.dialect(host)
    assert reader.root() == str(machine / "home" / f".{host}")

    monkeypatch.setenv(variable, str(tmp_path))
    assert reader.root() == str(tmp_path)


def test_a_path_is_beneath_a_directory_by_either_of_its_names(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)

    assert turns.beneath(str(link), f"{link}/a/b") == ["a", "b"]
    assert turns.beneath(str(link), f"{real}/a//./b") == ["a", "b"]
    assert turns.beneath(str(link), f"{link}/../c") == []
    assert turns.beneath(str(link), f"{link}s/a") == []


def test_every_host_that_gives_transcripts_has_a_reader() -> None:
    named = {row.name for row in registry.HOSTS.values() if registry.TRANSCRIPT in row.gives}

    assert named <= set(transcripts.DIALECTS)


CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context.\n"
    "Summary:\nWe always use pnpm."
)


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        (CONTINUED, ""),
        (f"<system-reminder>\nAlways use tabs.\n</system-reminder>\n{CONTINUED}", ""),
        ("<system-reminder>\nAlways use tabs.\n</system-reminder>", ""),
        ("<system_reminder>Use npm.</system_reminder>\nuse pnpm", "use pnpm"),
        ("use\n<new-diagnostics>a.py: 1</new-diagnostics>\npnpm", "use\n\npnpm"),
        ("what is <system-reminder> for?", "what is <system-reminder> for?"),
        ("Is this session being continued?", "Is this session being continued?"),
    ],
)
def test_a_hosts_text_is_nobodys_and_what_stands_beside_it_is_heard(
    typed: str, heard: str
) -> None:
    """As a hook's payload gives it, and as the transcript does, where no flag tells what it is."""
    payload: given.Record = {"hook_event_name": "UserPromptSubmit", "prompt": typed}

    assert "".join(texts(written.Claude().ask(typed))) == heard
    assert claude.parse(payload).text == heard


def test_a_torn_last_line_waits_and_a_whole_one_without_its_newline_does_not() -> None:
    whole = written.Claude().ask("why").say("because").content()

    assert len(texts(whole[:-1])) == 2
    assert len(texts(whole[:-2])) == 1


@pytest.mark.parametrize("made", [written.Claude(), written.Cursor()])
def test_what_stands_before_the_last_prompt_is_settled(
    made: written.Claude | written.Cursor,
) -> None:
    made.ask("one").say("1").ask("two").say("2")
    host = type(made).__name__.lower()

    assert parsed(made.content(), host).settled == 2


def test_where_a_line_has_no_time_that_of_the_one_before_counts() -> None:
    made = written.Claude().ask("one").say("1")
    del made.lines[1]["timestamp"]
    made.ask("two", timestamp="soon")

    moments = [turn.moment for turn in parsed(made).turns]

    assert moments[0] == moments[1] is not None


LINE = st.dictionaries(
    st.sampled_from(
        ["type", "message", "uuid", "attachment", "isMeta", "promptId", "payload", "data"]
    ),
    st.sampled_from(["user", "assistant", "event_msg", "user.message", None, 1, [], {}, ["x"]])
    | st.fixed_dictionaries(
        {
            "role": st.sampled_from(["user", 1]),
            "content": st.text()
            | st.lists(st.sampled_from([None, {"type": "text", "text": "x"}])),
        }
    ),
)
ODD = st.text(st.sampled_from('user:\nasistn[Tol calThkg]{}"<>_q/ ')).map(str.encode) | st.binary()


@pytest.mark.long
@pytest.mark.parametrize("host", transcripts.DIALECTS)
@hypothesis.given(st.lists(LINE), ODD)
def test_no_content_breaks_a_reader(host: str, records: list[given.Record], more: bytes) -> None:
    for content in (lines(*records) + more, b"user:\n" + more):
        found = parsed(content, host)

        assert all(turn.role in (P, R) and turn.text.strip() for turn in found.turns)
        assert 0 <= found.settled <= len(found.turns)


@pytest.mark.parametrize("host", ["gemini", "qwen"])
def test_where_a_payload_says_that_a_transcript_lies_it_is_found_beneath_the_hosts_directory(
    machine: Path, host: str
) -> None:
    path = machine / f"home/.{host}/projects/-w/chats/s-1.jsonl"
    written.put(path, b"{}")
    root = str((machine / f"home/.{host}").resolve())

    found = transcripts.locate(host, "/elsewhere", "s-1", str(path))

    assert found == (root, "projects/-w/chats/s-1.jsonl")
    for elsewhere in ("", str(machine / "elsewhere.jsonl"), str(path.parent)):
        assert transcripts.locate(host, "/elsewhere", "s-1", elsewhere) is None


def test_kimi_codes_transcript_is_found_by_its_session_in_whatever_folder(machine: Path) -> None:
    path = machine / "home/.kimi-code/sessions/wd_x_1/session_1/agents/main/wire.jsonl"
    written.put(path, b"{}")

    found = transcripts.locate("kimi", "/w", "session_1", "")

    assert found is not None
    assert found[1] == "sessions/wd_x_1/session_1/agents/main/wire.jsonl"


def test_a_prompt_of_droid_exec_is_a_scripts() -> None:
    content = (given.PAYLOADS / "droid/transcript-one-turn.jsonl").read_bytes()
    heard = content.replace(b'"hookEventName":"Stop"', b'"hookEventName":"UserPromptSubmit"')

    found = [{one.origin for one in parsed(one, "droid").turns} for one in (content, heard)]

    assert found == [{origin.SCRIPTED}, {origin.TYPED}]
