"""Updates the list of facts that wait for the user; under `auto` promotes them.

Runs behind a hook's answer and in `memory-store sync`. Must not propose a rule that was said once.
"""

from __future__ import annotations

from memory_store import errors, place
from memory_store.journal import read
from memory_store.promotion import candidates, core_memory, decisions, mention
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

AUTO, OFF = "auto", "off"


def refresh(where: place.Place) -> int:
    """Update the lists of a place's stores from the end of their facts; return how many wait.

    Lines of MEMORY.md whose facts were replaced wait too, so that no session is told both. With
    `promotion: auto` facts of several sessions go into MEMORY.md while there is room; no line is
    dropped for them.
    """
    mode = where.config.word("promotion")
    core = [line for store in where.stores() for line in core_memory.statements(store)]
    total = 0
    for store in where.stores():
        if mode == OFF:
            mention.keep(store, mode, [])
        elif not mention.is_current(store, mode):
            sure = where.config.number("sure_confidence")
            found = candidates.find(store, core, sure, read.TAIL_BYTES)
            proved = [one for one in found if one.proposed or one.is_proved()]
            left = _take_in(store, where.config, proved) if mode == AUTO else proved
            mention.keep(store, mode, [one.fact.id for one in left] + _outdated(store))
        total += len(mention.waiting(store))
    return total


def _outdated(store: layout.Store) -> list[str]:
    """The ids of the lines of MEMORY.md that newer facts made untrue."""
    try:
        return [line.id for line in decisions.outdated(store)]
    except errors.MemoryStoreError as error:
        log.write("promotion", error)
        return []


def _take_in(
    store: layout.Store, settings: config.Config, proved: list[candidates.Candidate]
) -> list[candidates.Candidate]:
    """Promote proven facts; return the others, and those without room."""
    left = []
    for candidate in proved:
        if not candidate.is_proved():
            left.append(candidate)
            continue
        try:
            decisions.accept(store, settings, [(candidate.fact, candidate.fact.content)])
        except errors.MemoryStoreError as error:
            log.write("promotion", error)
            left.append(candidate)
    return left
