"""What becomes of facts when newer ones come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store.facts import consolidation
from tests import given

if TYPE_CHECKING:
    from memory_store.journal import stored
    from memory_store.store import layout

CANDIDATE: dict[str, Any] = {"source": {"via": "capture"}, "status": "candidate"}


def in_session(name: str, **source: object) -> dict[str, Any]:
    """A candidate of a session."""
    told = {"via": "capture", "session_id": name, **source}
    return {"source": told, "status": "candidate"}


def decided(older: stored.Fact, newer: stored.Fact, cosine: float = 0.6) -> list[stored.Fact]:
    return consolidation.decided(older, newer, cosine)


def test_a_correction_ends_the_older_fact_at_once(store: layout.Store) -> None:
    older = given.fact(store, "提交信息用中文写", days=3)
    newer = given.fact(store, "以后提交信息改成英文吧，海外同事看不懂")

    ended, changed = decided(older, newer)
    assert (ended["id"], ended["valid_to"]) == (older["id"], newer["created_at"])
    assert changed["supersedes"] == older["id"]


def test_the_one_fact_is_found_that_a_statement_replaces(store: layout.Store) -> None:
    npm = given.fact(store, "包管理用 npm")
    given.fact(store, "前端由张伟负责")
    known = given.living(store)

    assert consolidation.superseded("包管理换成 pnpm 吧", known) == npm
    assert consolidation.superseded("包管理也可以用 pnpm", known) is None


def test_of_two_facts_that_fit_as_well_none_is_replaced(store: layout.Store) -> None:
    given.fact(store, "后台包管理用 npm")
    given.fact(store, "官网包管理用 npm")

    assert consolidation.superseded("换成 pnpm", given.living(store)) is None


def test_a_plan_ends_nothing_and_knows_its_day(store: layout.Store) -> None:
    older = given.fact(store, "We deploy on Heroku")
    newer = given.fact(store, "We're moving deployments from Heroku to Fly.io next month")

    (line,) = decided(older, newer)
    assert line["supersedes"] == older["id"]
    assert str(line["valid_from"]) > str(newer["created_at"])


def test_a_plan_without_a_day_is_linked_alone(store: layout.Store) -> None:
    older = given.fact(store, "We deploy on Heroku")
    newer = given.fact(store, "We plan to move deployments from Heroku to Fly.io")

    (line,) = decided(older, newer)
    assert line["related"] == [older["id"]]
    assert "supersedes" not in line


def test_where_only_a_part_is_corrected_both_are_kept_and_linked(store: layout.Store) -> None:
    older = given.fact(store, "Indent with tabs; the max line length is 80")
    newer = given.fact(store, "raise the max line length to 100")

    (line,) = decided(older, newer)
    assert (line["id"], line["related"]) == (newer["id"], [older["id"]])


def test_a_candidate_that_another_session_says_again_stands(store: layout.Store) -> None:
    older = given.fact(store, "数据库备份每天三点跑", **in_session("a"))
    again = given.fact(store, "数据库备份每天三点跑的", **in_session("b"))

    gone, kept = decided(older, again, 0.95)
    assert (gone["op"], gone["id"]) == ("retract", again["id"])
    assert kept.stands
    assert kept["evidence"] == [again["id"]]


@pytest.mark.parametrize("again", [in_session("a"), in_session("b", by="agent")])
def test_the_same_session_and_an_agent_are_no_witnesses(
    store: layout.Store, again: dict[str, Any]
) -> None:
    older = given.fact(store, "the backup runs at three", **in_session("a"))
    newer = given.fact(store, "The backup runs at three.", **again)

    _, kept = decided(older, newer, 0.99)
    assert not kept.stands


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("the backup runs at 3", "the backup runs at 4 too"),
        ("Read the first page", "Read the last page"),
        ("The nurse calls the doctor", "The doctor calls the nurse"),
        ("小王负责前端", "小王负责后端"),
        ("never squash merges", "squash merges"),
    ],
)
def test_what_differs_in_more_than_small_words_is_not_merged(
    store: layout.Store, older: str, newer: str
) -> None:
    first = given.fact(store, older, **in_session("a"))
    second = given.fact(store, newer, **in_session("b"))

    assert not [one for one in decided(first, second, 0.97) if one.get("op") == "retract"]


def test_what_stands_is_merged_with_the_same_words_alone(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD")
    near = given.fact(store, "We deploy with Argo CD daily")
    same = given.fact(store, "we  deploy with ARGO cd")

    assert decided(older, near, 0.97) == []
    assert [one["id"] for one in decided(older, same)] == [same["id"], older["id"]]


def test_a_person_who_changes_what_stands_says_what_stands(store: layout.Store) -> None:
    older = given.fact(store, "the api listens on port 8080")
    newer = given.fact(store, "the api now listens on port 9090", **in_session("b"))

    _, changed = decided(older, newer)
    assert changed.stands


def test_an_answer_ends_nothing_that_a_person_said(store: layout.Store) -> None:
    older = given.fact(store, "the api listens on port 8080")
    newer = given.fact(store, "the api now listens on 9090", **in_session("b", by="agent"))

    assert decided(older, newer) == []


def test_history_is_not_replaced(store: layout.Store) -> None:
    older = given.fact(store, "The gateway was on port 8080", kind="B")
    newer = given.fact(store, "The gateway port is now 9090")

    assert decided(older, newer) == []


def test_what_somebody_let_hold_again_stays(store: layout.Store) -> None:
    older = given.fact(store, "the api listens on port 8080", days=2)
    newer = given.fact(store, "the api now listens on port 9090", days=1)

    assert decided(older.restored(), newer) == []
    assert decided(older, newer)
