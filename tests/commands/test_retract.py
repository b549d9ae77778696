"""Taking a fact back, and letting it hold again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def contents(store: layout.Store) -> list[str]:
    return [str(one["content"]) for one in given.living(store)]


def test_a_fact_that_was_taken_back_is_neither_loaded_nor_found(
    run: Run, store: layout.Store
) -> None:
    made = given.fact(store, "we deploy with Argo CD", kind="O", confidence=0.95)
    run("search", "Argo", "--method", "fts")

    outcome = run("retract", made["id"])

    assert (outcome.code, outcome.answer["status"]) == (0, "retracted")
    assert contents(store) == []
    assert run("search", "Argo", "--method", "fts").code == 1
    told = shims.hook("load_memory", given.payload("cursor/session-start", store.project)).out
    assert "Argo" not in told


def test_its_lines_stay_and_it_can_hold_again(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "we deploy with Argo CD")
    run("retract", made["id"])

    assert run("retract", made["id"], "--undo").answer["status"] == "restored"

    assert contents(store) == ["we deploy with Argo CD"]
    assert run("search", "Argo", "--method", "fts").code == 0
    ops = [one.get("op") for one in given.lines(store, layout.FACTS)]
    assert ops == [None, "retract", "restore"]
    assert all(one["content"] == made["content"] for one in given.lines(store, layout.FACTS))


def consolidated(store: layout.Store) -> tuple[str, str]:
    """The ids of a fact and of the newer one that consolidation put in its place."""
    older = given.fact(store, "We deploy with Jenkins", days=3)
    newer = given.fact(store, "We switched from Jenkins to Argo CD")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert contents(store) == ["We switched from Jenkins to Argo CD"]
    return str(older["id"]), str(newer["id"])


def test_a_fact_that_was_wrongly_replaced_can_hold_again(run: Run, store: layout.Store) -> None:
    older, _ = consolidated(store)

    assert run("retract", older, "--undo").answer["status"] == "restored"
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert set(contents(store)) == {
        "We deploy with Jenkins",
        "We switched from Jenkins to Argo CD",
    }
    assert run("search", "Jenkins deploy", "--method", "fts").answer["results"][0]["id"] == older


def test_a_fact_that_is_taken_back_gives_back_the_place_that_it_took(
    run: Run, store: layout.Store
) -> None:
    _, newer = consolidated(store)

    run("retract", newer)

    assert contents(store) == ["We deploy with Jenkins"]


def test_a_fact_that_was_itself_replaced_gives_nothing_back(run: Run, store: layout.Store) -> None:
    _, newer = consolidated(store)
    given.fact(store, "We deploy with Flux", supersedes=newer)

    run("retract", newer)

    assert contents(store) == ["We deploy with Flux"]


def test_a_merged_fact_can_hold_again_by_itself(run: Run, store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    run("retract", newer["id"], "--undo")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert len(contents(store)) == 2


def test_what_another_fact_of_the_same_moment_replaced_stays_replaced(
    run: Run, store: layout.Store
) -> None:
    """A turn that says two new things makes two facts of one moment."""
    given.fact(store, "We deploy with Jenkins", days=3)
    given.fact(store, "The shop is deployed with Jenkins", days=3)
    given.fact(store, "站会在九点半，周一除外", days=3)
    given.fact(store, "日志保留 30 天", days=3)
    newer = given.fact(store, "We switched from Jenkins to Argo CD", days=1)
    given.fact(store, "日志改为保留 90 天", days=1)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert len(contents(store)) == 3

    run("retract", newer["id"])

    assert set(contents(store)) == {
        "We deploy with Jenkins",
        "The shop is deployed with Jenkins",
        "站会在九点半，周一除外",
        "日志改为保留 90 天",
    }


@pytest.mark.parametrize("scope", ["project", "user"])
def test_a_line_of_memory_md_that_says_it_is_named_with_the_command_that_drops_it(
    run: Run, store: layout.Store, scope: str
) -> None:
    own = store if scope == "project" else layout.user_store()
    create.create(own)
    made = given.fact(own, "提交前先跑 make smoke", kind="O", confidence=0.95)
    assert run("promote", "--accept", made["id"], "--yes", "--scope", scope).code == 0
    core = Path(own.path, layout.CORE)
    at = core.read_text("utf-8").split("\n").index("- 提交前先跑 make smoke") + 1

    answer = run("retract", made["id"], "--scope", scope).answer
    told = run("retract", made["id"], "--scope", scope, "--format", "text").out

    (line,) = answer["core"]
    assert (line["file"], line["line"]) == (str(core), at)
    assert f"{core}:{at}: - 提交前先跑 make smoke" in told
    command = told.partition("to drop it: memory-store ")[2].split()
    assert run(*command, "--yes").code == 0
    assert "make smoke" not in core.read_text("utf-8")
    assert run("retract", made["id"], "--scope", scope).answer["core"] == []


def test_a_memory_md_that_says_nothing_of_it_is_not_named(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "we deploy with Argo CD")
    Path(store.path, layout.CORE).write_text("- we build with Bazel\n")

    assert run("retract", made["id"]).answer["core"] == []
    Path(store.path, layout.CORE).write_bytes(b"\xff\0")
    assert run("retract", made["id"]).answer["core"] == []
    Path(store.path, layout.CORE).write_text("- We deploy with Argo CD\n")
    assert run("retract", made["id"], "--undo").answer["core"] == []
    assert len(run("retract", made["id"]).answer["core"]) == 1
