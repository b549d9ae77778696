"""What commands say stands in the table of sentences, and is said in Chinese by it."""

from __future__ import annotations

import re

import pytest

from docs import generate
from memory_store import __main__, config
from memory_store.language import catalogue


def test_each_command_flag_and_setting_is_told_in_chinese() -> None:
    flags = [flag.text for name in __main__.COMMANDS for flag in generate.flags_of(name)]
    settings = [str(rule["description"]) for rule in config.schema().values()]
    told = {*__main__.COMMANDS.values(), *flags, *settings} - {""}

    names = re.compile(r"[a-z_]+(, [a-z_]+)+$")  # of hooks and shells: nothing to translate
    assert {one for one in told - catalogue.table().keys() if not names.match(one)} == set()


def test_a_sentence_has_the_places_of_its_key() -> None:
    def places(text: str) -> list[str]:
        return sorted(re.findall(r"{\d}", text))

    sentences = catalogue.table().items()
    assert [key for key, value in sentences if places(key) != places(value)] == []
    assert [key for key, _ in sentences if "}{" in key] == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("up to date", "已是最新"),
        ("  1 fact", "  1 条事实"),
        ("no such command: serch", "没有这个命令：serch"),
        (
            "memory    /x/.memory (project): 2 facts, 1 turn; 1 journal day; 9 bytes",
            "记忆      /x/.memory（项目）：2 条事实，1 条对话；1 天日志；9 字节",
        ),
        ("up to date\nnobody knows this line", "已是最新\nnobody knows this line"),
        ("", ""),
    ],
)
def test_lines_are_said_in_chinese_and_what_no_key_fits_stays(english: str, chinese: str) -> None:
    assert catalogue.said(english, "zh") == chinese
    assert catalogue.said(english, "en") == english
