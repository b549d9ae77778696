"""Finding recorded sessions and reading them: each form, and nothing that was not said."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock, origin
from memory_store.language import wording
from memory_store.sources import recorded, recorded_session
from tests import given, transcripts

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("recordings.jsonl").read_text("utf-8").splitlines()
]
NAMES = st.sampled_from(
    ["type", "id", "sessionId", "cwd", "role", "message", "content", "text", "events", "ends"]
)


def is_of(found: recorded_session.Recording, project: str) -> bool:
    """Whether anything of a recording was said in a project; the rest is left out of it."""
    found.keep_of(project)
    return bool(found.said())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["promise"])
def test_a_recording_is_what_was_said_in_a_session(row: given.Record, tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in row["lines"]), encoding="utf-8")

    (found,) = recorded.read(str(path))

    assert [[one["type"], one["text"]] for one in found.said()] == row["said"]
    for name in {"id", "form", "project", "ends"} & row.keys():
        assert getattr(found, name) == row[name]
    if "first" in row:
        assert found.said()[0]["moment"] == clock.parse(row["first"])
    if "events" in row:
        assert [one["type"] for one in found.events] == row["events"]
    if "of" in row:
        assert is_of(found, row["of"])


def test_a_transcript_that_codex_compressed_is_read_as_the_plain_one(tmp_path: Path) -> None:
    zstd = pytest.importorskip(recorded._ZSTD_READERS[sys.version_info < (3, 14)])
    head = {"type": "session_meta", "payload": {"id": "x", "cwd": "/home/dev/project"}}
    recording = given.PAYLOADS / "codex" / "transcript-one-turn.jsonl"  # its head was cut
    raw = json.dumps(head).encode() + b"\n" + recording.read_bytes()
    plain = tmp_path / "rollout-1.jsonl"
    plain.write_bytes(raw)
    path = tmp_path / f"{plain.name}.zst"
    path.write_bytes(zstd.compress(raw[:200]) + zstd.compress(raw[200:]))  # written on, in frames

    (found,) = recorded.read(str(path))
    (expected,) = recorded.read(str(plain))

    assert expected.said()
    assert (found.id, found.said()) == (expected.id, expected.said())


def test_a_compressed_transcript_that_nothing_here_reads_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rollout-1.jsonl.zst"
    path.write_bytes(b"(\xb5/\xfd")
    monkeypatch.setattr(recorded, "_ZSTD_READERS", ("no_reader_of_zstd",))

    with pytest.raises(ValueError, match="which Python") as raised:
        list(recorded.read(str(path)))

    assert wording.told("zh", raised.value).startswith("由 zstd 压缩")


def test_a_transcript_of_claude_is_read_with_its_times_and_its_project(project: Path) -> None:
    made = (
        transcripts.Claude(project=project).ask("Why is it slow?", "p-1").use("x").say("No idea")
    )
    for line in made.lines:
        line["cwd"] = str(project / "src")
    (project / "src").mkdir()
    (project / ".git").mkdir()

    (found,) = recorded.read(str(made.write()))

    assert (found.id, found.form) == (transcripts.SESSION, recorded_session.CLAUDE)
    assert [(one["text"], one["key"]) for one in found.said()] == [
        ("Why is it slow?", "p-1"),
        ("No idea", "p-1"),
    ]
    assert found.said()[0]["moment"] == pytest.approx(clock.parse(made.moment(0)))
    assert is_of(found, str(project))
    assert not is_of(found, str(project.parent / "my project 2"))


def test_a_project_that_is_gone_is_known_by_its_name(project: Path) -> None:
    made = transcripts.Claude(project=project).ask("hello").say("hi")
    for line in made.lines:
        line["cwd"] = "/gone/shop/src"

    (found,) = recorded.read(str(made.write()))

    assert is_of(found, "/gone/shop")
    assert not is_of(found, "/gone/sho")


@pytest.mark.parametrize(
    ("said", "project", "is_its"),
    [
        ("C:\\shop\\src", "/mnt/c/shop", True),
        ("c:/shop", "/mnt/c/shop", True),
        ("/mnt/c/shop/src", "C:\\shop", True),
        ("C:\\shop two", "/mnt/c/shop", False),
        ("C:\\shop\\..\\other", "/mnt/c/shop", False),
        ("D:\\shop", "/mnt/c/shop", False),
    ],
)
def test_a_project_on_a_windows_drive_is_known_by_the_name_that_wsl_has_for_it(
    said: str, project: str, *, is_its: bool
) -> None:
    made = recorded_session.Recording("s", recorded_session.CLAUDE, [{"type": "prompt"}])
    made.project = said
    made.keep_of(project)

    assert bool(made.events) == is_its


def test_a_fork_is_the_session_of_its_file_alone(tmp_path: Path) -> None:
    before = transcripts.Claude("the-first").ask("of the first").say("a")
    fork = transcripts.Claude("the-fork").ask("of the fork").say("b")
    path = tmp_path / "the-fork.jsonl"
    path.write_bytes(before.content() + fork.content().replace(b'"uuid":"0', b'"uuid":"1'))

    found, copied = recorded.read(str(path))

    assert (found.id, found.is_copy) == ("the-fork", False)
    assert [one["text"] for one in found.said()] == ["of the fork", "b"]
    assert (copied.id, copied.is_copy) == ("the-first", True)
    assert [one["text"] for one in copied.said()] == ["of the first", "a"]


def test_a_transcript_of_cursor_says_its_project_by_the_path_alone(project: Path) -> None:
    path = transcripts.Cursor("c-9", project=project).ask("why?").say("an index").write()

    (found,) = recorded.read(str(path))

    assert (found.id, found.form) == ("c-9", recorded_session.CURSOR)
    assert [one["text"] for one in found.said()] == ["why?", "an index"]
    assert is_of(found, str(project))
    assert not is_of(found, str(project.parent))


@pytest.mark.parametrize(
    "name", ["cursor/transcript.jsonl", "cursor/transcript.txt", "claude/transcript-traps.jsonl"]
)
def test_a_file_that_a_host_wrote_holds_no_trap(name: str) -> None:
    """In them, what nobody said is in capitals."""
    said = [
        str(one["text"])
        for recording in recorded.read(str(given.PAYLOADS / name))
        for one in recording.said()
        if not recording.is_copy and origin.is_persons(str(one.get("origin") or ""))
    ]

    assert said
    assert not [text for text in said if text.isupper() or "SECRET" in text or "MUST NOT" in text]


def test_all_files_beneath_a_directory_are_found_but_links_and_subagents(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/c.txt", "a/subagents/x.jsonl", "note.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "b.jsonl")

    found = [os.path.relpath(one, tmp_path) for one in recorded.find(str(tmp_path))]

    assert found == [os.path.join("a", "c.txt"), "b.jsonl"]
    (tmp_path / "top").symlink_to(tmp_path / "a")
    assert recorded.find(str(tmp_path / "top")) == []
    with pytest.raises(FileNotFoundError):
        recorded.find(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("", "no session"),
        ("no json\n", "no session"),
        ('{"other": 1}\n', "no session"),
    ],
)
def test_a_file_without_a_session_is_told(tmp_path: Path, content: str, match: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(content, encoding="utf-8")

    with pytest.raises(ValueError, match=match):
        list(recorded.read(str(path)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_and_a_device_are_no_files_and_nobody_waits_for_them(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")

    (pipe,) = recorded.find(str(tmp_path))
    for path in (pipe, "/dev/zero"):
        with pytest.raises(PermissionError, match="not a plain file"):
            list(recorded.read(path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)
LINES = st.lists(
    st.dictionaries(NAMES, JSON, max_size=6).map(lambda one: json.dumps(one).encode())
    | st.sampled_from(
        [
            b'{"type": "user", "sessionId": "s", "message": {"content": "x"}, "cwd": "/w"}',
            b'{"type": "session", "id": "s"}',
            b'{"role": "user", "message": {"content": [{"type": "text", "text": "x"}]}}',
            b"user:\nhello",
        ]
    )
    | st.binary(max_size=20),
    max_size=6,
)


@pytest.mark.long
@hypothesis.settings(
    max_examples=60, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(lines=LINES, name=st.sampled_from(["a.jsonl", "a.txt"]))
def test_no_file_breaks_it(tmp_path: Path, lines: list[bytes], name: str) -> None:
    """Whatever stands in a file, there are sessions with texts in it, or it is told."""
    path = tmp_path / name
    path.write_bytes(b"\n".join(lines))

    with contextlib.suppress(ValueError):
        for one in recorded.read(str(path)):
            assert all(isinstance(said["text"], str) for said in one.said())
            is_of(one, "/w")


SNAPSHOT = {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}
TOPIC = {"type": "summary", "summary": "an earlier topic", "leafUuid": "y"}


@pytest.mark.parametrize("before", [SNAPSHOT, TOPIC], ids=["snapshots", "topics"])
def test_a_session_is_found_however_much_stands_before_its_first_line(
    tmp_path: Path, before: given.Record
) -> None:
    made = transcripts.Claude("long").ask("Use pnpm.").say("Yes.")
    path = tmp_path / "long.jsonl"
    path.write_bytes(f"{json.dumps(before)}\n".encode() * 300 + made.content())

    (found,) = recorded.read(str(path))

    assert [one["text"] for one in found.said()] == ["Use pnpm.", "Yes."]


def test_a_transcript_in_which_no_session_stands_says_nothing_and_is_no_fault(
    tmp_path: Path,
) -> None:
    path = tmp_path / "topics.jsonl"
    path.write_text(f"{json.dumps(TOPIC)}\n{json.dumps(SNAPSHOT)}\n", "utf-8")

    assert [*recorded.read(str(path))] == []


def test_the_words_beside_a_large_picture_are_read(tmp_path: Path) -> None:
    made = transcripts.Claude("large").ask("Keep the sidebar 240 px wide.").say("Yes.")
    picture = {"type": "image", "source": {"type": "base64", "data": "A" * (9 << 20)}}
    (line,) = [one for one in made.lines if one.get("type") == "user"]
    line["message"]["content"] = [
        picture,
        {"type": "text", "text": "Keep the sidebar 240 px wide."},
    ]
    path = tmp_path / "large.jsonl"
    path.write_bytes(made.content())

    (found,) = recorded.read(str(path))

    assert path.stat().st_size > 9 << 20
    assert found.said()[0]["text"] == "Keep the sidebar 240 px wide."
