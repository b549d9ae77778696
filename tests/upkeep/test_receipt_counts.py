"""What was told beside a prompt and then used: counted from the journal, without a model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.cli import dispatch
from memory_store.journal import receipts
from memory_store.recall import search
from memory_store.store import layout
from memory_store.upkeep import finish
from memory_store.upkeep import receipt_counts as counting
from tests import given

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact

pytestmark = pytest.mark.usefixtures("words_alone")


@pytest.mark.parametrize(
    ("said", "prompt", "answer", "is_used"),
    [
        ("The gateway listens on port 8080", "start the gateway", "It is up on 8080.", True),
        ("The gateway listens on port 8080", "start the gateway", "The gateway is up.", False),
        ("The gateway listens on port 8080", "is 8080 the gateway?", "Yes, 8080.", False),
        ("We deploy with Argo CD", "deploy the shop", "I ran `argo cd app sync shop`.", True),
        ("We deploy with Argo CD", "deploy the shop", "Copied the files by scp.", False),
        ("支付回调走 `pay_hook`", "看看支付回调", "已修改 pay_hook 里的签名。", True),
        ("提交信息统一写成中文短句", "提交代码", "已提交，提交信息写成了中文短句。", True),
        ("提交信息统一写成中文短句", "提交代码", "Done.", False),
    ],
)
def test_used_is_what_the_answer_has_of_a_fact_and_the_prompt_has_not(
    said: str, prompt: str, answer: str, *, is_used: bool
) -> None:
    assert counting.is_used(said, prompt, answer) is is_used


def turn(store: layout.Store, fact: Fact, answer: str, ago: float, source: str = "") -> None:
    given.event(store, "prompt", "s1", text="start the gateway", ago=ago)
    given.event(store, "recalled", "s1", record_ids=[fact.id], ago=ago - 1, source=source)
    if answer:
        given.event(store, "response", "s1", text=answer, ago=ago - 2)


def run(store: layout.Store) -> dict[str, tuple[int, int]]:
    finish.bring_up_to_date(given.where(store), embed_seconds=1.0)
    return {name: (one.told, one.used) for name, one in receipts.load(store).items()}


def test_each_turn_counts_that_got_an_answer(store: layout.Store) -> None:
    fact = given.fact(store, "The gateway listens on port 8080")
    turn(store, fact, "It is up on 8080.", 60)
    turn(store, fact, "The gateway is up.", 50)
    turn(store, fact, "", 40)
    turn(store, fact, "It is up on 8080.", 30, source="briefing")

    assert run(store) == {fact.id: (2, 1)}


def test_counting_goes_on_and_a_rebuild_counts_the_same(store: layout.Store) -> None:
    fact = given.fact(store, "The gateway listens on port 8080")
    turn(store, fact, "It is up on 8080.", 60)
    run(store)
    turn(store, fact, "The gateway is up.", 30)
    grown = run(store)

    os.unlink(os.path.join(layout.cache_directory(store), receipts.NAME))

    assert run(store) == grown == {fact.id: (2, 1)}


@pytest.mark.parametrize(
    ("times", "kind", "sinks"), [(5, "W", True), (4, "W", False), (5, "O", False)]
)
def test_what_was_told_often_and_never_used_sinks(
    store: layout.Store, times: int, kind: str, *, sinks: bool
) -> None:
    old = given.fact(store, "The gateway port is 8080", kind=kind)
    other = given.fact(store, "The gateway port was chosen by the network team", days=9)
    for at in range(times):
        turn(store, old, "Done.", 600 - 10 * at)
    run(store)
    config = given.where(store).config

    found = search.search([store], "gateway port", config=config, method="fts").results

    facts = [one["id"] for one in found if one["kind"] == "fact"]
    assert facts == ([other.id, old.id] if sinks else [old.id, other.id])


def test_the_figures_and_the_log_show_it(store: layout.Store) -> None:
    used, ignored = (given.fact(store, f"The gateway {n} listens on {n}080") for n in (8, 9))
    for fact in (used, ignored):
        turn(store, fact, "It is up on 8080.", 60)
    run(store)

    figures: Any = dispatch.call("stats", [], given.where(store)).record
    log = dispatch.call("log", ["--why"], given.where(store))

    assert figures["use"] == {"told": 2, "used": 1, "ignored": 1}
    text = log.text() if callable(log.text) else log.text
    assert "told beside prompts 1 times, used 1 times" in text
    assert "told beside prompts 1 times, used 0 times" in text
