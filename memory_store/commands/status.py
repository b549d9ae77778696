"""What is stored, indexed, wired and trusted, and what is wrong."""

from __future__ import annotations

import os

from memory_store import clock, config, errors, model, place
from memory_store.cli import speech
from memory_store.commands import installation, judge, status_lines, switches
from memory_store.hosts import wiring
from memory_store.index import backends, bookmarks, extra_files, questions, sync_state
from memory_store.journal import access, read
from memory_store.remotes import visits
from memory_store.store import files, layout, log
from memory_store.trust import approval, ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.commands.status_lines import State


_LEFT_SHOWN = 20


def run(call: table.Call) -> model.Answer:
    """The state of both memories; exit 0 also where something is wrong."""
    directory = call.project or os.getcwd()
    project = place.find_project(directory)
    places = {"project": project, "user": layout.home()}
    stores = [_store(store) for store in (layout.project_store(project), layout.user_store())]
    if os.path.realpath(project) == os.path.realpath(layout.home()):
        del places["project"], stores[0]
    backend = call.settings.word("index_backend")
    record: State = {
        "project": project,
        "stores": stores,
        "hosts": {
            scope: {host: _wiring(root, host) for host in installation.with_file(root)}
            for scope, root in places.items()
        },
        "embedder": call.settings.word("embedder"),
        "index_backend": backend,
        "backend_problem": backends.unusable(backend),
        "outages": _outages(call.where),
        "judge": judge.state(call.where),
        "disabled": config.disabled(call.where.project),
        "problems": [
            *call.settings.problems,
            *[told for _, told in switches.faults(project, call.settings)],
            *installation.wired_twice(project),
        ],
        "log": log.path(),
    }
    lines = [*status_lines.lines(record), *judge.status_lines(call.where, record["judge"])]
    if call.deep:
        from memory_store.commands import status_deep  # asks a model

        deep = status_deep.look(call.where)
        record["deep"] = deep
        lines += status_deep.lines(deep)
    return model.Answer(record, speech.text(call.settings, lines))


def _outages(where: place.Place) -> list[str]:
    """Why remote providers of vectors don't answer, a sentence each, without asking them."""
    from memory_store.embedders import models, registry

    wanted = [one for one in models.wanted(where.config) if one.provider in registry.REMOTE]
    outages: list[str] = []
    for asked in wanted:
        try:
            outage = models.open_remote(asked, where.config, ask=False).outage()
        except errors.StoreError as error:
            if where.config.word("embedder") != models.AUTO:  # which takes what it finds
                outages.append(
                    errors.Message("{provider}: {fault}", provider=asked.provider, fault=error)
                )
            continue
        if outage is not None:
            outages.append(
                errors.Message(
                    "{provider}: {fault} (since {since})",
                    provider=asked.provider,
                    fault=outage.sentence(),
                    since=clock.stamp(outage.since),
                )
            )
    return outages


def _store(store: layout.Store) -> State:
    record: State = {"path": store.path, "scope": store.scope, "exists": store.exists()}
    if not store.exists():
        whole = access.look(store.path, is_directory=True)
        record["problems"] = [whole.with_cure()] if whole else []
        return record
    waiting = approval.waiting(store)
    record["trusted"] = waiting is not None
    if waiting is None:
        record["problems"] = [one for one in (ledger.fault(),) if one]
        return record
    kept = [layout.CORE, layout.FACTS, layout.SESSIONS]
    record["bytes"] = {name: files.size(store.path, name) for name in kept}
    beyond = extra_files.find(store)
    if beyond.kept or beyond.left:
        record["extra"] = {"files": len(beyond.kept), "bytes": beyond.bytes}
    present = bookmarks.signatures(store)
    closed = bookmarks.unreadable(store, present)
    record["problems"] = [
        *_left_out(closed, beyond),
        *[_of("{name} waits: others changed it (memory-store trust)", one) for one in waiting],
        *[_of("nobody reads {name}", one) for one in read.strays(store)],
        *[
            one.with_cure()
            for one in access.closed(store, to_write=True)
            if not any(told.startswith(f"{os.path.basename(one.path)} (") for told in closed)
        ],
    ]
    record["journal_days"] = len(read.daily_names(store))
    is_current = sync_state.idle_report(store, present=present) is not None
    record["index"] = {
        **questions.state(store),
        "current": is_current,
    }
    record["remotes"] = [
        {"name": one.entry.name, "url": one.entry.url, "met": one.met, "fault": one.fault}
        for one in visits.states(store)
    ]
    return record


def _left_out(closed: list[str], beyond: extra_files.ExtraFiles) -> list[str]:
    """Which files aren't read, and why; of very many the first."""
    sentences: list[str] = [_of("nothing can be read from {name}", one) for one in closed]
    sentences += [
        errors.Message("{name} {reason}", name=name, reason=reason)
        for name, reason in beyond.left.items()
    ]
    more = len(sentences) - _LEFT_SHOWN
    if more <= 0:
        return sentences
    return [*sentences[:_LEFT_SHOWN], errors.Message("and {more} more are left out", more=more)]


def _of(template: str, name: str) -> str:
    return errors.Message(template, name=name)


def _wiring(root: str, host: str) -> str:
    """Whether a host's file names our hooks: yes, no, or the fault."""
    path = installation.settings_file(root, host)
    text = installation.read(path)
    if text is None:
        return errors.Message("no")
    try:
        commands = wiring.wired_commands(text, host, path)
    except errors.UsageError as error:
        return error.message
    if not commands:
        return errors.Message("no")
    missing = [one for line in commands.values() for one in installation.missing_files(line)]
    if missing:
        return _of("yes, but {name} is not there: run init again", missing[0])
    return errors.Message("yes")
