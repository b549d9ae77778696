"""A memory in ten lines: what the next session gets, what waits, what is wrong.

Asks other commands, and adds nothing of its own to what they answer.
"""

from __future__ import annotations

from memory_store import errors, model
from memory_store.cli import dispatch, speech, table, terminal
from memory_store.commands import columns
from memory_store.language import wording
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_FIRST, _FAULTS = 3, 3
_COMMANDS = ("search", "list", "briefing", "undo", "doctor")
_GIVEN: dict[str, Any] = {"facts": [], "used": 0, "most": 0}


def shown(call: table.Call) -> model.Answer:
    """The lines, and at their end the commands that matter."""
    status = dispatch.call("status", [], call.where).record
    wrong = list(_wrong(call, status))
    record: dict[str, Any] = {"given": {}, "waiting": 0, "todos": 0, "wrong": wrong}
    try:
        given = dispatch.call("briefing", ["--why"], call.where).record
        today: dict[str, Any] = dispatch.call("today", [], call.where).record
        record |= {
            "given": {name: given.get(name, default) for name, default in _GIVEN.items()},
            "waiting": len(today["candidates"]),
            "todos": len(today["todos"]),
        }
    except errors.MemoryStoreError as error:  # it is off, closed, or not trusted
        wrong.append(errors.Message("{fault}: {hint}", fault=error, hint=error.hint))
    return model.Answer(record, lambda: _text(call, record))


def _wrong(call: table.Call, status: dict[str, Any]) -> Iterator[str]:
    """What `status` tells of faults, and that no host is wired."""
    for store in status["stores"]:
        yield from store.get("problems", ())
    states = [state for scope in status["hosts"].values() for state in scope.values()]
    yield from (state for state in states if state not in ("yes", "no"))
    yield from status["problems"]
    yield from status["outages"]
    if "yes" not in states:
        yield speech.say(call.settings, "doctor", "unwired") + ": memory-store init"


def _text(call: table.Call, record: dict[str, Any]) -> str:
    given, spoken = record["given"], terminal.spoken(call.settings)
    lines = []
    if given:
        lines.append(call.say("now_given", count=len(given["facts"]), **given))
        lines += [f"  {clean.line(str(one['content']))}" for one in given["facts"][:_FIRST]]
    for name, command in (("waiting", "today_waiting"), ("todos", "today_todos")):
        lines += [call.say(command, count=record[name])] if record[name] else []
    wrong = record["wrong"]
    lines += [f"! {wording.told(spoken, one)}" for one in wrong[:_FAULTS]]
    if len(wrong) > _FAULTS:
        lines.append(call.say("now_more", count=len(wrong) - _FAULTS))
    lines += [] if wrong else [call.say("now_well")]
    rows = [[f"memory-store {name}", table.rows()[name].line[spoken]] for name in _COMMANDS]
    styles = [columns.YELLOW if one.startswith("! ") else "" for one in lines]
    return columns.rows([[one] for one in lines], styles) + "\n\n" + columns.rows(rows)
