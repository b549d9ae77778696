"""Looking through what is stored by the rules of today, and mending it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.index import sync
from memory_store.store import layout, log
from tests import given

if TYPE_CHECKING:
    from tests.commands.conftest import Outcome, Run

KEY = "ghp_" + "k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5Gh0Jf2Kc7Vb4"
HIDDEN = "in\u200bvisible"


def older(store: layout.Store, name: str, *raw: str | given.Record) -> None:
    """Lines as an older version, or somebody's editor, left them."""
    path = Path(store.path, name)
    path.parent.mkdir(exist_ok=True)
    lines = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in raw]
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


def findings(outcome: Outcome) -> list[tuple[str, int, str, list[str]]]:
    return [
        (one["file"], one["line"], one["what"], one["kinds"]) for one in outcome.answer["findings"]
    ]


@pytest.fixture
def full(store: layout.Store) -> layout.Store:
    """A store with everything that is looked for."""
    sound = given.fact(store, "We deploy with Argo CD")
    older(
        store,
        layout.FACTS,
        {**sound, "id": "f_1", "content": f"the key is {KEY}"},
        {**sound, "id": "f_2", "content": HIDDEN},
        {**sound, "id": "f_3", "content": KEY},
        '{"torn": ',
        f'{{"torn": "{KEY}',
    )
    older(store, "daily/2026-01-02.jsonl", {"id": "e_1", "type": "prompt", "text": f"use {KEY}"})
    older(store, layout.CORE, f"- {KEY}", "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nAbc")
    return store


def test_each_is_told_by_file_line_and_kind_and_never_shown(run: Run, full: layout.Store) -> None:
    core = Path(full.path, layout.CORE).read_text("utf-8").count("\n")
    before = given.tree(full.path)

    outcome = run("scan")

    assert (outcome.code, outcome.answer["status"]) == (0, "found")
    assert findings(outcome) == [
        ("daily/2026-01-02.jsonl", 1, "secret", ["github"]),
        (layout.FACTS, 2, "secret", ["github"]),
        (layout.FACTS, 3, "invisible", []),
        (layout.FACTS, 4, "secret", ["github"]),
        (layout.FACTS, 5, "bad", []),
        (layout.FACTS, 6, "bad", []),
        (layout.FACTS, 6, "secret", ["github"]),
        (layout.CORE, core - 3, "secret", ["github"]),
        (layout.CORE, core - 2, "secret", ["private-key"]),
    ]
    assert "ghp_" not in outcome.out + run("scan", "--format", "text").out
    assert given.tree(full.path) == before


def test_fixing_leaves_marks_and_every_other_byte(
    run: Run, full: layout.Store, machine: Path
) -> None:
    log.write("x", "y")
    sync.sync(full)
    core = Path(full.path, layout.CORE).read_bytes()
    first = Path(full.path, layout.FACTS).read_bytes().split(b"\n")[0]

    outcome = run("scan", "--fix")

    assert (outcome.code, outcome.answer["status"], outcome.answer["fixed"]) == (0, "fixed", 5)
    assert Path(full.path, layout.CORE).read_bytes() == core
    lines = Path(full.path, layout.FACTS).read_bytes().split(b"\n")
    assert lines[0] == first
    assert json.loads(lines[1])["content"] == "the key is [redacted:github]"
    assert json.loads(lines[2])["content"] == "invisible"
    assert lines[3].strip() == b""
    assert lines[4] == b'{"torn": '
    assert lines[5].strip() == b""
    holds = given.holding(KEY, full.path, machine)
    assert holds == [str(Path(full.path, layout.CORE))]
    mended = [one["line"] for one in outcome.answer["findings"] if one["mended"]]
    assert mended == [1, 2, 3, 4, 6, 6]
    again = run("scan")
    assert [one[2] for one in findings(again) if one[0] == layout.FACTS] == ["bad"]
    assert not any(one["mended"] for one in again.answer["findings"])
