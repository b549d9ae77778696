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


def test_a_session_about_many_things_is_named_by_several_in_their_order() -> None:
    many = (
        ("帮我给 OrderService 写单元测试", "六个用例全部通过。"),
        ("购物车接口很慢", "逐条查商品，已改成批量。"),
        ("发布说明更新一下", "已更新。"),
        ("登录页改成两栏布局", "改好了。"),
        ("跳板机密钥轮换", "换好了。"),
    )

    assert topic(*many) == " / ".join(asked for asked, _ in many)
    assert topic(
        ("购物车接口很慢", "查到了。"), *((f"购物车{one}", "好了") for one in "改测查写看")
    ) == ("购物车接口很慢")


def test_what_is_said_beside_one_subject_does_not_join_it() -> None:
    one = [("move billing to its own service", "Billing is moved.")]
    rest = [(f"{what} please, quickly now", "The billing service has it.") for what in "abcde"]

    assert topic(*one, *rest) == "move billing to its own service"
