"""The state of the memories in words: a line for each part of what `status` tells.

Must not look at anything but that state.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.index import extra_files, piece
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    State = dict[str, Any]
    """The state, or a part of it, as `--format json` has it."""

_COUNTED = {
    piece.FACT: "{count} fact{count_s}",
    piece.SUMMARY: "{count} summar{count_ies}",
    piece.TURN: "{count} turn{count_s}",
    piece.CORE: f"{layout.CORE} in {{count}} piece{{count_s}}",
    piece.NOTE: "{notes} note{notes_s} in {count} piece{count_s}",
}


_YES, _NO, _NONE = map(errors.Message, ("yes", "no", "none"))


def lines(record: State) -> list[str]:
    """The lines about the whole state, messages all."""
    say = errors.Message
    text: list[str] = [say("project   {path}", path=record["project"])]
    for store in record["stores"]:
        path = store["path"]
        state = _memory_state(store, is_embedded=record["embedder"] != "none")
        memory = f"memory    {{path}} ({store['scope']}): {{state}}"
        text.append(say(memory, path=path, state=state))
        text += _extra_lines(store)
        text += map(_remote_line, store.get("remotes", ()))
        text += [
            say("problem   {path}: {fault}", path=path, fault=one)
            for one in store.get("problems", ())
        ]
    for scope, states in record["hosts"].items():
        wired = [host for host, state in states.items() if state == _YES]
        text.append(say(f"wired     for the {scope}: {{hosts}}", hosts=wired or _NONE))
        faults = [one for one in states.items() if one[1] not in (_YES, _NO)]
        text += [say("problem   {path}: {fault}", path=host, fault=one) for host, one in faults]
    embedder = record["embedder"]
    text.append(say("embedder  {name}", name=_NONE if embedder == _NONE else embedder))
    backend = record["backend_problem"] or record["index_backend"]
    text.append(say("backend   {name}", name=backend))
    text += [say("outage    {fault}", fault=one) for one in record["outages"]]
    if record["disabled"]:
        text.append(say("disabled  by MEMORY_STORE_DISABLE or a file named disabled"))
    text += [say("problem   {fault}", fault=one) for one in record["problems"]]
    return [*text, say("log       {path}", path=record["log"])]


def _remote_line(remote: State) -> str:
    """The line about another place of a memory."""
    template = "remote    {name} {url}: not met yet (memory-store sync)"
    if remote["met"] or remote["fault"]:
        template = f"remote    {{name}} {{url}}: {'met {met}' if remote['met'] else 'never met'}"
        template += "; then not: {fault}" if remote["fault"] else ""
    return errors.Message(template, **remote)


def _extra_lines(store: State) -> list[str]:
    """The line about extra files, with their limits; empty without any."""
    beyond = store.get("extra")
    if beyond is None:
        return []
    template = (
        "extra     {path}: {files} files of {bytes} bytes (at most {most} files of {size} MiB)"
    )
    return [
        errors.Message(
            template,
            path=store["path"],
            files=f"{beyond['files']:,}",
            bytes=f"{beyond['bytes']:,}",
            most=f"{extra_files.MOST_FILES:,}",
            size=extra_files.MOST_BYTES >> 20,
        )
    ]


def _memory_state(store: State, *, is_embedded: bool) -> str:
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


def _indexed(index: State) -> str:
    """The indexed content: records by number, Markdown by files and pieces; what lags is told."""
    kinds = index.get("pieces")
    if not kinds:
        return errors.Message("nothing indexed yet")
    counts = [
        errors.Message(_COUNTED[kind], count=count, notes=index["notes"])
        for kind, count in kinds.items()
    ]
    template = "{counts}" if index["current"] else "{counts}, as last indexed"
    return errors.Message(template, counts=counts)
