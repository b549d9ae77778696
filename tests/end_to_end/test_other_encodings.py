"""Notes, MEMORY.md and prompts as Chinese Windows saves and sends them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from memory_store.handlers import load_memory, recall_memory
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import model

pytestmark = pytest.mark.usefixtures("words_alone")

NOTE = "# 发布流程\r\n\r\n发布窗口是每周二下午三点，负责人是平台组。\r\n"


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], store: layout.Store) -> Callable[..., str]:
    def run_command(*words: str) -> str:
        capfd.readouterr()
        __main__.main([words[0], "--project", store.project, *words[1:]])
        return capfd.readouterr().out

    return run_command


def take_in(event: model.Event, store: layout.Store) -> None:
    afterwards = recall_memory.handle(event, given.where(store)).afterwards
    assert afterwards is not None
    afterwards()


@pytest.mark.parametrize("codec", ["gb18030", "utf-16", "utf-16-le"])
def test_a_session_is_told_a_memory_file_of_another_encoding(
    store: layout.Store, codec: str
) -> None:
    Path(store.path, layout.CORE).write_bytes(NOTE.encode(codec))
    event = given.told("claude/session-start", store)

    context = load_memory.handle(event, given.where(store)).context

    assert "发布窗口是每周二下午三点" in context
    assert "\ufffd" not in context


def test_a_note_in_gb18030_is_found(store: layout.Store, run: Callable[..., str]) -> None:
    note = Path(store.path, layout.NOTES, "release.md")
    note.parent.mkdir(exist_ok=True)
    note.write_bytes(NOTE.encode("gb18030"))

    (hit,) = json.loads(run("search", "发布窗口"))["results"]

    assert "发布窗口是每周二下午三点，负责人是平台组。" in hit["text"]


@pytest.mark.parametrize("name", [layout.CORE, f"{layout.NOTES}/release.md"])
def test_a_file_in_utf_16_is_named_with_its_cure(
    store: layout.Store, run: Callable[..., str], name: str
) -> None:
    path = Path(store.path, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(NOTE.encode("utf-16"))

    assert f"{name} (it is in UTF-16: save it as UTF-8)" in run("doctor")


def test_a_prompt_read_as_another_code_page_is_kept_as_it_was_typed(store: layout.Store) -> None:
    typed = "记住，测试环境每周日晚上重建"
    misread = typed.encode().decode("gbk", "replace")
    event = given.told("cursor/before-submit-prompt", store, prompt=misread)

    take_in(event, store)

    assert [one.content for one in given.living(store)] == [typed]


def test_what_could_not_be_read_is_never_stored(store: layout.Store) -> None:
    event = given.told(
        "cursor/before-submit-prompt", store, prompt="Remember: the port is 80\ufffd"
    )

    take_in(event, store)

    assert [one.content for one in given.living(store)] == ["Remember: the port is 80"]
    assert not given.holding("\ufffd", store.path)
