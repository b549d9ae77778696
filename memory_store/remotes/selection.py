"""Selects what a team's remote is given: the facts that a person shared, and no others.

Must not let out a private fact, a candidate, a session's id, or another person's fact.
"""

from __future__ import annotations

from memory_store.index import questions
from memory_store.journal import stored, tombstones
from memory_store.remotes import contract, merging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact
    from memory_store.store import layout


_GIVEN = (questions.STANDING, questions.PLANNED)


def for_team(store: layout.Store) -> contract.Share:
    """The facts with `visibility: "team"` that stand, each as its newest line has it.

    A fact that was shared, and was retracted or made private since, is a line with `id`,
    `op: "retract"` and `updated_at` alone. Tombstones name ids and times.
    """
    past = questions.Records(store)
    stones = tombstones.load(store)
    lines: list[Record] = []
    for identity, said in past.histories().items():
        was_shared = any(one.visibility == stored.TEAM for one in said)
        if was_shared and not past.is_others(identity):
            newest = said[-1]
            is_given = newest.visibility == stored.TEAM and past.tier(identity) in _GIVEN
            lines.append(_impersonal(newest) if is_given else _taken_back(newest))
    return contract.Share(
        facts=list(merging.shared(merging.texts(lines), stones).values()),
        forgotten=stones.records(),
    )


def _impersonal(fact: Fact) -> Record:
    source = fact.source
    return {**fact, "source": {name: source[name] for name in ("host", "via") if name in source}}


def _taken_back(fact: Fact) -> Record:
    return {"id": fact["id"], "op": "retract", "updated_at": fact.get("updated_at")}
