"""What a person sees of rows that are wider than the terminal."""

from __future__ import annotations

import os

import pytest

from memory_store.cli import table, terminal
from memory_store.commands import columns, now
from memory_store.language import wording

HEADER = ("", "about", "what", "type", "day")
ROWS = [
    ["1", "billing", "the billing service listens on port 8080 behind nginx", "fact", "11-26"],
    ["2", "", "部署用 Argo CD，不要手工执行 kubectl，提交信息用英文写", "rule", "11-26"],
]


def shown(monkeypatch: pytest.MonkeyPatch, room: int, rows: list[list[str]]) -> list[str]:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((room, 40)))
    monkeypatch.setattr(terminal, "is_read", lambda: True)
    return columns.fitted(rows, HEADER, 2, (4, 3, 1)).splitlines()


@pytest.mark.parametrize(
    ("room", "titles"),
    [
        (120, ["about", "what", "type", "day"]),
        (60, ["about", "what", "type", "day"]),
        (44, ["about", "what", "type"]),
        (32, ["about", "what"]),
        (20, ["what"]),
        (12, ["what"]),
    ],
)
def test_columns_give_way_in_their_order_and_no_line_is_wider_than_the_terminal(
    room: int, titles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = shown(monkeypatch, room, ROWS)

    assert lines[0].split() == titles
    assert [line[0] for line in lines[1:]] == ["1", "2"]
    assert max(map(columns.cells, lines)) <= room
    assert all("…" in line for line in lines[1:]) == (room < 80)


def test_a_column_that_is_empty_in_all_rows_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = [[number, "", *rest] for number, _, *rest in ROWS]

    assert shown(monkeypatch, 120, bare)[0].split() == ["what", "type", "day"]


def test_the_last_character_of_two_cells_is_not_cut_in_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widths = {columns.cells(shown(monkeypatch, room, ROWS[1:])[1]) for room in (20, 21)}

    assert widths <= {19, 20, 21}


@pytest.mark.parametrize("spoken", wording.LANGUAGES)
def test_what_a_command_does_stands_beside_its_name_on_a_terminal_of_80_columns(
    spoken: str,
) -> None:
    rows = table.rows()
    widest = len("  restore-backup ")

    wide = [name for name, row in rows.items() if columns.cells(row.line[spoken]) > 80 - widest]
    widest = len("memory-store briefing  ")
    lines = {name: columns.cells(rows[name].line[spoken]) for name in now.COMMANDS}

    assert wide == []
    assert [name for name, cells in lines.items() if cells > 80 - widest] == []
