"""What a person's sentence is."""

from __future__ import annotations

import pytest

from memory_store.learn import replies


@pytest.mark.parametrize(
    ("said", "point"),
    [
        ("ok, then use sqlite", "use sqlite"),
        ("好，那就用 Taro", "用 Taro"),
        ("use sqlite", "use sqlite"),
        ("yes ", "yes"),
        ("那", "那"),
    ],
)
def test_what_stands_before_the_point_is_taken_off(said: str, point: str) -> None:
    assert replies.point(said) == point


@pytest.mark.parametrize(
    "said", ["I'll look at gRPC tomorrow", "下周把 Celery 换成 arq", "let's do the metrics later"]
)
def test_what_is_left_for_another_day_is_put_off(said: str) -> None:
    assert replies.is_put_off(said)


@pytest.mark.parametrize(
    "said",
    [
        "帮我润色一下周报：本周完成了登录页，下周做支付",
        "translate this: we ship it next week",
        "TODO：下周把 Celery 换成 arq",
        "what do we ship next week?",
    ],
)
def test_words_to_work_on_labels_and_questions_put_nothing_off(said: str) -> None:
    assert not replies.is_put_off(said)


@pytest.mark.parametrize(
    ("said", "looks"),
    [
        ("帮我看下这个仓库的目录结构", True),
        ("为什么以前总是用 double 存金额？", True),
        ("explain the build to me", True),
        ("把金额字段都改成 decimal", False),
        ("move billing to its own service", False),
    ],
)
def test_who_asks_or_has_something_shown_only_looks(said: str, looks: bool) -> None:  # noqa: FBT001
    assert replies.is_look(said) is looks
