"""Look at each thing that must be right, run each hook as its host would, and tell what mends it.

With --fix what needs no decision of yours is mended: rights, wiring, the index.
"""

from __future__ import annotations

import itertools
import os
import shutil
import stat
import sys
from importlib import util

from memory_store import __version__, errors, model, place
from memory_store.capture import backfill
from memory_store.cli import dispatch
from memory_store.commands import builds, columns, hook_trial, state
from memory_store.hosts import registry
from memory_store.journal import access, read, rewrite, schema, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.cli import table
    from memory_store.commands import wired
    from memory_store.commands.state import Check

_PACKAGES = ("apsw", "orjson", "numpy", "sqlite_vec", "dateutil", "jsonschema", "fastembed")
_LEAST_BYTES = 100 << 20
_NAME_CELLS, _SHOWN = 9, 3
_NEWEST_BYTES = 1 << 18  # jsonschema takes a third of a millisecond for a record


def run(call: table.Call) -> model.Answer:
    """The checks; exit 1 where something is wrong."""
    project = place.find_project(call.project or os.getcwd())
    results = list(_results(call))
    fixed = [
        one.fault for one in results if call.fix and one.fault and one.by and _mended(one, project)
    ]
    if fixed:
        call.where = place.resolve(project)
        results = list(_results(call))
    checks = [
        {"name": name, "ok": not fault, "text": fault or told, "mend": mend if fault else ""}
        for name, fault, mend, _, told in results
    ]
    wrong = sum(not one["ok"] for one in checks)

    def text() -> str:
        lines = [call.say("mended", text=one) for one in fixed]
        lines += [line for one in results for line in _lines_of(call, one)]
        return "\n".join([*lines, "", call.say("unwell" if wrong else "well", count=wrong)])

    return model.Answer({"checks": checks, "fixed": fixed}, text, int(wrong > 0))


def _lines_of(call: table.Call, check: Check) -> list[str]:
    """A check for a person, and what mends it."""
    name, fault, mend, _, told = check
    mark = columns.padded(call.say("wrong" if fault else "sound"), 3)
    mark = columns.styled(mark, columns.YELLOW if fault else "")
    title = columns.padded(call.say(f"check_{name}"), _NAME_CELLS)
    lines = [f"{mark} {title} {call.tell([fault or told])}"]
    return lines + [f"{' ' * 14}{call.say('mend', text=mend)}"] * bool(fault and mend)


def _results(call: table.Call) -> Iterator[Check]:
    """All checks: those of the machine, of the state, of each line, of each hook."""
    here = state.here(call)
    yield _interpreter()
    yield from _directories()
    yield from here.checks()
    for memory in here.memories:
        if memory.store.exists() and memory.waiting is not None:
            yield from _lines(memory.store)
            yield from _unchecked(memory.store)
    for one in here.wired():
        if not one.fault:
            yield from _tried(one, call)


def _interpreter() -> Check:
    left_out = builds.left_out_here()
    template = "Python {python}, memory-store {release}: {path}"
    if left_out:
        template += "; no build for this system, so left out: {out}"
    python = sys.version.split()[0]
    values = {"python": python, "release": __version__, "path": sys.executable}
    told = errors.Message(template, **values, out=list(left_out))
    lacking = [one for one in _PACKAGES if one not in left_out and util.find_spec(one) is None]
    lacks = errors.Message("{path} lacks {names}", path=sys.executable, names=lacking)
    mend = place.to_install("memory-store")
    return state.Check("python", lacks if lacking else "", mend, told=told)


def _directories() -> Iterator[Check]:
    """Whether the derived files can be kept, and there is room."""
    for path in (layout.cache_root(), layout.state_directory(), layout.config_directory()):
        there = path
        while not os.path.exists(there):
            there = os.path.dirname(there)
        if not os.path.isdir(there) or not os.access(there, os.W_OK | os.X_OK):
            fault = errors.Message("{path} can't be written", path=path)
            closed = access.look(there, is_directory=True, to_write=True)
            yield state.Check("disk", fault, closed.cure if closed else "")
            continue
        free = shutil.disk_usage(there).free
        template = "{megabytes} MB are left on the disk of {path}"
        left = errors.Message(template, path=path, megabytes=free >> 20)
        low = left if free < _LEAST_BYTES else ""
        told = errors.Message("{path}, {gigabytes} GB free", path=path, gigabytes=free >> 30)
        yield state.Check("disk", low, errors.Message("make room there"), told=told)


def _lines(store: layout.Store) -> Iterator[Check]:
    """Whether all lines are records, and the newest as the schemas have them."""
    closed = [one.path for one in access.closed(store, to_write=True)]
    bad = [
        f"{name}:{number}"
        for name in rewrite.names(store)
        if not any(os.path.join(store.path, name).startswith(one) for one in closed)
        for number, line in enumerate(rewrite.lines(store, name), 1)
        if line.strip() and not read.parse_line(line)
    ]
    template = "{count} lines can't be read, the first {what}"
    fault = errors.Message(template, count=len(bad), what=bad[0]) if bad else ""
    passed = "what they said is passed over; memory-store scan shows them, edit or delete them"
    yield state.Check("lines", fault, errors.Message(passed), told=store.path)
    if odd := list(itertools.islice(_odd(store), _SHOWN)):
        told = errors.Message(
            "other programs may not read {what}: it breaks our schemas", what=odd
        )
        yield state.Check("lines", told=told)


def _unchecked(store: layout.Store) -> Iterator[Check]:
    """Whether the hosts' own record tells who typed each prompt of the last week."""
    if outside := backfill.outside(store):
        fault = errors.Message(
            "who typed a prompt is not checked in {count} sessions: {what} lies outside its "
            "host's own directory",
            count=len(outside),
            what=outside[0],
        )
        mend = "name the directory to the hooks as well: CLAUDE_CONFIG_DIR, CODEX_HOME"
        yield state.Check("origin", fault, errors.Message(mend))


def _odd(store: layout.Store) -> Iterator[str]:
    """The newest records that break a published schema, and where: `f_… $.confidence`."""
    kinds = {layout.FACTS: "fact", layout.SESSIONS: "summary"}
    for name in (*kinds, *read.recent_days(store)):
        breaks = schema.breaks(kinds.get(name, "event"))
        for one in read.newest_first(store, name, _NEWEST_BYTES):
            if one.get("op") != stored.RETRACT and (place := breaks(one)):
                yield f"{one.get('id')} {place}"


def _tried(wiring: wired.Wiring, call: table.Call) -> Iterator[Check]:
    """The hooks of a host's file, run as the host does."""
    host = wiring.host
    if registry.HOSTS[host].asks_approval:
        told = call.say(f"setup.{host}", count=len(wiring.commands))
        yield state.Check("hooks", told=told)
    tried = hook_trial.run(host, wiring.commands)
    for one in tried:
        if one.fault:
            fault = errors.Message(
                "{host} {hook}: {fault}", host=host, hook=one.name, fault=one.fault
            )
            yield state.Check("hook", fault, wiring.mend, wiring.by)
    if not any(one.fault for one in tried):
        template = "{path}: {count} hooks are wired and answer, the slowest in {milliseconds} ms"
        template += "; {rules} rules in permissions.allow" if wiring.rules else ""
        slowest = max(one.milliseconds for one in tried)
        count, rules = len(wiring.commands), wiring.rules
        values = {"path": wiring.path, "count": count, "milliseconds": slowest, "rules": rules}
        yield state.Check("hooks", told=errors.Message(template, **values))


def _mended(check: Check, project: str) -> bool:
    """Mend the fault of a check, and tell whether that was done."""
    try:
        if check.name == "rights":
            for path in check.by:
                os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) & 0o700)
            return True
        dispatch.call(check.by[0], [*check.by[1:], "--project", project], place.resolve(project))
    except (errors.MemoryStoreError, OSError):
        return False
    return True
