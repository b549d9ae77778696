"""The hosts' own programs as the user's judge: one request, a reason where it fails, no trace."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.judge import account, question
from memory_store.judge import run as judging
from memory_store.store import layout
from tests import given
from tests.end_to_end import private_network, shims
from tests.judge import answers
from tests.real_hosts import model_server, programs, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.journal import stored

pytestmark = [pytest.mark.hosts, pytest.mark.timeout(600)]

INSTALLED = programs.directory()  # before a test has a home of its own
JUDGES = ("claude", "codex")
RULE = "we ship only from the release branch"
FOUND = json.dumps(answers.answer(facts=[answers.fact("Ship only from the release branch", RULE)]))
LOOPS = 6


@pytest.fixture(scope="module")
def network() -> Iterator[private_network.Network]:
    """Loopback and nothing else."""
    with private_network.opened() as opened:
        yield opened


class Person:
    """One who has a program of a host on the PATH, with a home of their own."""

    def __init__(self, home: Path, patch: pytest.MonkeyPatch) -> None:
        self.home, self._patch = home, patch
        for name in ("CI", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        self.set(HOME=str(home))

    def set(self, **variables: str) -> None:
        for name, value in variables.items():
            self._patch.setenv(name, value)

    def has(self, host: str, url: str, *before: str) -> dict[str, str]:
        """Put a host's program on the PATH, started by these words; the variables it needs."""
        path = programs.binary(host, INSTALLED)
        if path is None:
            pytest.skip(f"{host} is not installed: python -m tests.real_hosts.programs")
        run = programs.RUNS[host](path, url, programs.Asked(self.home, self.home, ""))
        for name, text in run.files.items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text, encoding="utf-8")
        own = self.home / "bin"
        own.mkdir(exist_ok=True)
        start = own / host
        words = " ".join([*before, str(path)])
        start.write_text(f'#!/bin/sh\nunset MEMORY_STORE_DISABLE\nexec {words} "$@"\n')
        start.chmod(0o755)
        self.set(PATH=f"{own}{os.pathsep}{os.environ['PATH']}", **run.environment)
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), **run.environment}

    @property
    def traces(self) -> list[str]:
        """Sessions that a host kept, folders of requests, and processes that are left."""
        kept = [*self.home.glob(".claude/projects/*/*.jsonl")]
        kept += self.home.glob(".codex/sessions/**/*.jsonl")
        kept += Path(layout.state_directory()).glob("judge-*")
        return [*map(str, kept), *self._running()]

    def _running(self) -> Iterator[str]:
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if f"HOME={self.home}".encode() in (path / "environ").read_bytes().split(b"\0"):
                    yield (path / "cmdline").read_text()
            except OSError:
                continue  # it ended


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    home = tmp_path / "home of a person"
    home.mkdir()
    return Person(home, monkeypatch)


def judged(
    host: str, store: layout.Store, person: Person, network: private_network.Network, **how: object
) -> tuple[model_server.Server, judging.Outcome]:
    """Have a host's program judge a session on a server that answers so."""
    answers.session(store, f"P: fix the login page. {RULE}", "A: done", host=host)
    with model_server.serve(network.listen()) as server:
        for name, value in how.items():
            setattr(server, name, value)
        url = "http://127.0.0.1:9" if how.get("status") == 0 else server.url
        person.has(host, url, *network.entrance)
        person.set(MEMORY_STORE_JUDGE_PROVIDER=host)
        where = given.where(store)
        (session,) = judging.due(where, store)
        return server, judging.ask(where, store, session)


def contents(store: layout.Store) -> list[str]:
    return [one.content for one in given.living(store) if one.via == "judge"]


@pytest.mark.parametrize("host", JUDGES)
def test_a_hosts_program_finds_a_fact_by_one_request_and_leaves_no_trace(
    host: str, store: layout.Store, person: Person, network: private_network.Network
) -> None:
    server, outcome = judged(host, store, person, network, judgement=FOUND)

    assert outcome.reason == ""
    assert contents(store) == ["Ship only from the release branch"]
    assert len(server.requests) == 1
    assert person.traces == []


@pytest.mark.parametrize("host", JUDGES)
@pytest.mark.parametrize(
    "how", [{"status": 401}, {"status": 429}, {"judgement": "I can't."}, {"status": 0}]
)
def test_a_failure_is_told_within_ten_seconds_and_nothing_is_asked_again(
    host: str,
    how: dict[str, object],
    store: layout.Store,
    person: Person,
    network: private_network.Network,
) -> None:
    begun = time.monotonic()
    server, outcome = judged(host, store, person, network, **how)

    assert time.monotonic() - begun < 10
    settings = question.chosen(given.where(store).config)
    assert settings is not None
    assert outcome.reason[:100] in account.load(settings).reason
    assert outcome.reason != ""
    assert len(server.requests) == (how.get("status") != 0)
    assert judging.due(given.where(store), store) == []
    assert person.traces == []


@pytest.mark.parametrize("host", JUDGES)
def test_a_slow_answer_is_given_up_and_the_program_ended(
    host: str,
    store: layout.Store,
    person: Person,
    network: private_network.Network,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(question, "SECONDS", 6.0)

    server, outcome = judged(host, store, person, network, seconds=12.0)

    assert outcome.reason == "no answer in 6 s"
    assert len(server.requests) == 1
    assert person.traces == []


def session_of_claude(
    person: Person, network: private_network.Network, project: Path
) -> tuple[model_server.Server, list[stored.Entry]]:
    """A person types a rule into Claude Code, whose memory is wired for all projects, and leaves.

    The judge's program is told nothing of MEMORY_STORE_DISABLE.
    """
    subprocess.run(["git", "init", "--quiet", str(project)], check=True)
    assert shims.memory_store("init", "--user", "--host", "claude").code == 0
    store = layout.project_store(str(project))
    with model_server.serve(network.listen()) as server:
        server.judgement = FOUND
        own = {"MEMORY_STORE_JUDGE_PROVIDER": "claude", "MEMORY_STORE_EMBEDDER": "none"}
        environment = person.has("claude", server.url) | own
        trusted = json.loads((person.home / ".claude.json").read_text())
        trusted["projects"] = {os.path.realpath(project): {"hasTrustDialogAccepted": True}}
        (person.home / ".claude.json").write_text(json.dumps(trusted))
        screen = terminal.Terminal([*network.entrance, "claude"], project, environment)
        begun = lambda: bool(given.journal(store, "session_start"))  # noqa: E731
        screen.watch(begun, 15.0)
        screen.type(f"fix the login page. {RULE}")
        assert screen.watch(lambda: bool(given.journal(store, "response"))), screen.shown[-900:]
        screen.watch(lambda: False, 2.0)
        screen.close()
        until = time.monotonic() + 90
        while not given.journal(store, "judged") and time.monotonic() < until:
            time.sleep(0.5)
        time.sleep(8)  # a loop would go on
        return server, given.journal(store, "judged")


def test_a_session_end_costs_one_request_also_where_no_guard_is_in_the_hooks(
    person: Person, network: private_network.Network, tmp_path: Path
) -> None:
    project = tmp_path / "project"

    server, events = session_of_claude(person, network, project)

    assert [event.text_of("reason") for event in events] == [""]
    kept = given.living(layout.project_store(str(project)))
    assert [one.stands for one in kept if RULE in one.content] == [True]
    assert server.judged == 1
    asked = [one for one in server.requests if RULE in one and "<session>" not in one]
    assert len(asked) == 2  # the title that Claude Code gives a session is none
    assert len({*Path(person.home).glob(".claude/projects/*/*.jsonl")}) == 1


def test_a_naive_call_in_a_sessions_end_goes_round_and_round(
    person: Person, network: private_network.Network, tmp_path: Path
) -> None:
    """The control: what the judge's flags keep from happening."""
    counted = tmp_path / "counted"
    loop = tmp_path / "loop"
    again = f'[ "$(wc -l < {counted})" -ge {LOOPS} ] || setsid claude -p again >/dev/null 2>&1 &'
    loop.write_text(f"#!/bin/sh\necho x >> {counted}\n{again}\n")
    loop.chmod(0o755)
    with model_server.serve(network.listen()) as server:
        environment = person.has("claude", server.url)
        hooks = {"SessionEnd": [{"hooks": [{"type": "command", "command": str(loop)}]}]}
        settings = person.home / ".claude/settings.json"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(json.dumps({"hooks": hooks}))
        subprocess.run(
            [*network.entrance, "claude", "-p", "hi"], cwd=tmp_path, env=environment, check=True
        )
        until = time.monotonic() + 120
        while counted.read_text().count("x") < LOOPS and time.monotonic() < until:
            time.sleep(0.5)

    assert counted.read_text().count("x") == LOOPS
    assert len(server.requests) >= LOOPS
