"""Which facts say the same, and what merging two leaves behind."""

from __future__ import annotations

import time

import pytest

from memory_store import clock, layout
from memory_store.journal import append, facts
from memory_store.learn import alike, consolidate
from memory_store.trust import approval
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
    assert alike.say_same(one, other)
    assert alike.say_same(other, one)


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
    assert not alike.say_same(one, other)
    assert not alike.say_same(other, one)


def merge(store: layout.Store, *added: given.Record) -> consolidate.Outcome:
    """Merge with every living fact as a neighbour, none of which has a vector."""

    def similar(fact: dict[str, object]) -> consolidate.Near | None:
        known = given.living(store)
        if fact["id"] not in {one["id"] for one in known}:
            return None
        return [(one, None) for one in known if one["id"] != fact["id"]]

    return consolidate.merge(store, added, similar)


def contents(store: layout.Store) -> list[str]:
    return sorted(str(one["content"]) for one in given.living(store))


def newest(store: layout.Store, identity: str) -> given.Record:
    """The last line of a fact."""
    return [one for one in given.lines(store, layout.FACTS) if one["id"] == identity][-1]


def test_the_older_fact_stays_with_the_newer_as_evidence(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD", days=3, confidence=0.7, evidence=["e_1"])
    newer = given.fact(store, "We deploy using Argo CD", confidence=0.7, evidence=["e_2"])

    assert merge(store, newer).merged == 1

    (left,) = given.living(store)
    assert (left["id"], left["created_at"]) == (older["id"], older["created_at"])
    assert left["evidence"] == ["e_1", newer["id"], "e_2"]


def test_the_surer_wording_stays_with_the_higher_confidence(store: layout.Store) -> None:
    given.fact(store, "Deploy with Argo CD", days=3, confidence=0.7)
    newer = given.fact(store, "We deploy using Argo CD", confidence=0.9)

    merge(store, newer)

    (left,) = given.living(store)
    assert (left["content"], left["confidence"]) == ("We deploy using Argo CD", 0.9)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_as_sure_the_shorter_wording_stays(
    store: layout.Store, order: tuple[int, int]
) -> None:
    said = ("We currently deploy by using Argo CD", "We deploy with Argo CD")
    given.fact(store, said[order[0]], days=3)

    merge(store, given.fact(store, said[order[1]]))

    assert contents(store) == ["We deploy with Argo CD"]


def test_names_and_unknown_fields_of_both_are_kept(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3, entities=["shop"], mark="x")
    newer = given.fact(store, "We deploy using Argo CD", entities=["infra", "shop"], other=7)

    merge(store, newer)

    (left,) = given.living(store)
    assert (left["entities"], left["mark"], left["other"]) == (["shop", "infra"], "x", 7)


def test_a_merged_fact_is_taken_back_with_a_line_and_not_erased(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    fact = given.fact(store, "We deploy using Argo CD")

    merge(store, fact)

    last = newest(store, fact["id"])
    assert (last["op"], last["content"]) == ("retract", "We deploy using Argo CD")


def test_merging_again_changes_nothing(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    given.fact(store, "we moved to Flux for deploys", days=2)
    merge(store, given.fact(store, "We deploy using Argo CD", days=1), *given.living(store))
    before = given.lines(store, layout.FACTS)

    done = merge(store, *given.living(store))

    assert (done.merged, done.replaced, done.left) == (0, 0, False)
    assert given.lines(store, layout.FACTS) == before


def test_facts_of_other_types_are_left_apart(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3, kind="W")
    rule = given.fact(store, "We deploy using Argo CD", kind="O")

    assert merge(store, rule).merged == 0


def test_facts_that_end_at_other_times_are_left_apart(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3, valid_to="2999-01-01T00:00:00.000Z")
    lasting = given.fact(store, "We deploy using Argo CD")

    assert merge(store, lasting).merged == 0


def test_three_that_say_the_same_become_one(store: layout.Store) -> None:
    said = ("We deploy with Argo CD", "we deploy using Argo CD", "We are deploying with Argo CD")
    made = [given.fact(store, one, days=3 - at) for at, one in enumerate(said)]

    assert merge(store, *made).merged == 2

    (left,) = given.living(store)
    assert left["id"] == made[0]["id"]
    assert set(left["evidence"]) == {made[1]["id"], made[2]["id"]}


def test_what_a_merged_fact_replaced_stays_replaced(store: layout.Store) -> None:
    given.fact(store, "we deploy with Argo CD", days=3)
    old = given.fact(store, "the shop runs on Heroku", days=2)
    newer = given.fact(store, "we deploy using Argo CD", supersedes=old["id"])

    assert merge(store, newer).merged == 1

    assert contents(store) == ["we deploy with Argo CD"]


def test_a_newer_value_takes_the_older_ones_place(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Jenkins", days=3)
    newer = given.fact(store, "We switched from Jenkins to Argo CD", days=1)

    assert merge(store, newer).replaced == 1

    assert contents(store) == ["We switched from Jenkins to Argo CD"]
    assert newest(store, older["id"])["valid_to"] == newer["created_at"]
    assert newest(store, newer["id"])["supersedes"] == older["id"]


def test_of_imported_facts_the_newer_wins_whichever_stands_first(store: layout.Store) -> None:
    newer = given.fact(store, "安装依赖改用 pnpm")
    older = given.fact(store, "安装依赖用 npm", days=4, source={"via": "import"})

    assert merge(store, older, newer).replaced == 1

    assert contents(store) == ["安装依赖改用 pnpm"]


def test_of_facts_that_came_by_git_the_newer_wins_whichever_stands_first(
    store: layout.Store,
) -> None:
    newer = given.fact(store, "安装依赖改用 pnpm")
    older = given.fact(store, "安装依赖用 npm", days=4)
    approval.withdraw(store)
    approval.approve(store)  # as one that a clone brought

    assert merge(store, older, newer).replaced == 1

    assert contents(store) == ["安装依赖改用 pnpm"]


@pytest.mark.parametrize("days", [-2, -0.01, 0, 3, 900])
def test_a_correction_wins_whatever_a_wrong_clock_said_when_it_was_right(
    store: layout.Store, days: float
) -> None:
    said_at = clock.stamp(clock.now() - days * 86_400)
    given.fact(store, "安装依赖用 npm", created_at=said_at)
    given.fact(store, "安装依赖改用 pnpm", days=1)

    assert merge(store, *given.living(store)).replaced == 1

    assert contents(store) == ["安装依赖改用 pnpm"]


def test_what_was_said_again_after_a_correction_counts_from_then(store: layout.Store) -> None:
    older = given.fact(store, "the package manager is npm")
    given.fact(store, "the package manager is pnpm", days=-3)
    append.append(store, layout.FACTS, [facts.changed(older, evidence=["e_again"])])

    assert merge(store, *given.living(store)).replaced == 1

    assert contents(store) == ["the package manager is npm"]


def test_a_change_that_says_nothing_again_makes_no_fact_newer(store: layout.Store) -> None:
    older = given.fact(store, "the package manager is npm")
    given.fact(store, "the package manager is pnpm", days=3)
    append.append(store, layout.FACTS, [facts.changed(older, promotion="proposed")])

    assert merge(store, *given.living(store)).replaced == 1

    assert contents(store) == ["the package manager is pnpm"]


def test_a_value_that_comes_back_replaces_what_came_between(store: layout.Store) -> None:
    said = ("用 npm 安装依赖", "安装依赖改用 pnpm", "安装依赖改用 npm")
    made = [given.fact(store, one, days=9 - at) for at, one in enumerate(said)]

    assert merge(store, *made).replaced == 2

    assert contents(store) == ["安装依赖改用 npm"]


def test_one_fact_may_replace_several(store: layout.Store) -> None:
    for at, said in enumerate(("We deploy with Jenkins", "Deploys of the shop use Jenkins")):
        given.fact(store, said, days=5 - at)

    done = merge(store, given.fact(store, "We switched from Jenkins to Argo CD"))

    assert done.replaced == 2
    assert contents(store) == ["We switched from Jenkins to Argo CD"]


def test_what_a_correction_says_nothing_of_goes_on_to_hold(store: layout.Store) -> None:
    older = given.fact(store, "数据库用 MySQL，缓存用 Redis", days=3)
    newer = given.fact(store, "数据库改用 PostgreSQL")

    assert merge(store, newer).replaced == 1

    assert contents(store) == ["数据库改用 PostgreSQL", "缓存用 Redis"]
    assert newest(store, newer["id"])["supersedes"] == older["id"]
    assert merge(store, *given.living(store)).replaced == 0


@pytest.mark.parametrize("kind", ["B", "S"])
def test_what_was_done_is_history_and_nothing_replaces_it(store: layout.Store, kind: str) -> None:
    given.fact(store, "We deploy with Jenkins", days=3, kind=kind)

    assert merge(store, given.fact(store, "We switched from Jenkins to Argo CD")).replaced == 0


def test_what_was_done_replaces_a_fact_only_where_it_says_so(store: layout.Store) -> None:
    given.fact(store, "The gateway listens on port 8080", days=3)
    given.fact(store, "We deploy with Jenkins", days=3)
    given.fact(store, "The gateway listens on port 9090", kind="B")
    given.fact(store, "We switched from Jenkins to Argo CD", kind="B")

    merge(store, *given.living(store))

    assert "We deploy with Jenkins" not in contents(store)
    assert "The gateway listens on port 8080" in contents(store)


def test_a_wrong_replacement_that_was_taken_back_is_not_made_again(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Jenkins", days=3)
    given.fact(store, "We switched from Jenkins to Argo CD")
    merge(store, *given.living(store))

    append.append(store, layout.FACTS, [facts.restored(newest(store, older["id"]))])

    assert len(contents(store)) == 2
    assert merge(store, *given.living(store)).replaced == 0
    assert "valid_to" not in newest(store, older["id"])


def test_a_wrong_merge_that_was_taken_back_is_not_made_again(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")
    merge(store, newer)

    append.append(store, layout.FACTS, [facts.restored(newest(store, newer["id"]))])

    assert merge(store, *given.living(store)).merged == 0
    assert len(contents(store)) == 2


def test_a_later_fact_replaces_one_that_was_restored_before(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Jenkins", days=3)
    given.retraction(store, older)
    append.append(store, layout.FACTS, [facts.restored(newest(store, older["id"]))])
    time.sleep(0.005)

    done = merge(store, given.fact(store, "We switched from Jenkins to Argo CD"))

    assert done.replaced == 1


def test_what_is_retracted_while_neighbours_are_looked_up_is_left_alone(
    store: layout.Store,
) -> None:
    """Deciding takes a second, and hooks write meanwhile."""
    older = given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")

    def similar(fact: dict[str, object]) -> consolidate.Near:
        assert fact["id"] == newer["id"]
        if not any(one.get("op") for one in given.lines(store, layout.FACTS)):
            given.retraction(store, older)
        return [(older, None)]

    done = consolidate.merge(store, [newer], similar)

    assert (done.merged, done.left) == (0, True)
    assert contents(store) == ["We deploy using Argo CD"]


def test_a_bystander_that_is_written_meanwhile_holds_nothing_up(store: layout.Store) -> None:
    older = given.fact(store, "We deploy with Argo CD", days=3)
    newer = given.fact(store, "We deploy using Argo CD")

    def similar(_: dict[str, object]) -> consolidate.Near:
        given.fact(store, "nothing to do with it")
        return [(older, None)]

    assert consolidate.merge(store, [newer], similar).merged == 1


def test_without_anything_to_decide_nothing_is_written(store: layout.Store) -> None:
    given.fact(store, "We deploy with Argo CD")
    before = given.tree(store.path)

    merge(store, *given.living(store))

    assert given.tree(store.path) == before
