"""What search by meaning really has: the provider that answers, and each store's index and cache.

Asks the provider for one vector, as nothing else can tell whether it works. Must not index.
"""

from __future__ import annotations

import os
import time

from memory_store import clock, errors, place
from memory_store.index import backends, disk, questions
from memory_store.store import layout
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store.embedders import models

    State = dict[str, Any]


_PROBE = "memory"
_INDEX = (
    "index     {path}: {files} files, {pieces} pieces, {vectors} vectors"
    " ({vectors_missing} missing), {index_bytes} bytes, last written {last_sync}"
)


def look(where: place.Place) -> State:
    """The provider asked and used, with its model, and the index of each trusted store."""
    provider = _provider(where)
    stores = [_store(one) for one in where.stores() if approval.is_trusted(one)]
    backend = where.config.word("index_backend")
    degraded = [*filter(None, [backends.unusable(backend)]), *_degraded(provider, stores)]
    return {
        "provider": provider,
        "index_backend": backend,
        "stores": stores,
        "degraded": degraded,
    }


def _provider(where: place.Place) -> State:
    from memory_store.embedders import models  # status alone has no use for it

    asked = where.config.word("embedder")
    record: State = {"asked": asked, "used": None, "model": "", "dimensions": 0, "why": []}
    if asked == models.NONE:
        return record
    try:
        choice = models.choose(where.config)
        record |= _tried(choice)
        other = choice.another(where.config) if record["failure"] else None
        if other is not None:
            other.reasons = other.reasons or [
                errors.Message(
                    "{provider}: {fault}", provider=choice.used, fault=record["failure"]
                )
            ]
            record |= _tried(other)
    except errors.StoreError as error:
        return {**record, "failure": error.message}
    return record


def _tried(choice: models.Choice) -> State:
    """A provider, and its answer: the milliseconds, or the failure."""
    began = time.perf_counter()
    failure = ""
    try:
        choice.embedder.embed_query(_PROBE)
    except Exception as error:  # noqa: BLE001  a model is somebody else's code
        failure = errors.Message("{error}", error=error)
    return {
        "used": choice.used,
        "model": choice.embedder.name,
        "dimensions": choice.embedder.dimensions,
        "why": choice.reasons,
        "failure": failure,
        "ms": round((time.perf_counter() - began) * 1000),
    }


def _store(store: layout.Store) -> State:
    directory = layout.cache_directory(store)
    state = questions.as_is(store, questions.Records.state) or {}
    kinds = state.get("pieces")
    pieces = sum(kinds.values()) if isinstance(kinds, dict) else 0
    index = disk.path_in(directory) if os.path.isdir(directory) else ""
    synced = os.path.getmtime(index) if os.path.isfile(index) else None
    return {
        "path": store.path,
        "files": state.get("files", 0),
        "pieces": pieces,
        "vectors": state.get("vectors", 0),
        "vectors_missing": state.get("vectors_missing", 0),
        "model": state.get("model", ""),
        "index_bytes": os.path.getsize(index) if synced is not None else 0,
        "cache": _cache(os.path.join(directory, disk.VECTORS)),
        "last_sync": None if synced is None else clock.stamp(synced),
    }


def _cache(path: str) -> State:
    """How many vectors of which models are kept, and in how many bytes."""
    if not os.path.isfile(path):
        return {"bytes": 0, "vectors": {}}
    from memory_store.embedders import vectors  # brings SQLite

    with vectors.VectorCache(path) as cache:
        return {"bytes": cache.size(), "vectors": cache.counts()}


def _degraded(provider: State, stores: list[State]) -> list[str]:
    """The faults, a sentence each."""
    sentences: list[str] = []
    if provider.get("failure"):
        sentences.append(
            errors.Message("no new vectors, words answer: {fault}", fault=provider["failure"])
        )
    elif provider["why"]:
        sentences.append(
            errors.Message(
                "{used} makes the vectors: {reasons}",
                used=provider["used"],
                reasons=errors.joined(*provider["why"]),
            )
        )
    identity = f"{provider['model']} {provider['dimensions']}"
    for store in stores:
        missing = store["vectors_missing"]
        if missing > 0 and (provider["used"] or provider.get("failure")):  # or none is wanted
            sentences.append(
                errors.Message(
                    "{count} texts of {path} have no vector yet (memory-store sync makes them)",
                    count=missing,
                    path=store["path"],
                )
            )
        if provider["used"] and store["vectors"] and store["model"] != identity:
            sentences.append(
                errors.Message(
                    "the vectors of {path} are of {model}",
                    path=store["path"],
                    model=store["model"],
                )
            )
    return sentences


def lines(report: State) -> list[str]:
    """The same for a person."""
    say = errors.Message
    text: list[str] = [say("provider  {line}", line=_provider_line(report["provider"]))]
    for store in report["stores"]:
        cache = store["cache"]
        kept = [
            say("{count} of {name}", count=count, name=name)
            for name, count in cache["vectors"].items()
        ]
        written = store["last_sync"] or say("never")
        text.append(say(_INDEX, **{**store, "last_sync": written}))
        template = "cache     {bytes} bytes: {kept}"
        text.append(say(template, bytes=cache["bytes"], kept=kept or say("no vectors")))
    return text + [say("degraded  {fault}", fault=one) for one in report["degraded"]]


def _provider_line(provider: State) -> str:
    if provider["used"] is None:
        return errors.Message("{asked}: words alone", **provider)
    template = "{used}" if provider["asked"] == provider["used"] else "{used} (asked: {asked})"
    state = "does not answer" if provider["failure"] else "answered in {ms} ms"
    return errors.Message(f"{template}: {{model}}, {state}", **provider)
