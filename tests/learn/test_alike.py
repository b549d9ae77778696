"""What says the same is one fact, and what differs in a number, a name or a not is two."""

from __future__ import annotations

import itertools
import random

import pytest

from memory_store.learn import alike, concepts
from tests.learn import pairs


@pytest.mark.parametrize("split", ["dev", "test", "blind", "unseen"])
def test_of_the_labelled_pairs_none_is_merged_that_differs(split: str) -> None:
    merged = [one for one in pairs.read(split) if pairs.judged(one) == pairs.SAME]

    assert merged
    assert [one for one in merged if one.label != pairs.SAME] == []


def test_of_the_opposed_pairs_none_is_merged_or_replaced_that_both_hold() -> None:
    listed = pairs.read("opposed")

    assert len(listed) >= 120
    assert [one for one in listed if pairs.judged(one) != one.label] == []


_SMALL = ("now", "by")


def _words() -> list[str]:
    """The first form of each concept that tells something, English and Chinese."""
    table = concepts.table()
    light = {concepts.NOTHING, concepts.ONE_SIDED}
    found: dict[tuple[str, bool], str] = {}
    for form, keys in (*table.english.items(), *table.chinese.items()):
        text = form if isinstance(form, str) else " ".join(form)
        if not any(table.weights.get(key) in light for key in keys) and keys[0] not in _SMALL:
            found.setdefault((keys[0], text.isascii()), text)
    return list(found.values())


@pytest.mark.parametrize(
    "frame",
    [
        "Please {} the nightly reports with Redis",
        "The {} is kept in Vault for 30 days",
        "Deploy the shop {} the release",
        "Only {} reviews the schema",
        "请{}订单服务的日志",
        "支付服务{}三十天",
    ],
)
def test_no_word_of_the_table_may_stand_for_another_concept(frame: str) -> None:
    chinese = not frame.isascii()
    known = [one for one in _words() if one.isascii() != chinese]
    random.Random(frame).shuffle(known)
    assert len(known) > 200

    for one, other in itertools.chain(*(zip(known, known[n:], strict=False) for n in range(1, 6))):
        assert not alike.say_same(frame.format(one), frame.format(other)), (one, other)


@pytest.mark.parametrize(("split", "least"), [("dev", 0.45), ("test", 0.35), ("blind", 0.4)])
def test_a_third_of_the_paraphrases_are_merged(split: str, least: float) -> None:
    labelled = [one for one in pairs.read(split) if one.label == pairs.SAME]

    found = [one for one in labelled if pairs.judged(one) == pairs.SAME]

    assert len(found) >= least * len(labelled)


@pytest.mark.parametrize("split", ["dev", "test", "blind"])
def test_it_does_not_matter_which_of_two_comes_first(split: str) -> None:
    for one in pairs.read(split):
        assert alike.say_same(one.older, one.newer) == alike.say_same(one.newer, one.older), one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alembic runs the migrations", "Migrations are run by Alembic"),
        ("支付服务的负责人是小王", "支付服务由小王负责"),
        ("The shop is deployed using Argo CD", "We deploy the shop with Argo CD"),
        ("不要直接推送到 main", "禁止直接推送到 main"),
        ("use Pnpm, not Npm", "Use pnpm instead of npm"),
        (
            "Feature branches are deleted after the merge",
            "Delete feature branches after the merge",
        ),
        ("Run the tests before every commit", "Tests must be run before each commit"),
        ("Every night the search index gets rebuilt", "The search index is rebuilt every night"),
        ("In CI the cart calls Redis", "The cart calls Redis in CI"),
        ("文档由 Swagger 生成", "文档用 Swagger 生成"),
        ("产品名不要翻译", "不要翻译产品名"),
        ("周报每周五发出", "每周五发出周报"),
    ],
)
def test_who_does_it_and_what_is_done_may_stand_elsewhere(one: str, other: str) -> None:
    assert alike.say_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("日志保留三十天", "日志保留 30 天"),
        ("日志保留二十五天", "日志保留 25 天"),
        ("上传最大一千二百个字符", "上传最大 1200 个字符"),
        ("Logs are kept for thirty days", "Logs are kept for 30 days"),
        ("The limit is 1,000 requests", "The limit is 1000 requests"),
        ("提交前要运行测试", "提交之前必须运行测试"),
        ("提交前先运行测试", "提交之前必须运行测试"),
        ("Use Vitest rather than Jest", "Use Vitest instead of Jest"),
        ("旧版接口仍然可用", "旧版接口可用"),
    ],
)
def test_a_number_and_a_word_may_be_written_in_another_way(one: str, other: str) -> None:
    assert alike.say_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Python 3 needs Node 4", "Node 4 needs Python 3"),
        ("Debug logs in test clusters", "Test clusters in debug logs"),
        ("The cart service has admin roles", "Admin roles have the cart service"),
        ("Search pages cache users", "Cache users search pages"),
        ("Lint, test, deploy", "Deploy, lint, test"),
        ("The test user is a read replica", "A read replica is the test user"),
        ("The worker is started by the scheduler", "The worker is started with the scheduler"),
        ("The pump runs before the valve", "The valve is run before the pump"),
        ("Deploy the shop after the release", "Release the shop after the deploy"),
        ("订单服务要库存服务", "库存服务要订单服务"),
        ("前端团队通知后端团队", "后端团队通知前端团队"),
        ("前三次重试立即执行", "之前三次重试立即执行"),
        ("日志保留三十天", "日志保留十天"),
        ("先跑测试再提交", "提交前跑测试"),
        ("上线前先备份再迁移", "上线前先迁移再备份"),
        ("最多二三十天", "最多 23 天"),
        ("测试环境每天凌晨重置", "测试环境每天晨会重置"),
        ("The worker wakes the scheduler", "The worker is woken by the scheduler"),
        ("小王管理小李", "小王由小李管理"),
        ("The cart calls Redis", "Redis calls the cart"),
        ("Not all tests need Docker", "Tests do not need Docker"),
        ("Write the tests before the code", "Write the code before the tests"),
        ("Is the port 8080?", "The port is 8080"),
        ("We plan to use Kafka", "We use Kafka"),
        ("We moved to Kafka", "We use Kafka"),
        ("Use pnpm, not npm", "Use npm, not pnpm"),
        ("", ""),
        ("的", "的"),
    ],
)
def test_sides_that_changed_places_doubts_and_changes_are_told_apart(one: str, other: str) -> None:
    assert not alike.say_same(one, other)
    assert not alike.say_same(other, one)


def test_words_alone_are_not_believed_where_the_vectors_are_far_apart() -> None:
    one, other = "We deploy with Argo CD", "We deploy using Argo CD"

    assert alike.say_same(one, other, alike.LEAST)
    assert not alike.say_same(one, other, alike.LEAST - 0.01)


def test_across_two_languages_vectors_may_be_further_apart() -> None:
    one, other = "部署用 Argo CD", "We deploy with Argo CD"

    assert alike.say_same(one, other, alike.LEAST_ACROSS)
    assert not alike.say_same(one, other, alike.LEAST_ACROSS - 0.01)
