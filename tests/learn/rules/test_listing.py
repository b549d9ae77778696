"""What stands above a list says what its points are, and is no fact of its own."""

from __future__ import annotations

import pytest

from memory_store.learn import extract


def kept(text: str) -> list[tuple[str, str, float]]:
    return [(one.kind, one.content, one.confidence) for one in extract.from_prompt(text)]


def told(text: str) -> list[str]:
    return [content for _, content, _ in kept(text)]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("记住两点：1. 金额用分；2. 时间用 UTC",
         [("W", "金额用分", 1.0), ("W", "时间用 UTC", 1.0)]),
        (
            "Remember two things: 1. amounts are in cents; 2. times are in UTC",
            [("W", "amounts are in cents", 1.0), ("W", "times are in UTC", 1.0)],
        ),
        (
            "记住以下几点：\n1. 接口返回统一用 Result 包装\n2. 分页从 1 开始",
            [("O", "接口返回统一用 Result 包装", 1.0), ("W", "分页从 1 开始", 1.0)],
        ),
        (
            "Please remember these conventions:\n\n- table names use underscores\n- ids are v3.5",
            [("O", "table names use underscores", 1.0), ("O", "ids are v3.5", 1.0)],
        ),
        (
            "請記住下面的約定：\n① 表名用底線\n② 主鍵用雪花 ID",
            [("O", "表名用底線", 1.0), ("O", "主鍵用雪花 ID", 1.0)],
        ),
        (
            "我们的约定如下：\n1. 表名用下划线\n2. 主键用雪花 ID",
            [("O", "表名用下划线", 0.9), ("O", "主键用雪花 ID", 0.9)],
        ),
        ("会议结论：1. 订单服务先拆；2. 用户服务明年拆",
         [("W", "订单服务先拆", 0.85), ("W", "用户服务明年拆", 0.85)]),
        ("我们决定：1. 用 PostgreSQL 16；2. 不用 Redis",
         [("W", "用 PostgreSQL 16", 0.85), ("W", "不用 Redis", 0.85)]),
        ("We agreed on the following:\n- use Kafka\n- keep the monolith",
         [("W", "use Kafka", 0.85), ("W", "keep the monolith", 0.85)]),
        ("这几点以后都要遵守：\n1. 不用 any\n2. 组件用函数式",
         [("O", "不用 any", 0.9), ("O", "组件用函数式", 0.9)]),
        ("大家定了几条规矩：1. 分支从 develop 拉；2. 提交信息用中文",
         [("O", "分支从 develop 拉", 0.9), ("O", "提交信息用中文", 0.9)]),
    ],
)  # fmt: skip
def test_each_point_is_a_fact_of_what_stands_above_and_that_is_none(
    text: str, facts: list[tuple[str, str, float]]
) -> None:
    assert kept(text) == facts


@pytest.mark.parametrize(
    "above",
    [
        "把下面几点记住：",
        "下面几点帮我记一下：",
        "Keep the following in mind:",
        "记住以下约定，后面按这个来：",
    ],
)
def test_a_request_may_stand_anywhere_above_a_list(above: str) -> None:
    assert told(f"{above}\n1. 金额用分\n2. 超时 1.5 秒") == ["金额用分", "超时 1.5 秒"]


def test_what_is_pointed_at_without_a_list_is_what_follows() -> None:
    assert told("记住以下约定：\n表名用下划线") == ["表名用下划线"]
    assert told("记住这些配置：\n```\na = 1\n```") == []


def test_what_a_list_is_about_stands_in_front_of_each_point() -> None:
    text = "记住接口规范：\n1. 返回统一用 Result\n2. 分页从 1 开始。不从 0 开始。"

    assert told(text) == ["接口规范：返回统一用 Result", "接口规范：分页从 1 开始。不从 0 开始。"]


def test_steps_stay_together_where_they_fit() -> None:
    short = "Remember the release steps:\n1. tag it\n2. run CI\n3. announce"
    long = "记住发版步骤：" + "；".join(f"{n}. {'检查一遍' * 8}服务 {n}" for n in range(1, 5))

    assert told(short) == ["the release steps: tag it; run CI; announce"]
    assert [one.endswith(f"服务 {n}") for n, one in enumerate(told(long), 1)] == [True] * 4
    assert all(len(one) <= 120 for one in told(long))


def test_a_list_ends_where_something_else_is_said() -> None:
    text = "记住两点：1. 金额用分；2. 时间用 UTC。另外帮我跑一下测试\n- 提交代码"

    assert told(text) == ["金额用分", "时间用 UTC。"]


def test_a_secret_in_a_list_is_left_and_the_other_points_are_kept() -> None:
    assert told("记住两点：\n1. 密码是 [redacted:password]\n2. 金额用分") == ["金额用分"]


@pytest.mark.parametrize(
    "text",
    [
        "别忘了做以下几件事：\n1. 提交代码\n2. 推送",
        "Remember to do the following:\n1. push\n2. deploy to staging",
        "帮我检查以下规则：\n1. 表名的写法\n2. 主键的写法",
        "Write tests for these rules:\n1. names are short\n2. ids are long",
        "帮我改三个地方：1. 按钮换成蓝色；2. 标题统一用 16px",
        "Fix these: 1. the button must be blue; 2. never show the border",
        "报错有两处：1. 登录页面白屏；2. 列表打不开",
    ],
)
def test_a_list_of_things_to_be_done_now_is_left(text: str) -> None:
    assert told(text) == []
