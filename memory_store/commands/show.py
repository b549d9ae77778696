"""Show one fact with its history, what states it, and where it was told."""

from __future__ import annotations

from memory_store import clock, model
from memory_store.commands import columns, fact_changes, identities, listed_facts
from memory_store.index import questions
from memory_store.journal import sessions, stored
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.journal.stored import Entry, Fact


_TEXT_CHARS = 300
_TOLD_BY = {sessions.BRIEFING: "briefing", sessions.NEWS: "news"}


def run(call: table.Call) -> model.Answer:
    """The fact.

    Raises:
        UsageError: there is no such fact, or the project's store is not trusted.
    """
    store, fact = identities.fact(call.stores, call.id)
    past = questions.Records(store)
    listed = listed_facts.Listed(past, past.fact(fact.id) or fact)
    lines = past.lines(fact.id)
    tellings = past.naming([fact.id], "recalled")
    stated = _stated(past, fact)
    record = {
        "fact": {"tier": listed.tier, "scope": store.scope, **listed.record},
        "history": list(lines),
        "evidence": stated,
        "told": tellings,
    }
    return model.Answer(record, lambda: _text(call, listed, lines, stated, tellings))


def _stated(past: questions.Records, fact: Fact) -> list[Entry | Fact]:
    """The sources of a fact: its turns, and the facts merged into it."""
    ids = [fact.id, *fact.evidence]
    taken = [event for one in past.naming(ids, "fact") for event in one.stated_in]
    merged = [lines[0] for one in fact.evidence if (lines := past.lines(one))]
    return [*past.turns([*taken, *ids]), *merged]


def _text(
    call: table.Call,
    listed: listed_facts.Listed,
    lines: list[Fact],
    stated: list[Entry | Fact],
    tellings: list[Entry],
) -> str:
    """For a person."""
    say = call.say
    identity, *cells = listed_facts.cells(listed, call.settings)
    text = [
        columns.styled(f"{identity}  {'  '.join(cells[:-1])}", columns.DIM),
        cells[-1],
    ]
    text += ["", columns.styled(say("history"), columns.BOLD)]
    for before, line in zip([None, *lines], lines, strict=False):
        content = clean.line(line.content, _TEXT_CHARS)
        changed = say(fact_changes.became(before, line), text=content)
        text.append(f"  {_day(line.written_at)}  {changed}")
    text += ["", columns.styled(say("evidence"), columns.BOLD)]
    text += [f"  {_said(turn, call)}" for turn in stated] or [f"  {say('no_evidence')}"]
    if quote := listed.record.source.get("quote"):
        text.append(f"  {say('quoted', text=clean.line(str(quote), _TEXT_CHARS))}")
    text += ["", columns.styled(say("told"), columns.BOLD)]
    for event in tellings:
        how = say(_TOLD_BY.get(event.source, "prompt"))
        day, session = _day(event.moment), _session(event.session_id)
        text.append("  " + say("told_to", day=day, session=session, how=how))
    return "\n".join([*text, *([] if tellings else [f"  {say('never_told')}"])])


def _said(turn: Entry | Fact, call: table.Call) -> str:
    """A turn, or a merged fact, with its author."""
    if isinstance(turn, stored.Fact):
        who, text = turn.via, turn.content
    else:
        who, text = stored.USER if turn.type == "prompt" else stored.AGENT, turn.text
    return call.say(
        "said_by",
        who=call.say(who),
        day=_day(turn.moment),
        session=_session(turn.session_id),
        text=clean.line(text, _TEXT_CHARS),
    )


def _session(identity: str) -> str:
    return clean.line(identity or "-", listed_facts.SESSION_CHARS)


def _day(moment: float | None) -> str:
    return clock.local_date(moment) if moment else "-"
