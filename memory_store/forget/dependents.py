"""Finds the answers to a forgotten prompt, and the automatic summaries that repeat them.

An answer shows what was asked; without its prompt it would seem to answer an earlier prompt. Must
not change anything.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.journal import fields, read, rewrite, stored
from memory_store.sessions import answers, prose
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry, Summary

_TELLING_CHARS = 8  # a shorter sentence may be anybody's
_BEGIN_CHARS = 24  # a summary may cut a sentence, but not before


def ids(store: layout.Store, prompts: Iterable[Entry]) -> set[str]:
    """The ids of the answers to these prompts, and of the summaries that repeat them.

    An answer belongs to the prompt of its turn, or else to the prompt before it. A summary
    that an agent wrote stays: it quotes no answer.

    Raises:
        StoreError: a file can't be read.
    """
    gone: dict[str, set[str]] = {}
    for one in prompts:
        gone.setdefault(one.session_id, set()).add(one.id)
    if not gone:
        return set()
    replies = [
        answer
        for session, events in _sessions(store, set(gone)).items()
        for answer in _answers(events, gone[session])
    ]
    found = [*replies, *_telling(store, replies)]
    return {one.id for one in found} - {""}


def _sessions(store: layout.Store, wanted: set[str]) -> dict[str, list[Entry]]:
    """The prompts and answers of these sessions, in their order."""
    marks = [codec.render(one).encode("utf-8", "replace") for one in wanted]
    events_of: dict[str, list[Entry]] = {}
    for name in rewrite.names(store):
        if not name.startswith(f"{layout.DAILY}/"):
            continue
        for line in rewrite.lines(store, name):
            for event in read.entries(line) if any(mark in line for mark in marks) else ():
                if event.session_id in wanted and event.type in ("prompt", "response"):
                    events_of.setdefault(event.session_id, []).append(event)
    return {session: read.in_order(events) for session, events in events_of.items()}


def _answers(events: list[Entry], gone: set[str]) -> Iterator[Entry]:
    """The answers among a session's events to the prompts with these ids."""
    of_turn = {one.turn_id: one.id for one in events if one.type == "prompt" and one.turn_id}
    asked = ""
    for event in events:
        if event.type == "prompt":
            asked = event.id
        elif of_turn.get(event.turn_id, asked) in gone:
            yield event


def _telling(store: layout.Store, replies: list[Entry]) -> Iterator[Summary]:
    """The automatic summaries of the answers' sessions that repeat a sentence of an answer."""
    sentences_of: dict[str, list[str]] = {}
    for answer in replies:
        parts = (*prose.own_sentences(answer.text), *answers.sentences(answer.text))
        said = [fields.sameness(part) for part in parts]
        begins = [part[:_BEGIN_CHARS] for part in said if len(part) >= _TELLING_CHARS]
        sentences_of.setdefault(answer.session_id, []).extend(begins)
    for line in rewrite.lines(store, layout.SESSIONS) if sentences_of else ():
        for summary in map(stored.Summary, read.parse_line(line)):
            if summary.is_by_agent:
                continue
            texts = [summary.topic, summary.text, *summary.todos, *summary.decisions]
            whole = fields.sameness("\n".join(texts))
            if any(part in whole for part in sentences_of.get(summary.session_id, ())):
                yield summary
