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
    from memory_store.commands.status_lines import State
    from memory_store.embedders import models


_PROBE = "memory"


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
            other.reasons = other.reasons or [f"{choice.used}: {record['failure']}"]
            record |= _tried(other)
    except errors.StoreError as error:
        return {**record, "failure": str(error)}
    return record


def _tried(choice: models.Choice) -> State:
    """A provider, and its answer: the milliseconds, or the failure."""
    began = time.perf_counter()
    failure = ""
    try:
        choice.embedder.embed_query(_PROBE)
    except Exception as error:  # noqa: BLE001  a model is somebody else's code
        failure = str(error)
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
    sentences = []
    if provider.get("failure"):
        sentences.append(f"no new vectors, words answer: {provider['failure']}")
    elif provider["why"]:
        sentences.append(f"{provider['used']} makes the vectors: {'; '.join(provider['why'])}")
    identity = f"{provider['model']} {provider['dimensions']}"
    for store in stores:
        missing = store["vectors_missing"]
        if missing > 0 and (provider["used"] or provider.get("failure")):  # or none is wanted
            sentences.append(f"{missing} texts of {store['path']} have no vector yet")
        if provider["used"] and store["vectors"] and store["model"] != identity:
            sentences.append(f"the vectors of {store['path']} are of {store['model']}")
    return sentences


def lines(report: State) -> list[str]:
    """The same for a person."""
    text = [f"provider  {_provider_line(report['provider'])}"]
    for store in report["stores"]:
        kept = ", ".join(f"{count} of {name}" for name, count in store["cache"]["vectors"].items())
        text += [
            (
                f"index     {store['path']}: {store['files']} files, {store['pieces']} pieces,"
                f" {store['vectors']} vectors ({store['vectors_missing']} missing),"
                f" {store['index_bytes']} bytes, last written {store['last_sync'] or 'never'}"
            ),
            f"cache     {store['cache']['bytes']} bytes: {kept or 'no vectors'}",
        ]
    return text + [f"degraded  {one}" for one in report["degraded"]]


def _provider_line(provider: State) -> str:
    if provider["used"] is None:
        return f"{provider['asked']}: words alone"
    state = "does not answer" if provider["failure"] else f"answered in {provider['ms']} ms"
    asked = "" if provider["asked"] == provider["used"] else f" (asked: {provider['asked']})"
    return f"{provider['used']}{asked}: {provider['model']}, {state}"
