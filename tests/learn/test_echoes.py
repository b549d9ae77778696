"""What an agent repeats of its memory is no new statement, no witness, and corrects nobody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.learn import retain
from memory_store.promotion import candidates
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import layout

PORT = "The staging database listens on port 5433"
NO = "No, the staging database listens on port 5434, not 5433."


def answered(store: layout.Store, text: str, session: str) -> int:
    event = given.event(store, "response", session, text=text)
    return retain.keep(given.where(store), [event])


def said(store: layout.Store, text: str, session: str) -> int:
    return retain.keep(given.where(store), [given.event(store, "prompt", session, text=text)])


def holding(store: layout.Store) -> list[str]:
    return [str(one["content"]) for one in given.living(store)]


@pytest.mark.parametrize(
    "answer",
    [
        f"Decision: {PORT.lower()}.",
        f"I checked the config: {PORT}.",
        f"W @staging: {PORT}",
        f"According to the project memory, {PORT.lower()}.",
    ],
)
def test_an_answer_does_not_undo_what_a_person_corrected(store: layout.Store, answer: str) -> None:
    given.fact(store, PORT, days=2)
    said(store, NO, "b")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    answered(store, answer, "a")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert not any("5433" in one and "5434" not in one for one in holding(store))
    assert any("5434" in one for one in holding(store))


def test_a_person_may_change_it_back(store: layout.Store) -> None:
    """The control of the test above: the same words, of a person, count."""
    given.fact(store, PORT, days=2)
    said(store, NO, "b")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    said(store, "No, the staging database listens on port 5433, not 5434.", "a")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert any("port 5433" in one for one in holding(store))
    assert not any("port 5434, not 5433" in one for one in holding(store))


@pytest.mark.parametrize(
    "answer",
    [
        "According to the project memory, the production cluster runs Kubernetes 1.31.",
        "根据项目记忆，生产环境的集群是 Kubernetes 1.31。",
        "I checked my memory: production runs Kubernetes 1.31.",
    ],
)
def test_what_an_answer_takes_from_memory_is_not_taken_from_it(
    store: layout.Store, answer: str
) -> None:
    assert answered(store, answer, "a") == 0
    assert answered(store, "I checked the manifest: production runs Kubernetes 1.31.", "a") == 1


def test_an_answer_that_repeats_a_fact_is_no_evidence_of_it(store: layout.Store) -> None:
    said(store, "Remember that invoices are kept in Postgres 14", "a")
    for session in ("b", "c"):
        answered(store, "W @billing: Invoices are kept in Postgres 14", session)
        answered(store, "Decision: invoices are kept in Postgres 14.", session)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    (fact,) = given.living(store)
    (only,) = fact["evidence"]

    assert only.startswith("e_")
    assert not [one for one in candidates.find(store, [], 0.9) if one.times > 1]


RULES = [
    (
        "以后提交信息统一用中文写，格式是「模块: 说明」",
        "好的，以后按「模块: 说明」的中文格式提交。",
    ),
    (
        "From now on always use tabs.",
        "Got it, from now on I will always use tabs for indentation.",
    ),
    (
        "Remember: the production database is only reached through jump01.",
        "Decision: reach the production database through jump01 only.",
    ),
    ("记住，生产数据库只能通过跳板机 jump01 访问", "结论：生产库一律走跳板机 jump01。"),
]


def retracted(store: layout.Store) -> None:
    for one in given.living(store):
        given.retraction(store, one)


def deleted_by_hand(store: layout.Store) -> None:
    Path(store.path, "facts.jsonl").write_text("")


@pytest.mark.parametrize("take_back", [retracted, deleted_by_hand])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("rule", "answer"), RULES)
def test_a_rule_that_was_taken_back_does_not_return_in_the_agents_words(
    store: layout.Store, rule: str, answer: str, when: str, take_back: Callable[..., None]
) -> None:
    given.event(store, "session_start", "a", ago=40)
    prompt = given.event(store, "prompt", "a", ago=30, text=rule)
    assert retain.keep(given.where(store), [prompt]) == 1
    response = given.event(store, "response", "a", ago=20, text=answer)
    if when == "after":
        assert retain.keep(given.where(store), [response]) == 0

    take_back(store)
    retain.keep(given.where(store), [response])
    given.event(store, "session_end", "a", ago=10)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert holding(store) == []


@pytest.mark.parametrize(
    "answer",
    [
        "I checked the config: the staging database listens on port 5434.",
        "Decision: we deploy with Argo CD.",
        "结论：日志保留 90 天。",
    ],
)
def test_an_answer_that_says_something_else_is_kept_beside_what_was_taken_back(
    store: layout.Store, answer: str
) -> None:
    """The control of the test above."""
    for rule in (f"Remember: {PORT}", "记住，日志保留 30 天", "Remember: we deploy with Jenkins."):
        said(store, rule, "a")
    retracted(store)

    assert answered(store, answer, "a") == 1
