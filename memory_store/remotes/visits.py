"""Synchronises a place with all its remotes; one that is away does not stop the others.

A failure is reported, and tried again the next time. Must not raise for a remote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, errors
from memory_store.remotes import contract, entries, kinds
from memory_store.store import derived, layout, log

if TYPE_CHECKING:
    from memory_store import place
    from memory_store.codec import Record


_NOTE = "remotes-met.json"
_READER = "this login may only read: what you shared stays on this machine"


class State(NamedTuple):
    """How a remote stands.

    Attributes:
        entry: which one.
        met: when it was met last, as a stamp; "" for never.
        fault: why the last try failed; "" where it did not.
        note: what a person is told of the last try; "" for nothing.
    """

    entry: entries.Entry
    met: str
    fault: str
    note: str


def states(store: layout.Store) -> list[State]:
    """The state of each remote at the last try; none is reached now."""
    known = derived.record(store, _NOTE)
    return [State(one, *_noted(known, one)) for one in entries.load(store)]


def _noted(known: Record, entry: entries.Entry) -> tuple[str, str, str]:
    """When a remote was met last, why the last try failed, and the note on it; "" for none."""
    match known.get(entry.name):
        case [str(met), *told]:
            fault, note, *_ = [*(errors.Message.from_record(one) or "" for one in told), "", ""]
            return met, fault, note
    return "", "", ""


def visit(where: place.Place) -> list[Record]:
    """Meet all remotes of a place.

    Returns:
        For each its `name`; `came` and `went`, lines and pages that were new here and there;
        `brought`, how many of `contract.Share`'s came, and `colleagues` for a team's; `kept_back`,
        the pages that are not shared; `note`, what a person is told of a meeting, and `fault`,
        why there was none, or "".
    """
    return [_met(store, one) for store in where.stores() for one in entries.load(store)]


def _met(store: layout.Store, entry: entries.Entry) -> Record:
    outcome: Record = {
        "name": entry.name, "came": 0, "brought": {}, "went": 0, "kept_back": [],
        "note": "", "fault": "",
    }  # fmt: skip
    kind, fault, note = kinds.kind(entry.url), errors.Message(""), errors.Message("")
    try:
        if kind is not None and kind.audience == contract.OWN:
            from memory_store.remotes import git, meeting  # few stores have a remote

            outcome |= meeting.meet(store, entry, git.Repository(entry, store)).record()
        elif kind is not None:
            from memory_store.remotes import postgres, team_meeting

            server = postgres.Server(entry.url, entry.memory)
            outcome["came"], went = team_meeting.meet(store, entry, server)
            outcome["brought"] = {"colleagues": outcome["came"]} if outcome["came"] else {}
            outcome["went"] = went or 0
            if went is None:
                outcome["note"] = note = errors.Message(_READER)
    except errors.MemoryStoreError as error:
        log.write("remote", f"{entry.name}: {error}")
        outcome["fault"] = fault = error.message
    met = "" if fault else clock.stamp(clock.now())
    known = derived.record(store, _NOTE)
    before, *_ = _noted(known, entry)
    noted = {**known, entry.name: [met or before, fault.record(), note.record()]}
    derived.keep(store, _NOTE, noted)
    return outcome
