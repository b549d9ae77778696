"""Seeing what is remembered, with the numbers that stand for ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.journal import stored
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from typing import Any

    from memory_store.store import layout
    from tests.commands.conftest import Outcome, Run


def tiers(found: Outcome) -> dict[str, Any]:
    return {one["content"]: one["tier"] for one in found.answer["facts"]}


def test_each_tier_is_listed_where_it_is_asked_for(run: Run, store: layout.Store) -> None:
    old = given.fact(store, "port 8080")
    given.fact(store, "port 9090", supersedes=old["id"])
    given.fact(store, "uses tabs", status="candidate")
    given.fact(store, "moves to Go", valid_from=clock.stamp(clock.now() + 1e6))
    given.retraction(store, given.fact(store, "uses Jenkins"))

    assert tiers(run("list")) == {
        "moves to Go": "planned",
        "uses tabs": "candidate",
        "port 9090": "standing",
    }
    assert list(tiers(run("list", "--standing"))) == ["port 9090"]
    assert list(tiers(run("list", "--candidates"))) == ["uses tabs"]
    assert list(tiers(run("list", "--retracted"))) == ["uses Jenkins"]
    everything = tiers(run("list", "--all"))
    assert (everything["port 8080"], everything["uses Jenkins"]) == ("replaced", "retracted")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--type", "o"], ["never push to main"]),
        (["--entity", "@Gateway"], ["the gateway has port 1"]),
        (["--session", "s-1"], ["said in one session"]),
        (["--until", "3 days ago"], ["as old as five days"]),
        (["--since", "昨天", "--type", "B"], []),
    ],
)
def test_filters_leave_what_they_name(
    words: list[str], wanted: list[str], run: Run, store: layout.Store
) -> None:
    given.fact(store, "never push to main", kind="O")
    given.fact(store, "the gateway has port 1", entities=["gateway"])
    given.fact(store, "said in one session", source={"via": "agent", "session_id": "s-1"})
    given.fact(store, "as old as five days", days=5)

    found = run("list", *words)

    assert [one["content"] for one in found.answer["facts"]] == wanted
    assert found.code == (0 if wanted else 1)


def test_the_line_tells_who_said_it_and_what_it_replaced(run: Run, store: layout.Store) -> None:
    old = given.fact(store, "the port is 8080")
    source = {"via": "capture", "host": "cursor", stored.HOW: stored.ASKED}
    content = "the port \x1b[2Jis 9090"  # which would clear a terminal
    given.fact(store, content, source=source, supersedes=old["id"], status="standing")

    (line,) = run("list", "--format", "text").out.splitlines()

    assert "stands" in line
    assert "captured (cursor), asked for" in line
    assert line.endswith("the port is 9090 (was: the port is 8080)")


@terminals.has_terminals
def test_a_terminal_shows_whole_columns_in_the_language_of_the_machine(
    store: layout.Store,
) -> None:
    given.fact(store, "购物车接口 " * 40, status="candidate")

    code, said = terminals.on_terminal(store, "", "list", LANG="zh_CN.UTF-8", COLUMNS="60")

    assert code == 0
    assert "待确认" in said
    assert len(said.splitlines()) == 1


def test_numbers_are_those_of_the_last_list_whichever_command_showed_it(
    run: Run, store: layout.Store
) -> None:
    first = given.fact(store, "the API listens on port 8080")
    second = given.fact(store, "deploys go through Argo")

    run("search", "port", "--format", "text")
    assert run("get", "1").answer["id"] == first["id"]
    run("list")
    assert run("get", "1").answer["id"] == second["id"]
    assert run("pin", "2").answer["changes"][0]["id"] == first["id"]
    assert run("pin", "3").code == 2
