"""The state of the memories in words: a line for each part of what `status` tells.

Must not look at anything but that state.
"""

from __future__ import annotations

from memory_store.index import extra_files, piece
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    State = dict[str, Any]
    """The state, or a part of it, as `--format json` has it."""


def lines(record: State) -> list[str]:
    """The lines about the whole state."""
    text = [f"project   {record['project']}"]
    for store in record["stores"]:
        path = store["path"]
        state = _memory_state(store, is_embedded=record["embedder"] != "none")
        text.append(f"memory    {path} ({store['scope']}): {state}")
        text += _extra_lines(store)
        text += map(_remote_line, store.get("remotes", ()))
        text += [f"problem   {path}: {one}" for one in store.get("problems", ())]
    for scope, states in record["hosts"].items():
        wired = [host for host, state in states.items() if state == "yes"]
        text.append(f"wired     for the {scope}: {', '.join(wired) or 'none'}")
        faults = [one for one in states.items() if one[1] not in ("yes", "no")]
        text += [f"problem   {host}: {fault}" for host, fault in faults]
    text.append(f"embedder  {record['embedder']}")
    text.append(f"backend   {record['backend_problem'] or record['index_backend']}")
    text += [f"outage    {one}" for one in record["outages"]]
    if record["disabled"]:
        text.append("disabled  by MEMORY_STORE_DISABLE or a file named disabled")
    text += [f"problem   {one}" for one in record["problems"]]
    return [*text, f"log       {record['log']}"]


def _remote_line(remote: State) -> str:
    """The line about another place of a memory."""
    head = f"remote    {remote['name']} {remote['url']}"
    if not (remote["met"] or remote["fault"]):
        return f"{head}: not met yet (memory-store sync)"
    met = f"met {remote['met']}" if remote["met"] else "never met"
    return f"{head}: {met}" + (f"; then not: {remote['fault']}" if remote["fault"] else "")


def _extra_lines(store: State) -> list[str]:
    """The line about extra files, with their limits; empty without any."""
    beyond = store.get("extra")
    if beyond is None:
        return []
    most = f"{extra_files.MOST_FILES:,} files of {extra_files.MOST_BYTES >> 20} MiB"
    amount = f"{beyond['files']:,} files of {beyond['bytes']:,} bytes (at most {most})"
    return [f"extra     {store['path']}: {amount}"]


def _memory_state(store: State, *, is_embedded: bool) -> str:
    if not store["exists"]:
        return "none yet"
    if not store["trusted"]:
        return "not trusted (memory-store trust)"
    index, sizes = store["index"], store["bytes"]
    waiting = index.get("vectors_missing") if is_embedded else 0
    more = f"; {waiting} texts wait for vectors" if waiting else ""
    days = _count(store["journal_days"], "journal day")
    return f"{_indexed(index)}; {days}; {sum(sizes.values())} bytes{more}"


def _indexed(index: State) -> str:
    """The indexed content: records by number, Markdown by files and pieces; what lags is told."""
    kinds = index.get("pieces")
    if not kinds:
        return "nothing indexed yet"
    counts = []
    for kind, count in kinds.items():
        if kind == piece.CORE:
            counts.append(f"{layout.CORE} in {_count(count, 'piece')}")
        elif kind == piece.NOTE:
            counts.append(f"{_count(index['notes'], kind)} in {_count(count, 'piece')}")
        else:
            counts.append(_count(count, kind))
    return ", ".join([*counts, *([] if index["current"] else ["as last indexed"])])


def _count(count: object, what: str) -> str:
    """A number of things: `1 fact`, `2 summaries`."""
    many = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
    return f"{count} {what if count == 1 else many}"
