"""A rule names the occasion on which it holds."""

from __future__ import annotations

import pytest

from memory_store.language import occasions


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("remember: run make smoke before deploying", ["deploying"]),
        ("When you fix a bug, write a test first", ["you fix a bug"]),
        ("记住：部署前先跑 make smoke", ["部署"]),
        ("合并代码之前要跑一遍 lint", ["合并代码"]),
        ("改表结构的时候必须写迁移脚本", ["改表结构"]),
        ("always use pnpm", []),
        ("所有前端包都用 pnpm，后端用 uv", []),
        ("接口超时时间设为 3 秒", []),
        ("", []),
    ],
)
def test_an_occasion_is_named_in_the_rules_own_words(rule: str, named: list[str]) -> None:
    assert occasions.find(rule) == named
