"""Only a person's own words are looked at."""

from __future__ import annotations

import pytest

from memory_store.language import sentences as reader


@pytest.mark.parametrize(
    "text",
    [
        "```\nalways use tabs\n```",
        "~~~\nRemember: a trap",
        "diff --git a/x b/x\n@@ -1 +1 @@\n-Always use spaces.\n+Always use tabs.\n Never do it.",
        "2025-03-02 10:11:07 WARN decided to retry",
        "[10:00:01] ERROR always polling",
        "Traceback (most recent call last):",
        "ConnectionError: always set BROKER_URL",
        "> We decided to close the portal.",
        "| host | db-1 |",
        "# Never do this",
        "$ echo we always deploy",
        "    indented code we keep",
        "return we_never(x);",
        'Here is the mail:\n\n"We decided to move."',
        "下面是文档：\n请求必须带签名。",
    ],
)
def test_code_logs_quotations_and_pasted_blocks_have_no_sentences(text: str) -> None:
    own = [one for one in reader.own(text) if not one.startswith(("Here is", "下面是"))]

    assert own == []


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("We use x. It is old.", ["We use x.", "It is old."]),
        ("Version 1.2.3 is on db2.internal.", ["Version 1.2.3 is on db2.internal."]),
        ("Hosts, e.g. atlas, are in vlan 3", ["Hosts, e.g. atlas, are in vlan 3"]),
        ("SELECT ... FOR UPDATE", []),
        ("we picked SELECT ... FOR UPDATE", ["we picked SELECT ... FOR UPDATE"]),
        ('The "a. b" is one. Two', ['The "a. b" is one.', "Two"]),
        ("一。二！三？四四", ["一。", "二！", "三？", "四四"]),
        ("- first point\n2. second point", ["first point", "second point"]),
        ("两点：1. 用分；2. 用 v1.5。好的", ["两点：", "用分；", "用 v1.5。", "好的"]),
        (
            "甲一：1. 用分。好的：1. 用秒；2. 用毫秒",
            ["甲一：", "用分。", "好的：", "用秒；", "用毫秒"],
        ),
        ("1. one thing 2. another", ["one thing", "another"]),
        ("return values are always wrapped", ["return values are always wrapped"]),
    ],
)
def test_sentences_end_where_people_end_them(text: str, sentences: list[str]) -> None:
    assert reader.own(text) == sentences


def test_a_list_under_own_words_is_not_taken_for_pasted() -> None:
    assert reader.own("我们的约定如下：\n- 用分") == ["我们的约定如下：", "用分"]
    assert reader.own("文档如下：\n- 用分") == ["文档如下："]


def test_words_after_a_pasted_block_count_again() -> None:
    text = "Here's the log:\n\nwe always fail\n\nPort 9090 is taken."

    assert reader.own(text)[-1] == "Port 9090 is taken."


def test_of_a_very_long_text_the_beginning_is_read() -> None:
    assert len(reader.own("We use x.\n" * 10_000)) == 60


def test_what_a_tool_put_between_tags_is_nobodys_sentence() -> None:
    text = "<terminal_selection>\nalways failing\n</terminal_selection>\nWe use Kafka."

    assert reader.own(text) == ["We use Kafka."]


def test_a_tag_that_is_never_closed_hides_nothing() -> None:
    assert reader.own("<br\nWe use Kafka.") == ["We use Kafka."]


@pytest.mark.parametrize(
    "text",
    [
        "Implement the plan as specified, it is attached. Do NOT edit the plan file itself.",
        "For the code present, we get this error:\n'x' is not defined",
    ],
)
def test_what_a_hosts_button_puts_into_a_prompt_is_nobodys_sentence(text: str) -> None:
    assert reader.own(text) == []
