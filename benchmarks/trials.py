"""What a run to be measured consists of, and the past of the session that it is a part of.

A trial is of a session that nobody saw before, so that no once-only rule cuts its work short.
Must not measure: what sets a trial up is not on the clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks import generated, sentences
from memory_store.index import sync
from memory_store.journal import append, records, sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks import spawned
    from memory_store.store import layout

TAIL_BYTES = 1 << 16
"""How much of a file's end is looked at for what was just written."""

RARE = {"en": "Zephyrine", "zh": "青鸾"}
"""A word of the needle in each language that no other fact has."""

supply = sentences.Supply(generated.SEED + 1)


class Trial(NamedTuple):
    """One run to come.

    Attributes:
        words, sent: the command line and the standard input.
        fault: what is wrong with its result, "" for nothing.
        afterwards: what to do once the result was looked at.
    """

    words: Sequence[str]
    sent: str
    fault: Callable[[spawned.Run], str]
    afterwards: Callable[[], None] = lambda: None


def live(
    store: layout.Store, host: str, session: str, turns: int, language: str, times: int = 1
) -> None:
    """Journal what a session asked and was answered so far; the last question waits.

    The index is up to date but for that, as it is where each prompt brings it up to date.
    """
    sync.sync(store)
    events = []
    for turn in range(turns):
        question, seen = f"{supply.sentence()}?", sessions.seen(store)
        events.append(records.event("prompt", session, host, text=question, seen=seen))
        if turn + 1 < turns:
            answer = supply.answer(language) * times
            events.append(records.event("response", session, host, text=answer))
    if events:
        append.append(store, sessions.today(), events, durable=False)
