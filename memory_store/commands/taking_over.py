"""Take over what was remembered elsewhere: old transcripts, Markdown, an export.

PATH is a file or a directory. Everything keeps its date, is cleaned and redacted, and is there
once however often this runs; stopped in the middle, it goes on the next time.
"""

from __future__ import annotations

import os
import time

from memory_store import background, errors, model, place
from memory_store.cli import terminal
from memory_store.commands import progress
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    import contextlib
    from collections.abc import Iterable, Iterator

    from memory_store.cli import flags
    from memory_store.codec import Record
    from memory_store.importing import adoption
    from memory_store.sources import recorded


_OURS = "memory-store"
_HOSTS = (model.CLAUDE, model.CURSOR, "codex")  # those whose transcripts are read
_FROM = (*_HOSTS, "markdown", _OURS)
_ADDED = ("sessions", "turns", "facts", "summaries", "notes")
_OTHERS = "of another project"
_SHOWN = 20
_LOCK = "import.lock"
_PATIENCE_SECONDS = 90.0
_BACKGROUND_SECONDS = 3_600
_INFER_SECONDS = 20.0


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Import, and index the words; vectors are made later, in the background.

    Exit 1 where there was nothing to import, and 3 where nothing at all could be read.

    Raises:
        UsageError: there is nothing of that kind at the path, or the store is not trusted.
        StoreError: the store can't be written; what was added by then is kept.
    """
    from memory_store.importing import adoption  # what a plain call of --help needs none of

    store = terminal.store_of(where, "project")
    if not arguments.path.strip():
        raise errors.UsageError("PATH is empty", "PATH names a file or directory")
    path = os.path.realpath(os.path.expanduser(arguments.path))
    source = getattr(arguments, "from")
    if source == _OURS:
        return _take_back(where, path, dry=arguments.dry_run)
    project = "" if arguments.all else where.directory
    waiting = 0
    if arguments.dry_run:
        into = adoption.Adoption(store, dry=True)
        _take_over(into, source, path, project, where)
    else:
        with _alone(store):
            into = adoption.Adoption(store, dry=False)
            _take_over(into, source, path, project, where)
        waiting = _finish(where, into)
    return _answer(into, waiting)


def _take_back(where: place.Place, path: str, *, dry: bool) -> model.Answer:
    """Import an export of this program."""
    from memory_store.importing import exchange  # see run

    store = terminal.store_of(where, exchange.scope_of(path))
    done = exchange.take_in(store, path, dry=dry)
    if done.counts["new"] and not dry:
        background.sync(where.directory)  # which makes the index
    status = "would import" if dry else "imported"
    record: Record = {
        "status": status,
        "new": done.counts["new"],
        "known": done.counts["known"],
        "left_out": dict(sorted(done.left_out.items())),
    }
    lines = [f"{status}: {record['new']} new, {record['known']} here already"]
    lines += [f"left out: {count} {reason}" for reason, count in sorted(done.left_out.items())]
    return model.Answer(record, "\n".join(lines))


def _alone(store: layout.Store) -> contextlib.AbstractContextManager[None]:
    """A lock for one import at a time: two would add records twice.

    Without a cache directory there is none to hold.
    """
    import contextlib

    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
    except OSError:
        return contextlib.nullcontext()
    return lock.Held(cache, 0.0, _LOCK)


def _take_over(
    into: adoption.Adoption, source: str, path: str, project: str, where: place.Place
) -> None:
    from memory_store.importing import adopted_notes, adopted_sessions  # see run
    from memory_store.sources import markdown_folder

    try:
        if source == "markdown":
            found, into.faults[:] = markdown_folder.read(path, where.tree)
            for note in found:
                adopted_notes.adopt(into, note)
            return
        names = _transcripts(path)
    except OSError as error:
        raise errors.UsageError(
            f"{path}: {error.strerror}", "PATH names a file or directory"
        ) from error
    if not names:
        raise errors.UsageError(f"{path}: no transcripts", f"nothing to import --from {source}")
    shown = progress.Files(names, terminal.spoken(where.config))
    for recording in _recordings(into, source, shown.names(), project):
        adopted_sessions.adopt(into, recording, where.config)


def _transcripts(path: str) -> list[str]:
    """The files with sessions to read, the oldest first."""
    from memory_store.sources import recorded  # see run

    return sorted(recorded.find(path), key=lambda name: os.stat(name).st_mtime)


def _recordings(
    into: adoption.Adoption, source: str, names: Iterable[str], project: str
) -> Iterator[recorded.Recording]:
    """The sessions in these files that are of the source and the project; others are counted."""
    from memory_store.sources import recorded  # see run

    for name in names:
        try:
            recordings = recorded.read(name)
        except (OSError, ValueError) as error:
            into.faults.append(f"{name}: {error}")
            continue
        if not recordings:
            into.left_out["nothing said"] += 1
        for recording in recordings:
            is_empty = not recording.said()
            if project:
                recording.keep_of(project)
            if recording.form != source:
                into.left_out[f"not of {source}"] += 1
            elif is_empty:
                into.left_out["nothing said"] += 1
            elif not recording.said():
                into.left_out[_OTHERS] += 1
            else:
                yield recording


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


def _answer(into: adoption.Adoption, waiting: int) -> model.Answer:
    figures = {name: into.counts[name] for name in (*_ADDED, "again", "known")}
    is_in_vain = bool(into.faults) and not (any(figures.values()) or into.left_out)
    is_none = not any(figures.values())
    done = "nothing found" if is_none else "would import" if into.dry else "imported"
    record: Record = {
        "status": "failed" if is_in_vain else done,
        **figures,
        "left_out": dict(sorted(into.left_out.items())),
        "faults": into.faults,
        "vectors_waiting": waiting,
    }
    record["candidates"] = into.counts["candidates"]
    added = ", ".join(f"{name} {figures[name]}" for name in _ADDED)
    lines = [f"{record['status']}: {added}"]
    if waiting:
        lines.append(
            f"found by words now; {waiting:,} texts get their vectors in the background"
            " (memory-store status tells how many still wait)"
        )
    if record["candidates"]:
        lines.append(f"candidates: {record['candidates']} (memory-store list --candidates)")
    if figures["again"]:
        lines.append(f"said again: {figures['again']} times what a fact says, as evidence for it")
    if figures["known"]:
        lines.append(
            f"here already: {figures['known']} sessions or records; nothing added of them"
        )
    lines += [f"left out: {count} {reason}" for reason, count in sorted(into.left_out.items())]
    lines += [f"fault: {one}" for one in into.faults[:_SHOWN]]
    if len(into.faults) > _SHOWN:
        lines.append(f"and {len(into.faults) - _SHOWN} more faults")
    if into.dry:
        record["facts_shown"] = [_shown(one) for one in into.shown[:_SHOWN]]
        lines += [f"  {_shown(one)}" for one in into.shown[:_SHOWN]]
        more = len(into.shown) - _SHOWN
        lines += [f"  … and {more} more facts"] if more > 0 else []
    if into.left_out[_OTHERS]:
        lines.append("to import them too: --all, or --project of theirs")
    return model.Answer(record, "\n".join(lines), 3 if is_in_vain else int(is_none))


def _shown(fact: Record) -> str:
    content = " ".join(str(fact["content"]).split())
    return f"{fact['type']} {str(fact['created_at'])[:10]} {content[:160]}"
