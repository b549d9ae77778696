"""What a host, its person and git do with a memory: hooks as calls, and repositories.

A hook that is called here does all that its process does but for streams and the end; what its
process alone can show is asked by `end_to_end.shims`. Must not know what a hook answers.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
from typing import TYPE_CHECKING, Any

from memory_store import entry, errors, model
from memory_store.hosts import registry
from memory_store.journal import append
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.hosts import wire
    from memory_store.store import layout

_SETTINGS = (
    "user.name=x",
    "user.email=x@example.invalid",
    "protocol.file.allow=always",
    "init.defaultBranch=main",
)


def git(directory: str | Path, *words: str, check: bool = True, stdin: str = "") -> str:
    """What git prints in a directory, asked by somebody with a name and without settings.

    With `check`, an error where it fails.
    """
    named = [word for one in _SETTINGS for word in ("-c", one)]
    done = subprocess.run(
        ["git", "-C", str(directory), *named, *words],
        input=stdin.encode(),
        capture_output=True,
        check=check,
    )
    return done.stdout.decode()


def hook_of(payload: given.Record, otherwise: str = "load_memory") -> str:
    """The hook that takes a payload's event."""
    kind = registry.parse(payload, "", os.environ).kind
    return next((name for name, kinds in registry.HANDLES.items() if kind in kinds), otherwise)


def done(name: str, event: model.Event, store: layout.Store) -> model.Reply:
    """What a handler replies to an event, once the work behind the reply is done too."""
    handler = importlib.import_module(f"memory_store.handlers.{name}")
    reply: model.Reply = handler.handle(event, given.where(store))
    if reply.afterwards is not None:
        reply.afterwards()
    return reply


def hear(payload: given.Record, wired_for: str, name: str = "") -> wire.Answer:
    """What a hook answers to a payload, as wired for a host; by the event, unless it is named."""
    append.changed.clear()  # what tests before this one wrote
    name = name or hook_of(payload)
    event = registry.parse(payload, wired_for, os.environ, name)
    if not event.kind:
        return entry._nothing(name, wired_for)
    where, reply = entry._place_for(name, event, wired_for), model.Reply()
    with contextlib.suppress(errors.MemoryStoreError):  # for which a process has its log
        if where is not None:
            reply = importlib.import_module(f"memory_store.handlers.{name}").handle(event, where)
    with contextlib.suppress(errors.MemoryStoreError):
        if reply.afterwards is not None:
            reply.afterwards()
    entry._prepare()
    return registry.render(event, reply)


def strings(value: Any) -> list[str]:
    """All texts of an answer, in their order."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in strings(one)]
    if isinstance(value, list):
        return [text for one in value for text in strings(one)]
    return [value] if isinstance(value, str) else []
