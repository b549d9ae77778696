"""A statement's point is its first clause, unless a clause behind it limits that."""

from __future__ import annotations

import pytest

from memory_store.learn import gist


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("提交信息改成英文吧，海外同事看不懂", "提交信息改成英文吧"),
        ("更正一下，端口改成 9090，因为太乱", "端口改成 9090"),
        ("We deploy with Argo CD now, because Jenkins was not safe", ""),  # names another thing
        ("The port is 9090 now, as it was too crowded", "The port is 9090 now"),
        ("端口改成 9090", "端口改成 9090"),
        ("端口改成 9090，生产不变", ""),
        ("端口改成 9090，如果没人用", ""),
        ("端口改成 9090，域名改成 a.cn", ""),
        ("", ""),
    ],
)
def test_a_reason_behind_it_is_no_part_of_the_point(text: str, point: str) -> None:
    assert gist.of(text) == point


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("提交信息用中文写，格式是「模块: 说明」", "提交信息用中文写"),
        ("提交信息用中文写，测试仓库除外", ""),
        ("端口是 8080，只在内网", ""),
    ],
)
def test_what_is_said_first_stands_alone_unless_it_is_limited(text: str, first: str) -> None:
    assert gist.first(text) == first


@pytest.mark.parametrize(
    ("text", "demand"),
    [
        ("提交前不用跑全量测试了，只跑单元测试", "提交前不用跑全量测试了"),
        ("提交前不用跑全量测试了，如果只改了文档", ""),
    ],
)
def test_what_is_done_instead_is_no_condition(text: str, demand: str) -> None:
    assert gist.demand(text) == demand
