"""A person's word takes back the one fact that it names, once, and nothing where several are."""

from __future__ import annotations

import pytest

from memory_store.capture import pipeline
from memory_store.journal import append, records, stored
from memory_store.store import layout
from tests import given

SMOKE, E2E = "部署前先跑 make smoke", "部署前先跑 make e2e"


def say(store: layout.Store, text: str, kind: str = "prompt") -> stored.Entry:
    """Keep what is said, as a hook does, and give the event."""
    made = records.event(kind, "s-1", "cursor", text=text)
    pipeline.keep(given.where(store), [made])
    return made


def contents(store: layout.Store) -> set[str]:
    return {str(one["content"]) for one in given.living(store)}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (SMOKE, "部署前跑 make smoke 那条规则作废"),
        (SMOKE, "忘掉 make smoke 那条吧"),
        (SMOKE, "Forget the rule about make smoke"),
        ("Always run make smoke before deploying", "Drop the make smoke rule, please"),
        ("Always run make smoke before deploying", "把 make smoke 那条规则忘掉"),
        ("用 pnpm，不用 npm", "npm 那条规则作废"),
    ],
)
def test_the_one_fact_that_is_named_is_retracted(
    store: layout.Store, known: str, said: str
) -> None:
    given.fact(store, known, days=1, kind="O")
    given.fact(store, "提交信息用中文写", days=1, kind="O")

    say(store, said)

    assert contents(store) == {"提交信息用中文写"}


@pytest.mark.parametrize(
    "said",
    [
        "部署前那条规则作废",  # both
        "make lint 那条规则作废",  # neither
        "make smoke 那条规则作废吗？",
    ],
)
def test_what_names_several_none_or_asks_retracts_nothing(store: layout.Store, said: str) -> None:
    given.fact(store, SMOKE, days=1)
    given.fact(store, E2E, days=1)

    say(store, said)

    assert contents(store) == {SMOKE, E2E}


def test_an_answer_takes_nothing_back(store: layout.Store) -> None:
    given.fact(store, SMOKE, days=1)

    say(store, "忘掉 make smoke 那条吧", "response")

    assert contents(store) == {SMOKE}


def test_what_was_done_is_not_taken_back(store: layout.Store) -> None:
    given.fact(store, "make smoke 接进了 CI", days=1, kind="B")

    say(store, "忘掉 make smoke 那条吧")

    assert contents(store) == {"make smoke 接进了 CI"}


def test_a_request_that_is_looked_at_again_touches_nothing_that_came_since(
    store: layout.Store,
) -> None:
    known = given.fact(store, SMOKE, days=1)
    asked = say(store, "忘掉 make smoke 那条吧")

    again = given.fact(store, "make smoke 之前先跑 make lint")
    pipeline.keep(given.where(store), [asked])
    assert contents(store) == {again["content"]}

    append.append(store, "facts.jsonl", [known.restored()])
    pipeline.keep(given.where(store), [asked])
    assert contents(store) == {SMOKE, again["content"]}


def test_of_two_that_were_named_the_other_stays_when_one_was_retracted_since(
    store: layout.Store,
) -> None:
    known, _ = given.fact(store, SMOKE, days=1), given.fact(store, E2E, days=1)
    asked = say(store, "部署前那条规则作废")

    given.retraction(store, known)
    pipeline.keep(given.where(store), [asked])

    assert contents(store) == {E2E}


def test_what_is_demanded_beside_it_is_kept(store: layout.Store) -> None:
    given.fact(store, SMOKE, days=1, kind="O")

    say(store, "忘掉 make smoke 那条吧。以后部署前先跑 make e2e")

    assert contents(store) == {"以后部署前先跑 make e2e"}


def test_a_sentence_that_takes_back_is_no_fact(store: layout.Store) -> None:
    given.fact(store, "一律不要用 any", days=1, kind="O")

    say(store, "一律不要用 any 这条取消")

    assert contents(store) == set()


@pytest.mark.parametrize("said", ["刚才说的不算", "刚才那条不对。", "Scratch that."])
def test_what_the_prompt_just_before_stated_is_taken_back(store: layout.Store, said: str) -> None:
    given.fact(store, SMOKE, days=1)
    for text in ("记住：网关只读", said):
        pipeline.keep(given.where(store), [given.event(store, "prompt", text=text)])

    assert contents(store) == {SMOKE}


@pytest.mark.parametrize("session", ["another", given.SESSION])
def test_what_another_session_or_an_older_prompt_stated_stays(
    store: layout.Store, session: str
) -> None:
    for text in ("记住：网关只读", "跑一下测试"):
        said = given.event(store, "prompt", text=text)
        pipeline.keep(given.where(store), [said])
    undo = given.event(store, "prompt", session, text="刚才说的不算")
    pipeline.keep(given.where(store), [undo])

    assert contents(store) == {"记住：网关只读"}


def test_a_line_whose_id_is_no_text_keeps_nothing_from_being_taken_back(
    store: layout.Store,
) -> None:
    given.fact(store, "Always run make smoke before a deploy", days=1, kind="O")
    append.append(store, layout.FACTS, [{"id": ["x"], "content": "odd"}])

    say(store, "Forget the rule about make smoke.")

    assert contents(store) == set()
