"""What somebody corrects in a session ends at once, and the correction says what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, records, sessions
from memory_store.learn import retain
from tests import given

if TYPE_CHECKING:
    from memory_store import layout

PROMPT, ANSWER = "prompt", "response"


def play(store: layout.Store, session: str, *turns: tuple[str, str]) -> None:
    """Journal and keep what is said, turn by turn, as the hooks do."""
    for kind, text in turns:
        made = records.event(kind, session, "cursor", text=text)
        append.append(store, sessions.today(), [made])
        retain.keep(given.where(store), [made])


def contents(store: layout.Store) -> set[str]:
    return {str(one["content"]) for one in given.living(store)}


@pytest.mark.parametrize(
    ("said", "correction", "left"),
    [
        ("注册中心用 Nacos", "不对，应该用 Consul", {"注册中心用 Consul"}),
        ("记住：注册中心用 Nacos", "不对，应该用 Consul", {"注册中心用 Consul"}),
        ("记住：注册中心用 Nacos", "不对，注册中心应该用 Consul", {"注册中心应该用 Consul"}),
        (
            "记住：注册中心用 Nacos，配置中心用 Apollo",
            "不对，注册中心应该用 Consul",
            {"注册中心应该用 Consul", "配置中心用 Apollo"},
        ),
        ("记住：缓存用 Redis", "算了，还是用 Memcached 吧", {"缓存用 Memcached"}),
        ("the package manager is npm", "No, use pnpm instead", {"the package manager is pnpm"}),
        (
            "Remember that the gateway listens on port 80",
            "No, it's 81.",
            {"the gateway listens on port 81."},
        ),
    ],
)
def test_a_correction_takes_over_the_subject_and_ends_what_it_corrects(
    store: layout.Store, said: str, correction: str, left: set[str]
) -> None:
    play(store, "s-1", (PROMPT, said), (PROMPT, correction))

    assert contents(store) == left


def test_what_an_answer_said_is_corrected_and_a_fact_of_it_ends(store: layout.Store) -> None:
    known = given.fact(store, "注册中心用 Nacos", days=3)
    play(store, "s-1", (ANSWER, "注册中心用 Nacos，我来配置。"), (PROMPT, "不对，应该用 Consul"))

    (left,) = given.living(store)
    assert (left["content"], left["supersedes"]) == ("注册中心用 Consul", known["id"])


def test_another_sessions_words_give_no_subject(store: layout.Store) -> None:
    play(store, "s-1", (PROMPT, "记住：注册中心用 Nacos"))
    play(store, "s-2", (PROMPT, "不对，应该用 Consul"))

    assert contents(store) == {"注册中心用 Nacos", "应该用 Consul"}


def test_a_correction_with_a_subject_ends_a_fact_of_any_session(store: layout.Store) -> None:
    play(store, "s-1", (PROMPT, "记住：注册中心用 Nacos"))
    play(store, "s-2", (PROMPT, "不对，注册中心应该用 Consul"))

    assert contents(store) == {"注册中心应该用 Consul"}


def test_a_correction_that_tells_what_it_denies_is_left_to_consolidation(
    store: layout.Store,
) -> None:
    play(store, "s-1", (PROMPT, "记住：包管理器用 npm"), (PROMPT, "不对，应该用 pnpm，不是 npm"))

    assert contents(store) == {"包管理器用 npm", "包管理器用 pnpm，不是 npm"}


@pytest.mark.parametrize(
    ("known", "correction", "left"),
    [
        (
            "生产数据库只能通过跳板机 jump01 访问",
            "不对，跳板机已经换成 jump02 了",
            {"生产数据库只能通过跳板机 jump02 访问", "跳板机已经换成 jump02 了"},
        ),
        (
            "生产数据库只能通过跳板机 jump01 访问",
            "跳板机已经换成 jump02 了",
            {"生产数据库只能通过跳板机 jump02 访问", "跳板机已经换成 jump02 了"},
        ),
        (
            "订单超时取消由定时任务每 5 分钟扫描",
            "不对，应该用延时消息，不要用定时任务扫表",
            {"应该用延时消息，不要用定时任务扫表"},
        ),
        ("包管理统一用 npm", "不对，应该用 pnpm 而不是 npm", {"包管理统一用 pnpm"}),
    ],
)
def test_the_one_fact_that_another_session_told_and_that_is_meant_ends(
    store: layout.Store, known: str, correction: str, left: set[str]
) -> None:
    given.fact(store, known, days=3)
    given.fact(store, "提交信息用中文写", days=3)

    play(store, "s-2", (PROMPT, correction))

    assert contents(store) == left | {"提交信息用中文写"}


def test_of_two_facts_with_the_old_value_none_gives_the_subject(store: layout.Store) -> None:
    known = {"前端包管理用 npm", "文档站包管理用 npm"}
    for one in known:
        given.fact(store, one, days=3)

    play(store, "s-2", (PROMPT, "不对，应该用 pnpm 而不是 npm"))

    assert contents(store) == known | {"应该用 pnpm 而不是 npm"}


def test_what_an_answer_tells_of_a_change_ends_nothing_at_once(store: layout.Store) -> None:
    known = given.fact(store, "生产数据库只能通过跳板机 jump01 访问", days=3)

    play(store, "s-2", (ANSWER, "B @bastion: 跳板机已经换成 jump02 了"))

    assert known["content"] in contents(store)


def test_what_the_agent_promised_of_the_old_value_alone_ends_with_it(store: layout.Store) -> None:
    said = (PROMPT, "包管理用 npm，以后都这样"), (ANSWER, "明白，以后用 npm。")
    play(store, "s-1", *said, (PROMPT, "不对，应该用 pnpm 而不是 npm"))

    assert contents(store) == {"包管理用 pnpm"}
