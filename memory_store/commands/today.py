"""Today at a glance: sessions, what was kept of them, what waits, and what is left to do."""

from __future__ import annotations

import functools
import time

from memory_store import clock, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import fact_lines, sessions
from memory_store.index import questions
from memory_store.sessions import todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.codec import Record


_KEPT = (questions.STANDING, questions.PLANNED, questions.REPLACED, questions.RETRACTED)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The events since midnight; exit 1 if nothing happened and nothing waits.

    Raises:
        UsageError: the project's store is not trusted.
    """
    stores = terminal.stores_of(where, arguments.scope)
    day = clock.local_date(clock.now())
    held = [questions.Records(store) for store in stores]
    since = time.mktime((*time.localtime(clock.now())[:3], 0, 0, 0, 0, 0, -1))
    kept = [
        fact_lines.Listed(one, fact)
        for one in held
        for fact in one.facts(questions.Wanted(_KEPT, since=since))
    ]
    waiting = [
        identity for one in held for identity in one.ids(questions.Wanted((questions.CANDIDATE,)))
    ]
    left = [one for store in stores for one in todos.of_store(store)]
    met = [
        one
        for one in sessions.newest_first(held)
        if clock.local_date(clock.parse(one["last"]) or 0.0) == day
    ]
    prompts = sum(int(str(one["prompts"])) for one in met)
    record: Record = {
        "day": day,
        "sessions": met,
        "facts": [],
        "candidates": waiting,
        "todos": [{"id": one.id, "text": one.text} for one in left],
    }
    say = functools.partial(speech.say, where.config, "steering")
    lines = [
        say("today_sessions", count=len(met), prompts=prompts),
        say("today_facts", count=len(kept)),
    ]
    if kept:
        listed = fact_lines.answer(kept, stores, where.config)
        record |= listed.record
        lines.append(listed.text)
    lines += [say("today_waiting", count=len(waiting))] if waiting else []
    lines += [say("today_todos", count=len(left))] if left else []
    return model.Answer(record, "\n".join(lines), 0 if met or kept or waiting or left else 1)
