"""Consolidation goes on where it ended, finishes an import, and keeps what lasts listed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from memory_store.embedders import registry
from memory_store.facts import settling
from memory_store.journal import append, checkpoints, read, stored
from memory_store.recall import decay
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given
from tests.index import tiny

pytestmark = pytest.mark.usefixtures("words_alone")


def run(store: layout.Store, seconds: float | None = None) -> finish.Report:
    return finish.bring_up_to_date(given.where(store), embed_seconds=seconds)


def contents(store: layout.Store) -> set[str]:
    return {str(one["content"]) for one in given.living(store)}


def imported(store: layout.Store, count: int) -> None:
    """Facts in pairs that say the same, all first ones before all second ones."""
    made = []
    for days, text in (
        (3, "The service {} listens on port {}"),
        (2, "the  service {} listens on PORT {}"),
    ):
        for one in range(count):
            fact = given.fact(store, "x", days=days)
            made.append({**fact, "content": text.format(f"svc-{one}", 8000 + one)})
    Path(store.path, layout.FACTS).unlink()
    append.append(store, layout.FACTS, made)


def test_a_hook_takes_what_time_allows_and_the_next_run_goes_on(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "_QUICK_SECONDS", 0.0)
    imported(store, 150)

    merged = [run(store).merged for _ in range(4)]

    assert merged == [100, 50, 0, 0]
    assert len(contents(store)) == 150


def test_sync_finishes_an_import_of_any_size(store: layout.Store) -> None:
    imported(store, 150)

    assert run(store, math.inf).merged == 150
    assert run(store, math.inf).merged == 0


def test_a_sync_with_a_time_limit_ends_in_time_and_is_gone_on_with(store: layout.Store) -> None:
    imported(store, 150)

    assert run(store, 0.0).merged == 100
    assert run(store, math.inf).merged == 50


def test_a_newer_value_replaces_the_older_one(store: layout.Store) -> None:
    given.fact(store, "安装依赖用 npm", days=3)
    run(store)
    given.fact(store, "安装依赖改用 pnpm")

    done = run(store)

    assert (done.replaced, done.merged) == (1, 0)
    assert contents(store) == {"安装依赖改用 pnpm"}


def test_a_fact_that_was_retracted_in_a_later_batch_is_not_merged(store: layout.Store) -> None:
    """Its first line stands among those of the batch, the one that takes it back far behind."""
    given.fact(store, "We deploy with Argo CD", days=3)
    gone = given.fact(store, "we deploy with argo cd", days=2)
    for one in range(120):
        given.fact(store, f"filler {one}", days=1)
    given.retraction(store, gone)

    run(store)

    (kept,) = [one for one in given.living(store) if "Argo" in str(one["content"])]
    assert kept["evidence"] == []


def test_the_users_own_facts_are_consolidated_too(
    store: layout.Store, user_store: layout.Store
) -> None:
    given.fact(user_store, "User prefers dark mode", days=3, kind="O")
    given.fact(user_store, "user prefers  Dark Mode", kind="O")

    assert run(store).merged == 1
    assert len(contents(user_store)) == 1


def test_facts_are_compared_once_more_when_their_vectors_are_there(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What shares no word is found by meaning alone, and a hook makes no vectors."""
    given.fact(store, "用 pnpm 安装依赖", days=3)
    given.fact(store, "Use pnpm to install dependencies", days=1)
    given.fact(store, "Passwords are hashed with argon2id", days=1)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "offline")
    monkeypatch.setattr(registry, "load", lambda *_: tiny.TinyEmbedder())
    run(store)

    run(store, math.inf)

    done, size = checkpoints.load(store), Path(store.path, layout.FACTS).stat().st_size
    assert done[checkpoints.MEANING] == done[layout.FACTS] <= size


def test_what_is_recalled_is_listed_without_a_new_fact(store: layout.Store) -> None:
    made = given.fact(store, "the cart query has an index", days=30)
    run(store)
    given.event(store, "recalled", "s-1", record_ids=[made["id"]])

    run(store)

    listed = Path(layout.cache_directory(store), checkpoints.RULES).read_text("utf-8").splitlines()
    assert [json.loads(line).get("used", [0])[0] for line in listed[1:]] == [1]


def test_a_restored_fact_stays_when_the_cache_is_lost(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Jenkins", days=3)
    given.fact(store, "We switched from Jenkins to Argo CD")
    run(store)
    ended = [one for one in given.lines(store, layout.FACTS) if one["id"] == older["id"]][-1]
    append.append(store, layout.FACTS, [stored.Fact(ended).restored()])
    Path(layout.cache_directory(store), "learned.json").unlink()

    run(store)

    assert contents(store) == {"We deploy with Jenkins", "We switched from Jenkins to Argo CD"}


def test_running_again_changes_not_a_byte(store: layout.Store) -> None:
    imported(store, 20)
    given.fact(store, "we moved service svc-3 from port 8003 to 9003")
    run(store, math.inf)
    before = Path(store.path, layout.FACTS).read_bytes()

    run(store, math.inf)

    assert Path(store.path, layout.FACTS).read_bytes() == before


def loadable(store: layout.Store) -> list[object]:
    return [one["content"] for one in decay.loadable(given.where(store)).facts]


def test_recent_facts_before_a_long_import_are_listed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a session start reads of the file's end stands behind them."""
    monkeypatch.setattr(settling, "_QUICK_SECONDS", 0.0)
    given.fact(store, "the staging database is read-only", days=1)
    given.fact(store, "the old gateway is gone", days=90)
    run(store)
    assert loadable(store) == ["the staging database is read-only"]

    given.imported(store, 700, length=1_600)
    assert Path(store.path, layout.FACTS).stat().st_size > read.TAIL_BYTES
    run(store)

    assert loadable(store) == ["the staging database is read-only"]


@pytest.mark.parametrize(
    ("said", "taken_back"),
    [
        (
            "We decided to use Stripe instead of Adyen for payments.",
            "Actually we no longer use Stripe, we switched to Adyen again.",
        ),
        ("From now on we use GraphQL.", "Scrap that, we don't use GraphQL any more, REST it is."),
        ("决定支付用 Stripe，不用 Adyen。", "其实我们不再用 Stripe 了，换回 Adyen。"),
    ],
)
def test_what_a_prompt_takes_back_holds_no_more(
    store: layout.Store, said: str, taken_back: str
) -> None:
    for days, text in ((1, said), (0, taken_back)):
        given.fact(store, text, days=days)

    run(store)

    assert contents(store) == {taken_back}
