"""Finds candidates: sentences of prompts that the scorer takes for lasting."""

from __future__ import annotations

import time

from memory_store import errors, model, origin, place
from memory_store.capture import (
    explicit,
    hearing,
    pipeline,
    retain_lines,
    scorer,
    stated_fact,
)
from memory_store.embedders import models, offline
from memory_store.journal import append, checkpoints, facts, read, stored
from memory_store.store import files, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.embedders import base
    from memory_store.journal.stored import Entry

_AT_ONCE = 32
_EVEN, _DOUBTED = 0.5, 0.5
_LOCK_SECONDS = 2.0


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

    What was heard at once is from then on as sure as its meaning, and taken back where that is
    not half as likely as a candidate; what was found is taken back where the agent left it. Where
    the time ends in its middle, the next run looks at the day's rest again from its mark.
    """
    size = files.size(store.path, name)
    begin = checkpoints.load(store).get(checkpoints.INFERRED + name, 0)
    begins, following = _events(store, name), _next_day(store, name)
    day = [event for _, event in begins]
    events = [event for at, event in begins if at >= begin] if begin <= size else day
    passed = _passed_over(day)
    notes = [*events, *following]
    told = (note for note in notes if note.source == stated_fact.HEARD)
    heard = {one: note.record_id for note in told for one in note.stated_in}
    fresh: list[tuple[Entry, stated_fact.Statement]] = []
    weighed: dict[str, float] = {}
    weights = scorer.load()
    least = weights.spaces[embedder.dimensions].threshold
    prompts = [one for one in _unjudged(events, notes) if one.id not in passed]
    for event, one in likely(embedder, prompts, until):
        if event.id not in heard or not any(hearing.heard(weights, [one.content])):
            fresh += [(event, one)] if one.confidence >= least else []
        else:
            weighed[one.content] = one.confidence
    appended = pipeline.write(store, fresh, read.TAIL_BYTES)
    found = [one for one in (*day, *following) if one.source in stated_fact.INFERRED]
    left = {one.record_id for one in found if not passed.isdisjoint(one.stated_in)}
    _weigh(store, set(heard.values()), weighed, left, least * _DOUBTED)
    if time.monotonic() < until:
        checkpoints.update(store, {checkpoints.INFERRED + name: size})
    return appended


def _events(store: layout.Store, name: str) -> list[tuple[int, Entry]]:
    """The events of a journal day, each with the byte that its line begins at."""
    lines = read.lines_from(store, name)
    found = [(begin, event) for begin, line in lines for event in read.entries(line)]
    events = read.with_origins([event for _, event in found])
    return [(begin, event) for (begin, _), event in zip(found, events, strict=True)]


def _passed_over(events: list[Entry]) -> set[str]:
    """The prompts whose answers keep nothing, with a later answer that keeps something.

    What the agent keeps at one prompt says nothing of what is said after it.
    """
    passed: set[str] = set()
    for turns in read.by_session(events).values():
        left, prompt = set[str](), ""
        for event in turns:
            if event.type == model.PROMPT:
                prompt = event.id
            elif event.type == model.RESPONSE and prompt:
                if any(one.kind != "S" for one in retain_lines.statements(event.text)):
                    passed |= left - {prompt}
                    left.clear()
                else:
                    left.add(prompt)
    return passed


def _weigh(
    store: layout.Store, heard: set[str], weighed: dict[str, float], left: set[str], least: float
) -> None:
    """Set how sure candidates are, and take back what is less sure than `least`, or was left.

    One that took another's place waits for a person, and so does one that somebody restored.

    Args:
        store: whose.
        heard: the ids of candidates that were heard at once.
        weighed: how likely a sentence is by its meaning.
        left: the ids of candidates that the agent passed over.
        least: probability.
    """
    if not (weighed or left):
        return
    with lock.Held(store.path, _LOCK_SECONDS):
        lines = []
        for one in facts.living(facts.newest_first(store, read.TAIL_BYTES)):
            if one.stands or len(one.evidence) > 1 or one.restored_at or one.supersedes:
                continue
            likely = weighed.get(one.content) if one.id in heard else None
            if likely is not None and likely < least:
                lines.append(one.retracted(stored.DOUBTED))
            elif one.id in left:
                lines.append(one.retracted(stored.LEFT))
            elif likely not in (None, one.confidence) and (not one.op or one.is_weighed):
                lines.append(one.weighed(likely))
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)


def statements(
    embedder: base.Embedder, prompts: Iterable[Entry], until: float
) -> Iterator[tuple[Entry, stated_fact.Statement]]:
    """The statements of prompts that are lasting by their meaning, each with its event."""
    least = scorer.load().spaces[embedder.dimensions].threshold
    found = likely(embedder, prompts, until)
    return ((event, one) for event, one in found if one.confidence >= least)


def likely(
    embedder: base.Embedder, prompts: Iterable[Entry], until: float
) -> Iterator[tuple[Entry, stated_fact.Statement]]:
    """All sentences of prompts that may be kept, up to a moment, each as likely as its meaning."""
    space = scorer.load().spaces[embedder.dimensions]
    waiting = [(event, text) for event in prompts for text in explicit.unkept(event.text)]
    for at in range(0, len(waiting), _AT_ONCE):
        if time.monotonic() >= until:
            return
        batch = waiting[at : at + _AT_ONCE]
        vectors = embedder.embed_documents([text for _, text in batch])
        for (event, text), vector in zip(batch, vectors, strict=True):
            values = vector.tolist()
            probability = scorer.probability(space.lasts, values)
            is_rule = scorer.probability(space.is_rule, values) >= _EVEN
            yield event, hearing.candidate(text, probability, is_rule=is_rule)


def _next_day(store: layout.Store, name: str) -> list[Entry]:
    """The events of the journal's next day, which has what was noted of a prompt past midnight."""
    following = min((one for one in read.daily_names(store) if one > name), default=None)
    lines = read.lines_from(store, following, 0) if following else ()
    return [event for _, line in lines for event in read.entries(line)]


def _unjudged(events: list[Entry], notes: list[Entry]) -> list[Entry]:
    """The prompts that gave no scored fact yet, so that a deleted fact does not come back."""
    found = (stated_fact.SCORED, stated_fact.CHANGED)
    judged = {one for note in notes if note.source in found for one in note.stated_in}
    return [
        event
        for event in events
        if event.type == model.PROMPT
        and event.id not in judged
        and origin.is_persons(event.origin)
    ]
