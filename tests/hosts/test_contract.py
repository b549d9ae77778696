"""What holds for every host, asked of its recorded payloads: it is heard, and it can be told."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING

import pytest

from memory_store import model
from memory_store.hosts import registry, transcripts
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COPILOT = {"COPILOT_CLI": "1"}
"""What the host sets for a hook: a payload of Copilot alone doesn't tell."""

ENVIRONMENT = {"copilot": COPILOT}
FOLDERS = sorted(path.name for path in given.PAYLOADS.iterdir() if path.is_dir())
FILES = sorted(
    path.relative_to(given.PAYLOADS).as_posix()
    for path in given.PAYLOADS.glob("*/*.json")
    if not path.name.endswith(".reply.json")
)
EVERYTHING = model.Reply(context="a context", notice="a notice", followup="a followup")
SIGN = model.Reply(sign="a sign")


def read(name: str, named: str = "") -> model.Event:
    """The event of a payload, where the command line names that host."""
    payload = json.loads((given.PAYLOADS / name).read_text("utf-8"))
    return registry.parse(payload, named, ENVIRONMENT.get(name.partition("/")[0]))


def recorded(folder: str) -> list[model.Event]:
    """The event of each payload recorded from a host."""
    return [read(name) for name in FILES if name.startswith(f"{folder}/")]


def values(event: model.Event) -> given.Record:
    """The fields of an event that its payload tells."""
    told = {*model.Event.__annotations__} - {"traits", "by_plugin"}
    return {key: getattr(event, key) for key in sorted(told)}


@pytest.mark.parametrize("name", FILES)
def test_each_payload_is_understood_and_answered_as_written_beside_it(
    name: str, golden: Callable[[Path, object], None]
) -> None:
    event = read(name)

    golden(
        (given.PAYLOADS / name).with_suffix(".reply.json"),
        {
            "event": values(event),
            "everything to say": registry.render(event, EVERYTHING),
            "nothing to say": registry.render(event, model.Reply()),
        },
    )


@pytest.mark.parametrize("name", FILES)
def test_a_field_of_a_wrong_type_counts_as_not_sent(name: str) -> None:
    payload = json.loads((given.PAYLOADS / name).read_text("utf-8"))
    dialect = importlib.import_module(
        f"memory_store.hosts.{registry.HOSTS[read(name).host].dialect}"
    )

    for field in payload:
        odd = dialect.parse({**payload, field: {}})
        without = dialect.parse({key: payload[key] for key in payload if key != field})
        assert values(odd) == values(without), field


@pytest.mark.parametrize("name", FILES)
def test_a_payload_is_its_hosts_whatever_the_command_line_named(name: str) -> None:
    hosts = {read(name, named).host for named in ("", "cursor", "claude", "codex")}

    assert hosts == {name.partition("/")[0]}


@pytest.mark.parametrize("name", [one for one in FILES if one.startswith("claude/")])
def test_claude_code_that_copilots_agent_started_is_claude_code(name: str) -> None:
    """The variable of Copilot stands in its environment too."""
    payload = json.loads((given.PAYLOADS / name).read_text("utf-8"))

    assert registry.parse(payload, "claude", COPILOT).host == model.CLAUDE


def test_no_answer_to_codex_holds_a_key_that_its_closed_schemas_refuse() -> None:
    allowed = {"continue", "decision", "hookSpecificOutput", "reason", "systemMessage"}

    for event in recorded("codex"):
        assert set(registry.render(event, EVERYTHING) or {}) <= allowed


def test_every_dialect_of_the_registry_has_recorded_payloads() -> None:
    lacking = {one.dialect for one in registry.HOSTS.values()} - set(FOLDERS)

    assert lacking == set(), "tests/payloads: no folder"


def test_it_is_told_where_the_payloads_of_each_host_come_from() -> None:
    told = (given.PAYLOADS / "README.md").read_text("utf-8")

    assert [one for one in FOLDERS if f"`{one}/`" not in told] == [], "tests/payloads/README.md"


@pytest.mark.parametrize("name", sorted({one.dialect for one in registry.HOSTS.values()}))
def test_each_dialect_has_the_whole_interface(name: str) -> None:
    """A hook whose dialect lacks `directory` answers `{}` to everything."""
    dialect = importlib.import_module(f"memory_store.hosts.{name}")
    lacking = [
        one for one in ("KINDS", "parse", "render", "directory") if one not in vars(dialect)
    ]

    assert lacking == [], f"hosts/{name}.py lacks some of base.Host"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_prompt_is_heard_with_its_words_session_and_directory(folder: str) -> None:
    prompts = [event for event in recorded(folder) if event.kind == model.PROMPT]

    assert any(one.text and one.session_id and one.directory for one in prompts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_host_gives_what_its_row_says(folder: str) -> None:
    row, events = registry.HOSTS[folder], recorded(folder)
    answers = {
        kind: [json.dumps(registry.render(one, EVERYTHING)) for one in events if one.kind == kind]
        for kind in (model.SESSION_START, model.PROMPT, model.STOP)
    }
    carried = any(one.text for one in events if one.kind in (model.RESPONSE, model.STOP))

    late = any(one.traits.briefs_at_prompt for one in events)
    for kind in (model.PROMPT,) if late else (model.SESSION_START, model.PROMPT):
        assert answers[kind]
        assert all("a context" in answer for answer in answers[kind])
    assert registry.START in row.gives
    assert registry.PROMPT in row.gives
    assert (registry.SUMMARY in row.gives) == any(
        "a followup" in one for one in answers[model.STOP]
    )
    assert (registry.ANSWER in row.gives) == carried
    assert carried or row.name in transcripts.DIALECTS
    assert (registry.SIGN in row.gives) == any(one.shows for one in events)
    for one in events:
        assert ("a sign" in json.dumps(registry.render(one, SIGN))) == one.shows


@pytest.mark.parametrize("row", registry.HOSTS.values(), ids=lambda row: row.name)
def test_a_host_saves_before_a_compaction_where_its_row_says_so(row: registry.Host) -> None:
    is_wired = bool(row.user_file) and "flush_memory" in row.events.values()

    assert (registry.COMPACTION in row.gives) == is_wired
