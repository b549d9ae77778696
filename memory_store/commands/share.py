"""Share facts with your team: what stands, and what you said yes to.

A fact is private until you share it, and nothing else of a memory reaches a team's remote. With
--private it is taken back from the team.
"""

from __future__ import annotations

from memory_store import errors, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import confirmation, fact_changes, identities
from memory_store.journal import stored
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.journal.stored import Fact


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Share facts after a yes, or take them back without one.

    Without a terminal and without --yes nothing is shared, and the answer is a preview with exit
    status 1.

    Raises:
        UsageError: one of them is no fact, or a candidate, or the store is not trusted.
        StoreError: the store can't be written.
    """
    stores = terminal.stores_of(where, arguments.scope)
    wanted = stored.PRIVATE if arguments.private else stored.TEAM
    facts = [identities.fact(stores, word) for word in dict.fromkeys(arguments.ids)]
    facts = [(store, one) for store, one in facts if one.visibility != wanted]
    if wanted == stored.TEAM and facts:
        _refuse_unsaid([one for _, one in facts])
        if not arguments.yes:
            contents = "\n".join(f"  {clean.line(one.content)}" for _, one in facts)
            if not confirmation.is_possible():
                hint = speech.say(where.config, "steering", "share_preview")
                return model.Answer({"status": "preview"}, f"{contents}\n{hint}", 1)
            asked = speech.say(where.config, "steering", "share_question")
            if not confirmation.given(f"{contents}\n{asked} "):
                return model.Answer({"status": "kept"}, "", 1)
    lines = [(store, one.changed(visibility=wanted)) for store, one in facts]
    fact_changes.write(lines)
    name = "unshare" if arguments.private else "share"
    changes = [(name, one) for _, one in lines]
    return fact_changes.answer(f"{name}d", changes, where.config, is_new=bool(lines))


def _refuse_unsaid(facts: list[Fact]) -> None:
    """Raise UsageError where nobody said that a fact holds."""
    for fact in facts:
        if fact.op == "retract" or not fact.stands:
            raise errors.UsageError(
                f"only what stands is shared: {clean.line(fact.content)}",
                "memory-store accept confirms what was inferred, restore what was taken back",
            )
