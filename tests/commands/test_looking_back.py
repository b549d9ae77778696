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
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Run


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


def test_each_memory_of_a_briefing_has_its_reason_and_what_is_left_out_too(
    run: Run, store: layout.Store
) -> None:
    given.fact(store, "never push to main", kind="O", days=60)
    given.fact(store, "the release is named Heron", pinned=True, days=60)
    given.fact(store, "answer in Chinese", source={"via": "user"}, days=60)
    given.fact(store, "the API listens on port 8080")
    given.fact(store, "the old port was 7070", days=30)
    later = clock.stamp(clock.now() + 5e5)
    given.fact(store, "staging moves to Go", valid_from=later)
    given.fact(store, "perhaps tabs", status="candidate", source={"via": "capture"})

    found = run("briefing", "--why").answer

    why = {one["content"]: one["why"] for one in found["facts"]}
    assert why["never push to main"].startswith("a rule")
    assert why["the release is named Heron"].startswith("pinned")
    assert why["answer in Chinese"].startswith("asked for")
    assert why["the API listens on port 8080"].startswith("0 days old")
    assert why["staging moves to Go"].startswith("a plan")
    assert why["perhaps tabs"].startswith("said in the last days")
    assert {one["content"]: one["why"] for one in found["left_out"]} == {
        "the old port was 7070": "too old: 30 days"
    }
    assert 0 < found["used"] <= found["most"]
    text = run("briefing", "--why", "--format", "text").out
    assert f"{found['used']} of {found['most']} characters" in text
    assert "never push to main\n    ^ a rule" in text


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


def test_stats_count_by_tier_type_and_week(run: Run, store: layout.Store, project: Path) -> None:
    given.fact(store, "never push to main", kind="O", days=60)
    given.fact(store, "uses tabs", status="candidate")
    given.retraction(store, given.fact(store, "uses Jenkins"))
    given.event(store, "recalled", "s-2", record_ids=["f_1", "f_2"])

    found = run("stats").answer

    assert found["tiers"] == {"standing": 1, "candidate": 1, "retracted": 1}
    assert found["types"] == {"O": 1, "W": 1}
    assert sorted(found["weeks"].values()) == [1, 2]
    assert list(found["told"].values()) == [2]
    assert next(iter(found["bytes"])) == str(project / ".memory")
    assert "##########" in run("stats", "--format", "text").out
