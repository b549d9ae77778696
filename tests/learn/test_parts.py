"""What a correction says nothing of goes on to hold, where it stands by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.journal import fields
from memory_store.learn import parts
from tests import given

if TYPE_CHECKING:
    from memory_store import layout


@pytest.mark.parametrize(
    ("older", "newer", "rest"),
    [
        ("数据库用 MySQL，缓存用 Redis", "数据库改用 PostgreSQL", "缓存用 Redis"),
        ("数据库用 MySQL，缓存用 Redis", "数据库不用 MySQL 了，改用 PostgreSQL", "缓存用 Redis"),
        (
            "技术栈：数据库用 MySQL，缓存用 Redis",
            "数据库改用 PostgreSQL",
            "技术栈：缓存用 Redis",
        ),
        (
            "注册中心用 Nacos，配置中心用 Apollo",
            "注册中心用 Consul，不是 Nacos",
            "配置中心用 Apollo",
        ),
        (
            "The database is MySQL, the cache is Redis",
            "The database is PostgreSQL now",
            "the cache is Redis",
        ),
        (
            "The database is MySQL, the cache is Redis, the queue is Kafka",
            "We switched the queue from Kafka to NATS",
            "The database is MySQL, the cache is Redis",
        ),
        (
            "以后提交信息统一用中文写，格式是「模块: 说明」",
            "提交信息还是改成英文吧，海外同事看不懂",
            "提交信息：格式是「模块: 说明」",
        ),
        (
            "Always write commit messages in Chinese, the format is `module: text`",
            "Write commit messages in English instead",
            "commit messages: the format is `module: text`",
        ),
        ("数据库用 MySQL，因为「快」", "数据库改用 PostgreSQL", ""),
        ("数据库用 MySQL", "数据库改用 PostgreSQL", ""),
        ("包管理器用 npm，因为快", "包管理器改用 pnpm", ""),
        ("数据库用 MySQL，端口 3306", "数据库改用 PostgreSQL", ""),
        ("The database is MySQL, always", "The database is PostgreSQL now", ""),
    ],
)
def test_what_was_not_corrected_remains(older: str, newer: str, rest: str) -> None:
    assert parts.remaining(older, newer) == rest


def test_what_remains_is_as_old_as_it_was_and_names_where_it_is_from(store: layout.Store) -> None:
    older = given.fact(
        store, "数据库用 MySQL，缓存用 Redis", days=3, entities=["MySQL", "Redis"], mark="x"
    )

    made = parts.fact_of({**older, "op": "update", "valid_to": "2026"}, "缓存用 Redis")

    assert fields.is_id(made["id"])
    assert made["id"] != older["id"]
    assert {**made, "id": "", "updated_at": ""} == {
        **older,
        "id": "",
        "updated_at": "",
        "content": "缓存用 Redis",
        "entities": ["Redis"],
        "evidence": [older["id"]],
    }
