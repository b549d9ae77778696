"""On a Chinese machine commands, their help and their errors speak Chinese."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, config, place
from memory_store.cli import table
from memory_store.hosts import registry
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


LATIN = re.compile(r"[A-Za-z][A-Za-z'_-]*[A-Za-z]")
"""A word; single letters are types of facts, and units."""
NO_PROSE = re.compile(
    r"\w+://|memory-\w+|[\w.~-]*[/\\\\][^\s：，。；）]*|--[\w-]+|\b[fste]_\w+|\b\w+(?:\.\w+)+|\d\w*(?::\w+)*|[\w-]+@\S+"
)
"""Paths, flags, ids, file names, moments and versions."""


def names() -> set[str]:
    """The Latin words of Chinese sentences, of commands, of flags' values and of settings."""
    settings = config.schema()
    known = {*table.rows(), "memory-store", *settings, *registry.HOSTS, *registry.HANDLES}
    rows = table.rows().values()
    flags = [flag for row in rows for flag in row.declared()]
    said = [one.help.get("zh", "") for one in flags]
    said += [
        f"{one['description_zh']} {one.get('enum')} {one['default']}" for one in settings.values()
    ]
    said += [text["zh"] for row in rows for text in (row.line, row.help)]
    said += [str(one) for flag in flags for one in flag.how.get("choices", ())]
    said += [str(flag.how.get("metavar", "")) for flag in flags if "|" in str(flag.how)]
    for name in wording.TABLES:
        found = wording.table(name).values()
        said += [PLACE.sub(" ", one if isinstance(one, str) else one[1]) for one in found]
    return known | {word for one in said for word in LATIN.findall(NO_PROSE.sub(" ", one))}


PLACE = re.compile(r"{\w+}")
COMMANDS = (
    "status|doctor|now|config|sync|index|list|log --why|sessions|today|stats|briefing --why|todos"
    "|search pnpm|search nothing|show 1|import --dry-run|judge status|judge take -"
    "|promote --list|trust|scan|undo|redo|facts --as-of 昨天|team status|remote list|init"
    "|uninstall|forget pnpm|completion|disable|enable|model path|retract 1|restore 1|pin 1"
).split("|")


@pytest.mark.parametrize("line", COMMANDS)
def test_no_answer_has_an_english_word_that_is_no_name(
    run: Run, store: layout.Store, line: str
) -> None:
    given.fact(store, "我们用 pnpm", session="s1")
    given.event(store, "prompt", "s1", text="以后用 pnpm")
    run("list")

    outcome = run(*line.split(" "), "--format", "text")

    assert strange(outcome.out + outcome.err, line) == []


def strange(said: str, line: str) -> list[str]:
    """The Latin words of an answer that are no names, and that nobody typed.

    `error:` and `hint:` begin their lines in each language, for programs.
    """
    typed = {"pnpm", "s1", "SESSION-ID", "error", "hint", *LATIN.findall(line)}
    bare = NO_PROSE.sub(" ", said.replace(sys.executable, " "))
    return sorted({*LATIN.findall(bare)} - names() - typed)


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
    "nosuch|search|search x --limit x|search x --limit 0|list --nosuch"
    "|list --limit 0|get MEMORY.md:9-3|get MEMORY.md:x|accept|accept 99999|accept f_nosuch"
    "|show f_nosuch|edit f_nosuch y|undo 0|done x|config nosuch|save-fact --content= "
    "|save-fact --content x --supersedes f_nosuch|save-summary --topic t --summary="
    "|facts --as-of nonsense|trust --withdraw --scope user|promote --accept=|promote --drop=x"
    "|judge on nosuch|judge run nosuch|judge take x|judge undo|remote add x|remote add x ftp://y"
    "|remote add ! /y|remote remove x|remote prepare /y|import nowhere"
    "|import --from claude /nowhere|restore-backup nowhere|forget a --yes"
    "|forget f_00000000000000000000000000 --yes"
    "|judge|team|edit|hook|hook nosuch|restore-backup|model|get|show|forget|search x --min-score 3"
    "|search x --kind nosuch|import --from nosuch|save-fact --content x --confidence 2"
    "|export nowhere/x|restore-backup /etc/hostname|view --port x"
    "|promote --yes=1"
    "|init --host nosuch|model path nosuch|sync --seconds=-1|search x --project /nowhere"
).split("|")


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_in_chinese_whole(run: Run, store: layout.Store, line: str) -> None:
    given.fact(store, "我们用 pnpm")

    outcome = run(*line.split(" "), "--format", "text")

    said = outcome.err or outcome.out
    assert outcome.code
    assert strange(said, line) == []
    assert re.search("[一-龥]", said)


def test_a_missing_package_is_told_in_chinese() -> None:
    error = place.not_installed("the page", "view", ImportError(name="uvicorn"))

    assert wording.told("zh", error) == "浏览器页面需要 uvicorn，但没有安装"


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
