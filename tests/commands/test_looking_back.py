"""What a session is given and why, where a fact comes from, and what happened."""

from __future__ import annotations

import json
import re
import select
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.commands import event_lines
from memory_store.index import questions
from memory_store.journal import append, arrivals, read, records, stored
from memory_store.store import layout
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from memory_store import codec
    from tests.commands.conftest import Run

pytestmark = pytest.mark.long


def without_tag(text: str) -> str:
    """A briefing without what is drawn for each: the tag, and the session's id."""
    return re.sub(r"memory-[0-9a-f]{8}", "memory-TAG", text)


@pytest.mark.parametrize("host", ["cursor", "claude"])
def test_the_briefing_is_the_text_that_the_hook_gives_to_the_letter(
    host: str, run: Run, store: layout.Store
) -> None:
    given.fact(store, "never push to main", kind="O")
    given.fact(store, "the API listens on port 8080")
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    before = given.tree(store.path)

    shown = run("briefing", "--host", host).answer["text"]
    assert given.tree(store.path) == before

    payload = given.payload(f"{host}/session-start", store.project, "SESSION-ID")
    answer = json.loads(shims.hook("load_memory", payload).out)
    told = answer.get("additional_context") or answer["hookSpecificOutput"]["additionalContext"]
    assert without_tag(shown) == without_tag(told)


def test_a_colleagues_fact_is_told_with_its_reason(run: Run, store: layout.Store) -> None:
    fact, _ = records.fact("Kafka listens on 9092", kind="W", source={"via": "agent"})
    arrivals.add(store, [fact.with_(author="w1")])

    (told,) = run("briefing", "--why").answer["facts"]
    assert (told["id"], told["why"]) == (fact.id, "a teammate shared it within a day")
    assert "Kafka listens on 9092" in run("now", "--format", "text").out


@pytest.mark.long
def test_the_log_follows_what_happens(store: layout.Store) -> None:
    given.event(store, "prompt", "s-1", text="the first words")
    command = [sys.executable, "-m", "memory_store", "log", "--follow"]
    with subprocess.Popen(
        [*command, "--project", store.project], stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert "the first words" in child.stderr.readline()
        given.event(store, "prompt", "s-1", text="the second words")
        assert select.select([child.stderr], [], [], 60)[0]
        assert "the second words" in child.stderr.readline()
        child.terminate()


@pytest.mark.long
def test_looking_back_parses_no_fact_but_those_it_shows(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(200):
        given.fact(store, f"service {at} is up", days=2 + at % 30)
    given.fact(store, "the newest of all")
    run("list")
    parsed: list[bytes] = []
    real = read.parse_line

    def count(line: bytes) -> list[codec.Record]:
        parsed.append(line)
        return real(line)

    monkeypatch.setattr(read, "parse_line", count)
    for words in (["list", "--limit", "5"], ["today"], ["stats"], ["log"]):
        assert run(*words).code in (0, 1)

    assert len(parsed) < 30


def test_how_sure_a_candidate_was_found_to_be_is_no_change_and_hides_none(
    store: layout.Store,
) -> None:
    source = {"via": stored.CAPTURE, stored.HOW: stored.HEARD}
    heard = given.fact(store, "Due on Monday", days=2, status="candidate", source=source)
    saved = given.fact(store, "We log in UTC", days=1)
    then = clock.now() - 60
    append.append(store, layout.FACTS, [saved.changed(pinned=True), heard.weighed(0.4)])

    with questions.Records(store) as held:
        found = list(event_lines.changes(held, then, None))

    assert [one.id for one in found] == [saved.id]
