"""What commands say stands in the table of sentences, and is said in Chinese by it."""

from __future__ import annotations

import re

from docs import generate
from memory_store import __main__, config
from memory_store.language import catalogue
from tests import growth


def test_each_command_flag_and_setting_is_told_in_chinese() -> None:
    flags = [flag.text for name in __main__.COMMANDS for flag in generate.flags_of(name)]
    settings = [str(rule["description"]) for rule in config.schema().values()]
    told = {*__main__.COMMANDS.values(), *flags, *settings} - {""}

    names = re.compile(r"[a-z_]+(, [a-z_]+)+$")  # of hooks and shells: nothing to translate
    assert {one for one in told - catalogue.table().keys() if not names.match(one)} == set()


def test_a_line_that_nearly_fits_a_sentence_of_many_places_is_told_at_once() -> None:
    nearly = "x: 1 files, 2 pieces (3 new, 4 gone), 5 vectors made, "  # and none missing
    grown = growth.of(
        lambda line: catalogue.said(line, "zh"), lambda size: nearly * (size // 50) + "7 s", 400
    )

    assert grown < growth.MOST


def test_a_sentence_has_the_places_of_its_key() -> None:
    sentences, places = catalogue.table().items(), re.compile(r"{\d}").findall
    assert [key for key, value in sentences if sorted(places(key)) != sorted(places(value))] == []
    assert [key for key, _ in sentences if "}{" in key] == []
