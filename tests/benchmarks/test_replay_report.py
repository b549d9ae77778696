"""A replay shows what would be kept, recalled, told and asked, the same each time."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from benchmarks.replay import __main__ as replay
from tests import given, transcripts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memory_store.store import layout

DEPLOY = "Remember that we deploy with Argo CD, never with kubectl by hand."
ASKED = "Do we deploy with Argo CD or with kubectl?"


class Outcome(NamedTuple):
    """What a replay printed, and its exit status."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found


if TYPE_CHECKING:
    Run = Callable[..., Outcome]

pytestmark = pytest.mark.long


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def played(*words: str) -> Outcome:
        named = words if "--format" in words else (*words, "--format", "json")
        code = replay.main(list(named))
        return Outcome(code, *capsys.readouterr())

    return played


@pytest.fixture(autouse=True)
def own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Temporary directories are made where tests may write."""
    (tmp_path / "t").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "t"))


def write(directory: Path) -> None:
    (directory / "sessions.jsonl").write_text(
        "".join(
            json.dumps({"id": name, "events": [{"type": "prompt", "text": text}, ANSWER]}) + "\n"
            for name, text in (("one", DEPLOY), ("two", ASKED))
        ),
        encoding="utf-8",
    )


ANSWER = {"type": "response", "text": "Understood."}


def test_a_replay_shows_each_session_and_the_sums(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path)
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "0")  # what a start told is not recalled

    shown = run(str(tmp_path), "--format", "text")
    told = run(str(tmp_path)).answer

    assert shown.code == 0
    for line in (
        "one (cursor): 1 prompt",
        f"kept      W 1  {DEPLOY[:40]}",
        "recall_memory",
    ):
        assert line in shown.out
    assert "recall    Do we deploy" in shown.out
    first, second = told["sessions"]
    assert [one["content"] for one in first["kept"]] == [DEPLOY]
    assert second["told"][0]["prompt"] == ASKED
    assert "Argo CD" in second["told"][0]["recall"][0]
    assert told["sums"]["facts"] == 1
    assert (told["sums"]["with_recall"], told["sums"]["silent"]) == (1, 1)


def test_two_replays_of_the_same_differ_in_nothing(run: Run, tmp_path: Path) -> None:
    write(tmp_path)

    first, second = (run(str(tmp_path)).out for _ in range(2))

    assert first == second
    assert "times" not in json.loads(first)
    timed = run(str(tmp_path), "--times").answer["times"]
    assert set(timed["recall_memory"]) == {"runs", "p50", "p95"}


def test_transcripts_of_both_hosts_are_played_as_theirs(run: Run, project: Path) -> None:
    transcripts.Claude(project=project, ago=900).ask(DEPLOY).say("ok").write()
    path = transcripts.Cursor(project=project).ask("hello").say("hi").write()
    home = path.parents[5]

    shown = run(str(home)).answer["sessions"]
    as_cursor = run(str(home), "--host", "cursor").answer["sessions"]

    assert sorted(one["host"] for one in shown) == ["claude", "cursor"]
    assert [one["host"] for one in as_cursor] == ["cursor", "cursor"]


@pytest.mark.usefixtures("unmapped", "words_alone")
def test_nothing_is_left_behind_and_nothing_is_touched(
    run: Run, tmp_path: Path, store: layout.Store, machine: Path
) -> None:
    write(tmp_path)
    given.fact(store, "a fact of mine")
    before = given.tree(store.path)

    run(str(tmp_path))

    assert given.tree(store.path) == before
    left = [one.name for one in (machine / "cache" / "memory-store").glob("*/*")]
    assert left == []


def test_what_is_no_session_is_told_and_the_rest_is_played(run: Run, tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "other.jsonl").write_text('{"what": 1}\n', encoding="utf-8")

    outcome = run(str(tmp_path))

    assert outcome.code == 0
    assert outcome.answer["sums"]["sessions"] == 2
    assert "other.jsonl: no session" in outcome.err


def test_where_there_are_no_sessions_that_is_the_callers_mistake(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    for path in (tmp_path / "empty", tmp_path / "nowhere"):
        outcome = run(str(path))
        assert outcome.code == 2
        assert outcome.err.startswith("error: ")
        assert "hint: " in outcome.err


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_of_a_prompt_or_a_name_is_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "0")  # a prompt that recalls is shown
    key = "ghp_" + "k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5Gh0Jf2Kc7Vb4"
    hidden = f"Argo CD or kubectl: does {key} deploy? <private>my lover</private> \u202eok"
    lines = [
        {"id": "one", "events": [{"type": "prompt", "text": DEPLOY}, ANSWER]},
        {"id": f"of {key}", "events": [{"type": "prompt", "text": hidden}, ANSWER]},
        {"id": key, "events": []},
    ]
    for number, one in enumerate(lines):
        (tmp_path / f"{number}.jsonl").write_text(f"{json.dumps(one)}\n", encoding="utf-8")

    outcome = run(str(tmp_path), "--format", form)

    assert outcome.code == 0
    for secret in (key, key[:8], "lover", "\u202e"):
        assert secret not in outcome.out + outcome.err
    assert "does [redacted:github] deploy? [redacted:private] ok" in outcome.out
    assert "of [redacted:github]" in outcome.out
    assert "2.jsonl: a session without events" in outcome.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_folder_is_left_out_with_a_word(run: Run, tmp_path: Path) -> None:
    write(tmp_path)
    os.mkfifo(tmp_path / "pipe.jsonl")

    outcome = run(str(tmp_path))
    alone = run(str(tmp_path / "pipe.jsonl"))

    assert outcome.answer["sums"]["sessions"] == 2
    assert "pipe.jsonl: [Errno 1] not a plain file" in outcome.err
    assert alone.code == 2
