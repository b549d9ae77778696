"""A memory in ten lines: what the next session gets, what waits, what is wrong.

Asks other commands, and adds nothing of its own to what they answer.
"""

from __future__ import annotations

from memory_store import errors, model
from memory_store.cli import dispatch, table, terminal
from memory_store.commands import columns, state
from memory_store.index import questions
from memory_store.language import wording
from memory_store.sessions import todos
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FIRST, _FAULTS = 3, 3
COMMANDS = ("search", "list", "briefing", "undo", "doctor")
"""The commands that it names."""
_GIVEN: dict[str, Any] = {"facts": [], "used": 0, "most": 0}


def run(call: table.Call) -> model.Answer:
    """The lines, and at their end the commands that matter."""
    wrong = [one.with_mend() for one in state.here(call).checks() if one.fault]
    record = {"given": {}, "waiting": 0, "todos": 0, "wrong": wrong}
    try:
        given = dispatch.call("briefing", ["--why"], call.where).record
        waits = questions.Wanted((questions.CANDIDATE,))
        record |= {
            "given": {name: given.get(name, default) for name, default in _GIVEN.items()},
            "waiting": sum(one.count(waits) for one in call.records),
            "todos": sum(len(todos.of_store(store)) for store in call.stores),
        }
    except errors.MemoryStoreError as error:  # it is off, closed, or not trusted
        wrong.append(errors.Message("{fault}: {hint}", fault=error, hint=error.hint))
    return model.Answer(record, lambda: _text(call, record))


def _text(call: table.Call, record: dict[str, Any]) -> str:
    given, spoken = record["given"], terminal.spoken(call.settings)
    lines = []
    if given:
        facts = [one for one in given["facts"] if one.get("status") != "candidate"]
        lines.append(call.say("now_given", count=len(facts), **given))
        lines += [f"  {clean.line(str(one['content']))}" for one in facts[:_FIRST]]
        lines += _more(call, len(facts) - _FIRST, "briefing")
    for name, command in (("waiting", "today_waiting"), ("todos", "today_todos")):
        lines += [call.say(command, count=record[name])] if record[name] else []
    wrong = record["wrong"]
    lines += [f"! {wording.told(spoken, one)}" for one in wrong[:_FAULTS]]
    lines += _more(call, len(wrong) - _FAULTS, "doctor")
    lines += [] if wrong else [call.say("now_well")]
    rows = [[f"memory-store {name}", table.rows()[name].line[spoken]] for name in COMMANDS]
    styles = [columns.YELLOW if one.startswith("! ") else "" for one in lines]
    return columns.rows([[one] for one in lines], styles) + "\n\n" + columns.rows(rows)


def _more(call: table.Call, count: int, command: str) -> list[str]:
    """The line that tells how many more there are, and what tells them; none for none."""
    return [call.say("now_more", count=count, command=command)] if count > 0 else []
