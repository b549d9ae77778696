"""What a session is about: the request whose words recur."""

from __future__ import annotations

from memory_store.learn import subject, telling


def topic(*turns: tuple[str, str]) -> str:
    prompts = [telling.sentences(asked) for asked, _ in turns]
    return subject.of(prompts, [subject.words(f"{asked} {answer}") for asked, answer in turns], [])


def test_words_are_stems_and_pairs_of_characters() -> None:
    assert subject.words("Limiting the limiter, API 42!") == {"limit", "api"}
    assert subject.words("订单导出") == {"订单", "单导", "导出"}
    assert subject.words("用redis限流") == {"redis", "限流"}
    assert subject.words("what would you do, 怎么") == set()


def test_the_request_whose_words_recur_in_most_turns_is_found() -> None:
    found = topic(
        ("which node version?", "20.11"),
        ("the billing export fails", "The billing export had no header."),
        ("and for March?", "The billing export of March works."),
        ("good", "The billing export is done."),
    )

    assert found == "the billing export fails"


def test_of_two_requests_that_recur_alike_the_first_is_found() -> None:
    assert topic(("add a login page", "Added."), ("add a help page", "Added.")) == (
        "add a login page"
    )


def test_its_neighbours_come_along_while_there_is_room() -> None:
    long = "word " * 30

    assert (
        topic(("The export fails. Since when?", "The export")) == "The export fails. Since when?"
    )
    assert topic((f"The export fails. {long}.", "The export fails")) == "The export fails."


def test_greetings_and_what_is_merely_to_be_remembered_are_no_subject() -> None:
    assert topic(("hi!", "Hello!"), ("thanks", "Any time.")) == ""
    assert (
        topic(("记住：用 uv 安装依赖", "好的。"), ("修复登录超时", "修好了。")) == "修复登录超时"
    )
