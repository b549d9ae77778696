"""docs/promises.md P2: whatever of a rewrite a crash leaves, the file is the old or the new one.

The calls that a rewrite makes are recorded, and every state is laid out that a disk may be in
after each of them: what was not synced may be there, be cut, or be missing, each by itself
(Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014). It needs no root, and its
control, two usual ways to rewrite a file, shows a third state.
"""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OLD, NEW = b"old\n" * 500, b"the new content\n" * 700


class Step(NamedTuple):
    """One call: `create`, `write`, `sync` and `name` (of a file), `sync all` (of a directory)."""

    call: str
    path: str
    content: bytes = b""
    to: str = ""


class Recorder:
    """Stands between the code and `os`, and keeps what changes a disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps: list[Step] = []
        self._paths: dict[int, str] = {}
        for name in ("open", "write", "replace", "fsync", "fdatasync", "close"):
            monkeypatch.setattr(os, name, self._instead(name, getattr(os, name)))

    def _instead(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **more: Any) -> Any:
            found = call(*arguments, **more)
            getattr(self, f"_{name}", lambda *_: None)(found, *arguments)
            return found

        return wrapped

    def _open(self, descriptor: int, path: Any, flags: int = 0, *_: Any) -> None:
        self._paths[descriptor] = os.path.basename(os.fspath(path))
        if flags & os.O_TRUNC or (flags & os.O_CREAT and flags & os.O_EXCL):
            self.steps.append(Step("create", self._paths[descriptor]))

    def _write(self, count: int, descriptor: int, content: Any) -> None:
        self.steps.append(Step("write", self._paths[descriptor], bytes(content)[:count]))

    def _replace(self, _: None, source: str, target: str) -> None:
        names = os.path.basename(source), os.path.basename(target)
        self.steps.append(Step("name", names[0], to=names[1]))

    def _fsync(self, _: None, descriptor: int) -> None:
        path = self._paths[descriptor]
        self.steps.append(Step("sync" if "." in path[1:] else "sync all", path))

    _fdatasync = _fsync


def _left(steps: list[Step], target: str) -> Iterator[bytes]:
    """Every content that `target` may have after a crash behind the last of these steps."""
    pending = [
        index
        for index, step in enumerate(steps)
        if step.call in ("create", "write", "name") and not _is_synced(steps, index)
    ]
    for kept in itertools.product((0.0, 0.5, 1.0), repeat=len(pending)):
        share = dict(zip(pending, kept, strict=True))
        contents = {target: OLD}
        for index, step in enumerate(steps):
            part = share.get(index, 1.0)
            if step.call == "create" and part:
                contents[step.path] = b""
            elif step.call == "write":
                written = step.content[: int(len(step.content) * part)]
                contents[step.path] = contents.get(step.path, b"") + written
            elif step.call == "name" and part:
                contents[step.to] = contents.get(step.path, b"")
        yield contents[target]


def _is_synced(steps: list[Step], index: int) -> bool:
    """Whether a later sync holds a step fast: a content of its file, a name of the directory."""
    step = steps[index]
    wanted = ("sync", step.path) if step.call == "write" else ("sync all", "")
    return any(
        later.call == wanted[0] and wanted[1] in ("", later.path) for later in steps[index + 1 :]
    )


def third_states(store: layout.Store, rewrite: Callable[[layout.Store], None]) -> tuple[int, int]:
    """How many states were laid out, and how many were neither old nor new (or old at the end)."""
    Path(store.path, layout.CORE).write_bytes(OLD)
    with pytest.MonkeyPatch.context() as patched:
        steps = (recorder := Recorder(patched)).steps
        rewrite(store)
    assert recorder.steps
    states = third = 0
    for end in range(len(steps) + 1):
        for content in _left(steps[:end], layout.CORE):
            states += 1
            third += content not in ((NEW,) if end == len(steps) else (OLD, NEW))
    return states, third


def ours(store: layout.Store) -> None:
    files.replace(store.path, layout.CORE, NEW)


def in_place(store: layout.Store) -> None:
    descriptor = os.open(os.path.join(store.path, layout.CORE), os.O_WRONLY | os.O_TRUNC)
    os.write(descriptor, NEW)
    os.fsync(descriptor)
    os.close(descriptor)


def renamed_unsynced(store: layout.Store) -> None:
    beside = os.path.join(store.path, "core.tmp")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    os.write(descriptor, NEW)
    os.close(descriptor)
    os.replace(beside, os.path.join(store.path, layout.CORE))


def test_every_crash_state_of_a_rewrite_is_the_old_or_the_new_file(store: layout.Store) -> None:
    states, third = third_states(store, ours)

    sys.stdout.write(f"\nP2, rewrite: {states} crash states, {third} of them a third\n")
    assert states > 20
    assert third == 0


@pytest.mark.parametrize("rewrite", [in_place, renamed_unsynced])
def test_the_controls_leave_a_third_state(
    store: layout.Store, rewrite: Callable[[layout.Store], None]
) -> None:
    assert third_states(store, rewrite)[1] > 0
