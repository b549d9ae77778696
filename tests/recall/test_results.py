from __future__ import annotations

import random

import pytest

from memory_store import config
from memory_store.index import read_back
from memory_store.journal import append
from memory_store.recall import provenance, searching
from memory_store.store import layout
from tests import given

WORDS = ["gateway", "proxy", "deploy", "cache", "token", "retry", "缓存", "部署", "网关", "超时"]


def filled(store: layout.Store) -> None:
    """Facts, summaries, and prompts of several ages, sure and unsure, in few words."""
    chance = random.Random(7)
    for number in range(120):
        text = " ".join(chance.choices(WORDS, k=chance.randint(2, 7)))
        ago = chance.randint(0, 200)
        if number % 3:
            created = f"2026-{1 + ago % 9:02}-{1 + ago % 27:02}T08:00:00.000Z"
            sure = chance.choice([0.3, 0.8, 1.0])
            given.fact(store, f"{text} n{number}", created_at=created, confidence=sure)
        else:
            given.event(store, "prompt", text=f"{text} said {number}", session=f"s{number}")


def found(store: layout.Store, text: str, limit: int) -> list[str]:
    settings = config.resolve()
    asked = searching.search([store], text, config=settings, method="fts", limit=limit)
    return [str(one["id"]) for one in asked.results]


@pytest.mark.long
def test_the_best_few_are_those_that_the_whole_order_begins_with(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store)
    for share in ("0.02", "0.5"):
        monkeypatch.setenv("MEMORY_STORE_FRESH_AND_SURE", share)
        for text in (
            "gateway proxy",
            "缓存 部署",
            "retry",
            "deploy the token cache",
            "超时 gateway",
        ):
            whole = found(store, text, 100)
            for limit in (1, 3, 6):
                assert found(store, text, limit) == whole[:limit], (share, text, limit)


@pytest.mark.long
def test_no_more_is_read_than_the_best_few_need(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store)
    found(store, "gateway", 3)
    read = 0
    real = read_back.read_passage

    def counted(*given: object) -> object:
        nonlocal read
        read += 1
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(read_back, "read_passage", counted)
    assert len(found(store, "gateway proxy 缓存", 3)) == 3
    few, read = read, 0
    found(store, "gateway proxy 缓存", 100)
    assert few < read / 3


@pytest.mark.parametrize("kind", ["W", "O"])
def test_what_a_fact_may_have_replaced_is_told_on_its_line_alone(
    store: layout.Store, kind: str
) -> None:
    older = given.fact(store, "The gateway proxy listens on 8080", days=3, kind=kind)
    newer = given.fact(store, "The gateway proxy listens on 9090", kind=kind, related=[older.id])
    other = given.fact(store, "The gateway proxy has a cache", days=1, kind=kind)

    asked = searching.search(
        [store], "gateway proxy listens", config=config.resolve(), method="fts"
    )

    assert {one["id"] for one in asked.results} == {newer.id, other.id}
    told = next(one for one in asked.results if one["id"] == newer.id)
    assert told["was"] == ["The gateway proxy listens on 8080"]
    assert provenance.hit(told, "en").endswith(" (was: The gateway proxy listens on 8080)")


def test_a_rule_is_told_by_itself_beside_a_fact_that_may_replace_it(store: layout.Store) -> None:
    rule = given.fact(store, "The gateway proxy listens on 8080", days=3, kind="O")
    fact = given.fact(store, "The gateway proxy listens on 9090", related=[rule.id])

    assert set(found(store, "gateway proxy listens", 6)) == {rule.id, fact.id}


@pytest.mark.parametrize(("spoken", "word"), [("en", "(unconfirmed) "), ("zh", "（未确认）")])
def test_what_nobody_confirmed_is_told_so(store: layout.Store, spoken: str, word: str) -> None:
    given.fact(store, "The queue may be called orders", status="candidate")
    given.fact(store, "The queue listens on 7000")

    answer = searching.search([store], "queue", config=config.resolve(), method="fts")
    lines = {str(one["status"]): provenance.hit(one, spoken) for one in answer.results}

    assert word in lines["candidate"]
    assert word not in lines["standing"]


@pytest.mark.parametrize(
    ("spoken", "back", "since"),
    [
        ("en", " (taken back)", " (said since: {})"),
        ("zh", "（已撤回）", "（之后又说：{}）"),
    ],
)
@pytest.mark.parametrize("became", ["stands", "taken back", "replaced", "restored"])
def test_a_turn_tells_what_became_of_the_fact_that_it_stated(
    store: layout.Store, spoken: str, back: str, since: str, became: str
) -> None:
    said = "记住：部署前先跑 make smoke，再看日志。顺便把登录页改一下"
    given.kept(store, [], [said, ["response", "登录页改好了"]])
    (fact,) = given.living(store)
    if became in ("taken back", "restored"):
        given.retraction(store, fact)
    if became == "restored":
        append.append(store, layout.FACTS, [fact.restored()])
    if became == "replaced":
        given.fact(store, "发布前先跑 make check", supersedes=fact.id)

    asked = searching.search([store], "部署前 make smoke", config=config.resolve(), method="fts")

    (turn,) = (one for one in asked.results if one["kind"] == "turn")
    assert turn.get("taken_back") == (True if became == "taken back" else None)
    assert turn.get("changed") == (["发布前先跑 make check"] if became == "replaced" else None)
    end = {"taken back": back, "replaced": since.format("发布前先跑 make check")}.get(became, "")
    line = provenance.hit(turn, spoken)
    assert line.endswith(end)
    assert bool(end) or ("（" not in line and " (" not in line)
