"""What is asked, handed over to be written, or pasted is nobody's statement."""

from __future__ import annotations

import pytest

from memory_store.learn import extract


@pytest.mark.parametrize(
    "said",
    [
        "Translate this to German: from now on all passwords expire",
        "Add a line to the README: we always use pnpm",
        "Write a comment: remember that the connection must be closed",
        "帮我翻译成英文：以后发布前必须跑回归测试",
        "写一段给用户的提示文案：以后您可以在设置里修改密码",
        "帮我在文档里加一句：我们统一使用 pnpm",
        "写个注释：记住要关闭连接",
        "git commit -m '统一用 LF 换行'",
    ],
)
def test_words_to_be_written_somewhere_are_left(said: str) -> None:
    assert extract.from_prompt(said) == []


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("帮我记一下：发版用 tag", "发版用 tag"),
        ("Add to memory: the port is 8443", "the port is 8443"),
        ("Git commit messages are always in English.", None),
    ],
)
def test_words_to_be_remembered_are_kept(said: str, content: str | None) -> None:
    assert [one.content for one in extract.from_prompt(said)] == [content or said]


@pytest.mark.parametrize(
    "said",
    [
        "提交信息用什么语言写",
        "变量名用驼峰还是下划线",
        "缓存用 Redis 还是用 Memcached",
        "部署统一走哪条流水线",
        "谁是订单服务的负责人",
        "我记得之前我们决定用 Kafka 的",
        "我总是忘记加分号",
    ],
)
def test_a_question_without_its_sign_states_nothing(said: str) -> None:
    assert extract.from_prompt(said) == []


@pytest.mark.parametrize("said", ["我们还是用 Kafka", "讨论下来还是用 MySQL"])
def test_a_choice_that_was_made_is_no_question(said: str) -> None:
    assert [one.kind for one in extract.from_prompt(said)] == ["W"]


@pytest.mark.parametrize(
    "said",
    [
        "看下这段日志\n2025-11-03 10:22:11 INFO 启动\n注意: 以后请用新配置\n必须重启后生效",
        "李雷 10:22\n以后统一用 pnpm\n韩梅梅 10:23\n好的",
        "Traceback (most recent call last):\nalways use retry policy: exponential",
    ],
)
def test_what_stands_in_a_log_or_a_chat_is_left(said: str) -> None:
    assert extract.from_prompt(said) == []


def test_behind_a_blank_line_the_person_speaks_again() -> None:
    said = "2025-11-03 10:22:11 INFO started\n\n以后统一用 pnpm"

    assert [one.content for one in extract.from_prompt(said)] == ["以后统一用 pnpm"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("总是用中文回复", "O"),
        ("我们不用 MongoDB 了，换成 PostgreSQL", "W"),
        ("我们不再使用 pnpm，改回 npm", "W"),
        ("我们决定用 PostgreSQL 而不是 MySQL", "W"),
        ("我们决定所有服务都要接入 SkyWalking", "W"),
    ],
)
def test_chinese_choices_are_kept_whole_and_as_what_they_are(said: str, kind: str) -> None:
    assert [(one.kind, one.content) for one in extract.from_prompt(said)] == [(kind, said)]
