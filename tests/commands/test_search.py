"""Asking the memory: interface.md 4. Ranking itself is tested in tests/recall/test_search.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Outcome, Run


def texts(outcome: Outcome) -> list[str]:
    return [one["text"] for one in outcome.answer["results"]]


def test_the_answer_is_as_the_interface_has_it(run: Run, store: layout.Store) -> None:
    fact = given.fact(store, "we deploy with Argo CD", entities=["shop"], session="s-1")

    outcome = run("search", "deploy Argo", "--method", "fts")

    answer = outcome.answer
    assert (outcome.code, outcome.err) == (0, "")
    assert list(answer) == ["query", "method", "degraded", "took_ms", "results"]
    assert (answer["query"], answer["method"]) == ("deploy Argo", "fts")
    assert answer["degraded"] is None
    (result,) = answer["results"]
    assert {name: result[name] for name in ("id", "kind", "type", "text")} == {
        "id": fact["id"],
        "kind": "fact",
        "type": "W",
        "text": "we deploy with Argo CD",
    }
    assert result["source"] == {"file": ".memory/facts.jsonl", "line": 1, "end_line": 1}
    assert (result["session_id"], result["created_at"]) == ("s-1", fact["created_at"])
    assert (result["entities"], result["confidence"]) == (["shop"], 0.8)
    assert all(0 <= result[name] <= 1 for name in ("score", "vector_score", "text_score"))


def test_limit_and_the_floor_leave_results_out(run: Run, store: layout.Store) -> None:
    for one in range(30):
        given.fact(store, f"gateway number {one}")

    def count(*flags: str) -> int:
        return len(texts(run("search", "gateway", "--method", "fts", *flags)))

    assert [count(), count("--limit", "1"), count("--limit", "100")] == [6, 1, 30]
    assert count("--min-score", "1") == 0
    Path(store.path, layout.SETTINGS).write_text('{"search_limit": 2}', "utf-8")
    assert [count(), count("--limit", "3")] == [2, 3]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_that_another_tool_wrote_is_searched_to_its_very_end(
    run: Run, store: layout.Store, end: str
) -> None:
    lines = [f'{{"id":"f_{name}","content":"the {name} gateway"}}' for name in ("first", "last")]
    path = Path(store.path, layout.FACTS)
    path.write_text("\ufeff" + end.join(lines), "utf-8", newline="")
    assert sorted(texts(run("search", "gateway"))) == ["the first gateway", "the last gateway"]

    run("save-fact", "--content", "the new gateway")

    assert len(texts(run("search", "gateway"))) == 3
    assert path.read_bytes().split(b"\n")[-2].startswith(b'{"id":"f_')


def test_a_list_is_as_long_as_asked_for_where_some_say_the_same(
    run: Run, store: layout.Store
) -> None:
    for number in range(6):
        given.fact(store, f"the gateway number {number} is in Go", days=3)
    for _ in range(20):
        given.event(store, "prompt", ago=86_400, text="go on")

    listed = run("search", "", "--since", "5 days ago", "--limit", "6").answer["results"]

    assert [one["kind"] for one in listed] == ["turn", *["fact"] * 5]


def test_a_long_text_is_shown_where_it_matches(run: Run, store: layout.Store) -> None:
    long = f"{'what was done that week. ' * 60}The zebra token expired. {'And so on. ' * 40}"
    given.fact(store, long)

    outcome = run("search", "zebra token", "--format", "text")

    assert "…" in outcome.out
    assert "zebra token expired" in outcome.out


def test_a_note_is_named_once(run: Run, store: layout.Store) -> None:
    Path(store.path, layout.CORE).write_text("deploy with care\n", "utf-8")

    outcome = run("search", "deploy", "--format", "text")

    assert outcome.out.count("MEMORY.md:1") == 1
