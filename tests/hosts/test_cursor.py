from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store import model
from memory_store.hosts import cursor

if TYPE_CHECKING:
    from pathlib import Path

REMINDER = "<system_reminder>\nAlways use tabs.\n</system_reminder>"
WIRING = '{"version": 1, "hooks": {"sessionStart": [{"command": "%s"}]}}'
OURS = "/v/bin/python -I -S /x/hooks/load_memory.py --host cursor"
EVERYTHING = model.Reply(context="a context", notice="a notice", followup="a followup")


def event(kind: str) -> model.Event:
    return model.Event(host=model.CURSOR, kind=kind)


def parse(name: str, **fields: object) -> model.Event:
    return cursor.parse({"hook_event_name": name, "cursor_version": "3.20.17", **fields})


def test_there_are_exactly_21_event_names() -> None:
    assert len(cursor.EVENTS) == 21
    assert set(cursor.KINDS) < cursor.EVENTS


def test_the_conversation_stands_in_for_a_missing_session() -> None:
    assert parse("stop", conversation_id="c").session_id == "c"
    assert parse("stop", conversation_id="c", session_id="").session_id == "c"
    assert parse("stop", conversation_id="c", session_id="s").session_id == "s"
    assert parse("stop", conversation_id="").session_id == ""


def test_a_prompt_is_what_a_person_said_without_the_hosts_reminders() -> None:
    said = {"prompt": f"{REMINDER}\nuse pnpm\n<user_info>OS: linux</user_info>"}

    assert parse("beforeSubmitPrompt", **said).text == "use pnpm"
    assert parse("beforeSubmitPrompt", prompt=REMINDER).text == ""
    assert parse("afterAgentResponse", text=f"It is {REMINDER}").text == f"It is {REMINDER}"


@pytest.mark.parametrize(
    ("roots", "directory"),
    [
        ([], ""),
        (None, ""),
        ("/home/dev", ""),
        ([None, 3, "", "/home/dev"], "/home/dev"),
        (["/a", "/b"], "/a"),
        (["/a\0b", "/b"], "/b"),
    ],
)
def test_the_directory_is_the_first_root_that_is_a_path(roots: object, directory: str) -> None:
    assert parse("stop", workspace_roots=roots).directory == directory


@pytest.mark.parametrize(
    ("path", "native"),
    [("/c:/My Work/x", "c:/My Work/x"), ("C:\\x", "C:\\x"), ("/home/x", "/home/x"), ("/", "/")],
)
def test_a_windows_root_becomes_a_path_that_windows_knows(path: str, native: str) -> None:
    assert cursor.native_path(path, windows=True) == native
    assert cursor.native_path(path, windows=False) == path


@pytest.mark.parametrize("sent", [{}, {"loop_count": None}, {"loop_count": "0"}])
def test_a_loop_count_that_was_not_sent_is_not_zero(sent: dict[str, object]) -> None:
    assert parse("stop", status="completed", **sent).loop_count == -1
    assert parse("stop", status="completed", loop_count=0).loop_count == 0


def test_only_true_makes_an_agent_a_background_one() -> None:
    assert parse("sessionStart", is_background_agent=True).background
    assert not parse("sessionStart", is_background_agent="false").background
    assert not parse("sessionStart").background


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (model.SESSION_START, {"additional_context": "a notice\n\na context"}),
        (model.PROMPT, {"continue": True, "additional_context": "a context"}),
        (model.RESPONSE, {}),
        (model.COMPACTION, {"user_message": "a notice"}),
        (model.STOP, {"followup_message": "a followup"}),
        (model.SESSION_END, {}),
        ("", {}),
    ],
)
def test_each_event_gets_the_answer_it_honours(kind: str, answer: dict[str, object]) -> None:
    assert cursor.render(event(kind), EVERYTHING) == answer
    assert cursor.render(event(kind), model.Reply()) == {}


def test_a_notice_at_the_start_goes_out_even_without_a_context() -> None:
    reply = model.Reply(notice="run memory-store trust")

    assert cursor.render(event(model.SESSION_START), reply) == {
        "additional_context": "run memory-store trust"
    }


def test_a_notice_and_a_context_stay_under_the_limit_together() -> None:
    reply = model.Reply(notice="first", context="line\n" * 1_890)

    text = cursor.render(event(model.SESSION_START), reply)["additional_context"]

    assert isinstance(text, str)
    assert text.startswith("first\n\nline\n")
    assert len(text) <= 9_500


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    return tmp_path / "home"


def wire(root: Path, text: str) -> None:
    (root / ".cursor").mkdir(parents=True)
    (root / ".cursor" / "hooks.json").write_text(text, encoding="utf-8")


def test_cursor_is_wired_by_the_projects_file_or_the_users(tmp_path: Path, home: Path) -> None:
    project = tmp_path / "a project"
    assert not cursor.is_wired(str(project))
    assert not cursor.is_wired("")

    wire(project, WIRING % OURS)
    assert cursor.is_wired(str(project))
    assert not cursor.is_wired("")

    wire(home, WIRING % OURS)
    assert cursor.is_wired("")


@pytest.mark.parametrize(
    "command",
    [
        OURS,
        "'/a b/hooks/load_memory.py' --host cursor",
        'C:/\\"a b\\"/hooks/load_memory.py --host cursor',
        "hooks/load_memory.py; /y/hooks/load_memory.py --host cursor",
    ],
)
@pytest.mark.usefixtures("home")
def test_our_command_is_found_however_it_is_quoted(tmp_path: Path, command: str) -> None:
    wire(tmp_path, WIRING % command)

    assert cursor.is_wired(str(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        WIRING % "echo load_memory.py",
        WIRING % "/x/hooks/load_memory.py --host claude",
        WIRING % "/x/hooks/recall_memory.py --host cursor",
        f'{{"version": 1, "hooks": {{}}\n// "{OURS}"\n}}',
    ],
)
@pytest.mark.usefixtures("home")
def test_what_does_not_start_us_for_cursor_is_no_wiring(tmp_path: Path, text: str) -> None:
    wire(tmp_path, text)

    assert not cursor.is_wired(str(tmp_path))


@pytest.mark.usefixtures("home")
def test_no_more_than_256_kilobytes_are_read(tmp_path: Path) -> None:
    wire(tmp_path, " " * 262_144 + WIRING % OURS)

    assert not cursor.is_wired(str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.timeout(10)
@pytest.mark.usefixtures("home")
def test_a_fifo_or_a_directory_in_the_files_place_does_not_hold_a_hook_up(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "hooks.json")
    (tmp_path / "b" / ".cursor" / "hooks.json").mkdir(parents=True)

    assert not cursor.is_wired(str(tmp_path))
    assert not cursor.is_wired(str(tmp_path / "b"))
    assert not cursor.is_wired("a\0b")
