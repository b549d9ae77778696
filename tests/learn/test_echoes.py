"""What an agent repeats of its memory is no new statement, no witness, and corrects nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.learn import candidates, finish, retain
from tests import given

if TYPE_CHECKING:
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
