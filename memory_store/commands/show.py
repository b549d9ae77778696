"""Show one fact with its history, what states it, and where it was told."""

from __future__ import annotations

from memory_store import clock, model, place
from memory_store.cli import terminal
from memory_store.commands import fact_changes, fact_lines, identities, steering_words, tables
from memory_store.journal import events, facts, history, records, sessions
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.cli import flags
    from memory_store.store import layout

Record = dict[str, object]

_TEXT_CHARS = 300
_TOLD_BY = {sessions.BRIEFING: "briefing", sessions.NEWS: "news"}


def add_arguments(parser: flags.Parser) -> None:
    """Which fact."""
    parser.add_argument("id", metavar="ID", help=identities.HELP)
    terminal.scope(parser)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The fact.

    Raises:
        UsageError: there is no such fact, or the project's store is not trusted.
    """
    store, fact = identities.fact(terminal.stores_of(where, arguments.scope), arguments.id)
    past = history.History(store)
    one = fact_lines.Listed(past, past.newest(str(fact["id"])))
    lines = past.of[str(fact["id"])]
    told = _told(store, str(fact["id"]))
    stated = _stated(store, past, fact)
    record: Record = {
        "fact": {"tier": one.tier, "scope": store.scope, **one.record},
        "history": list(lines),
        "evidence": stated,
        "told": told,
    }
    return model.Answer(record, lambda: _text(one, lines, stated, told, where.config))


def _told(store: layout.Store, identity: str) -> list[Record]:
    """The events that gave a fact to a session, oldest first."""
    found = events.of(store, holding=(identity,))
    return [one for one in found if one["type"] == "recalled" and identity in sessions.told([one])]


def _stated(store: layout.Store, past: history.History, fact: Record) -> list[Record]:
    """What says a fact: the turns it was taken from, and the facts that were merged into it."""
    own = [str(fact["id"]), *facts.evidence(fact)]
    taken = [
        event
        for one in events.of(store, holding=tuple(own))
        if one.get("record_id") in own
        for event in facts.sources(one)
    ]
    wanted = {*taken, *own}
    turns = [one for one in events.of(store, holding=tuple(wanted)) if one.get("id") in wanted]
    merged = [past.of[one][0] for one in facts.evidence(fact) if one in past.of]
    return [*turns, *merged]


def _text(
    one: fact_lines.Listed,
    lines: list[Record],
    stated: list[Record],
    told: list[Record],
    settings: config.Config,
) -> str:
    """For a person."""

    def say(name: str, **values: object) -> str:
        return steering_words.say(settings, name, **values)

    identity, *cells = fact_lines.cells(one, settings)
    text = [tables.styled(f"{identity}  {'  '.join(cells[:-1])}", tables.DIM), cells[-1]]
    text += ["", tables.styled(say("history"), tables.BOLD)]
    for before, line in zip([None, *lines], lines, strict=False):
        content = clean.line(str(line["content"]), _TEXT_CHARS)
        changed = say(fact_changes.became(before, line), text=content)
        text.append(f"  {_day(facts.said_at(line))}  {changed}")
    text += ["", tables.styled(say("evidence"), tables.BOLD)]
    text += [f"  {_said(turn, settings)}" for turn in stated] or [f"  {say('no_evidence')}"]
    text += ["", tables.styled(say("told"), tables.BOLD)]
    for event in told:
        how = say(_TOLD_BY.get(str(event.get("source")), "prompt"))
        day, session = _day(records.moment_of(event, "timestamp")), _session(event)
        text.append("  " + say("told_to", day=day, session=session, how=how))
    return "\n".join([*text, *([] if told else [f"  {say('never_told')}"])])


def _said(turn: Record, settings: config.Config) -> str:
    """A turn, or a fact that was merged, with who said it."""
    is_turn = "timestamp" in turn
    via = str(records.source_of(turn).get("via") or "agent")
    who = ("user" if turn["type"] == "prompt" else "agent") if is_turn else via
    return steering_words.say(
        settings,
        "said_by",
        who=steering_words.say(settings, who) if who in records.VIAS else clean.line(who),
        day=_day(records.moment_of(turn, "timestamp" if is_turn else "created_at")),
        session=_session(turn if is_turn else records.source_of(turn)),
        text=clean.line(str(turn.get("text" if is_turn else "content") or ""), _TEXT_CHARS),
    )


def _session(event: Record) -> str:
    return clean.line(str(event.get("session_id") or "-"), fact_lines.SESSION_CHARS)


def _day(moment: float | None) -> str:
    return clock.local_date(moment) if moment else "-"
