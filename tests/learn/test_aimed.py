"""A correction that means one fact alone finds it by what it names, and none of several."""

from __future__ import annotations

import pytest

from memory_store.learn import aimed


def facts(*contents: str) -> list[dict[str, object]]:
    return [
        {"id": f"f_{at}", "content": one, "source": {"session_id": "s-1"}}
        for at, one in enumerate(contents)
    ]


@pytest.mark.parametrize(
    ("known", "correction", "becomes"),
    [
        (
            "生产数据库只能通过跳板机 jump01 访问",
            "跳板机已经换成 jump02 了",
            "生产数据库只能通过跳板机 jump02 访问",
        ),
        (
            "Production can only be reached through the bastion jump01",
            "the bastion is now jump02",
            "Production can only be reached through the bastion jump02",
        ),
    ],
)
def test_the_old_value_beside_the_subject_gives_way(
    known: str, correction: str, becomes: str
) -> None:
    found = aimed.renamed(correction, facts("提交信息用中文写", known))

    assert found is not None
    assert (found[0]["content"], found[1]) == (known, becomes)


@pytest.mark.parametrize(
    ("known", "correction"),
    [
        (("通过跳板机 jump01 访问生产库", "通过跳板机 jump00 访问测试库"), "跳板机换成 jump02 了"),
        (("通过测试环境跳板机 jump00 访问",), "跳板机换成 jump02 了"),
        (("通过旧跳板机 jump00 访问",), "跳板机换成 jump02 了"),
        (("通过跳板机 jump01 访问",), "测试环境跳板机换成 jump02 了"),
        (("通过跳板机 jump01 访问",), "跳板机是 jump02"),  # no change is told
        (("网关通过端口 8080 暴露",), "端口改成 9090 了"),  # whose port?
        (("通过跳板机 jump02 访问",), "跳板机换成 jump02 了"),
        (("Reached through the staging bastion jump00",), "the bastion is now jump02"),
    ],
)
def test_another_subject_or_several_are_left_alone(
    known: tuple[str, ...], correction: str
) -> None:
    assert aimed.renamed(correction, facts(*known)) is None


SCANNED = "订单超时取消由定时任务每 5 分钟扫描"


@pytest.mark.parametrize(
    ("known", "correction", "wrong", "session"),
    [
        (SCANNED, "应该用延时消息，不要用定时任务扫表", "定时任务扫表", "s-2"),
        (SCANNED, "订单超时取消应该用延时消息，不要用定时任务", "定时任务", "s-1"),
        ("Orders are closed by the cron job", "use a queue, not the cron job", "cron job", "s-1"),
    ],
)
def test_what_is_not_to_be_used_ends_the_one_fact_that_uses_it(
    known: str, correction: str, wrong: str, session: str
) -> None:
    found = aimed.denied(correction, wrong, session, facts("提交信息用中文写", known))

    assert found is not None
    assert found["content"] == known


@pytest.mark.parametrize(
    ("known", "correction", "wrong"),
    [
        (("报表由定时任务每天生成",), "应该用延时消息，不要用定时任务", "定时任务"),
        (("报表由定时任务每天生成",), "应该用延时消息，不要用定时任务扫表", "定时任务扫表"),
        (("报表由定时任务扫描生成",), "订单应该用延时消息，不要用定时任务扫表", "定时任务扫表"),
        ((SCANNED, "退款由定时任务扫描"), "应该用延时消息，不要用定时任务扫表", "定时任务扫表"),
        (("不要由定时任务扫描",), "应该用延时消息，不要用定时任务扫表", "定时任务扫表"),
        ((SCANNED,), "不要用定时任务扫表", "定时任务扫表"),  # and what instead?
    ],
)
def test_what_others_use_it_for_is_left_alone(
    known: tuple[str, ...], correction: str, wrong: str
) -> None:
    assert aimed.denied(correction, wrong, "s-2", facts(*known)) is None
