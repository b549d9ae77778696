"""Finds the answers to forgotten prompts, and the records that repeat forgotten turns.

An answer shows what was asked; without its prompt it would seem to answer an earlier prompt. An
automatic summary and a `nudged` event quote what was said. Must not change anything.
"""

from __future__ import annotations

from memory_store import codec, model
from memory_store.capture import nudge
from memory_store.journal import fields, read, rewrite, stored
from memory_store.sessions import answers, prose
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry, Summary

_TELLING_CHARS = 8  # a shorter sentence may be anybody's
_BEGIN_CHARS = 24  # a summary may cut a sentence, but not before
_ENDS = " :;"  # signs that a summary takes off a request


def ids(store: layout.Store, turns: Iterable[Entry]) -> set[str]:
    """The ids of the answers to the prompts among these turns, and of what repeats any of them.

    An answer belongs to the prompt of its turn, or else to the prompt before it. A summary
    that an agent wrote stays: it quotes neither.

    Raises:
        StoreError: a file can't be read.
    """
    turns_of = read.by_session(turns)
    if not turns_of:
        return set()
    begins_of: dict[str, set[str]] = {}
    dependents: set[str] = set()
    for session, events in _sessions(store, set(turns_of)).items():
        gone = turns_of[session]
        replies = [*_answers(events, {turn.id for turn in gone if turn.type == model.PROMPT})]
        begins_of[session] = {begin for turn in (*gone, *replies) for begin in _begins(turn)}
        said = [fields.sameness(turn.text) for turn in gone]
        quoting = (event for event in events if _quotes(event, said))
        dependents |= {one.id for one in (*replies, *quoting)}
    dependents |= {one.id for one in _telling(store, begins_of)}
    return dependents - {""}


def _sessions(store: layout.Store, wanted: set[str]) -> dict[str, list[Entry]]:
    """The events of these sessions, in their order."""
    may = rewrite.naming(map(codec.render, wanted))
    return read.by_session(
        event
        for name in read.daily_names(store)
        for _, _, line in rewrite.holding(store, name, may)
        for event in read.entries(line)
        if event.session_id in wanted
    )


def _answers(events: list[Entry], gone: set[str]) -> Iterator[Entry]:
    """The answers among a session's events to the prompts with these ids."""
    of_turn = {one.turn_id: one.id for one in events if one.type == model.PROMPT and one.turn_id}
    asked = ""
    for event in events:
        if event.type == model.PROMPT:
            asked = event.id
        elif event.type == model.RESPONSE and of_turn.get(event.turn_id, asked) in gone:
            yield event


def _quotes(event: Entry, said: list[str]) -> bool:
    """Whether it is a nudge of which a sentence stands in a forgotten turn."""
    lines = [fields.sameness(line) for line in event.text.split("\n")]
    return event.type == nudge.KIND and any(line in one for line in lines for one in said)


def _begins(turn: Entry) -> Iterator[str]:
    """The beginnings of a turn's sentences, as a summary may tell them."""
    whole = prose.with_short_paths(clean.line(turn.text))  # of a paste, as it is told
    parts = [*prose.own_sentences(turn.text), *answers.sentences(turn.text), whole]
    for part in map(fields.sameness, parts):
        begin = part[:_BEGIN_CHARS].rstrip(_ENDS)
        if len(begin) >= _TELLING_CHARS:
            yield begin


def _telling(store: layout.Store, begins_of: dict[str, set[str]]) -> Iterator[Summary]:
    """The automatic summaries of these sessions that repeat a sentence with such a beginning."""
    for line in rewrite.lines(store, layout.SESSIONS):
        for summary in map(stored.Summary, read.parse_line(line)):
            texts = [summary.topic, summary.text, *summary.todos, *summary.decisions]
            whole = fields.sameness("\n".join(texts))
            begins = begins_of.get(summary.session_id, ())
            if not summary.is_by_agent and any(begin in whole for begin in begins):
                yield summary
