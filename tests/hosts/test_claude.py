from __future__ import annotations

import pytest

from memory_store import model
from memory_store.hosts import claude

EVERYTHING = model.Reply(context="a context", notice="a notice", followup="a followup")


def event(kind: str) -> model.Event:
    return model.Event(host=model.CLAUDE, kind=kind)


def parse(name: str, **fields: object) -> model.Event:
    return claude.parse({"hook_event_name": name, "session_id": "s", **fields})


def test_the_first_stop_carries_the_agents_last_words() -> None:
    stop = parse("Stop", stop_hook_active=False, last_assistant_message="Done.", cwd="/w")

    assert (stop.kind, stop.status, stop.loop_count) == (model.STOP, "completed", 0)
    assert (stop.text, stop.directory, stop.background) == ("Done.", "/w", False)


@pytest.mark.parametrize(
    ("sent", "count"),
    [
        ({"stop_hook_active": True}, 1),
        ({"stop_hook_active": False}, 0),
        ({"stop_hook_active": "false"}, -1),
        ({}, -1),
    ],
)
def test_only_a_host_that_says_so_is_at_the_first_stop(
    sent: dict[str, object], count: int
) -> None:
    assert parse("Stop", **sent).loop_count == count


def test_a_subagents_stop_is_nothing_that_we_handle() -> None:
    stop = parse("SubagentStop", agent_id="a", agent_type="", last_assistant_message="<summary>")

    assert (stop.kind, stop.text, stop.background) == ("", "", True)


def test_what_happens_inside_a_subagent_is_in_the_background() -> None:
    assert parse("UserPromptSubmit", agent_id="a", prompt="p").background
    assert not parse("UserPromptSubmit", agent_id="", prompt="p").background
    assert not parse("UserPromptSubmit", prompt="p").background


def test_the_source_is_a_starts_alone() -> None:
    assert parse("SessionStart", source="compact").source == "compact"
    assert parse("UserPromptSubmit", source="sdk").source == ""


def test_of_a_prompt_from_codexs_extension_the_persons_words_are_kept() -> None:
    text = (
        "# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nwhy?\n"
    )
    payload: dict[str, object] = {"hook_event_name": "UserPromptSubmit", "prompt": text}

    assert claude.parse(payload).text == "why?"


def test_codex_names_the_turn_in_its_own_way() -> None:
    assert parse("Stop", turn_id="t").turn_id == "t"
    assert parse("Stop", turn_id="t", prompt_id="p").turn_id == "p"


@pytest.mark.parametrize("kind", [model.SESSION_START, model.PROMPT])
@pytest.mark.parametrize(
    ("reply", "keys"),
    [
        (model.Reply(), set()),
        (model.Reply(context="c"), {"hookSpecificOutput"}),
        (model.Reply(notice="n"), {"systemMessage"}),
        (EVERYTHING, {"hookSpecificOutput", "systemMessage"}),
    ],
)
def test_context_goes_to_the_model_and_a_notice_to_the_person(
    kind: str, reply: model.Reply, keys: set[str]
) -> None:
    assert set(claude.render(event(kind), reply) or {}) == keys


def test_injected_text_names_its_event() -> None:
    name = {model.SESSION_START: "SessionStart", model.PROMPT: "UserPromptSubmit"}

    for kind, event_name in name.items():
        assert claude.render(event(kind), model.Reply(context="c")) == {
            "hookSpecificOutput": {"hookEventName": event_name, "additionalContext": "c"}
        }


def test_a_followup_holds_the_turn_open() -> None:
    answer = claude.render(event(model.STOP), EVERYTHING)

    assert answer == {"decision": "block", "reason": "a followup", "systemMessage": "a notice"}
    assert claude.render(event(model.STOP), model.Reply(context="c")) == {}


@pytest.mark.parametrize("reply", [model.Reply(), EVERYTHING])
def test_not_one_byte_is_printed_before_a_compaction(reply: model.Reply) -> None:
    assert claude.render(event(model.COMPACTION), reply) is None


@pytest.mark.parametrize("kind", [model.SESSION_END, model.RESPONSE, ""])
def test_other_events_are_answered_with_nothing(kind: str) -> None:
    assert claude.render(event(kind), EVERYTHING) == {}
