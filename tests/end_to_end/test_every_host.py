"""What every host can rely on: its recorded payloads, through the shims as processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import __main__, model
from memory_store.hosts import registry
from tests import given, world

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout

ENVIRONMENT = {"copilot": {"COPILOT_CLI": "1"}}
HOSTS = {
    "cursor": "session-start before-submit-prompt after-agent-response stop session-end",
    "claude": "session-start user-prompt-submit stop session-end",
    "codex": "session-start user-prompt-submit stop session-end",
    "copilot": "session-start user-prompt-submit stop session-end",
    "qwen": "session-start user-prompt-submit stop",
    "gemini": "session-start before-agent after-agent session-end",
    "trae": "session-start user-prompt-submit stop",
    "droid": "session-start user-prompt-submit stop session-end",
    "kimi": "user-prompt-submit stop",
}
"""The recorded payloads of one turn, in their order."""
ENTRIES = [row for row in registry.HOSTS.values() if row.project_file and not row.plugin]
PLUGINS = [row for row in registry.HOSTS.values() if row.plugin]
SAID = "From now on always run make smoke before a deployment."
ANSWERED = "I shall run it from now on, as the gateway needs it."
OTHER = {"claude": "cursor"}  # who comes after: Claude Code, but after itself Cursor


def lived(store: layout.Store, host: str, session: str) -> list[str]:
    """What the hooks of a host answer in one turn, as `init` wires them for it."""
    said = {"prompt": SAID, "text": ANSWERED, "last_assistant_message": ANSWERED}
    said |= {"prompt_response": ANSWERED}
    answers = []
    for name in HOSTS[host].split():
        payload = given.payload(f"{host}/{name}", store.project, session)
        payload |= {key: said[key] for key in said if key in payload}
        with pytest.MonkeyPatch.context() as machine:
            for variable, value in ENVIRONMENT.get(host, {}).items():
                machine.setenv(variable, value)
            answers.append("".join(world.strings(world.hear(payload, host))))
    return answers


def test_every_host_with_recorded_payloads_is_asked() -> None:
    folders = {one.name for one in given.PAYLOADS.iterdir() if one.is_dir()}

    assert set(HOSTS) == folders, "HOSTS: the payloads of a turn"


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize("host", HOSTS)
def test_a_session_is_told_what_is_known_and_the_next_host_what_was_said(
    host: str, store: layout.Store
) -> None:
    given.fact(store, "The gateway listens on port 8123", kind="O", confidence=0.95)

    start, *_ = lived(store, host, "s-1")

    assert "8123" in start
    events = given.journal(store)
    assert {one["host"] for one in events if one["session_id"] == "s-1"} == {host}
    assert [one["text"] for one in given.journal(store, "prompt")] == [SAID]
    if registry.ANSWER in registry.HOSTS[host].gives:
        assert [one["text"] for one in given.journal(store, "response")] == [ANSWERED]
    kept = [one for one in given.living(store) if "make smoke" in one.content]
    assert [one.source["host"] for one in kept] == [host]
    after = OTHER.get(host, model.CLAUDE)
    assert "make smoke" in lived(store, after, "s-2")[0]


@pytest.mark.parametrize("host", ENTRIES)
def test_what_init_writes_for_a_host_uninstall_takes_out(
    host: registry.Host, project: Path
) -> None:
    file = project / host.project_file
    file.parent.mkdir()
    before = '{\n  "version": 1,\n  "theirs": {"kept": [1, 2]}\n}\n'
    file.write_text(before, encoding="utf-8")

    assert __main__.main(["init", "--project", str(project), "--host", host.name]) == 0
    wired = file.read_text("utf-8")
    assert __main__.main(["uninstall", "--project", str(project)]) == 0

    assert all(f"{hook}.py" in wired for hook in host.events.values())
    assert f"--host {host.name}" in wired
    assert file.read_text("utf-8") == before


@pytest.mark.parametrize("host", PLUGINS)
def test_a_plugin_file_comes_and_goes_whole_and_nobody_elses_is_touched(
    host: registry.Host, project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = project / host.project_file
    words = ("--project", str(project), "--host", host.name)

    assert __main__.main(["init", *words]) == 0
    written = file.read_text("utf-8")
    assert __main__.main(["init", *words]) == 0
    assert file.read_text("utf-8") == written
    assert all(f"{hook}.py" in written for hook in host.events.values())
    assert __main__.main(["uninstall", *words]) == 0
    assert not (project / host.project_file.split("/")[0]).exists()

    file.parent.mkdir(parents=True)
    file.write_text("export const Theirs = 1\n", encoding="utf-8")
    assert __main__.main(["init", *words]) == 2
    assert "somebody else's" in capfd.readouterr().err
    assert __main__.main(["uninstall", *words]) == 0
    assert file.read_text("utf-8") == "export const Theirs = 1\n"
