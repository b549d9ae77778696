"""Take over what was remembered elsewhere: old sessions, or an export.

PATH is a file or a directory; without one, the places of all known hosts are looked at. Everything
keeps its date, is cleaned and redacted, and is there once however often this runs; stopped in the
middle, it goes on the next time.
"""

from __future__ import annotations

import contextlib
import os
import time

from memory_store import background, errors, model, place
from memory_store.cli import flags, terminal
from memory_store.commands import progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    import collections
    from collections.abc import Iterator

    from memory_store.cli import table
    from memory_store.importing import adoption
    from memory_store.journal.stored import Fact
    from memory_store.sources import places, recorded_session


_OURS = "memory-store"
_ADDED = ("sessions", "turns", "facts", "summaries")
_OTHERS = errors.Message("of another project")
_SHOWN = 20
_LOCK = "import.lock"
_PATIENCE_SECONDS = 90.0
_BACKGROUND_SECONDS = 3_600
_INFER_SECONDS = 20.0
_REACH = "memory-store undo takes the facts of it back; todos, summaries, events and texts stay"


def run(call: table.Call) -> model.Answer:
    """Import, and index the words; vectors are made later, in the background.

    Exit 1 where there was nothing to import, and 3 where nothing at all could be read.

    Raises:
        UsageError: there is nothing of that kind at the path, or the store is not trusted.
        StoreError: the store can't be written; what was added by then is kept.
    """
    from memory_store.importing import (  # a plain call of --help needs none
        adopted_sessions,
        adoption,
        exchange,
    )
    from memory_store.upkeep import run_state

    store = terminal.store_of(call.where, "project")
    source = getattr(call, "from")
    since = flags.moment(call.since, first=True) or 0.0
    if call.path is None:
        if source == _OURS:
            raise errors.UsageError("PATH is missing", "PATH names a file or directory")
        from memory_store.sources import places  # a path needs none

        found = places.known(source or "")
        told = call.say(
            "sessions on this machine: {places}",
            places=[f"{one.title} {one.sessions:,}" for one in found],
        )
        is_sure = call.yes or call.all or call.dry_run
        is_asked = not is_sure and bool(found) and terminal.can_be_asked()
        asked = "take over those of this project? [y/N] "
        if not (
            found and (is_sure or (is_asked and terminal.says_yes(f"{told}\n{call.say(asked)}")))
        ):
            return _offer(call, found, "" if is_asked else told)
        names = [name for one in found for name in one.files]
    elif not call.path.strip():
        raise errors.UsageError("PATH is empty", "PATH names a file or directory")
    else:
        path = os.path.realpath(os.path.expanduser(call.path))
        if source == _OURS or (source is None and exchange.is_export(path)):
            return _take_back(call, path)
        names = _files_at(call, source)
    with contextlib.nullcontext() if call.dry_run else run_state.alone(store, _LOCK, 0.0):
        into = adoption.Adoption(store, dry=call.dry_run)
        for recording in _recordings(call, into, names, since):
            adopted_sessions.adopt(into, recording, call.settings)
        into.write()
    waiting = 0 if call.dry_run else _finish(call.where, into)
    return _answer(call, into, waiting)


def _offer(call: table.Call, found: list[places.Place], told: str) -> model.Answer:
    """Where nobody said yes: what was found, `told` unless a question did; exit 1 for nothing."""
    if not found:
        none = "no old sessions on this machine, of any host that is known"
        return model.Answer({"status": "nothing found", "found": {}}, call.say(none), 1)
    counts = {one.source: one.sessions for one in found}
    how = "nothing was taken over: --yes takes those of this project, --all those of all projects"
    lines = [*filter(None, [told]), call.say(how)]
    return model.Answer({"status": "found", "found": counts}, "\n".join(lines))


def _files_at(call: table.Call, source: str | None) -> list[str]:
    """The files with sessions at a path, the oldest first; none behind a link in the project."""
    from memory_store.sources import places, recorded  # see run

    named = os.path.expanduser(call.path)
    path = os.path.realpath(named)
    is_behind_link = places.is_behind_link(named, call.where.tree)
    try:
        names = [] if is_behind_link else recorded.oldest_first(recorded.find(path))
    except OSError as error:
        raise errors.UsageError(
            "{path}: {reason}", "PATH names a file or directory", path=path, reason=error
        ) from error
    if not names:
        raise errors.UsageError(
            "{path}: no transcripts",
            "nothing to import --from {source}" if source else "nothing to import",
            path=path,
            source=source,
        )
    return names


def _take_back(call: table.Call, path: str) -> model.Answer:
    """Import an export of this program."""
    from memory_store.importing import exchange  # see run

    store = terminal.store_of(call.where, exchange.scope_of(path))
    done = exchange.take_in(store, path, dry=call.dry_run)
    if done.counts["new"] and not done.dry:
        background.sync(call.where.directory)  # which makes the index
    status = "would import" if done.dry else "imported"
    record = {
        "status": status,
        "new": done.counts["new"],
        "known": done.counts["known"],
        "left_out": dict(sorted(done.left_out.items())),
    }
    template = f"{status}: {{new}} new, {{known}} here already"
    lines = [errors.Message(template, **record), *_left_out(done.left_out)]
    if done.counts["new"] and not done.dry:
        lines.append(call.say(_REACH))
    return model.Answer(record, call.tell(lines))


def _recordings(
    call: table.Call, into: adoption.Adoption, names: list[str], since: float
) -> Iterator[recorded_session.Recording]:
    """The sessions in these files that are wanted; others are counted."""
    from memory_store.sources import recorded  # see run

    for name in progress.counted(names, call.spoken):
        is_empty = True
        try:
            for recording in recorded.read(name):
                is_empty = False
                reason = _reason(call, recording, since)
                if reason:
                    into.left_out[reason] += 1
                else:
                    yield recording
        except (OSError, ValueError) as error:
            into.faults.append(errors.Message("{path}: {reason}", path=name, reason=error))
            continue
        if is_empty:
            into.left_out[errors.Message("nothing said")] += 1


def _reason(call: table.Call, recording: recorded_session.Recording, since: float) -> str:
    """Why a session is not taken, "" for one that is; what was said elsewhere goes from it."""
    source = getattr(call, "from")
    if source and recording.form != source:
        return errors.Message("not of {source}", source=source)
    if not recording.said():
        return errors.Message("nothing said")
    if recording.last() < since:
        return errors.Message("older than --since")
    if not call.all:
        recording.keep_of(call.where.directory)
    return "" if recording.said() else _OTHERS


def _finish(where: place.Place, into: adoption.Adoption) -> int:
    """Merge new facts and index words; the number of texts that wait for a vector."""
    from memory_store.promotion import proposals  # see run
    from memory_store.upkeep import finish

    if not any(into.counts[name] for name in (*_ADDED, "again")):
        return 0
    where = place.resolve(where.directory)  # there may be a store now
    if where.project is not None:
        from memory_store.capture import inference  # see run

        until = time.monotonic() + _INFER_SECONDS  # what is left is the background's
        into.counts["candidates"] += inference.propose(where, where.project, until)
    done = finish.bring_up_to_date(where, embed_seconds=None, patience=_PATIENCE_SECONDS)
    proposals.refresh(where)
    waiting = done.vectors_missing if where.config.word("embedder") != "none" else 0
    if waiting or done.unfinished or _is_left(where):
        background.sync(where.directory, _BACKGROUND_SECONDS)
    return waiting


def _is_left(where: place.Place) -> bool:
    """Whether prompts are left in which nobody looked for candidates."""
    from memory_store.journal import checkpoints  # see run

    return where.project is not None and bool(checkpoints.not_inferred(where.project))


def _answer(call: table.Call, into: adoption.Adoption, waiting: int) -> model.Answer:
    figures = {name: into.counts[name] for name in (*_ADDED, "again", "known")}
    is_in_vain = bool(into.faults) and not (any(figures.values()) or into.left_out)
    is_none = not any(figures.values())
    done = "nothing found" if is_none else "would import" if into.dry else "imported"
    record = {
        "status": "failed" if is_in_vain else done,
        **figures,
        "left_out": dict(sorted(into.left_out.items())),
        "faults": into.faults,
        "vectors_waiting": waiting,
        "candidates": into.counts["candidates"],
    }
    say = errors.Message
    added = ", ".join(f"{name} {{{name}}}" for name in _ADDED)
    status = say("not imported") if is_in_vain else say(done)
    lines: list[str] = [say(f"{{status}}: {added}", status=status, **figures)]
    if waiting:
        template = (
            "found by words now; {count} texts get their vectors in the background"
            " (memory-store status tells how many still wait)"
        )
        lines.append(say(template, count=f"{waiting:,}"))
    if record["candidates"]:
        template = "candidates: {count} (memory-store list --candidates)"
        lines.append(say(template, count=record["candidates"]))
    if figures["again"]:
        template = "said again: {count} times what a fact says, as evidence for it"
        lines.append(say(template, count=figures["again"]))
    if figures["known"]:
        template = "here already: {count} sessions or records; nothing added of them"
        lines.append(say(template, count=figures["known"]))
    lines += _left_out(into.left_out)
    lines += [say("fault: {fault}", fault=one) for one in into.faults[:_SHOWN]]
    if len(into.faults) > _SHOWN:
        lines.append(say("and {more} more faults", more=len(into.faults) - _SHOWN))
    if into.dry:
        record["facts_shown"] = [_shown(one) for one in into.shown[:_SHOWN]]
        lines += [f"  {_shown(one)}" for one in into.shown[:_SHOWN]]
        more = len(into.shown) - _SHOWN
        lines += [say("  … and {more} more facts", more=more)] if more > 0 else []
    if into.left_out[_OTHERS]:
        lines.append(say("to import them too: --all, or --project of theirs"))
    return model.Answer(record, call.tell(lines), 3 if is_in_vain else int(is_none))


def _left_out(counts: collections.Counter[str]) -> list[str]:
    """The lines about what was left out, by the reason."""
    return [
        errors.Message("left out: {count} {reason}", count=count, reason=reason)
        for reason, count in sorted(counts.items())
    ]


def _shown(fact: Fact) -> str:
    content = " ".join(fact.content.split())
    return f"{fact.type} {fact.text_of('created_at')[:10]} {content[:160]}"
