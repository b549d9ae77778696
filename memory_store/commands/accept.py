"""Confirm candidates: what was inferred stands from now on.

By number, id or beginning; or all that wait, those of one session, or what one thing heard.
"""

from __future__ import annotations

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import edit, fact_changes, identities
from memory_store.index import questions
from memory_store.journal import stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags, table
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
    waiting = candidates(call, call.where)
    if call.text is not None and len(waiting) != 1:
        raise errors.UsageError("--text is the wording of a single candidate", "give one ID")
    changes: Record = {"status": stored.STANDING}
    if call.type is not None:
        changes["type"] = call.type
    if call.text is not None:
        changes["content"] = edit.sound(call.text)
    lines = [(store, one.changed(source=_accepted(one), **changes)) for store, one in waiting]
    fact_changes.write(lines)
    return fact_changes.answer("accepted", [("accept", one) for _, one in lines], call.settings)


def candidates(arguments: flags.Values, where: place.Place) -> list[tuple[layout.Store, Fact]]:
    """The candidates that the words choose, each once.

    Raises:
        UsageError: one of them is none, or there is none.
    """
    stores = terminal.stores_of(where, arguments.scope)
    waiting = {
        one.id: (past.store, one)
        for past in map(questions.Records, stores)
        for one in past.facts(questions.Wanted((questions.CANDIDATE,)))
    }
    ids = []
    for word in arguments.ids:
        _, fact = identities.fact(stores, word)
        if fact.id not in waiting:
            raise errors.UsageError(
                "{word} waits for no confirmation: {content}",
                _HINT,
                word=word,
                content=fact.content,
            )
        ids.append(fact.id)
    if arguments.all or (arguments.session, arguments.heard) != (None, None):
        ids += [
            identity
            for identity, (_, one) in waiting.items()
            if arguments.session in (None, one.session_id)
            and arguments.heard in (None, one.heard_by)
        ]
    if not ids:
        raise errors.UsageError(
            "no candidate is chosen", "give an ID, or --all; {list}", list=errors.Message(_HINT)
        )
    return [waiting[one] for one in dict.fromkeys(ids)]


def _accepted(fact: Fact) -> Record:
    return {**fact.source, stored.HOW: stored.ACCEPTED}
