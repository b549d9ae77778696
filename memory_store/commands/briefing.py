"""Show what the next session is given, exactly; with --why the reason of each memory in it."""

from __future__ import annotations

from memory_store import clock, codec, model, place
from memory_store.commands import columns
from memory_store.hosts import registry
from memory_store.index import questions
from memory_store.journal import fields
from memory_store.recall import composing, decay, fence, provenance
from memory_store.start import past, prepared
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


HOSTS = tuple(registry.HOSTS)
"""The hosts whose session may be asked for."""

_SESSION = "SESSION-ID"
_LEFT_LISTED, _LEFT_SHOWN, _TEXT_CHARS = 100, 20, 120


def run(call: table.Call) -> model.Answer:
    """The briefing; exit 1 if a session is given none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    where = place.resolve(call.where.directory)  # as a hook finds it
    recent = past.recent_prompts(where.project)
    spoken = past.spoken(where, recent)  # in its language
    most = model.MAX_TEXT - 2
    wanted = past.Wanted(where, call.host, _SESSION, recent, spoken, most)
    given, _ = prepared.given(wanted, is_new=True)
    if not given.text:
        return model.Answer({"text": ""}, call.nothing(), 1)
    record = {"text": given.text, "used": fence.width(given.text) - 1, "most": wanted.most}
    if not call.why:
        return model.Answer(record, given.text)
    loadable = decay.loadable(where)
    theirs = composing.shared(where)
    every = (*loadable.facts, *loadable.plans, *loadable.said, *theirs)
    known = {one.id: one for one in every}
    facts = [known[one] for one in given.facts]
    reasons = {one.id: _reason(one, call) for one in facts}
    left, count = _left_out(call, given, loadable)
    record["lines"] = _lines(given.text, facts, spoken, reasons)
    record["facts"] = [{**one, "why": reasons[one.id]} for one in facts]
    record["left_out"] = [{**one, "why": why} for one, why in left]
    record["left_out_count"] = count
    return model.Answer(record, lambda: _text(record, left, call))


def _days(fact: Fact) -> int:
    return clock.local_day(clock.now()) - clock.local_day(fact.moment)


def _reason(fact: Fact, call: table.Call) -> str:
    """Why a fact is told."""
    days = _days(fact)
    name = "why_recent" if days < call.settings.number("some_days") else "why_kept"
    if fact.get(provenance.SCOPE) == provenance.SHARED:
        return call.say("why_shared")
    if not fact.stands:
        name = "why_candidate"
    elif fact.is_pinned:
        name = "why_pinned"
    elif fact.is_asked:
        name = "why_asked"
    elif fact.type == "O":
        name = "why_rule"
    if not fact.has_begun(clock.now()):
        name = "why_planned"
    return call.say(name, days=days)


def _left_out(
    call: table.Call, given: model.Told, loadable: decay.Loadable
) -> tuple[list[tuple[Fact, str]], int]:
    """The newest standing facts that are not told, with reasons, and the number of all."""
    shown = set(given.facts)
    standing = questions.Wanted((questions.STANDING,))
    held = call.records
    ids = [(past, past.ids(standing, _LEFT_LISTED + len(shown))) for past in held]
    left = [(past, one) for past, listed in ids for one in listed if one not in shown]
    count = sum(past.count(standing) for past in held)
    count -= sum(past.tier(one) == questions.STANDING for past in held for one in shown)
    may_be_told = {one.id: one for one in (*loadable.facts, *loadable.plans)}
    instead = {other for one in may_be_told.values() for other in one.related}
    told = [may_be_told[one] for one in given.facts if one in may_be_told]
    former = {text for one in told for text in codec.texts(one.get(provenance.WAS))}
    said = {fields.sameness(one.content) for one in (*told, *loadable.said) if one.id in shown}
    left_out = []
    read = (past.fact(one) for past, one in left[:_LEFT_LISTED])
    for fact in filter(None, read):
        name = "out_room"
        if fact.id in given.ids:
            name = "out_core"
        elif fields.sameness(fact.content) in said:
            name = "out_said"
        elif fact.content in former or (fact.id in instead and fact.id not in may_be_told):
            name = "out_former"
        elif not fact.lasts and fact.id not in may_be_told:
            name = "out_many" if _days(fact) < call.settings.number("some_days") else "out_old"
        left_out.append((fact, call.say(name, days=_days(fact))))
    return left_out, count


def _lines(text: str, facts: list[Fact], spoken: str, reasons: dict[str, str]) -> list[Record]:
    """The lines of the text; of each that tells a fact also the fact's id and the reason."""
    ids = {provenance.fact(one, spoken): one.id for one in facts}
    return [
        {"text": line, "id": ids[line], "why": reasons[ids[line]]}
        if line in ids
        else {"text": line}
        for line in text.split("\n")
    ]


def _text(record: dict[str, Any], left: list[tuple[Fact, str]], call: table.Call) -> str:
    """The text for a person, a reason below each line that tells a fact."""
    lines = []
    for line in record["lines"]:
        lines.append(line["text"])
        if "why" in line:
            lines.append(columns.styled(f"    ^ {line['why']}", columns.DIM))
    used, most = record["used"], record["most"]
    lines += ["", call.say("budget", used=used, most=most)]
    if left:
        lines += ["", call.say("left_out", count=record["left_out_count"])]
    for one, why in left[:_LEFT_SHOWN]:
        lines.append(f"  {clean.line(one.content, _TEXT_CHARS)}  ({why})")
    return "\n".join(lines + ["  …"] * (len(left) > _LEFT_SHOWN))
