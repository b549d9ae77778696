"""A correction without a subject takes over that of what it corrects, and none is guessed."""

from __future__ import annotations

import pytest

from memory_store.learn import completing


@pytest.mark.parametrize(
    ("correction", "before", "content", "old"),
    [
        ("应该用 Consul", "注册中心用 Nacos", "注册中心用 Consul", "Nacos"),
        ("應該用 Consul", "註冊中心用 Nacos", "註冊中心用 Consul", "Nacos"),
        ("应该用 Consul", "记住：注册中心用 Nacos", "注册中心用 Consul", "Nacos"),
        ("应该用 pnpm，不是 npm", "我会用 npm 安装依赖。", "用 pnpm 安装依赖，不是 npm", "npm"),
        (
            "应该用 Consul，Nacos 太重",
            "注册中心用 Nacos，配置中心用 Apollo",
            "注册中心用 Consul，Nacos 太重",
            "Nacos",
        ),
        ("应该用 PostgreSQL", "数据库用 MySQL，缓存用 Redis", "数据库用 PostgreSQL", "MySQL"),
        ("是 9090", "网关的端口是 8080", "网关的端口是 9090", "8080"),
        ("用 4 个空格", "缩进用 2 个空格", "缩进用 4 个空格", "2"),
        ("use pnpm instead", "the package manager is npm", "the package manager is pnpm", "npm"),
        (
            "use pnpm instead",
            "I'll use npm to install it all.",
            "use pnpm to install it all",
            "npm",
        ),
        (
            "use Consul",
            "The service registry is Nacos.",
            "The service registry is Consul",
            "Nacos",
        ),
        (
            "it should be 5433",
            "Remember that the database listens on port 5432.",
            "the database listens on port 5433",
            "5432",
        ),
        (
            "it's Thursday, not Tuesday",
            "Releases are on Tuesday",
            "Releases are on Thursday, not Tuesday",
            "Tuesday",
        ),
        ("the port is 81", "the port is 80", "the port is 81", "80"),
        ("注册中心应该用 Consul", "注册中心用 Nacos", "注册中心应该用 Consul", "Nacos"),
    ],
)
def test_a_correction_says_what_it_is_about(
    correction: str, before: str, content: str, old: str
) -> None:
    assert completing.complete(correction, [before]) == (content, old)


@pytest.mark.parametrize(
    ("correction", "before"),
    [
        ("应该用 Consul", "帮我看下 UserService 的超时"),
        ("应该用 Consul", "注册中心用 Nacos，配置中心用 Apollo"),
        ("应该用 Consul", "注册中心用 Nacos 还是 Eureka？"),
        ("应该用 Consul", "注册中心不用 Nacos"),
        ("应该用 Consul", "数据库用 MySQL"),
        ("应该用 Consul", "以后都用 Nacos"),
        ("应该用 Consul，不是 Eureka", "注册中心用 Nacos"),
        ("注册中心应该用 Consul", "配置中心用 Apollo"),
        ("use pnpm instead", "should the package manager be npm?"),
        ("use pnpm instead", "we use npm"),
        ("use pnpm and vite instead", "the package manager is npm"),
        ("that is wrong", "the package manager is npm"),
    ],
)
def test_where_nothing_fits_or_several_do_nothing_is_guessed(correction: str, before: str) -> None:
    assert completing.complete(correction, [before]) is None


def test_the_newest_that_fits_counts() -> None:
    before = ["看看日志", "注册中心用 Nacos", "网关用 Kong"]

    assert completing.complete("应该用 Consul", before) == ("注册中心用 Consul", "Nacos")
