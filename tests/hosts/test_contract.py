"""What holds for every host, asked of its recorded payloads: it is heard, and it can be told."""

from __future__ import annotations

import json

import pytest

from memory_store import model
from memory_store.hosts import registry, transcripts
from tests import given

ENVIRONMENT = {"copilot": {"COPILOT_CLI": "1"}}
FOLDERS = sorted(path.name for path in given.PAYLOADS.iterdir() if path.is_dir())


def told(folder: str) -> list[model.Event]:
    """The event of each payload recorded from a host."""
    return [
        registry.parse(json.loads(path.read_text(encoding="utf-8")), "", ENVIRONMENT.get(folder))
        for path in sorted((given.PAYLOADS / folder).glob("*.json"))
        if not path.name.endswith(".reply.json")
    ]


def test_every_dialect_of_the_registry_has_recorded_payloads() -> None:
    assert {one.dialect for one in registry.HOSTS.values()} <= set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("kind", [model.SESSION_START, model.PROMPT])
def test_what_is_remembered_reaches_the_hosts_answer(folder: str, kind: str) -> None:
    reply = model.Reply(context="CANARY")
    answers = [registry.render(event, reply) for event in told(folder) if event.kind == kind]

    assert answers
    assert all("CANARY" in json.dumps(answer) for answer in answers)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_prompt_is_heard_with_its_words_session_and_directory(folder: str) -> None:
    prompts = [event for event in told(folder) if event.kind == model.PROMPT]

    assert any(one.text and one.session_id and one.directory for one in prompts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_answer_is_heard_or_its_record_is_read(folder: str) -> None:
    events = told(folder)

    carried = any(one.text for one in events if one.kind in (model.RESPONSE, model.STOP))
    assert carried or any(one.transcript and one.host in transcripts.DIALECTS for one in events)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_host_gives_what_its_row_says(folder: str) -> None:
    row, events = registry.HOSTS[folder], told(folder)
    outspoken = model.Reply(context="CANARY", followup="CANARY", sign="CANARY")

    def hears(kind: str) -> bool:
        answers = [registry.render(one, outspoken) for one in events if one.kind == kind]
        return any("CANARY" in json.dumps(answer) for answer in answers)

    answers = [one.text for one in events if one.kind in (model.RESPONSE, model.STOP)]
    assert (registry.START in row.gives) == hears(model.SESSION_START)
    assert (registry.PROMPT in row.gives) == hears(model.PROMPT)
    assert (registry.ANSWER in row.gives) == any(answers)
    assert (registry.SUMMARY in row.gives) == hears(model.STOP)
