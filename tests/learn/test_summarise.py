"""A session's summary without a model: extracted, never invented."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.journal import records
from memory_store.learn import summarise

Record = dict[str, Any]


def turn(prompt: str = "", response: str = "") -> list[Record]:
    texts = (("prompt", prompt), ("response", response))
    return [{"type": kind, "text": text} for kind, text in texts if text]


def automatic(*turns: list[Record], language: str = "en") -> Record:
    made = summarise.automatic([event for one in turns for event in one], language)
    assert made is not None
    return made


def test_in_a_short_session_each_turn_is_told_and_the_topic_not_twice() -> None:
    made = automatic(
        turn("Why is the checkout slow?", "An index is missing."),
        turn("Add it", "Added an index on cart.user_id."),
    )

    assert made["topic"] == "Why is the checkout slow?"
    assert made["summary"] == "An index is missing. «Add it»: Added an index on cart.user_id."


def test_a_question_that_got_no_answer_is_told() -> None:
    made = automatic(turn("Why is the checkout slow?"))

    assert made["topic"] == "Why is the checkout slow?"
    assert made["summary"] == "«Why is the checkout slow?» (no answer)"


def test_it_speaks_the_language_it_is_told_to() -> None:
    made = automatic(
        turn("结账为什么慢？", "购物车表缺少一个索引，需要补上。"),
        turn("加上", "已经在 cart.user_id 上加了索引。"),
        language="zh",
    )

    assert made["topic"] == "结账为什么慢？"
    assert made["summary"] == (
        "购物车表缺少一个索引，需要补上。 “加上”：已经在 cart.user_id 上加了索引。"
    )


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"type": "session_start"}],
        [{"type": "prompt"}, {"type": "response"}],
        [{"type": "prompt", "text": " \n"}],
        [{"type": "response", "text": "```py\nonly_code()\n```"}],
    ],
)
def test_where_nothing_was_said_there_is_nothing_to_tell(events: list[Record]) -> None:
    assert summarise.automatic(events, "en") is None


def test_an_answer_alone_is_told_too() -> None:
    made = automatic(turn(response="The server listens on port 8080."))

    assert made["topic"] == "The server listens on port 8080."
    assert "8080" in made["summary"]


def test_code_headings_and_tables_of_an_answer_are_passed_over() -> None:
    answer = "# Result\nThe cause:\n```py\nsecret_code()\n```\n| a | b |\nA missing index."

    assert automatic(turn("why", answer))["summary"].endswith("The cause: A missing index.")


def test_what_an_answer_leaves_open_becomes_todos() -> None:
    boxes = "- [x] index\n- [ ] measure it\n* [ ] tell Wang\n- [ ] \n"
    answer = f"Done.\n{boxes}TODO: clean up\n待办：写文档\n"

    assert automatic(turn("go on", answer))["todos"] == [
        "measure it",
        "tell Wang",
        "clean up",
        "写文档",
    ]


def test_only_what_the_last_answer_leaves_open_is_still_open() -> None:
    made = automatic(turn("a", "- [ ] measure it"), turn("b", "Measured. All done."))

    assert made["todos"] == []


def test_a_long_session_still_makes_a_summary_that_can_be_stored() -> None:
    session = [turn("问题 " + "x" * 5000 + str(one), "答" * 8000) for one in range(60)]
    made = automatic(*session)

    line, _ = records.summary(
        "s-1",
        topic=made["topic"],
        text=made["summary"],
        decisions=made["decisions"],
        todos=made["todos"],
        source={"via": "capture"},
        origin="automatic",
    )

    assert len(line["topic"]) <= 100  # type: ignore[arg-type]
    assert len(line["summary"]) < 2000  # type: ignore[arg-type]


def test_a_turn_that_was_captured_twice_is_told_once() -> None:
    again = turn("continue", "The second half is done too.")
    made = automatic(turn("begin", "The first half is done."), again, again)

    assert made["summary"].count("The second half is done too.") == 1


def test_the_topic_is_what_recurs_over_the_turns_not_what_was_said_first() -> None:
    made = automatic(
        turn("hi, what node version is this?", "It is 20.11, as `.nvmrc` says."),
        turn("the csv export is broken", "The CSV export lacked a byte order mark; I added it."),
        turn("and the columns?", "The CSV export picks its separator by locale now."),
        turn("any tests?", "Added two tests for the export of CSV files."),
    )

    assert made["topic"] == "the csv export is broken"


def test_the_topic_follows_a_session_that_goes_on() -> None:
    first = turn("Fix the typo in the README", "Fixed the typo.")
    later = [
        turn("Now move billing to its own service", "Billing has its own service now."),
        turn("add the ledger", "Added the ledger to the billing service."),
        turn("and refunds", "Added refunds to the billing service."),
    ]

    assert automatic(first)["topic"] == "Fix the typo in the README"
    assert "billing" in automatic(first, *later)["topic"]


def test_of_long_sessions_results_are_told_and_no_chatter() -> None:
    chatter = "Let me look at the code first. I'll check the tests too."
    results = [f"Added the {name} screen." for name in ("login", "cart", "order", "help", "map")]
    made = automatic(
        *(turn(f"next: part {at}", f"{chatter}\n{one}") for at, one in enumerate(results))
    )

    assert all(one in made["summary"] for one in results)
    assert "Let me" not in made["summary"]
    assert "I'll" not in made["summary"]


@pytest.mark.parametrize(
    ("answer", "reply", "decision"),
    [
        ("Either REST or gRPC.", "gRPC it is", "gRPC it is"),
        ("I'd suggest SQLite or Realm.", "ok, plain sqlite then", "plain sqlite then"),
        ("The queue can be SQS or Redis.", "go with SQS", "go with SQS"),
        ("Done.", "we decided to keep all dates in UTC", "we decided to keep all dates in UTC"),
        ("可以用 Taro 或者 uni-app。", "选 Taro", "选 Taro"),
        ("建议定时清理。", "好，就用每周定时清理", "就用每周定时清理"),
        ("还有别的问题吗？", "金额一律用整数分", "金额一律用整数分"),
    ],
)
def test_what_a_person_settles_is_a_decision(answer: str, reply: str, decision: str) -> None:
    made = automatic(turn("How do we go on?", answer), turn(reply, "Done."))

    assert made["decisions"] == [decision]


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("Either REST or gRPC.", "what is gRPC?"),
        ("Either REST or gRPC.", "explain gRPC to me"),
        ("Either REST or gRPC.", "ok"),
        ("I could add gRPC tests.", "I'll look at gRPC tomorrow"),
        ("The build passes.", "the build is red here"),
        ("可以用 Taro 或者 uni-app。", "Taro 和 uni-app 有什么区别"),
        ("可以用 Taro 或者 uni-app。", "继续"),
        ("建议加一个补偿消费者，失败的消息可以重试。", "先写补偿消费者"),
    ],
)
def test_questions_orders_and_assent_are_no_decisions(answer: str, reply: str) -> None:
    made = automatic(turn("Please go on with it", answer), turn(reply, "Done."))

    assert made["decisions"] == []


def test_neither_retain_lines_nor_narration_nor_marks_of_secrets_stand_in_a_summary() -> None:
    made = automatic(
        turn("[redacted:private] 顺便把 README 更新一下", "README 已更新，加了部署一节。"),
        turn("订单超时怎么处理？", "好的。\nW @order: 超时订单由定时任务每 5 分钟扫描"),
        turn("购物车接口很慢", "我查一下记忆：慢查询之前出现过。原因是逐条查商品，已改成批量。"),
        turn("测试环境的密码是 [redacted:password]", "密码是 [redacted:password]。"),
        language="zh",
    )
    told = " ".join([made["topic"], made["summary"], *made["decisions"], *made["todos"]])

    assert "README 已更新" in told
    assert "超时订单由定时任务每 5 分钟扫描。" in told
    assert "原因是逐条查商品" in told
    for one in ("redacted", "W @", "记忆", "密码是"):
        assert one not in told


@pytest.mark.parametrize(
    ("stale", "answer", "correction"),
    [
        ("我们的跳板机是 jump01", "记下了：跳板机是 jump01。", "不对，跳板机已经换成 jump02 了"),
        (
            "The bastion is jump01.",
            "The bastion is jump01 from now on.",
            "No, the bastion is jump02 now.",
        ),
    ],
)
def test_what_the_person_corrects_later_in_the_session_is_not_told(
    stale: str, answer: str, correction: str
) -> None:
    def told(*turns: list[Record]) -> str:
        made = automatic(turn("Fix the slow cart", "Fixed: one query a cart now."), *turns)
        return " ".join([made["topic"], made["summary"], *made["decisions"]])

    assert "jump01" in told(turn(stale, answer))
    corrected = told(turn(stale, answer), turn(correction, "OK."))
    assert "jump01" not in corrected
    assert "jump02" in corrected


def test_a_sentence_stands_once_in_a_summary() -> None:
    said = "我们决定用 RocketMQ 做订单消息队列"
    made = automatic(
        turn("购物车接口很慢", "原因是逐条查商品，已改成批量。"),
        turn(said, f"好的，{said}。"),
        turn("继续", f"{said}，生产者已接好。"),
        language="zh",
    )

    told = " ".join([made["topic"], made["summary"], *made["decisions"]])
    assert made["decisions"] == [said]
    assert "生产者已接好" in told
    assert told.count("RocketMQ") == 2


def test_an_answer_that_does_not_name_what_it_is_about_keeps_its_question() -> None:
    made = automatic(
        turn("帮我跑一下测试", "全部 128 个测试通过，已经合并。"),
        turn("跳板机的密钥放在哪里？", "已放在 1Password 的运维库里。"),
        turn("把 README 的安装一节改掉", "README 的安装一节已改好，加了离线安装。"),
        turn("发布说明写一下", "发布说明已写好，放在 docs 目录。"),
        language="zh",
    )

    assert "“跳板机的密钥放在哪里？”：已放在 1Password 的运维库里。" in made["summary"]
    assert "“把 README" not in made["summary"]


def test_a_todo_is_what_is_to_be_done_not_the_words_that_put_it_off() -> None:
    made = automatic(
        turn("把登录页改成两栏", "登录页已改成两栏，测试通过。"),
        turn("接下来做报表吧，明天继续", "好的，明天见。"),
        language="zh",
    )

    assert made["todos"] == ["做报表"]


def test_what_was_left_open_and_not_taken_up_is_open_at_the_end() -> None:
    made = automatic(
        turn("a", "The API works.\n- [ ] measure the latency\n- [ ] alarm for the queue"),
        turn("b", "Measured: the latency is 12 ms."),
        turn("thanks", "You're welcome!"),
    )

    assert made["todos"] == ["alarm for the queue"]


def test_an_unanswered_last_prompt_is_open() -> None:
    made = automatic(
        turn("Why is the checkout slow?", "An index is missing."), turn("Then add the index")
    )

    assert made["todos"] == ["«Then add the index» (no answer)"]
    assert "no answer" not in made["summary"]


def test_an_answer_that_is_code_alone_is_no_missing_answer() -> None:
    made = automatic(turn("Show me a quicksort", "```py\nsorted(found)\n```"))

    assert made["summary"] == "«Show me a quicksort»: …"


def test_logs_and_code_never_get_into_a_summary() -> None:
    log = "2026-05-11T08:14:22Z level=error msg=nope\n[12:01:03] worker[88]: rss=1.1G"
    prompt = f"why does it fail?\n```\n{log}\n```\n{log}"
    made = automatic(turn(prompt, f"The disk is full.\n{log}\n```sh\nrm -rf cache\n```"))

    assert made["topic"] == "why does it fail?"
    assert made["summary"] == "The disk is full."


def test_after_an_agents_own_summary_only_what_came_then_is_added() -> None:
    own: Record = {
        "topic": "Billing",
        "summary": "The schema is ready.",
        "decisions": ["Postgres"],
        "todos": ["port the refunds", "ask finance"],
    }
    events = [*turn("now the refunds", "Ported the refunds to the service."), *turn("ok", "Good.")]

    made = summarise.automatic(events, "en", own)

    assert made is not None
    assert made["topic"] == "Billing"
    assert made["summary"] == (
        "The schema is ready. After that: Ported the refunds to the service."
    )
    assert made["decisions"] == ["Postgres"]
    assert made["todos"] == ["ask finance"]


def test_whatever_was_said_all_of_it_fits_the_limit() -> None:
    wordy = "Added the long part, which needs many words to be told at all, and then some. "
    session = [
        turn(f"we decided to use part {one} for {wordy}", f"{wordy * 9}\n- [ ] open {one} {wordy}")
        for one in range(30)
    ]
    made = automatic(*session)

    parts = [made["topic"], made["summary"], *made["decisions"], *made["todos"]]
    assert all(parts)
    assert sum(map(len, parts)) <= summarise.LIMIT


def test_something_to_remember_is_no_topic_where_there_is_another() -> None:
    made = automatic(
        turn("记住：部署前先跑 make smoke", "好的。"),
        turn("订单接口为什么超时？", "是 N+1 查询，已改成批量查询。"),
        turn("继续", "继续处理。"),
        language="zh",
    )

    assert made["topic"] == "订单接口为什么超时？"
    assert made["summary"] == "是 N+1 查询，已改成批量查询。"


def test_a_long_line_is_cut_between_words_with_a_mark() -> None:
    made = automatic(turn("word " * 60, "An answer that says something."))

    assert made["topic"].endswith("word…")


def test_what_is_put_off_without_a_word_of_what_it_is_leaves_nothing_open() -> None:
    for reply in ("Let's do that tomorrow.", "以后再说吧", "maybe later"):
        made = automatic(
            turn("should we add metrics?", "We could add Prometheus."), turn(reply, "好的。")
        )

        assert made["todos"] == []

    made = automatic(
        turn("is it done?", "We could add Prometheus."), turn("I'll add alerts tomorrow", "Fine.")
    )
    assert made["todos"] == ["I'll add alerts tomorrow"]


def test_a_noted_todo_is_open_and_its_mere_receipt_is_not() -> None:
    made = automatic(
        turn("把登录页改成两栏", "登录页已改成两栏，还没做移动端适配。"),
        turn("TODO：下周把 Celery 换成 arq", "好的，记为待办。"),
        language="zh",
    )

    assert made["todos"] == ["下周把 Celery 换成 arq", "登录页已改成两栏，还没做移动端适配。"]


def test_the_cause_that_was_found_is_told() -> None:
    made = automatic(
        turn(
            "the orders service crashes on start", "It read DATABASE_URL from the wrong env file."
        ),
        turn("fix it", "Fixed docker-compose.yml, it starts now."),
        turn("and the slow cart?", "Found it: N+1 in CartSerializer.items. I added a prefetch."),
        turn("Great. Remember that the local Postgres listens on port 5433", "Noted."),
        turn("what is a prefetch?", "It loads the related rows at once."),
    )

    assert made["topic"] == "the orders service crashes on start"
    assert "from the wrong env file" in made["summary"]
    assert "N+1 in CartSerializer.items" in made["summary"]
    assert made["decisions"] == []


def test_a_question_or_a_look_is_no_topic_where_something_was_done() -> None:
    made = automatic(
        turn("帮我看下这个仓库的目录结构", "src 下是服务代码，tests 是测试。"),
        turn("为什么以前总是用 double 存金额？", "早期没有规范。"),
        turn(
            "把 order_service 的金额字段都改成 decimal", "order_service 的金额字段已改成 decimal。"
        ),
        turn("以后金额一律用 decimal", "好的。"),
        language="zh",
    )

    assert made["topic"] == "把 order_service 的金额字段都改成 decimal"


def test_an_answer_whose_question_is_gone_is_not_told_as_the_answer_to_an_earlier_one() -> None:
    turns = [
        ("prompt", "1", "Please run the tests of the login"),
        ("response", "1", "All 128 tests pass."),
        ("response", "2", "It lies in the vault of the operators."),
        ("prompt", "3", "Thanks"),
        ("response", "3", "Gladly."),
    ]
    events: list[dict[str, object]] = [
        {"type": kind, "turn_id": turn, "text": text} for kind, turn, text in turns
    ]

    made = summarise.automatic(events, "en")

    assert made is not None
    assert "128 tests" in str(made["summary"])
    for one in events:
        del one["turn_id"]
    made = summarise.automatic(events, "en")  # the control: nothing tells them apart
    assert made is not None
    assert "128 tests" not in str(made["summary"])
