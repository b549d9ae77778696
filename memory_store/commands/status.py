"""What is stored, indexed, wired and trusted, and what is wrong, in lines."""

from __future__ import annotations

from memory_store import config, errors, model
from memory_store.commands import judge, state
from memory_store.index import extra_files, piece
from memory_store.journal import read
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store.cli import table
    from memory_store.commands import wired

    Told = dict[str, Any]
    """The state, or a part of it, as `--format json` has it."""

_COUNTED = {
    piece.FACT: "{count} fact{count_s}",
    piece.SUMMARY: "{count} summar{count_ies}",
    piece.TURN: "{count} turn{count_s}",
    piece.CORE: f"{layout.CORE} in {{count}} piece{{count_s}}",
    "todo": "{count} todo{count_s}",
    piece.NOTE: "{notes} note{notes_s} in {count} piece{count_s}",
}
_YES, _NO, _NONE = map(errors.Message, ("yes", "no", "none"))
_APART = ("remote", "switch")  # which have lines of their own


def run(call: table.Call) -> model.Answer:
    """The state of both memories; exit 0 also where something is wrong."""
    here = state.here(call)
    record: Told = {
        "project": here.project,
        "stores": [_memory(one) for one in here.memories],
        "hosts": {
            scope: {one.host: _wired(one) for one in listed}
            for scope, listed in here.wirings.items()
        },
        "embedder": call.settings.word("embedder"),
        "index_backend": call.settings.word("index_backend"),
        "backend_problem": "".join(one.fault for one in here.vectors if one.name == "index"),
        "outages": [one.fault for one in here.vectors if one.name == "vectors"],
        "judge": judge.state(call.where),
        "disabled": config.disabled(call.where.project),
        "problems": _faults([*here.settings, *here.hooks], [one.fault for one in here.broken()]),
        "log": log.path(),
    }
    lines = [*_lines(record, here), *judge.status_lines(call, record["judge"])]
    return model.Answer(record, call.tell(lines))


def _faults(checks: list[state.Check], told: list[str] = []) -> list[str]:  # noqa: B006  read alone
    """The faults, but those that are told elsewhere."""
    wrong = [one for one in checks if one.fault and one.name not in _APART]
    return [one.with_mend() for one in wrong if one.fault not in told]


def _wired(wiring: wired.Wiring) -> str:
    """Whether a host's file starts our hooks: yes, no, or the fault."""
    return wiring.fault or (_YES if wiring.commands else _NO)


def _memory(memory: state.Memory) -> Told:
    store = memory.store
    record = {"path": store.path, "scope": store.scope, "exists": store.exists()}
    record["problems"] = _faults(memory.checks)
    if not store.exists():
        return record
    record["trusted"] = memory.waiting is not None
    if not record["trusted"]:
        return record
    kept = (layout.CORE, layout.FACTS, layout.SESSIONS)
    if memory.extra.kept or memory.extra.left:
        record["extra"] = {"files": len(memory.extra.kept), "bytes": memory.extra.bytes}
    return {
        **record,
        "bytes": {name: files.size(store.path, name) for name in kept},
        "journal_days": len(read.daily_names(store)),
        "index": {**memory.index, "current": memory.is_current},
        "last_hook": memory.last,
        "remotes": [
            {"name": entry.name, "url": entry.url, "met": met, "fault": fault, "note": note}
            for entry, met, fault, note in memory.remotes
        ],
    }


def _lines(record: Told, here: state.State) -> list[str]:
    """The lines about the whole state, messages all."""
    say = errors.Message
    text: list[str] = [say("project   {path}", path=record["project"])]
    for store in record["stores"]:
        text += _memory_lines(store, is_embedded=record["embedder"] != "none")
    for scope, listed in here.wirings.items():
        hosts = [one.host for one in listed if one.commands and not one.fault]
        text.append(say(f"wired     for the {scope}: {{hosts}}", hosts=hosts or _NONE))
    text += [say("problem   {fault}", fault=one.fault) for one in here.broken()]
    embedder = record["embedder"]
    text.append(say("embedder  {name}", name=_NONE if embedder == _NONE else embedder))
    backend = record["backend_problem"] or record["index_backend"]
    text.append(say("backend   {name}", name=backend))
    text += [say("outage    {fault}", fault=one) for one in record["outages"]]
    if record["disabled"]:
        text.append(say("disabled  by MEMORY_STORE_DISABLE or a file named disabled"))
    text += [say("problem   {fault}", fault=one) for one in record["problems"]]
    return [*text, say("log       {path}", path=record["log"])]


def _memory_lines(store: Told, *, is_embedded: bool) -> list[str]:
    """The lines about a memory."""
    say, path = errors.Message, store["path"]
    memory = f"memory    {{path}} ({store['scope']}): {{state}}"
    text: list[str] = [say(memory, path=path, state=_state(store, is_embedded=is_embedded))]
    if beyond := store.get("extra"):
        template = (
            "extra     {path}: {files} files of {bytes} bytes (at most {most} files of {size} MiB)"
        )
        counts = {name: f"{value:,}" for name, value in beyond.items()}
        most, size = f"{extra_files.MOST_FILES:,}", extra_files.MOST_BYTES >> 20
        text.append(say(template, path=path, most=most, size=size, **counts))
    if last := store.get("last_hook"):
        event = say(f"steering.event_{last['type']}")
        text.append(
            say("last hook {path}: {host}, {event}, {timestamp}", event=event, path=path, **last)
        )
    text += map(_remote_line, store.get("remotes", ()))
    for fault in store["problems"]:
        template = "problem   {fault}" if path in fault else "problem   {path}: {fault}"
        text.append(say(template, path=path, fault=fault))
    return text


def _remote_line(remote: Told) -> str:
    """The line about another place of a memory."""
    template = "remote    {name} {url}: not met yet (memory-store sync)"
    if remote["met"] or remote["fault"]:
        template = f"remote    {{name}} {{url}}: {'met {met}' if remote['met'] else 'never met'}"
        template += "; then not: {fault}" if remote["fault"] else ""
        template += "; {note}" if remote["note"] else ""
    return errors.Message(template, **remote)


def _state(store: Told, *, is_embedded: bool) -> str:
    if not store["exists"]:
        return errors.Message("none yet")
    if not store["trusted"]:
        return errors.Message("not trusted (memory-store trust)")
    index, sizes = store["index"], store["bytes"]
    waiting = index.get("vectors_missing") if is_embedded else 0
    template = "{indexed}; {days} journal day{days_s}; {bytes} bytes"
    return errors.Message(
        f"{template}; {{waiting}} texts wait for vectors" if waiting else template,
        indexed=_indexed(index),
        days=store["journal_days"],
        bytes=sum(sizes.values()),
        waiting=waiting,
    )


def _indexed(index: Told) -> str:
    """The indexed content: records by number, Markdown by files and pieces; what lags is told."""
    if index.get(state.OLDER):
        return errors.Message("its index is of an older release, and the next sync brings it up")
    kinds = index.get("pieces")
    if not kinds:
        return errors.Message("nothing indexed yet")
    todos = index["todos"]
    kinds = {**kinds, piece.SUMMARY: kinds.get(piece.SUMMARY, 0) - todos, "todo": todos}
    counts = [
        errors.Message(_COUNTED[kind], count=count, notes=index["notes"])
        for kind, count in kinds.items()
        if count
    ]
    template = "{counts}" if index["current"] else "{counts}, as last indexed"
    return errors.Message(template, counts=counts)
