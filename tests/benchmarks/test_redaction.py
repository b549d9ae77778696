"""The benchmark of redaction counts what it says, and its promises hold on what ships with it."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import redaction

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long


KEY = "ghp_" + "a1B2c3D4e" * 4


def test_a_case_counts_as_found_only_where_its_value_is_gone(tmp_path: Path) -> None:
    told = [
        {"rule": "a", "text": f"token {KEY}", "secret": True, "value": KEY},
        {
            "rule": "a",
            "text": f"{KEY} and the other one",
            "secret": True,
            "value": "the other one",
        },
        {"rule": "b", "text": "nothing to see", "secret": True},
        {"rule": "b", "text": "nothing to see", "secret": False},
        {"rule": "b", "text": KEY, "secret": False},
    ]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, told)), "utf-8")

    found = redaction.cases(tmp_path / "cases.jsonl")

    assert (found.secrets, found.found, found.others, found.alarms) == (3, 1, 2, 1)
    assert [one["text"] for one in found.missed] == [told[1]["text"], told[2]["text"]]
    assert (found.whole_rules, found.rules) == (0, 2)


def test_a_false_alarm_is_counted_by_its_line() -> None:
    found = redaction.lines([f"x = 1\n\nkey = '{KEY}'\n", "y = 2"])

    assert (found.lines, found.alarmed) == (3, [f"key = '{KEY}'"])


def test_what_is_said_in_the_sets_holds_hardly_a_false_alarm() -> None:
    found = redaction.lines(redaction.said())

    assert found.lines > 1_000
    assert len(found.alarmed) <= redaction.ALARMS_AT_MOST * found.lines


@pytest.mark.long
def test_source_code_holds_hardly_a_false_alarm() -> None:
    found = redaction.lines(redaction.code([str(redaction._HERE), json.__path__[0]]))

    assert found.lines > 4_000
    assert len(found.alarmed) <= redaction.ALARMS_AT_MOST * found.lines


@pytest.mark.long
def test_the_command_fails_where_too_few_secrets_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redaction, "MS_OF_8_KB", 1_000.0)  # a busy machine is no failure here
    monkeypatch.setattr(redaction, "dearest", functools.partial(redaction.dearest, count=10))
    (tmp_path / "good.jsonl").write_text(
        json.dumps({"rule": "a", "text": KEY, "secret": True}), "utf-8"
    )
    (tmp_path / "bad.jsonl").write_text(
        json.dumps({"rule": "a", "text": "prose", "secret": True}), "utf-8"
    )
    small = ["--code", str(tmp_path), "--format", "json"]

    assert redaction.main([str(tmp_path / "good.jsonl"), *small]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["good.jsonl: secrets found"] == "1 of 1 (100.00%)"
    assert redaction.main([str(tmp_path / "bad.jsonl"), *small]) == 1
