"""What was believed on a day: `search --as-of`, with the phrases that --since takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run


@pytest.fixture
def moved(store: layout.Store) -> layout.Store:
    """A store in which npm gave way to pnpm five days ago."""
    old = given.fact(store, "install with npm", days=9)
    given.fact(store, "install with pnpm", days=5, supersedes=old["id"])
    return store


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(
    ("when", "found"),
    [
        ("8 days ago", ["install with npm"]),
        ("八天前", ["install with npm"]),
        ("6 days ago", ["install with npm"]),
        ("5 days ago", ["install with pnpm"]),  # the end of that day
        ("昨天", ["install with pnpm"]),
        ("now", ["install with pnpm"]),
        ("10 days ago", []),
    ],
)
def test_a_day_stands_for_its_end(run: Run, when: str, found: list[str]) -> None:
    outcome = run("search", "install", "--as-of", when, "--method", "fts")

    assert [one["text"] for one in outcome.answer["results"]] == found
    assert outcome.code == (0 if found else 1)


@pytest.mark.usefixtures("moved")
def test_the_answer_is_shaped_as_any_other(run: Run) -> None:
    now = run("search", "install", "--method", "fts").answer
    then = run("search", "install", "--as-of", "now", "--method", "fts").answer

    assert list(then) == list(now)
    assert [set(one) for one in then["results"]] == [set(one) for one in now["results"]]
    assert then["results"][0]["source"] == now["results"][0]["source"]


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(
    "words",
    [
        ["--as-of", "someday"],
        ["--as-of", "-1"],
        ["--as-of=-1"],
        ["--as-of", ""],
        ["--as-of", " "],
        ["--as-of", "yesterday", "--kind", "summary"],
    ],
)
def test_a_callers_mistake_is_told(run: Run, words: list[str]) -> None:
    outcome = run("search", "install", *words)

    assert outcome.code == 2
    assert outcome.err.startswith("error: ")
