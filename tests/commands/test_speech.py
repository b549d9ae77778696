"""What commands say: every sentence in both languages, with the same places."""

from __future__ import annotations

import json
import string
from pathlib import Path

from memory_store.cli import speech

SECTIONS = json.loads(Path(speech.PATH).read_text("utf-8"))


def places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_each_sentence_is_there_in_both_languages_with_the_same_places() -> None:
    for section, names in SECTIONS.items():
        for name, sentence in names.items():
            assert list(sentence) == ["en", "zh"], (section, name)
            assert places(sentence["en"]) == places(sentence["zh"]), (section, name)


def test_a_sentence_has_its_places_filled() -> None:
    assert speech.say_in("en", "doctor", "not_there", path="a", what="b") == "a: b is not there"
    assert speech.say_in("zh", "doctor", "not_there", path="a", what="b") == "a：b 不存在"
