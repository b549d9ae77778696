"""A life of two sessions in Cursor, by the payloads it sends: one learns, the next one knows."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from memory_store import place
from tests import given
from tests.end_to_end import shims
from tests.end_to_end.cursor_chat import Chat

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout

pytestmark = pytest.mark.long


def test_what_one_session_learns_the_next_one_knows(store: layout.Store) -> None:
    monday = Chat(store, "monday")
    assert "Project memory" in monday.start()

    monday.ask("记住：支付回调的签名算法改为 HMAC-SHA256。")
    monday.say("好的，已了解。")
    monday.ask("以后提交信息统一用英文写。")
    monday.say(
        "好的。\nW(c=0.9) @支付: 回调地址在 gateway 服务\nS @支付: 签名改好了。待办：给回调补测试"
    )
    assert monday.stop() == ""  # its turns were captured: an extra turn would cost the user
    monday.end()
    tuesday = Chat(store, "tuesday")

    given_to_tuesday = tuesday.start()

    for known in (
        "支付回调的签名算法改为 HMAC-SHA256",
        "以后提交信息统一用英文写",
        "回调地址在 gateway 服务",
        "给回调补测试",
        "项目记忆",
    ):
        assert known in given_to_tuesday
    assert monday.session not in given_to_tuesday
    assert tuesday.session in given_to_tuesday


def test_a_compaction_is_announced_once_and_handed_over_with_the_next_prompt_once(
    store: layout.Store,
) -> None:
    chat = Chat(store, "s-1")
    chat.start()
    chat.ask("结账为什么慢？")
    chat.say("缺少索引。")

    announced = [chat.compact(142), chat.compact(142)]
    handed = [chat.ask("加上索引"), chat.ask("再看看")]

    assert announced[0].startswith("[Memory Flush]")
    assert "87.5%" in announced[0]
    assert "142 条消息" in announced[0]
    assert announced[1] == ""
    assert handed[0].startswith("[Memory Flush]")
    assert "--session s-1" in handed[0]
    assert handed[1] == ""
    assert chat.compact(200).startswith("[Memory Flush]")  # the next cycle is another one
    assert chat.ask("继续").startswith("[Memory Flush]")


def test_a_rich_session_is_asked_once_and_what_comes_back_is_nobodys_words(
    store: layout.Store,
) -> None:
    chat = Chat(store, "s-1")
    chat.start()
    for one in range(10):
        chat.ask(f"第 {one} 个问题")
        chat.say(f"第 {one} 个回答" + "，原因已经查到，改好之后测试通过了" * 200)

    assert chat.stop(status="aborted") == ""
    assert chat.stop(status="error") == ""
    assert chat.stop(loop_count=1) == ""
    request = chat.stop()
    assert request.startswith("[Session Save]")
    assert place.command("save_summary") in request
    assert "`O @主题: …`" in request  # this session saved no fact itself

    assert chat.ask(request) == ""
    chat.say("摘要已保存。")
    assert chat.stop(loop_count=1) == ""
    chat.ask("再问一个问题")
    assert chat.stop() == ""

    assert len(chat.journal("prompt")) == 11
    assert len(chat.journal("response")) == 10
    assert len(chat.journal("save_requested")) == 1
    assert given.holding("[Session Save]", store.project) == []


def test_where_nothing_is_captured_the_agent_is_asked_and_its_summary_is_told(
    store: layout.Store,
) -> None:
    chat = Chat(store, "s-1")
    chat.start()  # and no prompt: its hook doesn't run in this host
    assert chat.stop().startswith("[Session Save]")
    words = ["--topic", "The slow checkout", "--summary", "An index was missing."]
    flags = ["--project", store.project, "--session", "s-1"]
    assert shims.script("save_summary", *flags, *words, "--todo", "measure it").code == 0
    assert chat.stop() == ""
    chat.end()

    told = Chat(store, "s-2").start()

    assert "The slow checkout" in told
    assert "An index was missing." in told
    assert "measure it" in told


def test_the_truth_alone_is_enough_on_another_day(store: layout.Store, machine: Path) -> None:
    """Everything derived is deleted between two sessions."""
    chat = Chat(store, "s-1")
    chat.start()
    chat.ask("以后提交信息统一用英文写。")
    chat.end()
    shutil.rmtree(machine / "cache")
    shutil.rmtree(machine / "state", ignore_errors=True)

    assert "以后提交信息统一用英文写" in Chat(store, "s-2").start()
    found = shims.script(
        "search_memory", "--project", store.project, "提交信息", "--method", "fts"
    )
    assert "以后提交信息统一用英文写" in found.out
