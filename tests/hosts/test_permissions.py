"""What Claude Code may run unasked: put in and taken out, every other byte as it was."""

from __future__ import annotations

import json

import pytest

from memory_store import errors, model
from memory_store.hosts import permissions, registry, wiring
from tests.hosts import test_wiring

PROJECT = "--project '/home/dev/my project'"
ALLOWED = [
    f"/opt/venv/bin/python -I /opt/scripts/{name}.py {PROJECT}" for name in permissions.SCRIPTS
]
RULES = [f"Bash({one}:*)" for one in ALLOWED]
THEIRS = "Bash(/opt/venv/bin/python -I /opt/scripts/other.py:*)"
OBJECTS: list[object] = [
    {"permissions": {}},
    {"permissions": {"allow": []}},
    {"permissions": {"allow": [THEIRS], "deny": []}},
    {"permissions": {"deny": ["Read(.env)"]}, "model": "opus"},
    {"hooks": {"Stop": [test_wiring.GROUP]}, "permissions": {"defaultMode": "plan", "allow": []}},
]
BY_HAND = [
    '{"permissions": { }}',
    '{"permissions": {"allow": [ ]}}',
    '{"permissions": {\n  "allow": [\n "Read"\n ]\n}}\n',
]
CASES = [text for host, text in test_wiring.CASES if host == model.CLAUDE] + [
    *BY_HAND,
    *(text for value in OBJECTS for text in test_wiring.spellings(value)),
]


def command(name: str) -> str:
    return wiring.command_line("/opt/venv/bin/python", f"/opt/hooks/{name}.py", model.CLAUDE)


def merge(text: str, allowed: list[str] = ALLOWED) -> str:
    return wiring.merge(text, model.CLAUDE, command, allowed=allowed)


def allowed_in(text: str) -> list[str]:
    found = json.loads(text.removeprefix("\ufeff") or "{}")
    listed: list[str] = found.get("permissions", {}).get("allow", [])
    return listed


@pytest.mark.parametrize("text", CASES)
def test_the_rules_come_behind_the_users_and_go_to_the_byte(text: str) -> None:
    merged = merge(text)

    before = allowed_in(text if text.strip() else "{}")
    assert allowed_in(merged) == [*before, *RULES]
    assert merge(merged) == merged
    assert wiring.remove(merged, model.CLAUDE) == text
    assert merge(merged, []) == merge(text, [])


@pytest.mark.parametrize("text", CASES)
def test_rules_of_another_place_are_replaced_and_the_hooks_keep_what_the_user_set(
    text: str,
) -> None:
    moved = [one.replace("/opt/venv", "/srv/venv") for one in ALLOWED]
    merged = merge(text).replace('"timeout": 10', '"timeout": 77')

    again = merge(merged, moved)

    assert allowed_in(again)[-3:] == [f"Bash({one}:*)" for one in moved]
    assert not set(allowed_in(again)) & set(RULES)
    assert again.count('"timeout": 77') == len(registry.HOSTS[model.CLAUDE].events)
    assert wiring.remove(again, model.CLAUDE) == text


@pytest.mark.parametrize(
    "text", ['{"permissions": []}', '{"permissions": {"allow": "Read"}}', '{"permissions": 1}']
)
def test_what_claude_code_would_not_read_is_refused_by_line_and_column(text: str) -> None:
    with pytest.raises(errors.UsageError, match=r"settings.json:1:\d+: an (object|array) is"):
        merge(text)


def test_no_rule_but_of_the_three_scripts_is_ours() -> None:
    others = [
        THEIRS,
        "Bash(git status:*)",
        "Bash(/opt/venv/bin/python -I /opt/scripts/get_memory.py:*)",
        "Bash(/opt/scripts/save_fact.py:*)",
    ]
    text = json.dumps({"permissions": {"allow": [*others, *RULES]}})

    assert allowed_in(wiring.remove(text, model.CLAUDE)) == others
