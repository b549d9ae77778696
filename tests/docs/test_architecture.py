"""The page of the architecture has the layers and the rooms that there are."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import memory_store
from memory_store.hosts import registry

PACKAGE = Path(memory_store.__file__).parent
ROOT = PACKAGE.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_layers_are_those_that_the_check_holds() -> None:
    contract = (ROOT / ".importlinter").read_text("utf-8").split("layers =\n")[1]
    checked = [line.strip() for line in contract.split("\n\n")[0].splitlines()]
    shown = PAGE.split("## Layers")[1].split("```\n")[1].splitlines()

    assert "__main__" in checked
    assert shown == checked


def test_the_contracts_of_the_dialects_name_all_that_the_registry_has() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", "utf-8")
    dialects = {f"memory_store.hosts.{row.dialect}" for row in registry.HOSTS.values()}

    apart = contracts["importlinter:contract:dialects"]["modules"].split()
    quick = contracts["importlinter:contract:hot-path"]["source_modules"].split()
    shared = {"memory_store.hosts.wire", "memory_store.hosts.registry"}

    assert set(apart) == dialects, ".importlinter: A dialect knows no other"
    assert {one for one in quick if ".hosts." in one} == dialects | shared, (
        ".importlinter: hot-path"
    )


def test_every_room_has_a_row_and_every_row_a_room() -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", PAGE.split("## Rooms")[1].split("## ")[0], re.MULTILINE)
    named = {name.removesuffix("/") for row in rows for name in re.findall(r"`([^`]+)`", row)}
    rooms = {path.stem for path in PACKAGE.glob("[a-z]*.py")}
    rooms |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert named - {"hooks", "scripts", "schemas"} == rooms


def test_every_module_that_a_row_names_is_there() -> None:
    rows = re.findall(r"^\| `([a-z]+)/` \|(.*)\|$", PAGE, re.MULTILINE)
    named = [(room, name) for room, text in rows for name in re.findall(r"`([a-z_]+)`", text)]

    assert named
    known = {"init", "sync", "web"}  # two commands and a room
    assert [
        (room, name)
        for room, name in named
        if name not in known and not (PACKAGE / room / f"{name}.py").exists()
    ] == []
