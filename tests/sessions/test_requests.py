"""What a person asked for: real requests, in their own words, with the work they led to."""

from __future__ import annotations

import pytest

from memory_store.journal import stored
from memory_store.sessions import evidence, prose, requests, rounds
from memory_store.text import retold


def read(
    *said: str | tuple[str, str], proof: evidence.Evidence | None = None
) -> list[requests.Request]:
    events: list[stored.Entry] = []
    for one in said:
        prompt, answer = (one, "") if isinstance(one, str) else one
        events.append(stored.Entry(type="prompt", text=prompt))
        events += [stored.Entry(type="response", text=answer)] if answer else []
    return requests.read(events, proof=proof)


@pytest.mark.parametrize(
    ("text", "is_real"),
    [
        *((one, False) for one in (
            "go ahead", "continue", "继续", "好的，请实现", "commit this", "ok next", "重启后端",
            "yes please, do it", "可以，开始执行", "run the tests again", "谢谢",
        )),
        ("Why is the checkout slow?", True),
        ("把本地的向量数据库切换到 supabase", True),
        ("登录页面加验证码", True),
    ],
)  # fmt: skip
def test_what_names_a_thing_is_a_real_request(text: str, *, is_real: bool) -> None:
    assert read(text)[0].is_real() == is_real


def test_a_small_order_gives_its_work_and_its_answer_to_the_request_before() -> None:
    plan, done = "Here is a plan.", "The cart reads from Redis."
    one, question = read(
        ("Move the cart to Redis", plan), ("go ahead", done), ("thanks", "Gladly."),
        ("what's next?", "The docs."),
    )  # fmt: skip

    assert one.answers == [plan, done]  # thanks end the work
    assert question.answers == ["The docs."]


@pytest.mark.parametrize(
    "later",
    [
        "Still the sessions time out on Safari",
        "do not touch the cookies",
        "还是不能登录购物车页面",
    ],
)
def test_what_finds_the_work_wanting_belongs_to_the_request_that_it_corrects(later: str) -> None:
    (one,) = read(("Move the login sessions to Redis", "Moved."), (later, "Fixed it."))

    assert one.answers == ["Moved.", "Fixed it."]
    assert later in one.short(120)


@pytest.mark.parametrize(
    "later",
    [
        "Same-site cookies must be strict on all pages",
        "Still images on the landing page need captions",
        "别的页面也加上页脚",
        "别名配置改成 @/src",
        "仍然保留的旧接口都删掉",
    ],
)
def test_a_request_that_begins_like_a_complaint_is_a_request_of_its_own(later: str) -> None:
    asked = read(("Move the cart to Redis", "Moved."), (later, "Done."))

    assert [one.asked for one in asked] == [["Move the cart to Redis"], [later]]


def test_a_first_prompt_that_is_a_paste_is_told_by_its_beginning_unless_it_was_taken_back() -> (
    None
):
    log = "ERROR the cart worker is down"
    events = [stored.Entry(type="prompt", text=log), stored.Entry(type="response", text="A leak.")]
    gone = retold.Gone(["the cart worker is down"], [])

    assert requests.topic(requests.read(events)) == log
    assert "cart worker" not in requests.topic(requests.read(events, gone))


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        (
            "The upload breaks on Windows.\n```py\nopen(path)\n```\n2026-01-02 10:00 ERROR boom",
            ["The upload breaks on Windows."],
        ),
        ("# Move the cart to Redis", ["Move the cart to Redis"]),
        ("❌ Sending failed: file not found\nWhy does sending fail?", ["Why does sending fail?"]),
        (
            "<system_notification>\nA task has finished.\n</system_notification>\nTell the user.",
            [],
        ),
        (
            "/ship\n--- Cursor Command: ship.md ---\nRead.\n--- End Command ---\nMind it.",
            ["/ship", "Mind it."],
        ),
        (
            "The build stops here\n" + "++ read -r part; echo $part\n" * 20 + "Is it the plugin?",
            ["The build stops here", "Is it the plugin?"],
        ),
    ],
)
def test_what_machines_and_hosts_put_into_a_prompt_is_nobodys_request(
    prompt: str, asked: list[str]
) -> None:
    assert [one.asked for one in read(prompt)] == ([asked] if asked else [])


def test_what_is_sent_again_or_stands_in_many_prompts_asks_for_nothing_new() -> None:
    canned = "You must consider the user input before going on with the steps."
    asked = "Describe the modules of the shop in docs."

    assert [one.asked for one in read((asked, "One."), (asked, "Two."))] == [[asked]]
    assert [one.asked for one in read("hi", asked, (asked, "It is written."))] == [[asked]]
    assert [
        one.asked for one in read(*(f"{canned}\nMove part{at} to Redis." for at in range(3)))
    ] == [[f"Move part{at} to Redis."] for at in range(3)]


@pytest.mark.parametrize(
    ("session", "topic"),
    [
        (  # what it came back to, and not its first small order
            [
                ("pull the repository", "Pulled."),
                ("Build the invoice export to PDF", "The invoice export writes PDF now."),
                ("the PDF export has wrong fonts", "Fonts of the PDF export are embedded."),
                ("add page numbers to the invoice PDF", "The export numbers pages."),
            ],
            "Build the invoice export to PDF",
        ),
        (  # the main work, by what was done under it
            [
                ("Which port does the shop server use?", "8080."),
                ("Rewrite the checkout page with the new form kit", "Rewrote it. " * 90),
                ("What does the lint rule about tabs say?", "No tabs."),
            ],
            "Rewrite the checkout page with the new form kit",
        ),
        (["用中文回答问题", "把弹幕改成从左右两侧同时出现，大字慢、小字快", "加一个暂停按钮"],
         "把弹幕改成从左右两侧同时出现，大字慢、小字快"),
        (  # the sentence that asks, and not what leads to it
            ["Welcome, this is an old shop. Find the leak in the cart worker."],
            "Find the leak in the cart worker.",
        ),
    ],
)  # fmt: skip
def test_the_topic_is_the_main_work(session: list[str | tuple[str, str]], topic: str) -> None:
    assert requests.topic(read(*session)) == topic


def test_a_commands_long_text_is_no_topic_beside_a_request_of_a_persons_length() -> None:
    template = "\n".join(f"Read the plan of part{at} and do its tasks." for at in range(40))
    asked = "Fix the dependencies of the checkout sandbox."
    shorter = "\n".join(template.split("\n")[:20])

    assert requests.topic(read(template, (asked, "They are fixed. " * 40))) == asked
    assert requests.topic(read(shorter, (asked, "They are fixed. " * 40))).startswith(
        "Read the plan"
    )
    assert requests.topic(read(template)).startswith("Read the plan")


def test_a_prompt_that_was_sent_again_at_greater_length_is_one_request() -> None:
    begun, whole = "Review the deployment docs", "Review the deployment docs and fix the port."

    assert [one.asked for one in read(begun, (whole, "It is right."))] == [[whole]]
    assert [one.asked for one in read((begun, "They are right."), whole)] == [[begun], [whole]]


def test_of_many_requests_the_first_is_chosen_though_little_followed_it() -> None:
    first, big = "Draft the invoice page", "Move the payment webhook to the queue"
    small = [(f"Make button number {at} larger", "Made it larger. " * 6) for at in range(9)]
    asked = read((first, "Ok."), *small, (big, "It reads from the queue. " * 80))

    assert [one.asked for one in requests.chosen(asked, 2)] == [[first], [big]]


def test_of_many_requests_the_first_and_those_with_the_most_work_are_chosen() -> None:
    small = [(f"make button number {at} larger on the settings page", "Made.") for at in range(9)]
    big = "Now move the payment webhook to the queue"
    asked = read(*small[:5], (big, ""), *small[5:], proof=evidence.Evidence(
        [], [], [], [], [rounds.Round(big, ["queue.py", "webhook.py"], 40)]
    ))  # fmt: skip

    told = [one.asked[0] for one in requests.chosen(asked, 3)]

    assert big in told
    assert told[0] == small[0][0]
    assert next(one for one in asked if one.asked == [big]).files == ["queue.py", "webhook.py"]


@pytest.mark.parametrize(
    "line",
    [
        "zsh: permission denied: /Users/x/code/.codex",
        "ann@laptop shop % git push",
        "(venv) ann@laptop:~/shop$ git push",
        "local TaskMgr = UGCGameSystem.UGCRequire('x')",
        "from datetime import datetime",
        "DCMAKE_INSTALL_PREFIX=/mnt/e/build",
        '"save_as_dataset": "My name"',
        "=========== warnings summary ===========",
        "★ Insight ─────────────────",
        "[redacted:private]",
    ],
)
def test_what_a_machine_printed_is_nobodys_sentence(line: str) -> None:
    assert prose.own_sentences(f"{line}\nThe build is broken.") == ["The build is broken."]


def test_a_sentence_that_tells_a_secret_is_left_out() -> None:
    text = "预发环境的数据库密码是 [redacted:password]，先别动。把登录页面改成中文。"

    assert prose.own_sentences(text) == ["把登录页面改成中文。"]


def test_what_was_taken_back_is_nobodys_sentence() -> None:
    gone = retold.Gone(["always deploy with Jenkins"], [])

    assert prose.own_sentences("Always deploy with Jenkins. Fix the login.", gone) == [
        "Fix the login."
    ]


def test_points_of_a_list_stay_apart_in_one_line() -> None:
    said = ["a.py — a lock", "Ran it.", "改了登录", "added a test"]

    assert prose.joined(said) == "a.py — a lock; Ran it. 改了登录； added a test"
    assert prose.within(said, 24) == "a.py — a lock; Ran it."


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (r"Look at C:\Users\ann\shop\src\cart.py please", "Look at …/src/cart.py please"),
        ("see `/home/ann/shop/cart.py`.", "see `…/shop/cart.py`."),
        (f"see https://example.org/{'a' * 60}/b/c", "see https://example.org/…/b/c"),
        ("src/shop/cart/a.py and either/or", "src/shop/cart/a.py and either/or"),
    ],
)
def test_a_long_path_is_told_by_its_end(text: str, short: str) -> None:
    assert prose.with_short_paths(text) == short
