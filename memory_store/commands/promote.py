"""Decide which memories go into MEMORY.md: those said in several sessions, and sure rules.

Shows each with its evidence; you accept, edit or refuse it. Agents may list and propose, no more.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model, place
from memory_store.cli import terminal
from memory_store.commands import confirmation, identities, promotion_dialogue, speech
from memory_store.promotion import candidates, core_memory, decisions, proposals
from memory_store.store import layout
from memory_store.text import outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


_SHOWN = 20
_A_SECTION = 4  # lines that an item takes with a heading of its own


def add_arguments(parser: flags.Parser) -> None:
    """The flags; without one it asks on a terminal, and lists elsewhere."""
    parser.add_argument("--list", action="store_true", help="show the candidates, ask nothing")
    parser.add_argument("--accept", metavar="ID,ID", help="put facts into MEMORY.md")
    parser.add_argument("--text", help="what MEMORY.md is to say instead, with one --accept")
    parser.add_argument(
        "--drop", metavar="ID,ID", help="lines of MEMORY.md to let go; --list has ids"
    )
    parser.add_argument("--refuse", metavar="ID,ID", help="don't ask about them again")
    parser.add_argument(
        "--propose", metavar="ID,ID", help="for agents: have the user asked about them"
    )
    parser.add_argument("--yes", action="store_true", help="the user said so; ask nothing")
    terminal.scope(parser)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """List, ask, or do as the flags say.

    Raises:
        UsageError: an id is not there, a flag names none, MEMORY.md is full or can't be read, the
            store is not trusted, or a decision was given where no person can be asked and without
            --yes.
        StoreError: the store can't be written.
    """
    store = terminal.store_of(where, arguments.scope)
    accepted, refused = _ids("--accept", arguments.accept), _ids("--refuse", arguments.refuse)
    proposed, dropped = _ids("--propose", arguments.propose), _ids("--drop", arguments.drop)
    if arguments.text is not None and len(accepted) != 1:
        raise errors.UsageError("--text goes with one --accept ID", "accept them one by one")
    if sum(map(bool, (accepted or dropped, refused, proposed))) > 1:
        raise errors.UsageError("accept, refuse or propose", "one of them at a time")
    if accepted or dropped:
        return _accept(arguments, where, store, accepted, dropped)
    if refused:
        return _refuse(arguments, where, store, refused)
    if proposed:
        return _propose(store, proposed)
    waiting = candidates.find(where, store, candidates.LISTED_BYTES)
    outdated = decisions.outdated(store)
    if arguments.list or not (waiting or outdated) or not confirmation.is_possible():
        return _listed(where, store, waiting)
    return _decided(promotion_dialogue.hold(store, where.config, waiting, outdated), where)


def _ids(flag: str, text: str | None) -> list[str]:
    """The ids behind a flag, between commas of either keyboard; [] where it was not given."""
    if text is None:
        return []
    separated = text.replace("，", ",").replace("、", ",").split(",")
    identities = list(dict.fromkeys(one.strip() for one in separated if one.strip()))
    if not identities:
        raise errors.UsageError(f"{flag} names no id", "memory-store promote --list has them")
    return identities


def _facts(store: layout.Store, ids: list[str]) -> list[Fact]:
    held = {one: identities.held(store, one) for one in ids}
    missing = [one for one, fact in held.items() if fact is None]
    if missing:
        raise errors.UsageError(
            f"no fact that holds has the id {', '.join(missing)}", "memory-store promote --list"
        )
    return [fact for fact in held.values() if fact is not None]


def _accept(
    arguments: flags.Values,
    where: place.Place,
    store: layout.Store,
    ids: list[str],
    drop: list[str],
) -> model.Answer:
    chosen = [
        (fact, fact.content if arguments.text is None else arguments.text)
        for fact in _facts(store, ids)
    ]
    by_itself = where.config.word("promotion") == proposals.AUTO and not drop
    texts = [core_memory.item(text) for _, text in chosen]
    if not (arguments.yes or by_itself):
        path = os.path.join(store.path, layout.CORE)
        named = [line.text for line in decisions.surplus(store) if line.id in drop]
        asked = [("drop_question", named), ("accept_question", texts)]
        for question, lines in asked:
            if lines and not promotion_dialogue.confirm(where.config, question, lines, path):
                return _nothing(where)
    outcome = promotion_dialogue.Outcome()
    outcome.dropped = decisions.accept(store, where.config, chosen, drop)
    outcome.accepted = chosen
    return _decided(outcome, where)


def _refuse(
    arguments: flags.Values, where: place.Place, store: layout.Store, ids: list[str]
) -> model.Answer:
    outcome = promotion_dialogue.Outcome()
    outcome.refused = _facts(store, ids)
    texts = [fact.content for fact in outcome.refused]
    if not arguments.yes and not promotion_dialogue.confirm(
        where.config, "refuse_question", texts, store.path
    ):
        return _nothing(where)
    decisions.mark(store, outcome.refused, candidates.REFUSED)
    return _decided(outcome, where)


def _propose(store: layout.Store, ids: list[str]) -> model.Answer:
    chosen = _facts(store, ids)
    settled = [fact.id for fact in chosen if fact.promotion in candidates.SETTLED]
    if settled:
        raise errors.UsageError(
            f"the user decided about it before: {', '.join(settled)}", "let it rest"
        )
    decisions.mark(store, chosen, candidates.PROPOSED)
    record: Record = {"status": "proposed", "ids": [fact.id for fact in chosen]}
    return model.Answer(record, f"proposed {', '.join(ids)}: the user decides")


def _nothing(where: place.Place) -> model.Answer:
    text = speech.say(where.config, "promotion", "nothing_done")
    return model.Answer({"status": "undecided", "accepted": [], "refused": []}, text, 1)


def _decided(outcome: promotion_dialogue.Outcome, where: place.Place) -> model.Answer:
    if not (outcome.accepted or outcome.refused or outcome.dropped):
        return _nothing(where)
    accepted: list[object] = [
        {"id": fact.id, "text": core_memory.item(text)} for fact, text in outcome.accepted
    ]
    dropped: list[object] = [{"id": one.id, "text": one.text} for one in outcome.dropped]
    record: Record = {
        "status": "decided",
        "accepted": accepted,
        "dropped": dropped,
        "refused": [fact.id for fact in outcome.refused],
    }
    spoken = terminal.spoken(where.config)
    texts_of = {
        "accepted": [core_memory.item(text) for _, text in outcome.accepted],
        "dropped": [one.text for one in outcome.dropped],
        "no_more": [fact.content for fact in outcome.refused],
    }
    lines = []
    for name, texts in texts_of.items():
        lines += [promotion_dialogue.say(spoken, name)] if texts else []
        lines += [f"  {text}" for text in texts]
    return model.Answer(record, "\n".join(lines))


def _listed(
    where: place.Place, store: layout.Store, waiting: list[candidates.Candidate]
) -> model.Answer:
    spoken = terminal.spoken(where.config)
    lines, most = len(outline.read(core_memory.load(store))), where.config.count("core_lines")
    is_full = bool(waiting) and lines + _A_SECTION > most
    surplus = (decisions.surplus if is_full else decisions.outdated)(store)
    surplus = surplus[: max(_SHOWN, lines + _A_SECTION - most)]
    record: Record = {
        "candidates": [_record(one) for one in waiting[:_SHOWN]],
        "more": max(0, len(waiting) - _SHOWN),
        "lines": lines,
        "core_lines": most,
        "drop": [
            {"id": one.id, "line": one.number, "text": one.text, "reason": one.reason}
            for one in surplus
        ],
    }
    if not (waiting or surplus):
        return model.Answer(record, promotion_dialogue.say(spoken, "none"), 1)
    shown = [promotion_dialogue.described(one, spoken) for one in waiting[:_SHOWN]]
    if len(waiting) > _SHOWN:
        shown.append(promotion_dialogue.say(spoken, "more", count=len(waiting) - _SHOWN))
    if is_full:
        over = lines + 1 - most
        name = "over" if over > 0 else "full"
        shown.append(promotion_dialogue.say(spoken, name, lines=lines, most=most, over=over))
    shown += [
        f"  {one.id}  {one.text}  ({promotion_dialogue.say(spoken, one.reason)})"
        for one in surplus
    ]
    hints = [name for name, some in (("list_hint", waiting), ("drop_hint", surplus)) if some]
    shown += ["", *(promotion_dialogue.say(spoken, name) for name in hints)]
    return model.Answer(record, "\n".join(shown))


def _record(candidate: candidates.Candidate) -> Record:
    return {
        "id": candidate.fact.id,
        "type": candidate.fact.type,
        "content": candidate.fact.content,
        "reason": promotion_dialogue.reason(candidate),
        "sessions": candidate.times,
        "first": clock.stamp(candidate.first),
        "last": clock.stamp(candidate.last),
        "confidence": candidate.fact.confidence,
        "section": core_memory.section_of(candidate.fact),
    }
