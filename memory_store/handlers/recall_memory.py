"""Each prompt: journals it, and gives relevant memories and news of other sessions.

Past its deadline it answers with what it has. Must not take our own requests, which come back as
prompts, for a person's words.
"""

from __future__ import annotations

from memory_store import errors, model, origin, place
from memory_store.capture import nudge, pipeline
from memory_store.journal import records, sessions, stored
from memory_store.recall import core_copies, fence, news, relevant
from memory_store.start import asking, past
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry


_TWICE_SECONDS = 5.0


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """News, relevant memories and a flush that is still to be told, as context.

    Where a host's model gets nothing at a start, the first prompt brings what a start gives.
    """
    if not event.traits.briefs_at_prompt:
        return _to_prompt(event, where)
    from memory_store.handlers import late_start  # one host is so

    start = late_start.handle(event, where)
    room = model.MAX_TEXT - fence.width(start.context) - fence.width(start.notice)
    reply = model.Reply() if where.untrusted else _to_prompt(event, where, room)
    todo = [one.afterwards for one in (start, reply) if one.afterwards]
    context = "\n\n".join(filter(None, (start.context, reply.context)))
    return model.Reply(context=context, notice=start.notice, afterwards=lambda: _each(todo))


def _each(todo: list[Callable[[], None]]) -> None:
    for one in todo:
        one()


def _to_prompt(event: model.Event, where: place.Place, most: int = model.MAX_TEXT) -> model.Reply:
    """The answer to a prompt, of at most so many characters."""
    if event.background or asking.is_own(event.text) or not event.text.strip():
        return model.Reply()
    prompt_entry = _event(event, where)
    silent = False

    def decide(earlier: list[Entry]) -> Entry | None:
        nonlocal silent
        silent = sessions.is_background(earlier) or sessions.is_repeat(
            earlier, "prompt", _TWICE_SECONDS, turn_id=event.turn_id, text=prompt_entry.text
        )
        if where.project is not None and event.hears:
            prompt_entry["seen"] = sessions.seen(where.project)
        return None if silent else prompt_entry

    earlier, noted = sessions.note(where.project, event.session_id, decide)
    if silent:
        return model.Reply()
    if not (event.hears and origin.is_persons(event.origin)):
        return model.Reply(afterwards=lambda: _keep(where, prompt_entry) if noted else None)
    spoken = past.spoken(where, [*earlier, prompt_entry])
    fresh = news.since(where, event.session_id, earlier, prompt_entry, spoken)
    parts = [_flush(event, where, earlier, spoken), fresh.text]
    room = most - sum(fence.width(part) + 1 for part in parts)
    known = [*earlier, stored.Entry(record_ids=fresh.ids)]
    recalled = relevant.to_prompt(
        where, event.text, known, spoken, _is_unsaved, room, host=event.host
    )
    _tell_otherwise(event, where, fresh.text)
    nudged, parts = nudge.Nudge(), [*parts, recalled.text]
    if origin.may_ask(event.origin):
        nudged = nudge.to_prompt(where, prompt_entry.text, earlier, spoken)
        parts += [nudged.text, nudge.missed(where, prompt_entry, spoken)]

    def afterwards() -> None:
        if noted:
            _keep(where, prompt_entry)
            news.note(where, event, fresh)
            relevant.note(where, event, recalled)
            nudge.note(where, event, nudged)
            core_copies.keep(where.project)

    return model.Reply(context="\n\n".join(part for part in parts if part), afterwards=afterwards)


def _is_unsaved(request: str) -> bool:
    """Whether an earlier request was not to be kept."""
    from memory_store.capture import explicit  # few prompts are told one

    return explicit.is_unsaved(request)


def _keep(where: place.Place, prompt_entry: Entry) -> None:
    """Keep the statements of the prompt, after the answer is out."""
    sessions.settle(where.project)
    pipeline.keep(where, [prompt_entry])
    if origin.is_persons(prompt_entry.origin):
        from memory_store.capture import hearing  # the answer is out

        hearing.hear(where, prompt_entry)


def _event(event: model.Event, where: place.Place) -> Entry:
    """The prompt's event; without its text where capture is off."""
    text = event.text if where.config.switch("capture") else None
    return records.event(
        "prompt",
        event.session_id,
        event.host,
        turn_id=event.turn_id,
        origin=event.origin or None,
        text=text,
    )


def _tell_otherwise(event: model.Event, where: place.Place, fresh: str) -> None:
    """News by a way that a Cursor honours which ignores our answer, before it sends the prompt."""
    if not fresh or not event.traits.reads_rules or where.project is None:
        return
    from memory_store.handlers import rule_file  # few prompts bring news

    try:
        rule_file.tell(event, where.tree, fresh)
    except errors.MemoryStoreError as error:
        log.write("cursor", error)


def _flush(event: model.Event, where: place.Place, earlier: list[Entry], spoken: str) -> str:
    """The flush request that only the person has seen so far: told with the next prompt, once."""
    if not event.traits.flushes_to_person:
        return ""
    pending = sessions.last(sessions.since(earlier, "prompt"), "flush_requested")
    if pending is None:
        return ""
    return asking.flush_past(event.session_id, where, spoken)
