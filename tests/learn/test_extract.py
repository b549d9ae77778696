"""Which sentences are worth keeping: the rules of docs/interface.md 5.2."""

from __future__ import annotations

import time

import pytest

from memory_store.learn import extract


def kept(text: str) -> list[tuple[str, str, float]]:
    return [(one.kind, one.content, one.confidence) for one in extract.from_prompt(text)]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Remember that we deploy with Argo CD.", "we deploy with Argo CD."),
        ("Please remember: the staging host is atlas-3", "the staging host is atlas-3"),
        ("remember this: port 8443 is taken", "port 8443 is taken"),
        ("Note that Wang owns the billing service", "Wang owns the billing service"),
        ("keep in mind that the API is frozen", "the API is frozen"),
        ("记住：支付回调用 HMAC-SHA256", "支付回调用 HMAC-SHA256"),
        ("请记住支付服务的负责人是小王", "支付服务的负责人是小王"),
        ("对了，记一下，发布窗口是每周二", "发布窗口是每周二"),
    ],
)
def test_what_a_person_asks_to_be_remembered_is_kept_for_sure(said: str, content: str) -> None:
    assert kept(said) == [("W", content, 1.0)]


@pytest.mark.parametrize(
    "said",
    [
        "Always run the linters before you commit.",
        "never push to main",
        "I prefer tabs over spaces",
        "We always squash merges",
        "From now on use uv instead of pip",
        "以后一律用 uv 安装依赖，不要用 pip。",
        "我喜欢简短的回答",
        "我们一直习惯用中文写提交信息",
        "请统一使用 UTC 时间",
        "总是不要自动格式化",
    ],
)
def test_a_preference_is_kept_as_a_rule(said: str) -> None:
    assert kept(said) == [("O", said, 0.9)]


@pytest.mark.parametrize(
    "said",
    [
        "We decided to use PostgreSQL 16",
        "we've agreed on Tuesday releases",
        "Decision: the queue is Kafka",
        "我们决定用 PostgreSQL 16",
        "最终我们选定了 Kafka",
    ],
)
def test_a_decision_is_kept(said: str) -> None:
    assert kept(said) == [("W", said, 0.85)]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Remember: always answer in Chinese", "always answer in Chinese"),
        ("记住，以后都用中文回答", "以后都用中文回答"),
    ],
)
def test_a_rule_that_is_to_be_remembered_is_a_rule(said: str, content: str) -> None:
    assert kept(said) == [("O", content, 1.0)]


@pytest.mark.parametrize(
    "said",
    [
        "hello",
        "谢谢",
        "你好，在吗",
        "continue",
        "Do you remember what we decided?",
        "Should we always squash merges?",
        "你还记得我们决定用什么数据库吗",
        "以后再说",
        "remember to buy milk",
        "记住",
        "Fix the bug in the parser",
        "The test prefers the first branch",
        "为什么总是报错？",
        "x = always()",
        "`never` is a type",
        "$ echo always remember this",
        "return always;",
        "I am not sure. The logs say: we decided nothing",
        "",
        "\n\n",
    ],
)
def test_greetings_questions_code_and_orders_of_the_moment_are_left(said: str) -> None:
    assert kept(said) == []


def test_code_blocks_and_tool_output_are_passed_over() -> None:
    text = "Look at this:\n```\nalways use tabs\nRemember: a trap\n```\nNever push to main."

    assert kept(text) == [("O", "Never push to main.", 0.9)]


def test_one_sentence_of_a_long_prompt_is_found() -> None:
    text = "Here is the plan. " * 40 + "\nWe decided to use Kafka. " + "And so on. " * 40

    assert kept(text) == [("W", "We decided to use Kafka.", 0.85)]


def test_several_statements_are_each_kept() -> None:
    text = "记住：网关端口是 8080。以后提交信息用英文写。\n- 我们决定用 Kafka"

    assert [kind for kind, _, _ in kept(text)] == ["W", "O", "W"]


@pytest.mark.parametrize(
    ("line", "kind", "entity", "content", "sure"),
    [
        ("W @billing: owned by Wang", "W", "billing", "owned by Wang", 0.8),
        ("O(c=0.95) @小王: 喜欢简短的回答", "O", "小王", "喜欢简短的回答", 0.95),
        ("- B @release-1.2: shipped on Tuesday", "B", "release-1.2", "shipped on Tuesday", 0.8),
        ("  S (c = 0.5) @stage: half of it done", "S", "stage", "half of it done", 0.5),
        ("W @网关：端口是 8080", "W", "网关", "端口是 8080", 0.8),
    ],
)
def test_a_retain_line_is_read_as_written(
    line: str, kind: str, entity: str, content: str, sure: float
) -> None:
    for found in (extract.from_response(f"Done.\n{line}\n"), extract.from_prompt(line)):
        assert [(one.kind, one.entities, one.content) for one in found] == [
            (kind, [entity], content)
        ]
        assert found[0].confidence == sure


@pytest.mark.parametrize(
    "line",
    [
        "W billing: no entity",
        "X @a: no such type",
        "w @a: small letter",
        "W @a:",
        "W @a: x",
        "We @mention: somebody",
        "O(c=2) @a: too sure of it",
        "O(c=) @a: nothing there",
    ],
)
def test_what_is_no_retain_line_is_left(line: str) -> None:
    assert extract.from_response(line) == []


def test_an_answers_prose_is_not_taken_for_what_a_person_wants() -> None:
    assert extract.from_response("We decided to always use tabs. Remember that I prefer it.") == []


@pytest.mark.parametrize(
    "text",
    [
        "remember " * 10_000,
        "always " + "a" * 50_000,
        "W @" + "a" * 50_000,
        "W (c=" + "0" * 50_000,
        "请" * 50_000 + "记住",
        "and also but " * 5_000 + "remember that x is y",
        "记住" + " " * 50_000 + "x",
        "```\n" * 20_000 + "always use tabs",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    begun = time.perf_counter()

    extract.from_prompt(text)

    assert time.perf_counter() - begun < 0.5
