"""What is said in steps is kept with all of them, or not at all."""

from __future__ import annotations

import pytest

from memory_store.learn import extract


@pytest.mark.parametrize(
    "said",
    [
        "发版步骤是先打 tag，再跑 CI，然后通知测试",
        "上线流程：先备份数据库，再执行 migration，最后重启服务",
        "部署顺序：先 user-service，再 order-service",
        "上线：先备份数据库，再把流量切走，最后重启服务",
    ],
)
def test_steps_to_be_remembered_lose_none(said: str) -> None:
    assert [one.content for one in extract.from_prompt(f"记住：{said}")] == [said]


@pytest.mark.parametrize(
    "said",
    [
        "From now on, write unit tests before code",
        "From now on, don't touch the payment module",
        "We always build, test, then deploy",
        "以后提交代码前，先跑 lint，再跑测试",
        "以后写接口，先写 OpenAPI 文档，再写代码",
        "每次发版前，先打 tag，再更新 CHANGELOG",
        "我们决定先做移动端，再做 PC 端",
        "最终决定不上 K8s，继续用 docker compose",
    ],
)
def test_a_rule_keeps_the_steps_that_it_asks_for(said: str) -> None:
    assert [one.content for one in extract.from_prompt(said)] == [said]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("以后都用 pnpm，帮我改一下 CI", "以后都用 pnpm"),
        ("以后都用 pnpm，先把 CI 改了，然后提交", "以后都用 pnpm"),
        ("Remember that we use pnpm, now fix the build", "we use pnpm"),
    ],
)
def test_an_order_of_the_moment_is_no_step_of_a_rule(said: str, content: str) -> None:
    assert [one.content for one in extract.from_prompt(said)] == [content]


def test_steps_that_do_not_fit_into_a_fact_are_left() -> None:
    steps = "，".join(
        f"再检查第 {at} 台机器上的备份是否真的已经写完并且可以恢复" for at in range(8)
    )

    assert extract.from_prompt(f"以后发版前，先停掉所有的定时任务，{steps}") == []
