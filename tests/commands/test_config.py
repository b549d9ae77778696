"""The settings that hold, and what is wrong with them: docs/interface.md 6."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import config
from memory_store.store import layout

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def write(store: layout.Store, **settings: object) -> None:
    Path(store.path, layout.SETTINGS).write_text(json.dumps(settings), "utf-8")


def test_every_setting_is_told_with_its_value_and_origin(run: Run, store: layout.Store) -> None:
    assert store.exists()
    answer = run("config").answer

    assert set(answer["settings"]) == set(config.schema())
    assert answer["origins"]["briefing_chars"] == "default"
    assert answer["problems"] == []


def test_environment_goes_before_project_before_user_before_default(
    run: Run, store: layout.Store, user_store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> tuple[int, str]:
        answer = run("config", "briefing_chars").answer
        return answer["settings"]["briefing_chars"], answer["origins"]["briefing_chars"]

    assert told() == (6000, "default")
    write(user_store, briefing_chars=1000)
    assert told() == (1000, "user")
    write(store, briefing_chars=2000)
    assert told() == (2000, "project")
    monkeypatch.setenv("MEMORY_STORE_BRIEFING_CHARS", "3000")
    assert told() == (3000, "environment")


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"briefing_char": 1}, "briefing_char"),
        ({"briefing_chars": "many"}, "briefing_chars"),
        ({"briefing_chars": 10**9}, "briefing_chars"),
        ({"session_save": "sometimes"}, "session_save"),
        ({"embedder": "fastembed"}, "embedder"),
        ({"embedding_model": "evil/model"}, "embedding_model"),
        ({"cache_directory": "/etc"}, "cache_directory"),
        ({"api_key": "x"}, "api_key"),
    ],
)
def test_a_projects_bad_or_forbidden_setting_is_told_by_name_and_the_default_holds(
    run: Run,
    store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, object],
    name: str,
) -> None:
    monkeypatch.delenv("MEMORY_STORE_EMBEDDER")
    write(store, **settings)

    outcome = run("config")

    assert outcome.code == 1
    assert any(name in one for one in outcome.answer["problems"])
    defaults = {key: rule["default"] for key, rule in config.schema().items()}
    assert outcome.answer["settings"] == defaults


def test_the_user_may_set_what_a_project_may_not(
    run: Run, user_store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMORY_STORE_EMBEDDER")
    write(user_store, embedder="none")

    assert run("config", "embedder").answer["settings"] == {"embedder": "none"}


@pytest.mark.parametrize("text", ["{", "[]", "5", '{"recall": true,}', "\ufeff{"])
def test_a_file_that_is_no_json_is_told(run: Run, store: layout.Store, text: str) -> None:
    Path(store.path, layout.SETTINGS).write_text(text, "utf-8")

    outcome = run("config")

    assert outcome.code == 1
    assert any("config.json" in one for one in outcome.answer["problems"])


def test_an_unknown_environment_variable_of_ours_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALLL", "off")

    assert any("RECALLL" in one for one in run("config").answer["problems"])


def test_a_name_that_is_no_setting_is_told(run: Run) -> None:
    outcome = run("config", "nonsense")

    assert outcome.code == 2
    assert "nonsense" in outcome.err


def test_text_for_a_person_explains_each_setting(run: Run) -> None:
    out = run("config", "--format", "text").out

    for name, rule in config.schema().items():
        assert name in out
        assert str(rule["description"]) in out


def test_a_key_is_never_shown_only_whether_it_is_set(run: Run, user_store: layout.Store) -> None:
    assert run("config", "extract_key").answer["settings"]["extract_key"] == ""
    for value in ("k-12345", ["k-12345"]):
        write(user_store, extract_key=value)

        shown = [run("config", "--format", form) for form in ("json", "text")]

        assert all("k-12345" not in one.out + one.err for one in shown)
        assert ("(set)" in shown[1].out) == (value == "k-12345")


@pytest.mark.parametrize("name", ["embedding_url", "extract_url"])
@pytest.mark.parametrize("url", ["https://me:s3cr3t@host/v1", "https://host/v1?key=s3cr3t"])
def test_a_key_within_an_address_is_not_shown(
    run: Run, user_store: layout.Store, name: str, url: str
) -> None:
    write(user_store, **{name: url})

    shown = [run("config", "--format", form) for form in ("json", "text")]

    assert all("s3cr3t" not in one.out + one.err for one in shown)
    assert all("***" in one.out and "host/v1" in one.out for one in shown)
