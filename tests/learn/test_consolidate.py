"""Which facts say the same, and what merging two leaves behind."""

from __future__ import annotations

import pytest

from memory_store import layout
from memory_store.learn import consolidate
from tests import given


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We deploy with Argo CD", "we deploy using Argo CD"),
        ("The tests run on port 8080", "Tests run on the port 8080"),
        ("The gateway listens on port 8080.", "the gateway is listening on port 8080"),
        ("以后提交信息统一用英文写", "以后提交信息统一用英文写。"),
        ("支付服务的负责人是小王", "支付服务的负责人是小王。"),
        ("Ａrgo ＣＤ deploys the shop", "Argo CD deploys the shop"),
        ("用户偏好使用深色的主题", "用户偏好使用深色主题"),
        ("Иван отвечает за биллинг.", "иван отвечает за биллинг"),
    ],
)
def test_the_same_in_other_words_is_near(one: str, other: str) -> None:
    assert consolidate.are_near(one, other)
    assert consolidate.are_near(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gateway listens on port 8080", "The gateway listens on port 8081"),
        ("Python 3.11 is the lowest version", "Python 3.12 is the lowest version"),
        ("The staging host is atlas-3", "The staging host is atlas-4"),
        ("Wang owns the billing service", "Li owns the billing service"),
        ("Deploy on Tuesday", "Deploy on Thursday"),
        ("Always use tabs", "Never use tabs"),
        ("Use tabs", "Do not use tabs"),
        ("Push to main", "Don't push to main"),
        ("支付服务的端口是 8080", "支付服务的端口是 8081"),
        ("提交前要运行测试", "提交前不要运行测试"),
        ("数据库用 PostgreSQL", "数据库用 MySQL"),
        ("服务部署在 us-east-1", "服务部署在 us-east-2"),
        ("function load_config is slow", "function save_config is slow"),
        ("we chose Kafka", "the weather is fine"),
        ("支付服务的负责人是小王", "支付服务的负责人是小李"),
        ("发布窗口是周二", "发布窗口是周四"),
        ("超时设为三秒", "超时设为五秒"),
        ("The limit is three retries", "The limit is five retries"),
        ("所有对外接口的默认超时时间统一设为三秒钟", "所有对外接口的默认超时时间统一设为五秒钟"),
        ("小王把支付服务交给小李", "小李把支付服务交给小王"),
        ("Wang reviews what Li writes", "Li reviews what Wang writes"),
        ("Port 80 for web, 81 for admin", "Port 81 for web, 80 for admin"),
        ("Latency must be < 5 ms", "Latency must be > 5 ms"),
        ("The offset is -5", "The offset is 5"),
        ("It takes 5% of the memory", "It takes 5 of the memory"),
        ("Use C", "Use C++"),
        ("Tabs and spaces are allowed", "Tabs or spaces are allowed"),
        ("Иван отвечает за биллинг", "Пётр отвечает за биллинг"),
        ("ポートは八〇八〇です", "データベースはMySQLです"),
        ("서버는 서울에 있다", "서버는 부산에 있다"),
        ("", "anything"),
        ("", ""),
        ("!!!", "..."),
    ],
)
def test_where_a_number_a_name_or_a_not_differs_nothing_is_near(one: str, other: str) -> None:
    assert not consolidate.are_near(one, other)
    assert not consolidate.are_near(other, one)


def merge(store: layout.Store, *added: given.Record) -> int:
    """Merge with every living fact as a neighbour."""
    return consolidate.merge(store, added, lambda _: given.living(store))


def test_the_older_fact_stays_with_the_newer_as_evidence(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD", days=3, confidence=0.7, evidence=["e_1"])
    newer = given.fact(store, "We deploy using Argo CD", confidence=0.9, evidence=["e_2"])

    assert merge(store, newer) == 1

    (left,) = given.living(store)
    assert left["id"] == older["id"]
    assert left["content"] == "We deploy with Argo CD"
    assert left["confidence"] == 0.9
    assert left["evidence"] == ["e_1", newer["id"], "e_2"]


def test_a_merged_fact_is_taken_back_with_a_line_and_not_erased(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")

    merge(store, newer)

    last = [one for one in given.lines(store, layout.FACTS) if one["id"] == newer["id"]][-1]
    assert (last["op"], last["content"]) == ("retract", "We deploy using Argo CD")


def test_merging_again_changes_nothing(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")
    merge(store, newer)
    before = given.lines(store, layout.FACTS)

    assert merge(store, *given.living(store)) == 0
    assert given.lines(store, layout.FACTS) == before


def test_facts_of_other_types_are_left_apart(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3, kind="W")
    rule = given.fact(store, "We deploy using Argo CD", kind="O")

    assert merge(store, rule) == 0


def test_three_that_say_the_same_become_one(store: layout.Store) -> None:
    said = ("We deploy with Argo CD", "we deploy using Argo CD", "We are deploying with Argo CD")
    made = [given.fact(store, one, days=3 - at) for at, one in enumerate(said)]

    assert merge(store, *made) == 2

    (left,) = given.living(store)
    assert left["id"] == made[0]["id"]
    assert left["evidence"] == [made[1]["id"], made[2]["id"]]


def test_a_fact_is_not_merged_into_one_that_was_merged_away_in_the_same_pass(
    store: layout.Store,
) -> None:
    made = [
        given.fact(store, f"We deploy with Argo CD{'!' * one}", days=3 - one) for one in (0, 1, 2)
    ]

    merge(store, *made)

    assert [one["id"] for one in given.living(store)] == [made[0]["id"]]
