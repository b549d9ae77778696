"""What a replay sends to hooks has the fields that hosts send."""

from __future__ import annotations

import json

import pytest

from memory_store import model
from memory_store.hosts import example_payloads, registry
from tests import given

OPTIONAL = {"model_id", "model_params", "effort"}
RECORDED = [
    (model.CURSOR, example_payloads.START, "session-start"),
    (model.CURSOR, example_payloads.PROMPT, "before-submit-prompt-first"),
    (model.CURSOR, example_payloads.RESPONSE, "after-agent-response-no-tokens"),
    (model.CURSOR, example_payloads.STOP, "stop"),
    (model.CURSOR, example_payloads.COMPACTION, "pre-compact-auto"),
    (model.CURSOR, example_payloads.END, "session-end"),
    (model.CLAUDE, example_payloads.START, "session-start"),
    (model.CLAUDE, example_payloads.SUBAGENT, "subagent-start"),
    (model.CLAUDE, example_payloads.PROMPT, "user-prompt-submit"),
    (model.CLAUDE, example_payloads.STOP, "stop"),
    (model.CLAUDE, example_payloads.COMPACTION, "pre-compact"),
    (model.CLAUDE, example_payloads.RESPONSE, "post-compact"),
    (model.CLAUDE, example_payloads.END, "session-end"),
    ("copilot", example_payloads.START, "session-start"),
    ("copilot", example_payloads.PROMPT, "user-prompt-submit"),
    ("copilot", example_payloads.STOP, "stop"),
    ("copilot", example_payloads.END, "session-end"),
    ("gemini", example_payloads.START, "session-start"),
    ("gemini", example_payloads.PROMPT, "before-agent"),
    ("gemini", example_payloads.STOP, "after-agent"),
    ("gemini", example_payloads.END, "session-end"),
]


@pytest.mark.parametrize(("host", "name", "file"), RECORDED)
def test_a_payload_has_the_fields_that_its_host_sends(host: str, name: str, file: str) -> None:
    sent = json.loads((given.PAYLOADS / host / f"{file}.json").read_text("utf-8"))
    fields = {name for name in sent if name not in OPTIONAL and not name.endswith("_tokens")}

    made = example_payloads.make(host, name, "s-1", "t-1", "/w", {})

    assert fields <= made.keys() | {"context_tokens"}
    assert made["hook_event_name"] == sent["hook_event_name"]
    for one in fields & made.keys():
        assert made[one] is None or sent[one] is None or type(made[one]) is type(sent[one])
    event, recorded = registry.parse(made, host), registry.parse(sent, host)
    assert (event.host, event.session_id, event.directory) == (host, "s-1", "/w")
    assert event.kind == recorded.kind
    assert event.turn_id == ("t-1" if recorded.turn_id else "")


@pytest.mark.parametrize("row", registry.HOSTS.values(), ids=lambda row: row.name)
def test_the_events_that_a_host_is_wired_to_can_be_played(row: registry.Host) -> None:
    """`doctor` tries its hooks with them, and a host played as another is never tried."""
    assert row.dialect in example_payloads.EVENTS, (
        f"replay/payloads.py: no EVENTS of {row.dialect!r}"
    )
    steps = example_payloads.EVENTS[row.dialect]
    played = [example_payloads.make(row.name, step, "s-1", "t-1", "/w", {}) for step in steps]

    heard = {made["hook_event_name"]: registry.parse(made, row.name) for made in played}

    assert row.events.keys() <= heard.keys(), "replay/payloads.py: no fields of a wired event"
    for name, hook in row.events.items():
        assert heard[name].host == row.name
        assert heard[name].kind in registry.HANDLES[hook]


def test_a_field_that_an_event_has_not_is_left_out() -> None:
    made = example_payloads.make(
        model.CLAUDE, example_payloads.PROMPT, "s", "t", "/w", {"prompt": "p", "text": "x"}
    )

    assert made["prompt"] == "p"
    assert "text" not in made
