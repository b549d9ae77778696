"""What a prompt asks to have kept, in so many words."""

from __future__ import annotations

import pytest

from memory_store.capture import explicit
from tests import growth


def kept(text: str) -> list[str]:
    return [one.content for one in explicit.statements(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Remember that we deploy with Argo CD, since kubectl is blocked.", "W"),
        ("Fix the tests. From now on, run the linter before you say done.", "O"),
        ("Remember: always answer in Chinese", "O"),
        ("对了，记住，以后都用中文回答", "O"),
        ("以後所有金額都以分為單位。", "O"),
        ("记一下，王磊负责支付模块", "W"),
        ("后端服务端口是 8080，别忘了", "W"),
        ("Logs end up in Loki, note that down please", "W"),
        ("帮我 note 一下：灰度比例是 10%", "W"),
        ("分支用工单号命名，这是组里的规定", "O"),
        ("Branches carry the ticket number, that's a team rule", "O"),
        ("请用中文回答，代码照旧", "O"),
    ],
)
def test_the_whole_sentence_is_kept_and_stands(text: str, kind: str) -> None:
    (found,) = explicit.statements(text)

    assert text.endswith(found.content)
    assert (found.kind, found.status, found.how, found.confidence) == (
        kind,
        "standing",
        "asked",
        1.0,
    )


@pytest.mark.parametrize(
    "text",
    [
        "save that as a .md file",
        "also note that the test fails",
        "memory: who the user is",
        "remember to also update the changelog",
        "Do you remember what we decided?",
        "should we always squash merges",
        "以后可以关掉了吧",
        "以后我要去云南旅游",
        "哈哈你太厉害了，以后都靠你了",
        "记住这个 bug 我明天再看",
        "记住，我不是让你改这个文件",
        "文档里写着：我们决定用 MongoDB。这个过时了吧？",
        "把测试也补上，别忘了",
        "TypeError: always set BROKER_URL",
        "it always fails on the second click",
        "每次点击都会报错",
        "I'll remember that for you",
        "add a rule to the firewall",
        "修复登录页的报错，使用中文回答",
        "Explain this function, answer in English",
        "记得，先跑测试",
        "`never` is a type",
        "> Never push to main.",
        "Here's the email from Bob: from now on all releases need approval",
        "翻译一下：记住，永远不要放弃",
        "继续",
        "",
    ],
)
def test_orders_of_the_moment_reports_questions_and_pasted_lines_are_not(text: str) -> None:
    assert kept(text) == []


def test_a_sentence_that_leans_on_the_one_before_takes_it_along() -> None:
    assert kept("The tunnel drops at noon. Remember that.") == [
        "The tunnel drops at noon. Remember that."
    ]
    assert kept("提交前先跑一遍类型检查。以后都这样。") == ["提交前先跑一遍类型检查。以后都这样。"]


@pytest.mark.parametrize("text", ["Always do that.", "以后都这样。", "What broke? Remember this."])
def test_what_says_nothing_without_words_that_are_not_there_is_left(text: str) -> None:
    assert kept(text) == []


def test_a_list_stays_under_the_words_that_announce_it() -> None:
    text = "From now on, a rename goes so:\n1. add a redirect\n2. drop the permalink\n\nDo it now."

    assert kept(text) == ["From now on, a rename goes so:\nadd a redirect\ndrop the permalink"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("记住：1. 分支用工单号命名；2. 备份在都柏林", ["分支用工单号命名", "备份在都柏林"]),
        ("Remember:\n- billing is at atlas-3\n- no GPU", ["billing is at atlas-3", "no GPU"]),
    ],
)
def test_each_point_under_words_that_only_ask_is_kept_by_itself(
    text: str, points: list[str]
) -> None:
    assert kept(text) == points


@pytest.mark.parametrize("refusal", ["Don't save this.", "这个不用记。", "Off the record."])
def test_of_a_prompt_that_is_not_to_be_saved_nothing_is_kept(refusal: str) -> None:
    text = f"Remember that we deploy with Argo CD. {refusal}"

    assert explicit.is_unsaved(text)
    assert kept(text) == []


def test_what_is_taken_back_in_the_same_prompt_is_left_and_what_follows_counts() -> None:
    text = "From now on use Kafka. Scratch that, from now on use NATS."

    assert kept(text) == ["Scratch that, from now on use NATS."]
    assert kept("以后统一用 Kafka。算了。") == []


def test_a_sentence_whose_point_was_a_secret_is_left() -> None:
    assert kept("Remember the token is [redacted:github]") == []
    assert kept("Remember the token [redacted:github] is Mia's") != []


def test_names_are_the_entities() -> None:
    (found,) = explicit.statements("Remember that Wang owns `billing-api` on atlas-3.internal")

    assert found.entities == ["billing-api", "Wang", "atlas-3.internal"]


def test_the_time_grows_with_the_text_and_no_more() -> None:
    line = "we always said, from now on, that it is so; and remember, and so on, 以后都这样吧 "

    assert growth.of(explicit.statements, lambda count: line * count, 50) < growth.MOST
