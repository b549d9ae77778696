"""Finds candidates: sentences of prompts that the scorer takes for lasting."""

from __future__ import annotations

import time

from memory_store import errors, model, origin, place
from memory_store.capture import explicit, hearing, pipeline, scorer, stated_fact
from memory_store.embedders import models, offline
from memory_store.journal import checkpoints, read
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from memory_store.embedders import base
    from memory_store.journal.stored import Entry

_AT_ONCE = 32
_EVEN = 0.5


def propose(where: place.Place, store: layout.Store, until: float) -> int:
    """Append the statements of recent prompts that the scorer takes for lasting, as candidates.

    Goes on where the last run ended, day by day, and ends between two batches of 32 sentences once
    the time is over. The vectors are those of the models that come with the package, whatever
    the settings name for the index, since the weights belong to them.

    Args:
        where: the place of work.
        store: the project's memory.
        until: when to begin no further batch, in `time.monotonic` seconds.

    Returns:
        How many lines were appended.

    Raises:
        StoreError: they could not be written.
    """
    if not where.config.switch("extract"):
        return 0
    try:
        embedder = offline.load("", models.directory())
    except (errors.StoreError, OSError, ValueError) as error:
        log.write("inference", error)
        return 0
    due = checkpoints.not_inferred(store)
    return sum(_of_day(embedder, store, name, until) for name in due if time.monotonic() < until)


def _of_day(embedder: base.Embedder, store: layout.Store, name: str, until: float) -> int:
    """Append the candidates of a journal day, and note how far it was looked at.

    Where the time ends in its middle, the next run looks at the day's rest again from its mark.
    """
    size = files.size(store.path, name)
    begin = checkpoints.load(store).get(checkpoints.INFERRED + name, 0)
    lines = read.lines_from(store, name, begin if begin <= size else 0)
    events = read.with_origins([event for _, line in lines for event in read.entries(line)])
    heard = {one for note in events if note.source == stated_fact.HEARD for one in note.stated_in}
    found = list(statements(embedder, _unjudged(events), until, heard))
    appended = pipeline.write(store, found, read.TAIL_BYTES)
    if time.monotonic() < until:
        checkpoints.update(store, {checkpoints.INFERRED + name: size})
    return appended


def statements(
    embedder: base.Embedder, prompts: Iterable[Entry], until: float, known: Container[str] = ()
) -> Iterator[tuple[Entry, stated_fact.Statement]]:
    """The lasting statements of prompts by the scorer, each with its event, up to a moment.

    Without what was heard at once of the events that are `known`.
    """
    weights = scorer.load()
    space = weights.spaces[embedder.dimensions]
    waiting = []
    for event in prompts:
        sentences = explicit.unkept(event.text)
        heard = list(hearing.heard(weights, sentences))
        yield from ((event, one) for one in heard if event.id not in known)
        said = {one.content for one in heard}
        waiting += [(event, text) for text in sentences if text not in said]
    for at in range(0, len(waiting), _AT_ONCE):
        if time.monotonic() >= until:
            return
        batch = waiting[at : at + _AT_ONCE]
        vectors = embedder.embed_documents([text for _, text in batch])
        for (event, text), vector in zip(batch, vectors, strict=True):
            values = vector.tolist()
            by_vector = scorer.probability(space.lasts, values)
            probability = scorer.joined(by_vector, weights.score(text))
            if probability >= space.threshold:
                is_rule = scorer.probability(space.is_rule, values) >= _EVEN
                yield event, hearing.candidate(text, probability, is_rule=is_rule)


def _unjudged(events: list[Entry]) -> list[Entry]:
    """The prompts that gave no scored fact yet, so that a deleted fact does not come back."""
    found = (stated_fact.SCORED, stated_fact.CHANGED)
    judged = {one for note in events if note.source in found for one in note.stated_in}
    return [
        event
        for event in events
        if event.type == model.PROMPT
        and event.id not in judged
        and origin.is_persons(event.origin)
    ]
