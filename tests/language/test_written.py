"""Which language a session speaks; examples.json has the prompts."""

from __future__ import annotations

from memory_store.language import written

CHINESE = {"type": "prompt", "text": "这里为什么慢？"}
ENGLISH = {"type": "response", "text": "It checks every token before it asks the database"}


def test_the_agents_answers_tell_only_where_no_prompt_does() -> None:
    assert written.of_session([CHINESE, ENGLISH]) == "zh"
    assert written.of_session([{"type": "prompt", "text": "1 + 1"}, ENGLISH], "zh") == "en"


def test_a_setting_goes_before_what_is_spoken() -> None:
    assert written.chosen("en", [CHINESE]) == "en"
    assert written.chosen("auto", [CHINESE]) == "zh"
    assert written.chosen("auto", [], "zh") == "zh"
