"""Ended sessions are judged behind everything else: once, counted, and never at a hook's cost."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.capture import pipeline
from memory_store.judge import account, question, session
from memory_store.upkeep import finish, run_state
from tests import given, web_server
from tests.judge import answers, chat_apis
from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memory_store.index import questions
    from memory_store.store import layout

RULE = "we ship only from the release branch"
FOUND = answers.fact("Ship only from the release branch", RULE)


class Runs:
    """Background runs of a store, and the server of the user's judge."""

    def __init__(
        self, store: layout.Store, patch: pytest.MonkeyPatch, stack: contextlib.ExitStack
    ) -> None:
        self.store, self._patch, self._stack = store, patch, stack
        self.requests: list[web_server.Request] = []

    def set(self, **settings: str) -> None:
        for name, value in settings.items():
            self._patch.setenv(f"MEMORY_STORE_{name.upper()}", value)

    def judge(self, answer: web_server.Script | Answer) -> None:
        """Start a server that answers as it is told, and set it as the user's judge."""
        server = self._stack.enter_context(web_server.serve(answer))
        self.set(judge_provider="openai", judge_url=server.url, judge_model="m", judge_key="k")
        self.requests = server.requests

    def run(self, seconds: float | None = 60.0) -> run_state.Report:
        """What a background run does (no seconds: what a hook does)."""
        return finish.bring_up_to_date(given.where(self.store), embed_seconds=seconds)

    def later(self, seconds: float) -> None:
        now = clock.now
        self._patch.setattr(clock, "now", lambda: now() + seconds)

    @property
    def contents(self) -> list[str]:
        return sorted(one.content for one in given.living(self.store) if one.via == "judge")

    @property
    def fault(self) -> str:
        settings = question.chosen(given.where(self.store).config)
        assert settings is not None
        return account.load(settings).reason


def says(*facts: dict[str, Any]) -> Answer:
    return chat_apis.says("openai", answers.answer(facts=list(facts)))


@pytest.fixture
def runs(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, words_alone: None
) -> Iterator[Runs]:
    del words_alone
    with contextlib.ExitStack() as stack:
        made = Runs(store, monkeypatch, stack)
        made.judge(says(FOUND))
        yield made


def test_an_ended_session_is_judged_once(runs: Runs) -> None:
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")

    assert runs.run().judged == 1
    assert runs.run().judged == 0

    assert runs.contents == [FOUND["text"]]
    assert len(runs.requests) == 1


@pytest.mark.long
def test_a_session_that_went_on_is_judged_again_on_another_day(runs: Runs) -> None:
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")
    runs.run()
    runs.later(86_400)
    answers.session(runs.store, "P: from now on the changelog is written in English", "A: ok")

    runs.run()

    assert len(runs.requests) == 2


@pytest.mark.parametrize(
    "messages", [["P: ok, go ahead"], ["P: why does the start page of the shop fail so often?"]]
)
def test_a_session_in_which_nothing_was_stated_costs_nothing(
    messages: list[str], runs: Runs
) -> None:
    answers.session(runs.store, *messages, "A: done")

    runs.run()

    assert runs.requests == []


def test_a_journal_is_read_only_where_a_request_may_be_made(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    named = session._named

    def counted(known: questions.Records, name: str) -> session.Session | None:
        read.append(name)
        return named(known, name)

    monkeypatch.setattr(session, "_named", counted)
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")
    runs.set(judge_per_day="0")
    runs.run()
    assert read == []

    runs.set(judge_per_day="9")
    runs.run()
    runs.run()
    assert read == [answers.SESSION]


def test_a_session_that_is_open_is_not_judged(runs: Runs) -> None:
    given.event(runs.store, "prompt", "s-open", text=f"fix the login page. {RULE}")
    given.event(runs.store, "response", "s-open", ago=1, text="done")

    runs.run()

    assert runs.requests == []


def test_no_hook_asks(runs: Runs) -> None:
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")

    runs.run(seconds=None)

    assert runs.requests == []


@pytest.mark.parametrize(
    "off",
    [
        {"judge": "off"},
        {"capture": "off"},
        {"extract": "off"},
        {"judge_provider": "none"},
        {"judge_per_day": "0"},
    ],
)
def test_what_is_off_asks_nobody(off: dict[str, str], runs: Runs) -> None:
    runs.set(**off)
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")

    runs.run()

    assert runs.requests == []


@pytest.mark.parametrize("name", ["CI", "JENKINS_URL", "GITLAB_CI", "TF_BUILD"])
def test_in_ci_nobody_is_asked(name: str, runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "true")
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")

    runs.run()

    assert runs.requests == []


def test_a_projects_file_switches_the_judge_off_and_never_on(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    (layout_file(runs.store)).write_text(json.dumps({"judge": False}))
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")
    runs.run()
    assert runs.requests == []

    monkeypatch.delenv("MEMORY_STORE_JUDGE_PROVIDER")
    layout_file(runs.store).write_text(json.dumps({"judge_provider": "openai"}))
    assert given.where(runs.store).config.word("judge_provider") == "none"


def layout_file(store: layout.Store) -> Path:
    from pathlib import Path

    return Path(store.path, "config.json")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(status=401), "401"),
        (Answer(status=429), "429"),
        (chat_apis.says("openai", "no JSON at all"), "without JSON"),
        (chat_apis.says("openai", {"facts": 3}), "schema"),
    ],
)
def test_a_failure_is_told_costs_one_request_and_loses_nothing(
    answer: Answer, reason: str, runs: Runs
) -> None:
    runs.judge(answer)
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: done")

    runs.run()
    runs.run()

    assert len(runs.requests) == 1
    assert reason in runs.fault
    assert reason in given.journal(runs.store, "judged")[-1].text_of("reason")
    runs.judge(says(FOUND))
    runs.later(2 * 86_400)
    runs.run()
    assert runs.contents == [FOUND["text"]]


@pytest.mark.long
def test_what_a_person_asked_for_later_outranks_a_session_that_is_judged_late(
    runs: Runs,
) -> None:
    answers.session(runs.store, f"P: fix the login page. {RULE}", "A: ok")
    later = "From now on we ship from main, no longer from the release branch"
    prompt = given.event(runs.store, "prompt", "s-2", ago=0, text=later)
    pipeline.keep(given.where(runs.store), [prompt])

    runs.run()
    runs.run()

    assert [one.content for one in given.living(runs.store)] == [later]


@pytest.mark.long
def test_twenty_sessions_that_end_cost_twenty_requests_at_most(runs: Runs) -> None:
    for at in range(20):
        text = f"part {at}: the {RULE} of team {at}, and never from another one"
        given.event(runs.store, "prompt", f"s{at}", ago=60, host="claude", text=text)
        given.event(runs.store, "response", f"s{at}", ago=30, host="claude", text="done")
        given.event(runs.store, "session_end", f"s{at}", ago=1, host="claude", reason="exit")

    for _ in range(6):
        runs.run()
        runs.later(3_600)

    assert len(runs.requests) <= 20
    assert len(runs.requests) >= 12
