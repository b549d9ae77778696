"""The fifty captured sessions: what their summaries tell, and what memory asks of their agents."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks import summaries
from memory_store import model
from memory_store.sessions import summary

if TYPE_CHECKING:
    from memory_store.sources import recorded_session

SESSIONS = summaries.read(str(summaries.FOLDER))
NAMED = {one.id: one for one in SESSIONS}


@pytest.fixture(autouse=True)
def within_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replays happen in the test's own directory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_the_set_is_as_varied_as_its_readme_says() -> None:
    raw = [
        json.loads(line)
        for line in Path(summaries.FOLDER, "sessions.jsonl").read_text("utf-8").splitlines()
    ]

    assert len(NAMED) == len(raw) == 50
    assert sum(one["lang"] == "zh" for one in raw) == 25
    assert len({one["shape"] for one in raw}) >= 15
    assert {one["ends"] for one in raw} == {"end", "aborted", "killed"}
    assert max(len(one["events"]) for one in raw) >= 30


@pytest.mark.parametrize("session", SESSIONS, ids=NAMED)
def test_a_summary_fits_and_shows_no_code(session: recorded_session.Recording) -> None:
    made = summaries.automatic(session)

    assert made is not None
    assert made.topic
    assert made.text
    assert len(made.topic) + len(made.text) <= summary.LIMIT
    for mark in ("```", "\t", "Traceback", "ImagePullBackOff:", "T08:14:22Z"):
        assert mark not in made.text


@pytest.mark.torture
@pytest.mark.parametrize("host", [model.CURSOR, model.CLAUDE])
def test_by_default_one_agent_in_ten_is_asked_at_most_and_no_session_is_lost(host: str) -> None:
    found = summaries.cost(SESSIONS, host, "auto")

    assert found.lost == 0
    assert found.turns <= summaries.ASKED_AT_MOST
    assert not summaries.is_broken(found, len(SESSIONS))


@pytest.mark.long
def test_where_nobody_may_be_asked_nobody_is_and_no_session_is_lost() -> None:
    found = summaries.cost(SESSIONS[:12], model.CLAUDE, "never")

    assert (found.asked, found.lost) == (0, 0)


def test_always_asks_after_each_turn_that_was_not_saved() -> None:
    session = NAMED["e02"]
    answers = sum(one["type"] == "response" for one in session.events)

    found = summaries.cost([session], model.CURSOR, "always")

    assert found.turns == answers
    assert found.characters["request"] > 500 * answers


@pytest.mark.long
def test_what_was_asked_before_is_recalled_and_what_another_window_learns_is_told() -> None:
    chosen = [NAMED["e25"], NAMED["z12"]]
    once = summaries.cost(chosen, model.CURSOR, "auto", windows=2)
    again = summaries.cost(chosen, model.CURSOR, "auto", rounds=2, windows=2)

    assert once.characters["news"] > 0
    assert again.characters["recall"] > 0


@pytest.mark.long
def test_a_compaction_costs_a_request_to_flush_or_another_briefing() -> None:
    cursor = summaries.cost([NAMED["e23"]], model.CURSOR, "never").characters
    claude = summaries.cost([NAMED["e23"]], model.CLAUDE, "never").characters

    assert cursor["flush"] > 0
    assert claude["flush"] == 0
    assert claude["briefing"] > cursor["briefing"]


@pytest.mark.long
def test_a_broken_promise_ends_the_benchmark_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = summaries.cost([NAMED["e02"]], model.CURSOR, "auto")
    for broken, status in ((kept, 0), (kept._replace(asked=6), 1), (kept._replace(lost=1), 1)):
        monkeypatch.setattr(summaries, "measure", lambda _, found=broken: [found])
        assert summaries.main(["--costs"]) == status
    assert "| cursor | auto |" in capsys.readouterr().out


def test_a_folder_of_lines_by_role_is_read_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"role": "user", "text": "Why is the checkout slow?"},
        {"role": "assistant", "text": "The cart query had no index."},
    ]
    Path(tmp_path, "one.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")

    assert summaries.main([str(tmp_path)]) == 0

    assert capsys.readouterr().out == (
        "one (1 prompts)\nTopic: Why is the checkout slow?\nThe cart query had no index.\n\n"
    )


def test_sessions_that_cannot_be_read_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert summaries.main([str(tmp_path / "none")]) == 1
    assert "none" in capsys.readouterr().err
