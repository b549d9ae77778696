"""What is called a lesson, or the cause of something, and which of it lasts."""

from __future__ import annotations

import pytest

from memory_store.learn import extract
from memory_store.learn.rules import lesson


@pytest.mark.parametrize(
    ("said", "content"),
    [
        (
            "踩坑：Redis 连接池要在 fork 之后再建，否则会串数据",
            "Redis 连接池要在 fork 之后再建，否则会串数据",
        ),
        (
            "踩坑：pytest 会静默失败，如果 conftest.py 不在根目录",
            "pytest 会静默失败，如果 conftest.py 不在根目录",
        ),
        ("教训：上线前要先跑迁移脚本", "上线前要先跑迁移脚本"),
        ("原因找到了，是 nginx 默认只允许 1m 的请求体", "nginx 默认只允许 1m 的请求体"),
        ("根因：MySQL 8 默认的排序规则是 utf8mb4_0900", "MySQL 8 默认的排序规则是 utf8mb4_0900"),
        ("踩坑：Redis 連線池要在 fork 之後再建", "Redis 連線池要在 fork 之後再建"),
        (
            "Gotcha: the ORM caches the schema at import time",
            "the ORM caches the schema at import time",
        ),
        ("pitfall: Safari drops cookies over 4 KB", "Safari drops cookies over 4 KB"),
        (
            "lesson learned: pytest fails silently without conftest.py",
            "pytest fails silently without conftest.py",
        ),
        (
            "Root cause: Safari only keeps localStorage for 7 days",
            "Safari only keeps localStorage for 7 days",
        ),
    ],
)
def test_a_lesson_is_kept_without_the_words_that_call_it_so(said: str, content: str) -> None:
    (found,) = extract.from_prompt(said)

    assert (found.kind, found.content, found.confidence) == ("W", content, 0.8)


@pytest.mark.parametrize(
    "said",
    [
        "原因找到了，是连接池没关，超时后会一直占着",
        "原因找到了，是我忘了加索引",
        "原因是测试环境没有配置 Redis",
        "报错的原因找到了，是 node 版本不对",
        "坑：今天的构建挂了",
        "踩坑了，搞了一天",
        "root cause: I forgot to restart the worker",
        "root cause: a typo in the config",
        "root cause found, it's that we never closed the pool",
        "caveat: I haven't tested it",
        "gotcha: this function returns null",
        "gotcha: is Redis down?",
        "Lesson: we got lucky today",
    ],
)
def test_the_diary_of_a_bug_is_no_lesson(said: str) -> None:
    assert extract.from_prompt(said) == []


def test_any_other_sentence_is_judged_by_the_other_rules() -> None:
    assert lesson.told("We deploy with Argo CD") is None
