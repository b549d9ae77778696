"""On a Chinese machine commands, their help and their errors speak Chinese."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, place
from memory_store.language import wording
from memory_store.recall import provenance
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Run

# Words of English prose, not of paths, settings and commands.
PROSE = re.compile(
    r"(?<![\w./{-])(?:the|is|are|was|not|of|with|and|to|it|this|default)(?![\w./}-])"
)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")


@pytest.mark.parametrize("name", "status config trust sync index init uninstall".split())
def test_a_command_says_no_sentence_in_english(run: Run, store: layout.Store, name: str) -> None:
    given.fact(store, "我们用 pnpm")

    said = run(name, "--format", "text").out

    assert re.search("[一-龥]", said)
    assert PROSE.findall(said) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["undo", "--help"],
        ["search", "--help"],
        ["import", "--help"],
        ["save-fact", "--help"],
    ],
)
def test_help_is_chinese(run: Run, capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit):
        run(*words)

    said = capfd.readouterr().out
    assert said.startswith("用法：memory-store ")
    assert PROSE.findall(said) == []


MISTAKES = (
    "nosuch|search|search x --limit x|search x --limit 0|search x --as-of nonsense|list --nosuch"
    "|list --limit 0|get MEMORY.md:9-3|get MEMORY.md:x|accept|accept 99999|accept f_nosuch"
    "|show f_nosuch|edit f_nosuch y|undo 0|done x|config nosuch|save-fact --content= "
    "|save-fact --content x --supersedes f_nosuch|save-summary --topic t --summary="
    "|facts --as-of nonsense|trust --withdraw --scope user|promote --accept=|promote --drop=x"
    "|judge on nosuch|judge run nosuch|judge take x|judge undo|remote add x|remote add x ftp://y"
    "|remote add ! /y|remote remove x|remote prepare /y|import nowhere"
    "|import --from markdown /nowhere|restore-backup nowhere|forget a --yes"
    "|forget f_00000000000000000000000000 --yes"
    "|init --host nosuch|model path nosuch|sync --seconds=-1|search x --project /nowhere"
).split("|")


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_in_chinese_whole(run: Run, store: layout.Store, line: str) -> None:
    given.fact(store, "我们用 pnpm")

    outcome = run(*line.split(" "), "--format", "text")

    told, _, hint = (outcome.err or outcome.out).partition("\nhint: ")
    said = f"{told}\n{hint.partition('用法')[0]}"  # the flags are no prose
    assert outcome.code
    assert PROSE.findall(said) == []
    assert re.search("[一-龥]", said)


def test_what_programs_read_stays_as_it_is(run: Run, store: layout.Store) -> None:
    given.fact(store, "我们用 pnpm")

    assert run("status").answer["stores"][0]["exists"] is True
    assert run("sync").answer["unfinished"] is False


def test_todos_and_what_is_done_are_told_in_chinese(run: Run, store: layout.Store) -> None:
    given.summary(store, "账单", todos=["迁移退款接口"], session="s-1")

    assert run("todos", "--format", "text").code == 0
    assert run("done", "1", "--format", "text").out.startswith("已完成：迁移退款接口")
    assert run("todos", "--format", "text").out == "没有待办\n"
    assert "memory-store list 或 todos" in run("done", "退款").err


def test_a_missing_package_is_told_in_chinese() -> None:
    error = place.not_installed("the page", "view", ImportError(name="uvicorn"))

    assert wording.told("zh", error) == "浏览器页面 需要 uvicorn，但没有安装"


def test_wired_hosts_are_joined_without_or(run: Run, store: layout.Store) -> None:
    run("init", "--project", store.project, "--host", "all")

    assert "项目：cursor、claude" in run("status", "--format", "text").out


@pytest.mark.long
@pytest.mark.skipif(not sys.prefix.isascii(), reason="Python itself fails there, at its own path")
def test_hooks_that_two_places_start_are_told_in_chinese(
    run: Run, store: layout.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    run("init", "--project", store.project, "--host", "cursor")
    said = [run("init", "--user", "--host", "cursor", "--format", "text").out]
    said += [run(one, "--format", "text").out for one in ("status", "doctor")]

    assert ["两个进程" in one for one in said] == [True, True, True]
    assert [PROSE.findall(one) for one in said] == [[], [], []]


def test_what_cannot_be_read_is_told_in_chinese_and_once(run: Run, store: layout.Store) -> None:
    given.event(store, "prompt", text="网关用 APISIX")
    Path(store.path, layout.FACTS).mkdir(0o700)

    found = run("search", "网关", "--method", "fts", "--format", "text").out
    told = run("status", "--format", "text").out
    refused = run("save-fact", "--content", "网关用 APISIX", "--format", "text").err

    assert PROSE.findall(found + told + refused) == []
    assert "! 无法读取，已跳过：facts.jsonl" in found
    assert re.findall(f"问题 .*{layout.FACTS}.*修复：mv ", told) != []
    assert told.count(f"{layout.FACTS} ") + told.count(f"{layout.FACTS}：") == 1
    assert "没有保存；文件保持原样；修复：mv " in refused


def test_a_recalled_turn_is_named_in_chinese() -> None:
    record = {
        "kind": "turn",
        "type": "response",
        "id": "e_1",
        "text": "缓存用 Redis",
        "via": "agent",
    }

    noon = given.moment(30)

    said = provenance.hit({**record, "created_at": clock.stamp(noon)}, "zh")

    assert said == f"- [对话 {clock.local_date(noon)} e_1 agent] 缓存用 Redis"
