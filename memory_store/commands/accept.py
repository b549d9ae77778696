"""Confirm candidates: what was inferred stands from now on.

By number, id or beginning; or all that wait, those of one session, or what one thing heard.
"""

from __future__ import annotations

from memory_store import errors, model
from memory_store.commands import fact_changes, identities
from memory_store.index import questions
from memory_store.journal import records, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact
    from memory_store.store import layout

_HINT = "memory-store list --candidates shows what waits"


def run(call: table.Call) -> model.Answer:
    """Confirm the candidates, all or none.

    Raises:
        UsageError: one of them is no candidate, or the project's store is not trusted.
        StoreError: a store can't be written.
    """
    waiting = candidates(call)
    if call.text is not None and len(waiting) != 1:
        raise errors.UsageError("--text is the wording of a single candidate", "give one ID")
    said = None if call.text is None else sound(call.text)
    given = {"type": call.type, "content": said}
    changes = {name: value for name, value in given.items() if value is not None}
    lines = [(store, one.changed(**accepted(one), **changes)) for store, one in waiting]
    return fact_changes.make(call, "accepted", "accept", lines)


def candidates(call: table.Call) -> list[tuple[layout.Store, Fact]]:
    """The candidates that the words choose, each once.

    Raises:
        UsageError: one of them is none, or there is none.
    """
    stores = call.stores
    waiting = {
        one.id: (past.store, one)
        for past in map(questions.Records, stores)
        for one in past.facts(questions.Wanted((questions.CANDIDATE,)))
    }
    ids = []
    for word in call.ids:
        _, fact = identities.fact(stores, word)
        if fact.id not in waiting:
            raise errors.UsageError(
                "{word} waits for no confirmation: {content}",
                _HINT,
                word=word,
                content=fact.content,
            )
        ids.append(fact.id)
    if call.all or (call.session, call.heard) != (None, None):
        ids += [
            one.id
            for _, one in waiting.values()
            if call.session in (None, one.session_id) and call.heard in (None, one.heard_by)
        ]
    if not ids:
        raise errors.UsageError(
            "no candidate is chosen", "give an ID, or --all; {list}", list=errors.Message(_HINT)
        )
    return [waiting[one] for one in dict.fromkeys(ids)]


def accepted(fact: Fact) -> Record:
    """What a person's yes changes in a candidate."""
    return {
        "status": stored.STANDING,
        "source": {**fact.source, stored.HOW: stored.ACCEPTED},
    }


def sound(text: str) -> str:
    """A wording as a fact may hold it: clean, without secrets, not too long.

    Raises:
        UsageError: it is none.
    """
    fact, _ = records.fact(text, source={"via": "user"})
    return fact.content
