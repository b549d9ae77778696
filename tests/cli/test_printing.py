"""Nothing that a terminal obeys gets out of a command, and nothing gets out by another door."""

from __future__ import annotations

import ast
import io
import json
import os
from pathlib import Path

import pytest

import memory_store
from memory_store import codec
from memory_store.cli import printing
from tests.text.test_clean import HIDDEN

PACKAGE = Path(memory_store.__file__).parent
DOORS = {"cli/printing.py", "entry.py"}
"""What writes to a standard stream; `entry` the answer of a hook, which is JSON in ASCII."""

ORDERS = [
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\x1b]8;;https://example.invalid\x07",
    "\x9b2J",
    "\x1b[1m",
]


def _writes(tree: ast.AST) -> bool:
    """Whether code prints, or writes to a standard stream or its descriptor."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        written = ast.unparse(node.args[0]) if node.args else ""
        if called == "print" or called.endswith(("stdout.write", "stderr.write", "stream.write")):
            return True
        if called == "os.write" and written in ("1", "2", "out"):
            return True
    return False


@pytest.mark.long
def test_only_the_printer_writes_to_a_persons_terminal() -> None:
    writing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if _writes(ast.parse(path.read_text("utf-8")))
    }

    assert writing == DOORS


@pytest.mark.parametrize("order", [*ORDERS, *(text for text, _ in HIDDEN.values())])
def test_an_order_in_a_sentence_is_not_printed(
    order: str, capfd: pytest.CaptureFixture[str]
) -> None:
    printing.out(f"a{order}\nb")
    printing.tell(f"a{order}\nb")

    out, err = capfd.readouterr()
    for shown in (out, err):
        lines = shown.rstrip("\n").replace("\n", "")
        assert "\x1b" not in shown
        assert not [one for one in lines if "\x7f" <= one <= "\x9f" or one == "\u202e"]


def test_our_own_style_is_printed_and_cannot_be_forged() -> None:
    forged = "\0" + "0" * 12 + "31mred\x1b[31m"

    shown = printing.shown(f"{printing.styled(f'bold {forged}', '1')} plain")

    assert shown.startswith("\x1b[1mbold ")
    assert shown.endswith("\x1b[0m plain")
    assert shown.count("\x1b") == 2


@pytest.mark.parametrize("order", [*ORDERS, *(text for text, _ in HIDDEN.values())])
def test_a_record_says_the_same_without_an_order(
    order: str, capfd: pytest.CaptureFixture[str]
) -> None:
    record: codec.Record = {"text": f"a{order}b", f"k{order}": "微信 👩\u200d💻"}

    printing.out_record(record)

    out = capfd.readouterr().out
    assert json.loads(out) == record
    assert printing.shown(out) == out


def test_what_stands_between_two_orders_of_ours_holds_none() -> None:
    stream = io.StringIO()

    printing.draw("a\x1b[2Jb", stream, before="\r\x1b[K", end="")

    assert stream.getvalue() == "\r\x1b[Kab"


def test_a_closed_stream_is_no_fault() -> None:
    reading, writing = os.pipe()
    kept = os.dup(1)
    os.dup2(writing, 1)
    os.close(writing)
    os.close(reading)
    try:
        printing.out("nobody reads")
    finally:
        os.dup2(kept, 1)
        os.close(kept)
