"""Sentences out of prompts and answers, and which of them tell something."""

from __future__ import annotations

import pytest

from memory_store.learn import telling


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("One. Two three four! Five six seven?", ["One. Two three four!", "Five six seven?"]),
        ("第一句说明。第二句呢？第三句", ["第一句说明。", "第二句呢？", "第三句"]),
        ("Use e.g. `uuid4()` for the key.", ["Use e.g. `uuid4()` for the key."]),
        ("Version 4.2 is out in v1.0.3 form.", ["Version 4.2 is out in v1.0.3 form."]),
        (
            "- first thing here\n2. second **thing** here",
            ["first thing here", "second thing here"],
        ),
        ("3、第三件事情", ["第三件事情"]),
        ("2.5 seconds a run", ["2.5 seconds a run"]),
        ("The cause:\nan index is missing", ["The cause: an index is missing"]),
        ("Done. The header is sent now.", ["Done. The header is sent now."]),
        ("Done.", ["Done."]),
        (
            "两个：1. 快了 5 分钟；2. 配错了。好了吗？",
            ["两个：1. 快了 5 分钟；2. 配错了。", "好了吗？"],
        ),
        ("Two: 1. it is late. 2. it is off.", ["Two: 1. it is late. 2. it is off."]),
        (f"两点：1. {'长' * 200}；2. {'短' * 60}", [f"两点： {'长' * 200}", "短" * 60]),
        ("", []),
        (" \n\n", []),
    ],
)
def test_a_text_is_told_sentence_by_sentence(text: str, told: list[str]) -> None:
    assert telling.sentences(text) == told


@pytest.mark.parametrize(
    "line",
    [
        "# A heading of it",
        "| a | table |",
        "> somebody's words",
        "- [ ] a box",
        "- [x] another box",
        "2026-05-11T08:14:22Z level=error msg=nope",
        "[12:01:03] worker[88]: processed=10400",
        "Traceback (most recent call last):",
        '  File "/srv/app.py", line 3, in run',
        "ERROR: write failed",
        "$ make check",
        "}); // =>",
        "```py\ncode_here()\n```",
        "~~~\nmore_code()\n~~~",
        "```\nnever closed",
    ],
)
def test_what_nobody_wrote_as_prose_is_left_out(line: str) -> None:
    assert telling.sentences(f"{line}\n") == []
    assert telling.sentences(f"Said before it.\n{line}") == ["Said before it."]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("Added the index to the cart table.", "The cart table has many rows in it today."),
        ("The root cause is the missing index here.", "The cart table has many rows in it today."),
        (
            "It takes 12 ms for each of the requests there.",
            "It takes some time for each of the requests there.",
        ),
        ("已经修复了购物车的慢查询问题。", "购物车的表里有很多很多的数据。"),
        ("Added the index to the cart table.", "Let me look at the cart table for an index."),
        ("Added the index to the cart table.", "I'll have added the index to it tomorrow."),
        ("Added the index to the cart table.", "Should I have added the index to the table?"),
        ("Added the index to the cart table.", "An alarm has to be added to the cart table."),
    ],
)
def test_results_and_causes_tell_more_than_the_rest(more: str, less: str) -> None:
    assert telling.worth(more) > telling.worth(less)


@pytest.mark.parametrize("said", ["You're welcome!", "好的。", "需要我继续吗？", "Done.", "👍"])
def test_politeness_tells_nothing(said: str) -> None:
    assert telling.worth(said) == 0


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Done.\n- [x] index\n- [ ] measure it\n☐ tell Wang", ["measure it", "tell Wang"]),
        ("Works.\n\nStill to do:\n1. the queue\n2. replay\n\nBye.", ["the queue", "replay"]),
        ("**Open**\n- the cutover", ["the cutover"]),
        ("剩下的事情：\n- 灰度上线\n- 弱网测试", ["灰度上线", "弱网测试"]),
        ("TODO: clean up", ["clean up"]),
        ("改好了。还剩两件：1. 网关配 NTP；2. 登录限流。", ["网关配 NTP", "登录限流"]),
        (
            "原因有两个：1. 时钟慢；2. 配错了。改好了。还剩两件：1. 配 NTP；2. 限流。权限还没做。",
            ["配 NTP", "限流", "权限还没做。"],
        ),
        ("There are two left: 1. the queue; 2. replay.", ["the queue", "replay"]),
        ("All of it is in. Staging is not done yet.", ["Staging is not done yet."]),
        ("The pin is old. That is still open.", ["The pin is old. That is still open."]),
        ("导出做好了。权限还没做。", ["权限还没做。"]),
        ("What I did:\n- moved it\n- tested it", []),
        ("Is anything still open?", []),
        ("It would have to be done twice.", []),
        ("```\nTODO: in code\n```", []),
    ],
)
def test_what_an_answer_leaves_open_is_found(answer: str, left: list[str]) -> None:
    assert telling.left_open(answer) == left


def test_of_a_long_text_both_ends_are_kept_and_code_goes_first() -> None:
    code = "```\n" + "code\n" * 2_000 + "```\n"
    long = f"The beginning.\n{code}This is the end."

    assert telling.sentences(telling.ends(long, 200)) == ["The beginning.", "This is the end."]
    cut = telling.ends("Begin. " + "word " * 2_000 + "This is the end.", 200)
    assert len(cut) <= 200
    assert cut.startswith("Begin.")
    assert cut.endswith("This is the end.")


def test_a_finding_is_not_left_open() -> None:
    assert telling.left_open("An index is missing. So it scans the whole table.") == []


@pytest.mark.parametrize(
    "said",
    [
        "`app/core/__init__.py` must stay empty.",
        "Sort __all__ by name.",
        "User.__tablename__ 统一用复数。",
        "新增了 V3__rename_tables.sql 这个迁移。",
        "Pass *args and **kwargs on.",
    ],
)
def test_an_identifier_is_told_as_it_is_written(said: str) -> None:
    assert telling.sentences(said) == [said]
    assert telling.left_open(f"- [ ] {said}") == [said]


def test_politeness_in_front_of_a_sentence_goes_and_what_was_done_stays() -> None:
    assert telling.sentences("Great. Move the billing now.") == ["Move the billing now."]
    assert telling.sentences("好的。接口已经改完了。") == ["接口已经改完了。"]
    assert telling.sentences("Fixed. The header is sent.") == ["Fixed. The header is sent."]


def test_the_cause_of_a_trouble_tells_as_much_as_what_was_done() -> None:
    cause = "The orders service read DATABASE_URL from the wrong env file."
    done = "Changed the compose file so that it loads the env file of orders."

    assert telling.worth(cause) >= telling.worth(done)
    assert telling.worth("Found it: N+1 in CartSerializer.items, in each row.") >= 3
    assert telling.worth("原因是连接池配置得太小，高峰期请求都在排队。") >= 3


def test_what_a_person_notes_to_do_is_found_without_its_label() -> None:
    prompt = "looks good\nTODO：下周把 Celery 换成 arq\n- TODO: drop the old queue"

    assert telling.noted(prompt) == ["下周把 Celery 换成 arq", "drop the old queue"]
    assert telling.noted("TODO：1. 换 arq；2. 删队列") == ["换 arq", "删队列"]
    assert telling.noted("we have a todo: list widget") == []
