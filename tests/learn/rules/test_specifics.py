"""What makes a sentence concrete."""

from __future__ import annotations

import pytest

from memory_store.learn.rules import specifics


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We deploy with Argo CD on atlas-3.internal", ["Argo CD", "atlas-3.internal"]),
        ("ask @maria about `post_entry()`", ["post_entry()", "maria"]),
        ("it takes 20 minutes", []),
        ("Then nothing", []),
        ("网关用 envoy，端口 8088", ["envoy"]),
        ("use pnpm", ["pnpm"]),
        ("We support PostgreSQL, MySQL and SQLite", ["PostgreSQL", "MySQL", "SQLite"]),
        ("我们同时支持 PostgreSQL 和 MySQL、JSONB", ["PostgreSQL", "MySQL", "JSONB"]),
        ("We bridge PostgreSQL MySQL and Apache Kafka", ["PostgreSQL", "MySQL", "Apache Kafka"]),
        ("We pay through Adyen's sandbox", ["Adyen"]),
        ("our domain is [redacted:private], on Azure Vault", ["Azure Vault"]),
    ],
)
def test_names_are_found(text: str, names: list[str]) -> None:
    assert specifics.entities(text) == names


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("the port is 8443 behind Caddy", 2),
        ("it is slow", 0),
        ("two spaces", 1),
        ("有效期十分钟", 1),
        ("the ~ and `x`", 1),
        ('called "a b"', 1),
    ],
)
def test_specific_words_are_counted(text: str, amount: int) -> None:
    assert specifics.count(text) >= amount
    assert (specifics.count(text) > 0) is (amount > 0)
