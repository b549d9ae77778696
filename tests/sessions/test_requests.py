"""What a person asked for: real requests, in their own words, with the answers that followed."""

from __future__ import annotations

import pytest

from memory_store.journal import stored
from memory_store.sessions import prose, requests
from memory_store.text import retold


def read(*said: str | tuple[str, str]) -> list[tuple[list[str], list[str]]]:
    events: list[stored.Entry] = []
    for one in said:
        prompt, answer = (one, "") if isinstance(one, str) else one
        events.append(stored.Entry(type="prompt", text=prompt))
        events += [stored.Entry(type="response", text=answer)] if answer else []
    return [(one.asked, one.answers) for one in requests.read(events)]


@pytest.mark.parametrize(
    ("text", "is_real"),
    [
        *((one, False) for one in (
            "go ahead", "continue", "继续", "好的，请实现", "commit this", "ok next", "重启后端",
            "yes please, do it", "可以，开始执行", "run the tests again", "谢谢", "what's next?",
        )),
        ("Why is the checkout slow?", True),
        ("把本地的向量数据库切换到 supabase", True),
        ("登录页面加验证码", True),
    ],
)  # fmt: skip
def test_a_small_order_gives_its_answer_to_the_request_before(text: str, *, is_real: bool) -> None:
    asked = "Move the cart to Redis"

    told = read((asked, "Here is a plan."), (text, "Done."))

    if is_real:
        assert told == [([asked], ["Here is a plan."]), ([text], ["Done."])]
    else:
        assert told == [([asked], ["Here is a plan.", "Done."])]
        assert read((text, "Done.")) == [([text], ["Done."])]  # there is no other
        assert read((text, "Done."), asked) == [([asked], [])]


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        (
            "The upload breaks on Windows.\n```py\nopen(path)\n```\n2026-01-02 10:00 ERROR boom",
            ["The upload breaks on Windows."],
        ),
        ("# Move the cart to Redis", ["Move the cart to Redis"]),
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
    assert read(prompt) == ([(asked, [])] if asked else [])


def test_what_is_sent_again_asks_for_nothing_new() -> None:
    asked = "Describe the modules of the shop in docs."

    assert read((asked, "One."), (asked, "Two.")) == [([asked], ["One.", "Two."])]


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
    assert prose.own_sentences(f"The build is broken.\n{line}") == ["The build is broken."]


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
