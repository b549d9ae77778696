"""Keep in order: the rows of these commands."""

from __future__ import annotations

import math
import os
import time

from memory_store import codec, errors
from memory_store.cli import flags, table, terminal
from memory_store.model import Answer
from memory_store.store import layout
from memory_store.upkeep import finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.codec import Record
    from memory_store.embedders import fastembed_pull
    from memory_store.index import sync_report

_PATIENCE_SECONDS = 90.0  # longer than a run in the background may take

_WHOLE = {"unfinished": "unfinished: True"}  # what has no number
_NO_MEMORY = "no memory here yet"
_INDEXED = (
    "{path}: {files} files, {pieces} pieces ({added} new, {removed} gone), {vectors_added} vectors"
    " made, {vectors_missing} missing; {seconds} s"
)

FAMILY = table.Family("Keep in order", "维护")


@FAMILY.change(
    flags.Flag(
        "--seconds",
        "stop after this long; the next run goes on (default: until done)",
        "最多运行多少秒，下次继续（默认直到完成）",
        type=float,
    ),
    en="finish ended sessions and bring the index up to date",
    zh="收尾已结束的会话，更新索引",
    help_en="Finish ended sessions, merge facts, bring the index up to date, and meet "
    "the remotes.\n\n"
    "Journal days past `retention_days` are deleted.",
    help_zh="收尾已结束的会话，合并事实，更新索引",
    works_closed=True,
)
def sync(call: table.Call) -> Answer:
    """Sync, and report.

    Raises:
        UsageError: the store is not trusted.
        StoreError: the store can't be read or written.
    """
    stores = call.stores
    seconds = math.inf if call.seconds is None else call.seconds
    if seconds < 0:
        raise errors.UsageError("--seconds is not negative, not {seconds}", seconds=f"{seconds:g}")
    patience = _PATIENCE_SECONDS if call.seconds is None else 0.0
    try:
        done = finish.bring_up_to_date(
            call.where, embed_seconds=seconds, seconds=seconds, patience=patience
        )
    except FileNotFoundError as error:
        if os.path.isdir(call.where.directory):
            raise
        raise errors.StoreError(
            "the project is gone: {directory}", directory=call.where.directory
        ) from error
    record = {**done.record(), "proposals": _proposals(call.where, stores)}
    lines = [_counted(name.replace("_", " "), value) for name, value in record.items() if value]
    met: list[Record] = []
    if os.path.exists(layout.remotes()):
        from memory_store.remotes import visits  # few have a remote

        met = visits.visit(call.where)
    lines += [line for one in met for line in _remote_lines(one)]
    lines = lines or [errors.Message("up to date")]
    return Answer({**record, "remotes": met}, call.tell(lines))


@FAMILY.change(
    flags.switch(
        "--force",
        "build it anew from the files, also if it looks sound; the old one answers meanwhile",
        "从文件重建，即使看起来没有问题；重建期间旧索引照常可用",
    ),
    en="bring the index up to date or build it anew, with progress",
    zh="只更新或重建索引，并显示进度",
    help_en="Bring the index up to date, or build it anew from the files, and tell how far it is.",
    help_zh="只更新索引；`--force` 重建索引并显示进度，重建期间旧索引照常可用",
    works_closed=True,
)
def index(call: table.Call) -> Answer:
    """Index every readable memory, and report each.

    Raises:
        UsageError: the store is not trusted.
        StoreError: a store or its index can't be read or written.
    """
    done = [_indexed(call.where, store, force=call.force) for store in call.stores]
    lines = [line for one in done for line in _lines(one)] or [errors.Message(_NO_MEMORY)]
    return Answer({"stores": done}, call.tell(lines))


@FAMILY.change(
    flags.Flag("action", "what to do", "要做什么", choices=("list", "pull", "path")),
    flags.Flag(
        "name",
        "a model (default: the one that is set)",
        "模型（默认为设置中的模型）",
        nargs="?",
        default="",
    ),
    en="list the models of fastembed, download one, say where they are",
    zh="列出、下载 fastembed 的模型，查看所在目录",
    help_en="The models of fastembed: list them, download one, say where they are.\n\n"
    "Only `pull` reaches the network: search, sync and hooks use what is on this "
    "machine.",
    help_zh="管理 fastembed 的模型：列出、下载（只有这条命令会下载）、查看所在目录",
    works_off=True,
)
def model(call: table.Call) -> Answer:
    """List, download, or say where; exit 1 where a model that is asked for is not here.

    Raises:
        UsageError: there is no model of that name.
        StoreError: it can't be downloaded, or fastembed is not installed.
    """
    from memory_store.embedders import models

    chosen, here = call.settings.word("embedding_model"), models.directory()
    if call.action == "path" and not call.name:
        return Answer({"path": here}, here)
    from memory_store.embedders import fastembed_models, fastembed_pull  # half a second

    if call.action == "list":
        return _models(fastembed_pull.listed(here), here, chosen)
    if os.path.isdir(os.path.expanduser(chosen)):
        chosen = ""
    name = call.name or chosen or fastembed_models.DEFAULT_MODEL
    if call.action == "path":
        found = fastembed_pull.path_of(name, here)
        lacks = errors.Message("{name} is not here: memory-store model pull {name}", name=name)
        told = found or call.tell([lacks])
        return Answer({"model": name, "path": found or None}, told, 0 if found else 1)
    embedder = fastembed_pull.pull(name, here, shows_progress=terminal.is_watched())
    path = fastembed_pull.path_of(name, here)
    lines = [
        errors.Message("{name} is here: {path}", name=name, path=path),
        errors.Message("to use it, set embedder to fastembed and embedding_model to it"),
    ]
    text = call.tell(lines)
    return Answer({"model": name, "path": path, "dimensions": embedder.dimensions}, text)


def _counted(name: str, value: object) -> errors.Message:
    template = _WHOLE.get(name) or f"{name}: {{value}}"
    return errors.Message(template, value=value)


_BROUGHT = {
    "facts": "{count} line{count_s} of facts",
    "summaries": "{count} line{count_s} of summaries",
    "forgotten": "{count} thing{count_s} to forget",
    "pages": "{count} page{count_s}",
    "colleagues": "{count} fact{count_s} of colleagues, which search finds",
}


def _remote_lines(met: Record) -> list[errors.Message]:
    """The result of meeting a remote, for a person."""
    if met["fault"]:
        return [errors.Message("remote {name}, not met: {fault}", **met)]
    kept_back = "not shared, it holds a secret or is no text: {page}"
    brought = met["brought"]
    assert isinstance(brought, dict)  # noqa: S101  `visits.visit` made it
    came = [errors.Message(_BROUGHT[one], count=count) for one, count in brought.items()]
    template = f"remote {{name}}: {'{came}' if came else 'nothing'} came, "
    template += "{went} went" if met["went"] else "nothing went"
    return [
        errors.Message(template, **{**met, "came": came}),
        *([errors.Message("remote {name}: {note}", **met)] if met["note"] else []),
        *(errors.Message(kept_back, page=page) for page in codec.texts(met["kept_back"])),
    ]


def _degraded(line: errors.Message, reason: object) -> list[errors.Message]:
    """A line, and below it why search is not what it could be."""
    return [line, *([errors.Message("  degraded: {reason}", reason=reason)] if reason else [])]


def _proposals(where: place.Place, stores: list[layout.Store]) -> int:
    """How many facts wait to be decided on; looked for again where something changed."""
    from memory_store.promotion import mention

    mode = where.config.word("promotion")
    if all(mention.is_current(store, mode) for store in stores):
        return sum(len(mention.waiting(store)) for store in stores)
    from memory_store.promotion import proposals  # a run with nothing to do needs none of it

    return proposals.refresh(where)


def _indexed(where: place.Place, store: layout.Store, *, force: bool) -> Record:
    from memory_store.commands import progress
    from memory_store.index import questions, sync

    began = time.monotonic()
    with progress.Waiting(store.path) as waiting:

        def show(done: sync_report.SyncReport) -> None:
            waiting.tell(f"{store.path}: {progress.bar(done, time.monotonic() - began)}")

        report, _ = sync.bring_up(where, store, math.inf, rebuild=force, progress=show)
    sync.bound_cache(where, store)
    state = questions.state(store)
    kinds = state.get("pieces")
    return {
        "path": store.path,
        "files": state.get("files", 0),
        "pieces": sum(kinds.values()) if isinstance(kinds, dict) else 0,
        "added": report.added,
        "removed": report.removed,
        "vectors_added": report.vectors_added,
        "vectors_missing": state.get("vectors_missing", 0),
        "bad_lines": report.bad_lines,
        "degraded": report.degraded,
        "seconds": round(time.monotonic() - began, 1),
    }


def _lines(done: Record) -> list[errors.Message]:
    return _degraded(errors.Message(_INDEXED, **done), done["degraded"])


def _models(listed: list[fastembed_pull.Listed], directory: str, chosen: str) -> Answer:
    rows = [
        (
            f"{'*' if one.name == chosen else ' '} {one.name:62} {one.dimensions:>5}"
            f" {f'{one.gigabytes:g} GB':>8}  {one.licence:14} {'here' if one.is_here else ''}"
        ).rstrip()
        for one in listed
    ]
    known = [{**one._asdict(), "is_chosen": one.name == chosen} for one in listed]
    return Answer({"directory": directory, "models": known}, "\n".join(rows))
