"""Notes which of the facts that came beside a prompt its answer used.

A fact is used where a name or number of it that the prompt lacks stands in the answer, or, of one
without, half of its words. By what hooks wrote down; no model is asked.
"""

from __future__ import annotations

from memory_store.index import questions
from memory_store.journal import read, receipts
from memory_store.language import names, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memory_store.journal.stored import Entry
    from memory_store.store import layout

_HALF = 0.5
_FACT = "f_"


class _Turn:
    """A prompt, the ids of what came beside it, and its answers."""

    __slots__ = ("answers", "ids", "prompt")

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        self.ids: list[str] = []
        self.answers: list[str] = []


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

        for name, size in sizes.items():
            before = known.get(name)
            if isinstance(before, dict) and before.get("size") == size:
                fresh[name] = before
            else:
                fresh[name] = {"size": size, "of": counted(_events(store, name), content)}
    receipts.keep(store, fresh)


def _events(store: layout.Store, name: str) -> list[Entry]:
    try:
        lines = [line for _, line in read.lines_from(store, name)]
    except OSError:  # a link or a second name: nothing that we wrote
        return []
    return [one for line in lines for one in read.entries(line)]


def counted(events: list[Entry], content: Callable[[str], str]) -> dict[str, list[int]]:
    """How often each fact was told beside a prompt that got an answer, and how often used.

    Args:
        events: of the journal, in their order.
        content: gives what a fact says, "" for none.
    """
    counts: dict[str, list[int]] = {}
    for turn in _turns(events):
        answer = "\n".join(turn.answers)
        for identity in turn.ids if answer else []:
            said = content(identity)
            if said:
                count = counts.setdefault(identity, [0, 0])
                count[0] += 1
                count[1] += is_used(said, turn.prompt, answer)
    return counts


def _turns(events: list[Entry]) -> list[_Turn]:
    open_: dict[str, _Turn] = {}
    turns: list[_Turn] = []
    for event in events:
        turn = open_.get(event.session_id)
        if event.type == "prompt":
            turn = open_[event.session_id] = _Turn(event.text)
            turns.append(turn)
        elif turn is not None and event.type == "response":
            turn.answers.append(event.text)
        elif turn is not None and event.type == "recalled" and not event.source:
            turn.ids += [one for one in event.record_ids if one.startswith(_FACT)]
    return turns


def is_used(said: str, prompt: str, answer: str) -> bool:
    """Whether an answer has what a fact says and its prompt does not."""
    values = {one.casefold() for one in names.find(said)}
    own = words.split(said) - words.split(prompt)
    values |= {one for one in own if any(map(str.isdigit, one))}
    values = {one for one in values if one not in prompt.casefold()}
    if values:
        return any(one in answer.casefold() for one in values)
    return bool(own) and len(own & words.split(answer)) >= _HALF * len(own)
