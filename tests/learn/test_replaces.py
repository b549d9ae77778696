"""A newer statement takes an older one's place where it says so, or where both can't hold."""

from __future__ import annotations

import itertools

import pytest

from memory_store.learn import replaces
from tests.learn import pairs


@pytest.mark.parametrize("split", ["dev", "test", "blind", "unseen"])
def test_of_the_labelled_pairs_none_is_replaced_that_still_holds(split: str) -> None:
    found = [one for one in pairs.read(split) if pairs.judged(one) == pairs.CONTRADICTING]

    assert len(found) >= 10
    assert [one for one in found if one.label != pairs.CONTRADICTING] == []


@pytest.mark.parametrize(
    ("split", "least"), [("dev", 0.85), ("test", 0.85), ("blind", 0.65), ("unseen", 0.9)]
)
def test_two_thirds_of_the_contradictions_are_found(split: str, least: float) -> None:
    labelled = [one for one in pairs.read(split) if one.label == pairs.CONTRADICTING]

    found = [one for one in labelled if pairs.judged(one) == pairs.CONTRADICTING]

    assert len(found) >= least * len(labelled)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We deploy with Jenkins", "We switched from Jenkins to Argo CD"),
        ("Use npm to install dependencies", "No, use pnpm instead of npm"),
        ("错误上报用 Rollbar", "Rollbar 改成 Sentry 了"),
        ("主数据库是 MySQL", "主数据库不是 MySQL，是 PostgreSQL"),
        ("用 npm 安装依赖", "不对，应该用 pnpm 安装依赖"),
        ("Error tracking is done with Rollbar", "Rollbar was replaced by Sentry"),
        ("翻译用 Crowdin 管理", "翻译改用 Lokalise 管理"),
        ("The mascot is a red panda", "The mascot changed from a red panda to an otter"),
        (
            "We decided to use Stripe instead of Adyen for payments",
            "Actually we no longer use Stripe, we switched to Adyen again",
        ),
        (
            "From now on we use GraphQL",
            "Scrap that, we don't use GraphQL any more, REST it is",
        ),
        ("以后我们用 GraphQL", "算了，不再用 GraphQL 了，换回 REST"),
        ("决定用 Stripe 代替 Adyen", "其实不再用 Stripe 了，改回 Adyen"),
        ("API 用 GraphQL", "GraphQL 作废，还是用 REST"),
        ("We use Jenkins", "We use Argo CD rather than Jenkins"),
        ("User prefers spaces", "User prefers tabs over spaces"),
        ("镜像仓库用 Harbor", "镜像仓库不再用 Harbor，改用阿里云 ACR"),
        ("We deploy on Heroku", "We no longer deploy on Heroku, we moved to Fly.io"),
        ("Production runs PostgreSQL 14", "Production was upgraded to PostgreSQL 16"),
        ("Li owns the search service", "Wang has taken over the search service from Li"),
        ("线上实例有 4 个副本", "线上实例扩到 8 个副本"),
        ("The gateway listens on port 8080", "The gateway listens on port 9090 now"),
        ("We deploy to Heroku", "We deploy to Fly.io now"),
        ("发版日是每周三", "发版日是每周四，不是周三"),
        ("提交信息统一用中文写，格式是「模块: 说明」", "提交信息还是改成英文吧，海外同事看不懂"),
        ("提交信息统一用中文写，格式是「模块: 说明」", "提交信息改成英文"),
        ("缓存统一用 Redis", "缓存还是改成 Memcached 吧，Redis 太贵"),
        ("日志统一用 logback", "用 log4j2，不要用 logback"),
        (
            "Always write commit messages in Chinese",
            "Let's write commit messages in English after all, our colleagues can't read them",
        ),
    ],
)
def test_an_explicit_correction_is_believed(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == replaces.CORRECTION


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Redis for caching", "We don't use Redis any more"),
        ("We decided to use Redis for caching", "We no longer use Redis"),
        ("缓存用 Redis", "不再用 Redis 了"),
    ],
)
def test_what_is_used_no_more_is_used_for_nothing(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == replaces.CORRECTION


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Redis for caching", "We don't use Memcached any more"),
        ("We use Redis for sessions", "We don't use Redis any more for caching"),
        ("缓存用 Redis 和 Memcached", "不再用 Redis 了"),
        ("Redis runs on port 6379", "We don't use Redis any more"),
        ("Never use Redis", "We don't use Redis any more"),
        ("部署用 Jenkins", "测试不再用 Jenkins 了"),
        ("We use Redis for caching prices", "We don't scrape prices any more"),
    ],
)
def test_the_end_of_one_use_ends_no_other(older: str, newer: str) -> None:
    assert not replaces.reason(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Stripe instead of Adyen for payments", "We switched back to Adyen"),
        ("We use Stripe instead of Adyen for payments", "Payments moved to Adyen again"),
        ("支付从 Adyen 换成 Stripe 了", "支付换回 Adyen"),
    ],
)
def test_who_goes_back_to_what_was_given_up_ends_what_came_for_it(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == replaces.CORRECTION


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Stripe instead of Adyen for payments", "We switched to Adyen for invoices"),
        ("We use Stripe instead of Adyen for payments", "We switched to Klarna"),
        ("We use pnpm instead of npm", "npm is installed on the runners"),
        ("用 pnpm 代替 npm", "文档站换回 npm"),
    ],
)
def test_who_goes_back_somewhere_else_ends_nothing(older: str, newer: str) -> None:
    assert not replaces.reason(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Always squash commits", "Never squash commits"),
        ("允许周五发布", "禁止周五发布"),
        ("Images are stored in S3", "Images are no longer stored in S3"),
        ("Debug logging is enabled", "Debug logging is disabled"),
        ("Deploy after every merge", "Do not deploy after every merge"),
        ("All tests need Docker", "Not all tests need Docker"),
        ("The old API is still supported", "The old API is no longer supported"),
        ("生产库开启了慢查询日志", "生产库关闭了慢查询日志"),
        ("单元测试不需要 Docker", "单元测试也需要 Docker"),
        ("Commit generated files", "生成的文件禁止提交"),
        ("以后每次提交前都要跑全量测试", "以后提交前不用跑全量测试了，只跑单元测试"),
        (
            "From now on run the full test suite before every commit",
            "No need to run the full test suite before every commit, just the unit tests",
        ),
    ],
)
def test_a_plain_opposite_replaces(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == replaces.OPPOSITE


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The gateway listens on port 8080", "The gateway listens on port 9090"),
        ("日志保留 30 天", "日志保留 90 天"),
        ("Use black for formatting", "Use ruff for formatting"),
        ("The sandbox account is acct_42", "The sandbox account is acct_57"),
        ("支付服务的负责人是周敏", "支付服务的负责人是李雷"),
        ("The basic tier has 3 seats", "The basic tier has 5 seats"),
        ("免费版有 3 个席位", "免费版有 5 个席位"),
        ("日志保留三十天", "日志保留六十天"),
    ],
)
def test_another_value_replaces_where_there_is_one_at_a_time(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == replaces.VALUE


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The Jenkins server is at ci.internal:8443", "We switched from Jenkins to Argo CD"),
        ("We use Redis for caching", "Sessions moved from Redis to PostgreSQL"),
        ("We use npm", "Should we move to pnpm?"),
        ("We use npm", "We plan to move from npm to pnpm"),
        ("We send emails", "We now also send SMS"),
        ("We use PostgreSQL", "We use MySQL"),
        ("The app supports PostgreSQL", "The app supports MySQL"),
        ("Phase 1 is blocked", "Phase 2 is blocked"),
        ("Version 1.4 is deprecated", "Version 1.5 is deprecated"),
        ("Migrated 120 tables last night", "Migrated 80 tables last night"),
        ("昨晚迁移了 120 张表", "昨晚迁移了 80 张表"),
        ("Cursor Connector Tests", "Zed Connector Tests"),
        ("The user lives in Auckland", "The user moved to the infrastructure team"),
        ("On Fridays deploy only with approval", "Do not deploy on Fridays"),
        ("svc-20 listens on port 8020", "svc-144 listens on port 8144"),
        ("svc-20 uses Redis for caching", "svc-21 uses Memcached for caching"),
        ("svc-20 uses Redis for caching", "svc-21 now uses Memcached for caching"),
        ("svc-20 的端口是 8020", "svc-144 的端口改成 8144"),
        ("", "Never"),
        ("The cart calls Redis", "Redis does not call the cart"),
        ("The scheduler owns the worker", "The worker does not own the scheduler"),
        ("The cart service uses the gateway", "The gateway does not use the cart service"),
        ("Frontend may import backend types", "Backend may not import frontend types"),
        ("Staging deploys before production", "Production does not deploy before staging"),
        ("Map ports to hosts", "Do not map hosts to ports"),
        ("小王管理小李", "小李不管理小王"),
        ("先跑测试再构建", "不要先构建再跑测试"),
        ("前端可以引用后端的类型", "后端不可以引用前端的类型"),
        ("The key is on the desk", "The key is not in the desk"),
        ("在目录上加锁", "不要在目录下加锁"),
        ("Logs from nginx go to Loki", "Logs from nginx are now rotated daily"),
        ("We picked Vitest over Jest", "We chose Vitest instead of Jest"),
        ("All tests need Docker", "Some tests don't need Docker"),
        ("Indent with tabs", "In Markdown indent with spaces instead of tabs"),
        ("缩进用制表符", "Markdown 里缩进用空格，不用制表符"),
        ("Deploys use Jenkins", "In the docs site deploys moved from Jenkins to Argo CD"),
        ("部署用 Jenkins", "文档站里部署从 Jenkins 换成 Argo CD"),
        ("Jon: Agreed!", "Jon: Thanks for having my back."),
        ("The migration touched 80 tables", "The migration touched 120 tables"),
        ("部署用 Jenkins", "文档站里部署改用 Argo CD"),
        ("提交信息用中文写", "文档仓库的提交信息改成英文吧，海外同事看不懂"),
        ("提交信息用中文写，标题一行", "提交信息改成英文吧，测试仓库不变"),
        ("例会是每周三", "发版日是每周四，不是周三"),
        ("测试环境端口是 8080", "生产环境端口改成 9090 了，8080 太乱"),
        ("文档站的日志统一用 logback", "登录用 log4j2，不要用 logback"),
        ("网关端口是 8080，测试环境也是", "网关端口改成 9090 了，生产不变"),
        ("每次提交前都要跑全量测试", "提交前不用跑全量测试了，如果只改了文档"),
        ("每次提交前都要跑全量测试", "部署前不用跑全量测试了，只跑单元测试"),
        ("每次提交前都要跑全量测试", "提交前不用跑集成测试了，只跑单元测试"),
        ("每次提交前都要跑全量测试，部署前也要", "提交前不用跑全量测试了"),
        ("Deploy with Jenkins", "Deploy with Argo CD after all tests pass"),
    ],
)
def test_what_may_both_hold_is_left_alone(older: str, newer: str) -> None:
    assert replaces.reason(older, newer) == ""


def test_what_is_far_apart_in_meaning_is_left_alone() -> None:
    older, newer = "Always squash commits", "Never squash commits"

    assert replaces.reason(older, newer, replaces.LEAST)
    assert not replaces.reason(older, newer, replaces.LEAST - 0.01)


SUBJECTS = ["仓储", "会员", "商品", "物流", "风控", "用户", "消息"]
OWNERS = ["王芳", "刘洋", "张伟", "老赵", "李娜", "陈静", "孙丽"]
NUMBERS = ["8080", "9090", "3000", "5432", "30", "60", "15"]
STORES = ["MySQL", "PostgreSQL", "Redis", "MongoDB", "SQLite", "Kafka", "RocketMQ"]
FRAMES = [
    ("{}服务的负责人是{}", OWNERS),
    ("{}服务负责人：{}", OWNERS),
    ("{}模块由{}维护", OWNERS),
    ("{}服务的测试由{}负责", OWNERS),
    ("{1}负责{0}", OWNERS),
    ("{1}是{0}服务的负责人", OWNERS),
    ("{}的主机名叫{}", OWNERS),
    ("{}服务的端口是{}", NUMBERS),
    ("{}接口超时时间是 {} 秒", NUMBERS),
    ("{}的数据库是 {}", STORES),
]


@pytest.mark.parametrize(("frame", "values"), FRAMES)
def test_another_subjects_value_replaces_nothing_and_a_new_one_of_its_own_does(
    frame: str, values: list[str]
) -> None:
    pairs = list(zip(SUBJECTS, values, strict=True))
    for (one, its), (other, others) in itertools.permutations(pairs, 2):
        for value in (its, others):
            assert not replaces.reason(frame.format(one, its), frame.format(other, value))

    changed = [
        replaces.reason(frame.format(one, its), frame.format(one, values[0]))
        for one, its in pairs[1:]
    ]
    assert any(changed)
