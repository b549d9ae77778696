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


def test_text_for_a_person_explains_each_setting(run: Run) -> None:
    out = run("config", "--format", "text").out

    for name, rule in config.schema().items():
        assert name in out
        assert str(rule["description"]) in out


def test_a_key_is_never_shown_only_whether_it_is_set(run: Run, user_store: layout.Store) -> None:
    assert run("config", "judge_key").answer["settings"]["judge_key"] == ""
    for value in ("k-12345", ["k-12345"]):
        write(user_store, judge_key=value)

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
