"""Which sentences are worth keeping: the rules of docs/interface.md 5.2."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.learn import extract
from tests import growth


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
    ("said", "content"),
    [
        ("Always run the linters before you commit.", "Always run the linters before you commit."),
        ("never push to main", "never push to main"),
        ("I prefer tabs over spaces", "I prefer tabs over spaces"),
        ("We always squash merges", "We always squash merges"),
        ("From now on use uv instead of pip", "From now on use uv instead of pip"),
        ("以后一律用 uv 安装依赖，不要用 pip。", "以后一律用 uv 安装依赖，不要用 pip。"),
        ("我喜欢简短的回答", "我喜欢简短的回答"),
        ("我们一直习惯用中文写提交信息", "我们一直习惯用中文写提交信息"),
        ("请统一使用 UTC 时间", "统一使用 UTC 时间"),
        ("总是不要自动格式化", "总是不要自动格式化"),
    ],
)
def test_a_preference_is_kept_as_a_rule(said: str, content: str) -> None:
    assert kept(said) == [("O", content, 0.9)]


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


@pytest.mark.parametrize("mark", ["NO_REPLY", "NO_FLUSH", "_SILENT_"])
def test_a_silent_answer_keeps_its_retain_lines_and_nothing_else(mark: str) -> None:
    found = extract.from_response(f"W @certs: renewed by itself\nDecision: use Kafka.\n{mark}")

    assert [one.content for one in found] == ["renewed by itself"]
    assert extract.from_prompt(f"We decided to use Kafka.\n{mark}") == []


@pytest.mark.parametrize(
    ("said", "content", "wrong"),
    [
        ("No, it's port 5433, not 5432.", "it's port 5433, not 5432.", "5432"),
        ("不对，应该用 pnpm，不是 npm", "应该用 pnpm，不是 npm", "npm"),
        ("Remember that we deploy with Argo CD", "we deploy with Argo CD", ""),
    ],
)
def test_a_correction_tells_what_it_replaces(said: str, content: str, wrong: str) -> None:
    (found,) = extract.from_prompt(said)

    assert (found.content, found.replaces) == (content, wrong)


def test_that_something_is_wrong_is_carried_to_the_next_sentence() -> None:
    assert kept("That info is old. The bucket moved to eu-central-1.") == [
        ("W", "The bucket moved to eu-central-1.", 0.9)
    ]


def test_what_is_to_be_remembered_may_stand_in_the_next_sentence() -> None:
    assert kept("Remember this.\nThe e2e suite has one worker.") == [
        ("W", "The e2e suite has one worker.", 1.0)
    ]


def test_names_are_the_entities_of_a_fact() -> None:
    (found,) = extract.from_prompt("Remember that Wang owns `billing-api` on atlas-3.internal")

    assert found.entities == ["billing-api", "atlas-3.internal"]


@pytest.mark.parametrize(
    "text",
    [
        "We decided to use Kafka. Don't save this, it's confidential.",
        "我们决定用 Kafka。这个不用记。",
        "We use Kafka in production. Scratch that.",
        "生产环境用 Kafka，端口 9092。算了。",
    ],
)
def test_what_is_not_to_be_kept_or_is_taken_back_is_left(text: str) -> None:
    assert extract.from_prompt(text) == []


def test_what_is_said_after_something_was_taken_back_counts() -> None:
    assert kept("We use Redis in production. Scratch that. We decided to use Kafka.") == [
        ("W", "We decided to use Kafka.", 0.85)
    ]


def test_of_a_long_story_one_fact_is_kept_at_most() -> None:
    story = "The gateway is on port 8443. Our database is Postgres 16. Then we had lunch. " * 3

    assert len(extract.from_prompt(story)) <= 1


def test_of_a_long_chinese_story_one_fact_is_kept_though_it_has_few_sentences() -> None:
    facts = (
        "我们的网关跑在 8443 端口，由平台组托管。我们的数据库是 PostgreSQL 16，跑在 10.0.0.3 上。"
    )
    story = (
        "想把列表做成卡片，按钮放在右边，颜色随便选一个，先看效果再说别的，门店那边的人都用平板看，"
        "字可以放大，图标用现成的一套，间距留宽，配图随后补，样式写好了发来看一眼。"
    )

    assert len(extract.from_prompt(facts)) > 1
    assert len(extract.from_prompt(facts + story)) == 1


def test_an_imperative_within_a_long_text_is_no_wish_of_whoever_sends_it() -> None:
    page = (
        "Please read on. Thanks for that. Hello again. Always keep your reports small. Goodbye. "
    )

    assert kept("Always keep your reports small.") != []
    assert kept(page) == []


def test_a_reason_stays_with_what_was_decided() -> None:
    (found,) = extract.from_prompt("We'll go with Redis Streams, Kafka is too slow for us.")

    assert found.content == "We'll go with Redis Streams, Kafka is too slow for us."


PIECES = st.sampled_from(
    [
        "Remember that ", "we decided ", "```", "\n", "; ", ". ", "以后", "一律用", "记住：", "，",
        "。",
        "W @a: ", "O(c=0.7) @b: ", "`x`", '"', "「", "x" * 130, "port 8443 ", "not ", "Decision: ",
        "\u200b", "I prefer tabs", "是", "NO", "?", "  ", "\t", "- ", "我们决定用 Kafka", "İ",
    ]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=20), max_size=30).map("".join))
def test_whatever_goes_in_candidates_are_short_sure_and_on_one_line(text: str) -> None:
    for found in (extract.from_prompt(text), extract.from_response(text)):
        for one in found:
            assert one.kind in "WBOS"
            assert 0 <= one.confidence <= 1
            assert "\n" not in one.content
            assert one.written or (len(one.content) <= 120 and "```" not in one.content)
            assert all(0 < len(name) <= 130 for name in one.entities)


@pytest.mark.parametrize(
    "text",
    [
        "remember " * 10_000,
        "always " + "a" * 100_000,
        "W @" + "a" * 100_000,
        "W (c=" + "0" * 100_000,
        "请" * 100_000 + "记住",
        "and also but " * 8_000 + "remember that x is y",
        "记住" + " " * 100_000 + "x",
        "```\n" * 30_000 + "always use tabs",
        "a, " * 40_000,
        "我们，" * 40_000,
        "「" * 100_000,
        "`a" * 50_000,
        ". " * 50_000,
        "we use x\n" * 12_000,
        "我们用 x。" * 20_000,
        "we decided to use Kafka because it is on port 8080, " * 2_000,
    ],
)
def test_twice_the_text_takes_at_most_twice_the_time(text: str) -> None:
    def made(size: int) -> str:
        return text[: len(text) * size // 8]

    for work in (extract.from_prompt, extract.from_response):
        assert growth.of(work, made, 4) < growth.MOST


@pytest.mark.parametrize(
    "said", ["The token is [redacted:github].", "部署密钥是 [redacted:secret]"]
)
def test_a_sentence_whose_point_was_a_secret_is_left(said: str) -> None:
    assert extract.from_prompt(said) == []


def test_a_sentence_that_tells_something_beside_a_secret_is_kept() -> None:
    (found,) = extract.from_prompt(
        "Our database is on db-2.internal, password [redacted:password]"
    )

    assert "db-2.internal" in found.content


@pytest.mark.parametrize(
    "said",
    [
        "app/core/__init__.py 里不许写业务逻辑",
        "User.__tablename__ 一律用复数",
        "We never pass **kwargs through more than one layer",
        "We always sort __all__ by name",
    ],
)
def test_an_identifier_is_kept_as_it_is_written(said: str) -> None:
    assert [one.content for one in extract.from_prompt(said)] == [said]
    assert [one.content for one in extract.from_prompt(f"- **{said}**")] == [said]


@pytest.mark.parametrize(
    "said",
    [
        "From now on the API returns errors as RFC 7807 problem+json.",
        "From now on errors go to Rollbar.",
        "From now on bugs get a Jira ticket.",
        "Don't ever touch legacy/ again.",
        "以后报错都发到 Rollbar。",
    ],
)
def test_what_is_to_hold_from_now_on_is_kept_though_it_speaks_of_trouble(said: str) -> None:
    assert kept(said) == [("O", said, 0.9)]


@pytest.mark.parametrize(
    "said",
    ["From now on the build fails.", "From now on I get an error.", "It crashed again."],
)
def test_trouble_itself_is_no_rule(said: str) -> None:
    assert kept(said) == []


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("[redacted:private] Remember that tests need docker.", "tests need docker."),
        ("[redacted:private] remember that tests need docker", "tests need docker"),
        ("Hi [redacted:private] remember that tests need docker", "tests need docker"),
        ("See [redacted:private] Remember that tests need docker", "tests need docker"),
        ("Remember that tests need docker. [redacted:private]", "tests need docker."),
        ("[redacted:github] is mine. Remember that tests need docker", "tests need docker"),
        ("[redacted:private]记住：测试要用 docker", "测试要用 docker"),
        ("[redacted:private] 记住测试需要 docker", "测试需要 docker"),
    ],
)
def test_what_was_private_swallows_nothing_beside_it(said: str, content: str) -> None:
    assert [one[1] for one in kept(said)] == [content]


@pytest.mark.parametrize(
    "said", ["[redacted:private]负责支付", "我们用[redacted:private]做支付网关，部署在 eu-west-1"]
)
def test_what_speaks_of_a_hidden_thing_is_left(said: str) -> None:
    assert kept(said) == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Lin moved to the Berlin office", "W"),
        ("we switched to Adyen again", "W"),
        ("We switched from Stripe to Adyen.", "B"),
        ("Redis moved to the new cluster.", "B"),
    ],
)
def test_where_somebody_is_now_is_of_the_world_a_change_of_its_history(
    said: str, kind: str
) -> None:
    assert [one[0] for one in kept(said)] == [kind]
