"""A person's word takes back the one fact that it names, once; examples.json has the requests."""

from __future__ import annotations

from memory_store.capture import pipeline
from memory_store.journal import append, stored
from memory_store.store import layout
from tests import given

SMOKE, E2E = "部署前先跑 make smoke", "部署前先跑 make e2e"
FORGET = "忘掉 make smoke 那条吧"


def say(store: layout.Store, text: str, **fields: str) -> stored.Entry:
    """Keep what is said, as a hook does, and give the event."""
    event = given.event(store, "prompt", text=text, ago=0, **fields)
    pipeline.keep(given.where(store), [event])
    return event


def contents(store: layout.Store) -> set[str]:
    return {one.content for one in given.living(store)}


def test_a_request_that_is_looked_at_again_touches_no_later_fact(store: layout.Store) -> None:
    known = given.fact(store, SMOKE, days=1)
    request = say(store, FORGET)

    again = given.fact(store, "make smoke 之前先跑 make lint")
    pipeline.keep(given.where(store), [request])
    assert contents(store) == {again["content"]}

    append.append(store, layout.FACTS, [known.restored()])
    pipeline.keep(given.where(store), [request])
    assert contents(store) == {SMOKE, again["content"]}


def test_the_other_of_two_named_facts_stays_when_one_was_retracted_since(
    store: layout.Store,
) -> None:
    known, _ = given.fact(store, SMOKE, days=1), given.fact(store, E2E, days=1)
    request = say(store, "部署前那条规则作废")

    given.retraction(store, known)
    pipeline.keep(given.where(store), [request])

    assert contents(store) == {E2E}


def test_a_statement_of_another_session_is_not_taken_back(store: layout.Store) -> None:
    say(store, "记住：网关只读")
    say(store, "刚才说的不算", session="another")

    assert contents(store) == {"记住：网关只读"}
