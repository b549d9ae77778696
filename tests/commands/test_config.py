"""The settings that hold, and what is wrong with them: docs/interface.md 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import config

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run


def test_every_setting_is_told_with_its_value_and_origin(run: Run, store: layout.Store) -> None:
    assert store.exists()
    answer = run("config").answer

    assert set(answer["settings"]) == set(config.schema())
    assert answer["origins"]["briefing_chars"] == "default"
    assert answer["problems"] == []


def test_text_for_a_person_explains_each_setting(run: Run) -> None:
    out = run("config", "--format", "text").out

    for name, rule in config.schema().items():
        assert name in out
        assert str(rule["description"]) in out
