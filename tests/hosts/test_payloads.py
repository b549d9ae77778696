"""Every recorded payload, and the golden answer beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import model
from memory_store.hosts import registry

if TYPE_CHECKING:
    from collections.abc import Callable

PAYLOADS = Path(__file__).parents[1] / "payloads"
FILES = sorted(
    path.relative_to(PAYLOADS).as_posix()
    for path in PAYLOADS.glob("*/*.json")
    if not path.name.endswith(".reply.json")
)


COPILOT = {"COPILOT_CLI": "1"}
"""What the host sets for a hook: of Copilot the payload alone doesn't tell."""


def environment(name: str) -> dict[str, str]:
    return COPILOT if name.startswith("copilot/") else {}


@pytest.mark.parametrize("name", FILES)
def test_each_payload_is_understood_and_answered_as_written_beside_it(
    name: str, golden: Callable[[Path, object], None]
) -> None:
    path = PAYLOADS / name

    event = registry.parse(json.loads(path.read_text(encoding="utf-8")), "", environment(name))

    outspoken = model.Reply(context="a context", notice="a notice", followup="a followup")
    golden(
        path.with_suffix(".reply.json"),
        {
            "event": {
                key: getattr(event, key)
                for key in sorted(model.Event.__slots__)
                if key != "traits"
            },
            "everything to say": registry.render(event, outspoken),
            "nothing to say": registry.render(event, model.Reply()),
        },
    )


@pytest.mark.parametrize("name", FILES)
def test_a_payload_is_its_hosts_whatever_the_command_line_named(name: str) -> None:
    payload = json.loads((PAYLOADS / name).read_text(encoding="utf-8"))
    folder = name.partition("/")[0]

    hosts = {
        registry.parse(payload, named, environment(name)).host
        for named in ("", "cursor", "claude", "codex")
    }

    assert hosts == {folder}


@pytest.mark.parametrize("name", [one for one in FILES if one.startswith("claude/")])
def test_claude_code_that_copilots_agent_started_is_claude_code(name: str) -> None:
    """The variable of Copilot stands in its environment too."""
    payload = json.loads((PAYLOADS / name).read_text(encoding="utf-8"))

    assert registry.parse(payload, "claude", COPILOT).host == model.CLAUDE


def test_no_answer_to_codex_holds_a_key_that_its_closed_schemas_refuse() -> None:
    allowed = {"continue", "decision", "hookSpecificOutput", "reason", "systemMessage"}
    reply = model.Reply(context="a context", notice="a notice", followup="a followup")

    for name in (name for name in FILES if name.startswith("codex/")):
        event = registry.parse(json.loads((PAYLOADS / name).read_text(encoding="utf-8")))

        assert set(registry.render(event, reply) or {}) <= allowed
