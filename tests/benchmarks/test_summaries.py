"""The fifty captured sessions: what their summaries tell, and what memory asks of their agents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import captured, replayed, summaries
from memory_store import model
from memory_store.learn import summarise
from memory_store.replay import player

if TYPE_CHECKING:
    from pathlib import Path

SESSIONS = captured.read()
NAMED = {one.id: one for one in SESSIONS}


def texts(session: captured.Session, *kinds: str) -> list[str]:
    return [one["text"] for one in session.events if one["type"] in kinds]


def test_the_set_is_as_varied_as_its_readme_says() -> None:
    assert len(NAMED) == len(SESSIONS) == 50
    assert sum(one.lang == "zh" for one in SESSIONS) == 25
    assert len({one.shape for one in SESSIONS}) >= 15
    assert {one.ends for one in SESSIONS} == {"end", "aborted", "killed"}
    assert 3 <= sum(one.rich for one in SESSIONS) <= 10
    assert any(captured.is_saved(one) for one in SESSIONS)
    assert max(len(one.events) for one in SESSIONS) >= 30


@pytest.mark.parametrize("session", SESSIONS, ids=NAMED)
def test_what_a_session_is_labelled_with_was_said_in_it(session: captured.Session) -> None:
    said = "\n".join(texts(session, "prompt", "response", "fact", "summary")).casefold()

    for groups in session.expected.values():
        assert all(word in said for group in groups for word in group)


@pytest.mark.parametrize(("split", "least"), [("dev", 0.88), ("test", 0.77)])
def test_summaries_tell_topic_results_decisions_and_what_is_open(split: str, least: float) -> None:
    pairs = [(one, summaries.summary(one)) for one in SESSIONS if one.split == split]

    for name, found in captured.coverage(pairs).items():
        assert found.covered >= least * found.labels, name
        assert found.expected >= least * found.lines, name


@pytest.mark.parametrize("session", SESSIONS, ids=NAMED)
def test_a_summary_is_short_and_shows_neither_code_nor_chatter(session: captured.Session) -> None:
    made = summaries.summary(session)

    assert made["topic"]
    assert made["summary"]
    assert captured.length(made) <= summarise.LIMIT
    told = "\n".join(text for name in captured.FIELDS for text in captured.texts(made, name))
    for mark in ("```", "\t", "Let me ", "让我", "Traceback", "ImagePullBackOff:", "T08:14:22Z"):
        assert mark not in told


@pytest.mark.parametrize("host", replayed.HOSTS)
def test_by_default_one_agent_in_ten_is_asked_and_no_session_is_lost(
    tmp_path: Path, host: str
) -> None:
    played = replayed.replay(SESSIONS, host, "auto", tmp_path)

    assert [one.session.id for one in played if one.summary is None] == []
    asked = [one for one in played if one.requests]
    assert 1 <= len(asked) <= len(played) * summaries.ASKED_AT_MOST
    assert all(one.session.rich and one.requests == 1 for one in asked)
    for one in played:
        own = texts(one.session, "summary")
        assert not own or (one.summary and one.summary["summary"].startswith(own[-1]))


def test_where_nobody_may_be_asked_nobody_is_and_no_session_is_lost(tmp_path: Path) -> None:
    short = [one for one in SESSIONS if one.split == "test" and one.lang == "en"]
    played = replayed.replay(short, model.CLAUDE, "never", tmp_path)

    assert [(one.requests, one.summary is None) for one in played] == [(0, False)] * len(short)


def test_always_asks_after_each_turn_that_was_not_saved(tmp_path: Path) -> None:
    played = replayed.replay([NAMED["e02"]], model.CURSOR, "always", tmp_path)

    assert played[0].requests == len(texts(NAMED["e02"], "response"))
    assert played[0].characters["request"] > 500 * played[0].requests


def test_what_was_asked_before_is_recalled_and_what_another_window_learns_is_told(
    tmp_path: Path,
) -> None:
    chosen = [NAMED["e25"], NAMED["z12"]]
    once, again = (
        replayed.replay(
            chosen, model.CURSOR, "auto", tmp_path / str(rounds), rounds=rounds, windows=2
        )
        for rounds in (1, 2)
    )

    assert sum(one.characters["news"] for one in once) > 0
    assert sum(one.characters["recall"] for one in again) > 0


def test_a_compaction_costs_a_request_to_flush_or_another_briefing(tmp_path: Path) -> None:
    chosen = [NAMED["e23"]]
    cursor = replayed.replay(chosen, model.CURSOR, "never", tmp_path / "a")[0].characters
    claude = replayed.replay(chosen, model.CLAUDE, "never", tmp_path / "b")[0].characters

    assert cursor["flush"] > 0
    assert claude["flush"] == 0
    assert claude["briefing"] > cursor["briefing"]


def test_a_broken_promise_ends_the_benchmark_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    characters = dict.fromkeys(player.KINDS, 0.0)
    kept = summaries.Cost("cursor", "auto", ["e01"] * 5, [], 0.1, characters, 0)
    measured = [kept]
    monkeypatch.setattr(summaries, "measure", lambda _: measured)

    measured[0] = kept._replace(asked=["e01"] * 6)
    assert summaries.main([]) == 1

    measured[0] = kept._replace(lost=["e01"])
    assert summaries.main([]) == 1

    measured[0] = kept
    assert summaries.main(["--format", "json"]) == 0
    assert capsys.readouterr().out.endswith("}\n")


def test_the_figures_are_printed_as_tables_and_as_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--split", "dev", "--skip-replay"]

    assert summaries.main([*options, "--verbose"]) == 0
    told = capsys.readouterr().out
    assert "| dev zh | 13 |" in told
    assert "e01 (coding)" in told

    assert summaries.main([*options, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["coverage"]) == {"dev", "dev en", "dev zh"}
    assert found["costs"] == []


def test_sessions_that_cannot_be_read_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(captured.read, "__defaults__", (captured.SPLITS, tmp_path))

    assert summaries.main(["--skip-replay"]) == 1
    assert "dev.jsonl" in capsys.readouterr().err
