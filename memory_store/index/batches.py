"""Embeds large backlogs by OpenAI's Batch API, which is cheaper and slower.

Off by default. Submitted batches are noted in a file, so that a later run takes their results,
also after a kill. Must not run for a hook or a search.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, codec, errors
from memory_store.embedders import openai_batches, remote, vectors
from memory_store.index import disk, update, vector_sync
from memory_store.store import derived, files, layout, log

if TYPE_CHECKING:
    from memory_store import config

LEAST = 200
"""Texts that wait, below which they are embedded at once."""

_MOST_TEXTS = 50_000
_KEPT_SECONDS = 30 * 86_400  # as long as OpenAI keeps what a batch made


class Pending(NamedTuple):
    """A batch that nobody has taken yet.

    Attributes:
        since: when it was handed over, in seconds since 1970.
        model: the name of the embedder that it was made for; it gives vectors of no other
            embedder.
        texts: the hashes of its texts, in hex.
    """

    since: float
    model: str
    texts: list[str]


class Outcome(NamedTuple):
    """The batches under way, in a sentence ("" for none), and the faults, a sentence each."""

    waiting: str
    faults: list[str]


class _Run:
    """A run: its settings and provider, the texts to submit, and its messages.

    `returned` are the hashes, in hex, of the texts in batches that have ended.
    """

    def __init__(
        self, store: layout.Store, embedder: remote.RemoteEmbedder, settings: config.Config
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.pause = settings.number("embedding_batch_poll_seconds")
        self.seconds = settings.number("embedding_batch_minutes") * 60
        self.waits = settings.switch("embedding_batch_wait")
        self.texts: dict[bytes, str] = {}
        self.returned: set[str] = set()
        self.faults: list[str] = []


def run(
    store: layout.Store,
    embedder: remote.RemoteEmbedder,
    settings: config.Config,
    *,
    submits: bool,
) -> Outcome:
    """Take the results of batches, submit the waiting texts, and wait if that is set.

    As many batches are under way at once as `embedding_concurrency` says. Batches for another
    model are kept until that model is used again, and forgotten after 30 days.

    Args:
        store: whose texts; its index is up to date but for vectors.
        embedder: the provider.
        settings: what the user set.
        submits: whether new batches may be made: not by a run that has little time.
    """
    now = _Run(store, embedder, settings)
    try:
        _forget_old(store)
        with vector_sync.open_cache(store) as cache:
            _collect(now, cache)
            if submits:
                now.texts = _many_enough(now, _waiting(now, cache))
                _hand_over(now)
                _wait(now, cache)
                _embed_returned(now, cache)
    except errors.StoreError as error:
        now.faults.append(f"batches: {error}")
    for fault in now.faults:
        log.write("batches", fault)
    waiting = sentence(list(_of_this_model(now).values()))
    return Outcome(f"{waiting}; the next sync looks again" if waiting else "", now.faults)


def under_way(store: layout.Store) -> dict[str, Pending]:
    """The batches of a store that nobody has taken yet, of any model, by their ids."""
    batches = derived.record(store, disk.BATCHES)
    noted = ((name, _parse(batch)) for name, batch in batches.items())
    return {name: batch for name, batch in noted if batch is not None}


def _parse(batch: object) -> Pending | None:
    if not isinstance(batch, dict):
        return None
    since, model, texts = (batch.get(name) for name in Pending._fields)
    if not (isinstance(since, int | float) and isinstance(model, str) and isinstance(texts, list)):
        return None
    return Pending(since, model, codec.texts(texts))


def by_model(store: layout.Store) -> dict[str, list[Pending]]:
    """The batches that nobody has taken yet, by the name of the embedder they were made for."""
    batches: dict[str, list[Pending]] = {}
    for batch in under_way(store).values():
        batches.setdefault(batch.model, []).append(batch)
    return batches


def sentence(listed: list[Pending]) -> str:
    """How many texts wait, in how many batches, and since when; "" for none."""
    if not listed:
        return ""
    texts = sum(len(batch.texts) for batch in listed)
    batches = "a batch" if len(listed) == 1 else f"{len(listed)} batches"
    since = clock.stamp(min(batch.since for batch in listed))
    return f"{texts:,} texts wait for their vectors in {batches} since {since}"


def _of_this_model(now: _Run) -> dict[str, Pending]:
    """The batches that were made for the embedder of this run."""
    listed = under_way(now.store).items()
    return {name: batch for name, batch in listed if batch.model == now.embedder.name}


def _forget_old(store: layout.Store) -> None:
    """Forget the batches of which nothing can be had any more."""
    listed = under_way(store)
    young = {
        name: batch for name, batch in listed.items() if clock.now() - batch.since < _KEPT_SECONDS
    }
    if young != listed:
        _keep(store, young)


def _keep(store: layout.Store, noted: dict[str, Pending]) -> None:
    directory = layout.cache_directory(store)
    listed = {name: batch._asdict() for name, batch in noted.items()}
    try:
        files.make_directory(directory)
        if listed:
            files.replace(directory, disk.BATCHES, codec.render(listed).encode("utf-8"))
        elif os.path.lexists(os.path.join(directory, disk.BATCHES)):
            files.remove(directory, disk.BATCHES)
    except OSError as error:
        raise errors.StoreError(f"what is under way can't be noted: {error.strerror}") from error


def _waiting(now: _Run, cache: vectors.VectorCache) -> dict[bytes, str]:
    """The texts that neither have a vector nor are under way."""
    index, _ = update.bring_up(now.store)
    with index:
        name = now.embedder.name
        found = vector_sync.waiting(index, now.store, name, cache, _MOST_TEXTS)
    sent = {key for batch in _of_this_model(now).values() for key in batch.texts}
    return {key: text for key, text in found.items() if key.hex() not in sent}


def _many_enough(now: _Run, found: dict[bytes, str]) -> dict[bytes, str]:
    """The texts that no batch of this run gave back, if there are enough for a batch."""
    fresh = {key: text for key, text in found.items() if key.hex() not in now.returned}
    return fresh if len(fresh) >= LEAST else {}


def _embed_returned(now: _Run, cache: vectors.VectorCache) -> None:
    """Ask by ordinary requests for the texts that came back from a batch without a vector."""
    if not now.returned:
        return
    waiting = _waiting(now, cache).items()
    found = {key: text for key, text in waiting if key.hex() in now.returned}
    vectors.embed_missing(now.embedder, cache, found, None)


def _hand_over(now: _Run) -> None:
    """Make batches while there are texts and fewer are under way than may be; each is noted."""
    while now.texts and len(_of_this_model(now)) < now.embedder.access.concurrency:
        keys = list(now.texts)[: openai_batches.most(now.embedder.dimensions)]
        batch = openai_batches.submit(
            now.embedder.access, {key: now.texts.pop(key) for key in keys}
        )
        noted = Pending(clock.now(), now.embedder.name, [key.hex() for key in keys])
        _keep(now.store, {**under_way(now.store), batch.identity: noted})


def _wait(now: _Run, cache: vectors.VectorCache) -> None:
    """Look again and again until all are taken or the time is over, if waiting is set."""
    end = time.monotonic() + now.seconds
    while now.waits and _of_this_model(now) and time.monotonic() < end:
        time.sleep(now.pause)
        _collect(now, cache)
        _hand_over(now)


def _collect(now: _Run, cache: vectors.VectorCache) -> None:
    """Take the vectors of each batch that runs no more, and forget it."""
    for identity, noted in _of_this_model(now).items():
        try:
            batch = openai_batches.look(now.embedder.access, identity)
        except errors.StoreError as error:
            if getattr(error, "status", 0) != 404:  # noqa: PLR2004  it is gone for good
                raise
            batch = openai_batches.Batch(identity, "gone", str(error), "", "")
        if batch.is_running():
            continue
        taken = openai_batches.take(now.embedder, batch)
        cache.put_many(now.embedder.name, taken.vectors.items())
        left = under_way(now.store)
        left.pop(identity, None)
        now.returned.update(noted.texts)
        _keep(now.store, left)
        _tell(now, batch, taken)


def _tell(now: _Run, batch: openai_batches.Batch, taken: openai_batches.Taken) -> None:
    if batch.status != "completed":
        reason = f": {batch.reasons}" if batch.reasons else ""
        now.faults.append(f"batch {batch.identity} is {batch.status}{reason}")
    if taken.refused:
        some = f"{len(taken.refused)} texts of batch {batch.identity} have no vector"
        now.faults.append(f"{some}: {taken.refused[0]}")
