"""Have a small model read each session once after its end, which finds what rules can't.

Off until `judge on` is answered with yes. Each request is counted and shown, and `judge undo
--all` takes back everything that a judge ever wrote.
"""

from __future__ import annotations

import sys

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import fact_changes, written_settings
from memory_store.journal import stored
from memory_store.judge import account, checks, providers, question, request, taking
from memory_store.judge import run as judging
from memory_store.judge import session as ended
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.codec import Record

_BY_HAND = "by hand"
_ANSWER_BYTES = 1 << 20


def run(call: table.Call) -> model.Answer:
    """Switch the judge on or off, or look at it, ask it, take its answer, take it back.

    Raises:
        UsageError: the words don't fit together, nobody said yes, or the store is not trusted.
        StoreError: settings or memory can't be written, or the answer is none.
    """
    actions = {
        "on": _on,
        "off": _off,
        "status": _status,
        "show": _show,
        "run": _run,
        "take": _take,
        "undo": _undo,
    }
    return actions[call.what](call)


def _offer(call: table.Call, provider: str, *, others: bool) -> str:
    """What a person is asked before a judge is on: who reads what, how often, at what price."""
    program = providers.PROGRAMS.get(provider)
    if program is None:
        return call.say("judge.offer_api", provider=provider)
    lines = [call.say("judge.offer", program=provider, vendor=program.vendor)]
    lines += [call.say("judge.offer_others", vendor=program.vendor)] if others else []
    most = call.settings.count("judge_per_day")
    return "\n".join([*lines, call.say("judge.offer_limits", most=most)])


def _on(call: table.Call) -> model.Answer:
    known = (*providers.PROGRAMS, *providers.APIS)
    provider = call.name or providers.usual()
    if provider not in known:
        raise errors.UsageError(
            "no such judge: {provider}",
            "{meant}one of {known}",
            provider=provider,
            meant=errors.meant(provider, known),
            known=", ".join(known),
        )
    settings = question.Settings(
        provider,
        call.settings.word("judge_url"),
        call.model or call.settings.word("judge_model"),
        call.settings.word("judge_key"),
    )
    try:
        providers.load(settings)
    except errors.StoreError as error:
        others = ", ".join(one for one in known if one != provider)
        raise errors.UsageError(
            error.message, "memory-store judge on NAME, with one of {others}", others=others
        ) from error
    if not (call.yes or terminal.can_be_asked()):
        raise errors.UsageError("nobody can be asked here", "add --yes if the user said so")
    if not ask(call, provider, call.model, others=call.other_hosts, is_sure=call.yes):
        return model.Answer({"status": "off"}, call.say("stays_off"), 1)
    return model.Answer({"status": "on", "provider": provider}, call.say("is_on", name=provider))


def ask(
    call: table.Call,
    provider: str,
    named: str | None = None,
    *,
    others: bool = False,
    is_sure: bool = False,
) -> bool:
    """Ask a person on the terminal, and write the answer into the user's settings; the answer.

    Where it is sure already that they want it nobody is asked.

    Raises:
        StoreError: the settings can't be written.
    """
    asked = f"{_offer(call, provider, others=others)}\n{call.say('judge.ask')} "
    said = is_sure or terminal.says_yes(asked)
    _write(provider, named, others) if said else _write(question.NONE)
    return said


def _write(provider: str, named: str | None = None, others: bool | None = None) -> None:  # noqa: FBT001  a setting's value
    values = {
        "judge_provider": provider,
        "judge_model": named,
        "judge_other_hosts": others or None,
    }
    written_settings.change(layout.user_store(), values)


def _off(call: table.Call) -> model.Answer:
    if layout.user_store().exists():  # else nothing is on
        _write(question.NONE)
    return model.Answer({"status": "off"}, call.say("is_off"))


def state(where: place.Place) -> Record:
    """Who judges, what was asked, what it took, and what is wrong, as JSON has it."""
    settings = question.chosen(where.config)
    if settings is None:
        return {"provider": question.NONE, "off": judging.is_off(where.config)}
    counted = account.load(settings)
    store = where.project
    waiting = judging.due(where, store) if store is not None and store.exists() else []
    return {
        "provider": settings.provider,
        "model": settings.model,
        "off": judging.is_off(where.config),
        "requests_today": counted.today(),
        "per_day": where.config.count("judge_per_day"),
        "waiting": len(waiting),
        "paused": account.refusal(counted, where.config.count("judge_per_day")),
        "failure": counted.reason,
        "tokens_this_month": counted.tokens,
        "dollars_this_month": round(counted.dollars, 4),
    }


def _status(call: table.Call) -> model.Answer:
    record = state(call.where)
    return model.Answer(record, "\n".join(status_lines(call, record)))


def status_lines(call: table.Call, record: Record) -> list[str]:
    """What `state` gives, in lines for a person."""
    if record["provider"] == question.NONE:
        return [call.say("judge.none")]
    name = f"{record['provider']} {record['model']}".rstrip()
    lines = [call.say("judge.counts", **{**record, "name": name})]
    if record["dollars_this_month"] or record["tokens_this_month"]:
        lines.append(call.say("judge.took", **record))
    if reason := record["off"] or record["paused"]:
        lines.append(call.say("judge.asks_not", reason=reason))
    return lines


def _session(store: layout.Store, name: str | None) -> ended.Session | None:
    """The session that is named, or the oldest one that waits; None where none does."""
    if name:
        found = ended.named(store, name)
        if found is None or not found.messages:
            raise errors.UsageError(
                "no session {name} with messages in the last week",
                "memory-store sessions",
                name=name,
            )
        return found
    return next(iter(ended.due(store)), None)


def _nothing(call: table.Call) -> model.Answer:
    return model.Answer({"status": "nothing"}, call.say("nothing"), 1)


def _show(call: table.Call) -> model.Answer:
    store = call.made
    session = _session(store, None if call.next else call.name)
    if session is None:
        return _nothing(call)
    asked = request.of(store, session)
    instructions = question.of_session("").instructions
    words = ("--session", session.id, "--project", store.project)
    command = " ".join(["memory-store judge take -", *map(place.quote, words)])
    record = {
        "session": session.id,
        "instructions": instructions,
        "request": asked.text,
        "answer_with": command,
    }
    told = call.say("answer_with", command=command)
    head = call.say("the request that would go, as the model reads it:")
    return model.Answer(record, f"{head}\n\n{instructions}\n\n{asked.text}\n\n{told}")


def _run(call: table.Call) -> model.Answer:
    store = call.made
    reason = judging.is_off(call.settings)
    if reason:
        raise errors.UsageError(
            "no judge is asked: {reason}", "memory-store judge status", reason=reason
        )
    if call.name:
        session = _session(store, call.name)
        waiting = [session] if session is not None else []
    else:
        waiting = judging.due(call.where, store)
    if not waiting:
        return _nothing(call)
    lines: list[stored.Fact] = []
    for session in waiting:
        outcome = judging.ask(call.where, store, session)
        lines += outcome.lines
        if outcome.reason:
            raise errors.StoreError(outcome.reason)
    return _taken(call, lines, [])


def _take(call: table.Call) -> model.Answer:
    """Take an answer that an agent gave to what `show` printed, through the same checks."""
    store = call.made
    if call.name != "-":
        raise errors.UsageError("the answer comes by standard input", "judge take - --session ID")
    session = _session(store, call.session)
    if session is None:
        return _nothing(call)
    asked = request.of(store, session)
    text = sys.stdin.read(_ANSWER_BYTES)
    verdict = checks.accepted(asked, question.value(text))
    return _taken(call, taking.take(store, asked, verdict, _BY_HAND), verdict.refused)


def _taken(
    call: table.Call, lines: list[stored.Fact], refused: list[tuple[str, str]]
) -> model.Answer:
    became = [(_became(one), one) for one in lines]
    more = [call.say("refused", reason=reason, what=what) for reason, what in refused]
    if not became:
        return model.Answer(
            {"status": "judged", "changes": []}, "\n".join([call.say("empty"), *more])
        )
    return fact_changes.answer(call, "judged", became, more)


def _became(line: stored.Fact) -> str:
    if not fact_changes.holds(line):
        return "retract" if line.op == stored.RETRACT else "ended"
    return "changed" if line.op else "saved"


def _undo(call: table.Call) -> model.Answer:
    if not call.all:
        raise errors.UsageError(
            "memory-store undo takes back the last change", "judge undo --all takes back all"
        )
    lines = taking.undo(call.made)
    if not lines:
        return _nothing(call)
    return fact_changes.answer(call, "undone", [(_became(one), one) for one in lines])
