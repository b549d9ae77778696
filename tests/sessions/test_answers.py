"""What an agent's answers say came out of a request, and what is left."""

from __future__ import annotations

import pytest

from memory_store.sessions import answers

REPORT = """I'll look at the cart first.

## Summary

The cart reads from Redis now. All 42 tests pass.

### How to run
Start the server and open the cart page.

### Next steps
- Drop the old session table
- Deploy to staging
"""


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        # intentions, greetings and offers are no result
        ("Let me look at it.\nThe cache was stale.", "The cache was stale."),
        ("Moved it to Redis.\n\nIf you want, I can also:\n- tune the pool", "Moved it to Redis."),
        ("日志已改成 JSON。\n\n如需回退，请告诉我。", "日志已改成 JSON。"),
        ("Understood.", ""),
        ("Done!\nReady to merge: No", "Ready to merge: No"),
        ("Checking the order form now. Let me open it. Now update the cart's test.", ""),
        ("First, I should open the cart page.", ""),
        # labels, code, the lines that lead to it alone, and pictures are left out
        ("mode: `sync`\n✅ The line is set. It shows:\n```\nctx: 12%\n```\n", "The line is set."),
        ("The cause is in [cart.py](/w/shop(2)/cart.py:12).", "The cause is in cart.py."),
        # an agent's own list is told, with the line that leads to it
        ("文档已更新：\n\n- 安装改用 pipx\n- 删掉截图", "文档已更新： 安装改用 pipx； 删掉截图"),
        ("### Cart\nReads from Redis now.", "Cart: Reads from Redis now."),
        # a section below another is of its kind; bold words are no part of what follows them
        ("The cart is done.\n## Next steps\n### Docs\nWrite the docs of it.", "The cart is done."),
        ("**Checking the cart**Moved it to Redis.", "Moved it to Redis."),
        ("Moved it to Redis, so I'm opening the cart page next.", ""),
        # a table is told as a list, without its head
        ("| # | File | Now |\n|---|:-:|---|\n| 1 | **a.py** | uses Redis |", "a.py — uses Redis"),
        # absolute paths lose their beginning
        ("Wrote /home/ann/work/shop/docs/cart.md for you.", "Wrote …/docs/cart.md for you."),
        (REPORT, "Summary: The cart reads from Redis now. All 42 tests pass."),
    ],
)  # fmt: skip
def test_the_outcome_of_a_request(answer: str, outcome: str) -> None:
    assert answers.outcome([answer], 200) == outcome


def test_whole_sentences_are_chosen_by_what_they_tell_and_stand_in_their_order() -> None:
    plain = " ".join(f"Sentence {at} describes the cart module." for at in range(20))
    answer = f"{plain}\n\n**Conclusion**\n\nThe index was missing, so each query read all rows."

    told = answers.outcome([answer], 160)

    assert told.startswith("Sentence 0 describes")
    assert told.endswith("The index was missing, so each query read all rows.")
    assert len(told) <= 160
    assert answers.outcome([answer], 40) == "Sentence 0 describes the cart module."


def test_the_answer_that_says_most_is_told_and_no_later_intention() -> None:
    assert answers.outcome([REPORT, "Now let me commit it."], 60).startswith(
        "Summary: The cart reads"
    )


def test_the_last_answer_of_a_session_is_told_unless_it_says_next_to_nothing() -> None:
    said = [REPORT, "The change is on the branch."]

    assert answers.outcome(said, 60).startswith("Summary: The cart reads")
    assert answers.outcome(said, 60, more=answers.MORE_AT_END) == said[1]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (REPORT, "Drop the old session table; Deploy to staging"),
        ("Done so far. What is left:\n- Write the docs of it", "Write the docs of it"),
        ("The cart is done.\nNext step: Write the docs of it", "Write the docs of it"),
        ("代码已经合并。部署脚本尚未验证。", "部署脚本尚未验证。"),
        ("All is done. Should the rest be deployed?", ""),
    ],
)  # fmt: skip
def test_what_is_left(answer: str, left: str) -> None:
    assert answers.left(answer) == left
