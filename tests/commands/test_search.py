"""Asking the memory: interface.md 4. Ranking itself is tested in tests/recall/test_search.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Outcome, Run


def texts(outcome: Outcome) -> list[str]:
    return [one["text"] for one in outcome.answer["results"]]


def test_the_answer_is_as_the_interface_has_it(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "we deploy with Argo CD", entities=["shop"], session="s-1")

    outcome = run("search", "deploy Argo", "--method", "fts")

    answer = outcome.answer
    assert (outcome.code, outcome.err) == (0, "")
    assert list(answer) == ["query", "method", "degraded", "took_ms", "results"]
    assert (answer["query"], answer["method"]) == ("deploy Argo", "fts")
    assert answer["degraded"] is None
    (result,) = answer["results"]
    assert {name: result[name] for name in ("id", "kind", "type", "text")} == {
        "id": made["id"],
        "kind": "fact",
        "type": "W",
        "text": "we deploy with Argo CD",
    }
    assert result["source"] == {"file": ".memory/facts.jsonl", "line": 1, "end_line": 1}
    assert (result["session_id"], result["created_at"]) == ("s-1", made["created_at"])
    assert (result["entities"], result["confidence"]) == (["shop"], 0.8)
    assert all(0 <= result[name] <= 1 for name in ("score", "vector_score", "text_score"))


def test_a_memory_that_holds_nothing_yet_finds_nothing(run: Run, store: layout.Store) -> None:
    assert store.exists()
    for query in ("preferences", "偏好", "decisions facts", "Memory"):
        outcome = run("search", query, "--method", "fts")
        assert (outcome.code, outcome.answer["results"]) == (1, [])


@pytest.fixture
def mixed(store: layout.Store) -> layout.Store:
    """A store with a gateway in every kind of text."""
    given.fact(store, "the gateway fact", kind="W", days=1, at="12:00:00", session="s-1")
    given.fact(store, "the gateway rule", kind="O", days=3, at="12:00:00", session="s-2")
    given.fact(store, "the gateway work", kind="B", days=40, at="12:00:00", session="s-2")
    given.summary(store, "the gateway summary", session="s-1")
    given.event(store, "prompt", "s-1", text="the gateway turn")
    Path(store.path, layout.CORE).write_text("- the gateway core\n", "utf-8")
    Path(store.path, "notes").mkdir()
    Path(store.path, "notes", "one.md").write_text("the gateway note\n", "utf-8")
    return store


@pytest.mark.parametrize(
    ("flags", "kinds"),
    [
        (["--kind", "fact"], {"fact"}),
        (["--kind", "summary"], {"summary"}),
        (["--kind", "note"], {"note"}),
        (["--kind", "core"], {"core"}),
        (["--kind", "turn"], {"turn"}),
        (["--limit", "20"], {"fact", "summary", "note", "core", "turn"}),
    ],
)
def test_every_kind_is_found_and_can_be_asked_for(
    run: Run, mixed: layout.Store, flags: list[str], kinds: set[str]
) -> None:
    assert mixed.exists()
    results = run("search", "gateway", "--method", "fts", *flags).answer["results"]

    assert {one["kind"] for one in results} == kinds


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        (["--type", "O"], {"rule"}),
        (["--type", "w"], {"fact"}),
        (["--session", "s-2"], {"rule", "work"}),
        (["--session", "s-2", "--type", "B"], {"work"}),
        (["--since", "yesterday"], {"fact"}),
        (["--since", "昨天"], {"fact"}),
        (["--since", "2 days ago"], {"fact"}),
        (["--since", "3 days ago"], {"fact", "rule"}),
        (["--since", "三天前"], {"fact", "rule"}),
        (["--since", "最近一周"], {"fact", "rule"}),
        (["--until", "two days ago"], {"rule", "work"}),
        (["--until", "前天"], {"rule", "work"}),
        (["--since", "3 days ago", "--until", "3 days ago"], {"rule"}),
        (["--since", "大前天", "--until", "前天"], {"rule"}),
        (["--until", "30 days ago"], {"work"}),
        (["--until", "一个月前"], {"work"}),
        (["--since", "last year"], {"fact", "rule", "work"}),
        (["--since", "去年"], {"fact", "rule", "work"}),
        (["--since", "1990-01-01"], {"fact", "rule", "work"}),
        (["--until", "1990-01-01T10:00:00Z"], set()),
    ],
)
def test_time_type_and_session_narrow_it_down(
    run: Run, mixed: layout.Store, flags: list[str], found: set[str]
) -> None:
    assert mixed.exists()
    words = ["--kind", "fact", "--method", "fts", "--limit", "50", *flags]

    outcome = run("search", "gateway", *words)

    assert {one.removeprefix("the gateway ") for one in texts(outcome)} == found
    assert outcome.code == (0 if found else 1)


def test_limit_and_the_floor_leave_results_out(run: Run, store: layout.Store) -> None:
    for one in range(30):
        given.fact(store, f"gateway number {one}")

    def count(*flags: str) -> int:
        return len(texts(run("search", "gateway", "--method", "fts", *flags)))

    assert [count(), count("--limit", "1"), count("--limit", "100")] == [6, 1, 30]
    assert count("--min-score", "1") == 0
    Path(store.path, layout.SETTINGS).write_text('{"search_limit": 2}', "utf-8")
    assert [count(), count("--limit", "3")] == [2, 3]


def test_both_stores_are_searched_and_either_can_be_asked_for(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    given.fact(store, "gateway of the project")
    given.fact(user_store, "gateway of the user")
    words = ["search", "gateway", "--method", "fts"]

    both = run(*words).answer["results"]

    assert {one["source"]["file"] for one in both} == {
        ".memory/facts.jsonl",
        "~/.memory/facts.jsonl",
    }
    assert texts(run(*words, "--scope", "user")) == ["gateway of the user"]
    assert texts(run(*words, "--scope", "project")) == ["gateway of the project"]


MISTAKES = [
    ([""], "empty"),
    ([" \n"], "empty"),
    ([], "QUERY"),
    (["x", "--since", "soon"], "soon"),
    (["x", "--until", "2月30日"], "2月30日"),
    (["x", "--limit", "-1"], "--limit"),
    (["x", "--limit", "101"], "--limit"),
    (["x", "--limit", "many"], "many"),
    (["x", "--min-score", "1.5"], "--min-score"),
    (["x", "--min-score", "nan"], "--min-score"),
    (["x", "--method", "magic"], "magic"),
    (["x", "--kind", "event"], "event"),
    (["x", "--type", "X"], "X"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_callers_mistake_is_told_in_two_lines(
    run: Run, store: layout.Store, words: list[str], told: str
) -> None:
    assert store.exists()
    outcome = run("search", *words)

    assert (outcome.code, outcome.out) == (2, "")
    error, hint = outcome.err.splitlines()
    assert error.startswith("error: ")
    assert told in error
    assert hint.startswith("hint: ")


def test_text_for_a_person_names_where_it_stands(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "the gateway")

    out = run("search", "gateway", "--format", "text").out

    assert "the gateway" in out
    assert made.id in out
    assert ".memory/facts.jsonl:1" in out


def test_stored_text_cannot_move_the_readers_terminal(run: Run, store: layout.Store) -> None:
    raw = given.fact(store, "gateway")
    append.append(store, layout.FACTS, [{**raw, "content": "gateway \x1b[2J\x1b]0;owned\x07 end"}])

    for form in ("text", "json"):
        out = run("search", "gateway", "--method", "fts", "--format", form).out
        assert "\x1b" not in out
        assert "\\u001b" not in out


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


def test_a_phrase_of_time_in_a_query_is_a_filter_only_where_the_user_set_it(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "deploys go through Argo CD", days=30)
    new = given.fact(store, "deploys are announced in chat", days=1, at="00:00:01")

    both = run("search", "deploys 昨天", "--method", "fts")
    monkeypatch.setenv("MEMORY_STORE_TIME_IN_QUERY", "true")
    one = run("search", "deploys 昨天", "--method", "fts")

    assert len(texts(both)) == 2
    assert [found["id"] for found in one.answer["results"]] == [new["id"]]
    assert one.answer["query"] == "deploys 昨天"


def test_a_filter_alone_lists_what_it_leaves_the_newest_first(
    run: Run, store: layout.Store
) -> None:
    old = given.fact(store, "the gateway is in Go", days=3)
    new = given.fact(store, "the queue is Redis", days=1)
    given.fact(store, "the cache is large", days=40)

    listed = run("search", "", "--since", "5 days ago").answer["results"]
    unrelated = run("search", "zebra", "--since", "5 days ago").answer["results"]
    nothing = run("search", "zebra")
    refused = run("search", "")

    assert [one["id"] for one in listed] == [new["id"], old["id"]]
    assert [one["id"] for one in unrelated] == [new["id"], old["id"]]
    assert (nothing.code, nothing.answer["results"]) == (1, [])
    assert refused.code == 2
    assert "--since yesterday" in refused.err


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
