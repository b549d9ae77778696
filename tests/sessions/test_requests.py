"""What a person asked for: real requests, in their own words."""

from __future__ import annotations

import pytest

from memory_store.journal import stored
from memory_store.sessions import prose, requests
from memory_store.text import retold


def turns(*said: str | tuple[str, str]) -> list[requests.Turn]:
    events: list[stored.Entry] = []
    for one in said:
        prompt, answer = (one, "") if isinstance(one, str) else one
        events.append(stored.Entry(type="prompt", text=prompt))
        events += [stored.Entry(type="response", text=answer)] if answer else []
    return requests.read(events)


@pytest.mark.parametrize(
    "order",
    [
        "go ahead", "continue", "继续", "好的，请实现", "commit this", "ok next", "重启后端",
        "yes please, do it", "可以，开始执行", "run the tests again", "谢谢",
    ],
)  # fmt: skip
def test_a_small_order_is_no_real_request(order: str) -> None:
    (turn,) = turns(order)

    assert not turn.is_real()


@pytest.mark.parametrize(
    "request_",
    ["Why is the checkout slow?", "把本地的向量数据库切换到 supabase", "登录页面加验证码"],
)
def test_what_names_a_thing_is_a_real_request(request_: str) -> None:
    assert turns(request_)[0].is_real()


def test_code_and_logs_are_no_words_of_the_person() -> None:
    (turn,) = turns(
        "The upload breaks on Windows.\n```py\nopen(path)\n```\n"
        "div#root > div.flex h-screen > div.px-3 [data-x=1] > span\n"
        "2026-01-02 10:00:01 ERROR boom"
    )

    assert turn.asked == ["The upload breaks on Windows."]


def test_what_a_host_sends_again_in_the_same_words_asks_for_nothing_new() -> None:
    canned = "Review the changes of this branch for the release checklist."

    first, second = turns((canned, "Step one."), (canned, "Step two."))

    assert first.asked
    assert (second.asked, second.answer) == ([], "Step two.")


def test_the_topic_is_what_the_session_came_back_to_and_not_its_first_small_order() -> None:
    session = turns(
        ("pull the repository", "Pulled."),
        ("Build the invoice export to PDF", "The invoice export writes PDF now."),
        ("the PDF export has wrong fonts", "Fonts of the PDF export are embedded."),
        ("add page numbers to the invoice PDF", "The export numbers pages."),
    )

    assert requests.topic(session) == "Build the invoice export to PDF"


def test_of_many_requests_the_first_the_last_and_those_that_turned_the_session_are_told() -> None:
    same = [f"make button number {at} a bit larger on the settings page" for at in range(20)]
    session = turns(
        "Build the settings page with its buttons",
        *same[:10],
        "Now move the payment webhook to the queue",
        "the payment webhook queue drops events",
        *same[10:],
    )

    told = [turn.asked[0] for turn in requests.chosen(session, 6)]

    assert told[0] == "Build the settings page with its buttons"
    assert "Now move the payment webhook to the queue" in told
    assert told[-3:] == same[-3:]


def test_a_request_is_told_in_whole_sentences_without_politeness_in_front() -> None:
    said = ["Great work so far!", "Move the cart to Redis.", "x" * 300]

    assert prose.within(said, 60).startswith("Move the cart to Redis. x")
    assert prose.within(said[:2], 60) == "Move the cart to Redis."


def test_what_was_taken_back_is_nobodys_sentence() -> None:
    gone = retold.Gone(["always deploy with Jenkins"], [])

    assert prose.own_sentences("Always deploy with Jenkins. Fix the login.", gone) == [
        "Fix the login."
    ]


def test_points_of_a_list_stay_apart_in_one_line() -> None:
    assert prose.joined(["a.py — a lock", "Ran it.", "改了登录", "added a test"]) == (
        "a.py — a lock; Ran it. 改了登录； added a test"
    )


@pytest.mark.parametrize(
    "line",
    [
        "zsh: permission denied: /Users/x/code/.codex",
        "local TaskMgr = UGCGameSystem.UGCRequire('x')",
        "from datetime import datetime",
        "DCMAKE_INSTALL_PREFIX=/mnt/e/build",
        '"save_as_dataset": "My name"',
        "=========== warnings summary ===========",
        "★ Insight ─────────────────",
    ],
)
def test_what_a_machine_printed_is_nobodys_sentence(line: str) -> None:
    assert prose.own_sentences(f"{line}\nThe build is broken.") == ["The build is broken."]


def test_of_an_answer_labels_and_intentions_are_left_out_beside_what_it_says() -> None:
    answer = "Let me look at it.\nmode: `sync`\nThe cache was stale, so I dropped it.\nOutput:"

    assert prose.answered(answer) == ["The cache was stale, so I dropped it."]
    assert prose.answered("Let me look at it.") == ["Let me look at it."]


def test_an_agents_own_list_is_told_whatever_announces_it() -> None:
    answer = "README 已更新：\n\n- 安装改用 pipx\n- 删掉旧的截图"

    assert prose.answered(answer) == ["README 已更新：", "安装改用 pipx", "删掉旧的截图"]
    assert prose.own_sentences(answer) == ["README 已更新："]  # a person pastes so


def test_a_sentence_that_leads_to_code_alone_goes_and_those_before_it_stay() -> None:
    answer = "The status line is set. It shows:\n```\nctx: 12%\n```\nAsk me to change it."

    assert prose.answered(answer) == ["The status line is set.", "Ask me to change it."]


def test_of_an_answer_its_verdict_is_told_and_no_sentence_that_leads_to_nothing() -> None:
    answer = ["Done!", "Ready to merge: No", "These must go:", "the stub in the payment client"]

    assert prose.within(answer, 36, prose.telling) == "Ready to merge: No"
    assert prose.within(answer, 90, prose.telling).endswith("payment client")


def test_of_a_pasted_log_the_persons_words_before_and_behind_it_are_told() -> None:
    log = "\n".join(f"++ read -r part{at}; echo $part{at}" for at in range(20))
    prompt = f"The build stops here\n{log}\nPlease fill in the account\n{log}\nIs it the plugin?"

    assert requests.topic(turns(prompt)) == "The build stops here; Is it the plugin?"


def test_of_a_prompt_that_was_sent_twice_at_once_one_is_a_request() -> None:
    asked = "Describe the modules of aisuite in docs."

    assert requests.topic(turns("hi", asked, (asked, "It is written."))) == asked


def test_of_a_long_answer_the_beginning_and_the_last_sentences_are_told() -> None:
    answer = ["The cart is faster.", *(f"Step {at} changed the index." for at in range(20))]
    answer.append("Nothing is deployed yet.")

    told = prose.both_ends(answer, 120)

    assert told.startswith("The cart is faster. Step 0")
    assert told.endswith(" … Nothing is deployed yet.")
    assert len(told) <= 123
    assert prose.both_ends(answer[:2], 120) == "The cart is faster. Step 0 changed the index."
    assert prose.both_ends([], 120) == ""


def test_what_stands_in_many_prompts_a_command_put_there() -> None:
    canned = "You must consider the user input before going on with the steps."
    session = turns(*(f"{canned}\nMove part{at} to Redis." for at in range(3)))

    assert [turn.asked for turn in session] == [[f"Move part{at} to Redis."] for at in range(3)]


def test_of_a_few_requests_the_topic_is_the_one_that_says_most() -> None:
    session = turns(
        "用中文回答问题", "把弹幕改成从左右两侧同时出现，大字慢、小字快", "加一个暂停按钮"
    )

    assert requests.topic(session) == "把弹幕改成从左右两侧同时出现，大字慢、小字快"


def test_a_commands_long_text_is_the_topic_only_where_nothing_else_was_asked() -> None:
    template = "\n".join(
        f"Step {at}: read the plan of part{at} and its tasks." for at in range(40)
    )
    asked = "Untangle the sandbox's dependencies."

    assert requests.topic(turns(template, asked)) == asked
    assert requests.topic(turns(template)).startswith("Step 0")


@pytest.mark.parametrize(
    "text", ["[redacted:private]", "[redacted:github] ok. [redacted:key]", ""]
)
def test_of_a_prompt_that_was_hidden_nothing_is_left_and_nothing_breaks(text: str) -> None:
    assert all(prose.own_sentences(text))
    assert prose.own_sentences("[redacted:private]") == []
