"""Updates the list of facts that wait for the user; under `auto` promotes them.

Runs behind a hook's answer and in `memory-store sync`. Must not propose a rule that was said once.
"""

from __future__ import annotations

from memory_store import errors, place
from memory_store.journal import read
from memory_store.promotion import candidates, decisions, mention
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.journal.stored import Fact

AUTO, OFF = "auto", "off"


def refresh(where: place.Place) -> int:
    """Update the lists of a place's stores from the end of their facts; return how many wait.

    Lines of MEMORY.md whose facts were replaced wait too, so that no session is told both. With
    `promotion: auto` facts of several sessions go into MEMORY.md while there is room; no line is
    dropped for them.
    """
    mode = where.config.word("promotion")
    total = 0
    for store in where.stores():
        if not mention.is_current(store, mode):
            mention.keep(store, mode, [] if mode == OFF else _waiting(where, store, mode))
        total += len(mention.waiting(store))
    return total


def _waiting(where: place.Place, store: layout.Store, mode: str) -> list[str]:
    """The ids of what waits: facts that were not promoted, and untrue lines of MEMORY.md."""
    left = []
    for one in candidates.find(where, store, read.TAIL_BYTES):
        if mode == AUTO and one.is_proved() and _is_taken_in(store, where.config, one.fact):
            continue
        if one.proposed or one.is_proved():
            left.append(one.fact.id)
    try:
        return left + [line.id for line in decisions.outdated(store)]
    except errors.MemoryStoreError as error:
        log.write("promotion", error)
        return left


def _is_taken_in(store: layout.Store, settings: config.Config, fact: Fact) -> bool:
    """Promote a fact, if there is room; whether it was."""
    try:
        decisions.accept(store, settings, [(fact, fact.content)])
    except errors.MemoryStoreError as error:
        log.write("promotion", error)
        return False
    return True
