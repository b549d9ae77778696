"""Notes which of the facts that came beside a prompt its turn used.

A fact is used where a name, a number, a path or a script of it that the prompt lacks stands in the
answer, in a command that the turn ran or in the path of a file that it wrote; or, of a fact that
has none, half of its words. By what hooks and hosts wrote down; no model is asked.
"""

from __future__ import annotations

from memory_store.codebase import mentions
from memory_store.index import questions
from memory_store.journal import read, receipts, stored
from memory_store.language import names, words
from memory_store.sessions import evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memory_store.journal.stored import Entry
    from memory_store.store import layout

    Done = list[tuple[float | None, str, str]]  # as evidence.done gives it

_HALF = 0.5
_FACT = "f_"
_ASKED_CHARS = 200  # of a prompt, by which the calls after it are found where no times are told
_OURS = ("memory-store", "memory_store", "save_fact", "save_summary", "search_memory")
"""In a command line that saves or looks up, which uses no fact."""


class _Turn:
    """A prompt, what came beside it, its answers, and the commands and files after it."""

    __slots__ = ("begun", "did", "ended", "ids", "prompt")

    def __init__(self, prompt: Entry) -> None:
        self.prompt = prompt.text
        self.ids: list[str] = []
        self.did: list[str] = []
        self.begun = prompt.stated_at or 0.0
        self.ended = 0.0

    def has(self, moment: float | None, asked: str) -> bool:
        """Whether something was done between the prompt and its last answer."""
        if moment is None:
            return bool(asked) and self.prompt[:_ASKED_CHARS] in asked
        return self.begun <= moment <= self.ended


def keep(store: layout.Store, sizes: Mapping[str, int]) -> None:
    """Count again what was told and used on the days whose journal changed.

    Args:
        store: whose journal; its index is up to date.
        sizes: the bytes of each of its files, by name.
    """
    known = receipts.days(store)
    fresh: dict[str, object] = {}
    with questions.Records(store) as records:

        def content(identity: str) -> str:
            fact = records.fact(identity)
            return fact.content if fact is not None else ""

        def done(session: list[Entry]) -> Done:
            return evidence.done(evidence.content(store, session) or b"")

        for name, size in sizes.items():
            before = known.get(name)
            if isinstance(before, dict) and before.get("size") == size:
                fresh[name] = before
            else:
                events = list(map(stored.Entry, read.records(store, name)))
                fresh[name] = {"size": size, "of": counted(events, content, done)}
    receipts.keep(store, fresh)


def counted(
    events: list[Entry],
    content: Callable[[str], str],
    done: Callable[[list[Entry]], Done],
) -> dict[str, list[int]]:
    """How often each fact was told beside a prompt that got an answer, and how often used.

    Args:
        events: of the journal, in their order.
        content: gives what a fact says, "" for none.
        done: gives the commands and files of a session, by its events.
    """
    counts: dict[str, list[int]] = {}
    for session in read.by_session(events).values():
        told = [turn for turn in _turns(session) if turn.ids and turn.did]
        for moment, asked, what in done(session) if told else ():
            for turn in told:
                if turn.has(moment, asked) and not any(one in what for one in _OURS):
                    turn.did.append(what.replace("\\", "/"))
        for turn in told:
            for identity, said in ((one, content(one)) for one in turn.ids):
                if said:
                    count = counts.setdefault(identity, [0, 0])
                    count[0] += 1
                    count[1] += is_used(said, turn.prompt, "\n".join(turn.did))
    return counts


def _turns(session: list[Entry]) -> list[_Turn]:
    turns: list[_Turn] = []
    for event in session:
        if event.type == "prompt":
            turns.append(_Turn(event))
        elif turns and event.type == "response":
            turns[-1].did.append(event.text)
            turns[-1].ended = event.stated_at or 0.0
        elif turns and event.type == "recalled" and not event.source:
            turns[-1].ids += [one for one in event.record_ids if one.startswith(_FACT)]
    return turns


def is_used(said: str, prompt: str, did: str) -> bool:
    """Whether a turn's answers, commands and paths have what a fact says and its prompt not."""
    values = {one.casefold() for one in names.find(said)}
    values |= {one.shown.casefold() for one in mentions.of(said)}
    own = words.split(said) - words.split(prompt)
    values |= {one for one in own if any(map(str.isdigit, one))}
    values = {one for one in values if one not in prompt.casefold()}
    if values:
        return any(one in did.casefold() for one in values)
    return bool(own) and len(own & words.split(did)) >= _HALF * len(own)
