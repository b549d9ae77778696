"""Each prompt: journals it, and gives relevant memories and news of other sessions.

Past its deadline it answers with what it has. Must not take our own requests, which come back as
prompts, for a person's words.
"""

from __future__ import annotations

from memory_store import model, origin, place
from memory_store.journal import arrivals, records, sessions
from memory_store.language import assent
from memory_store.start import asking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry
    from memory_store.store import layout


_TWICE_SECONDS = 5.0


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """News, relevant memories and a flush that is still to be told, as context.

    Where a host's model gets nothing at a start, the first prompt brings what a start gives.
    """
    if not event.traits.briefs_at_prompt:
        return _to_prompt(event, where)
    from memory_store.handlers import late_start  # one host is so
    from memory_store.recall import fence

    start = late_start.handle(event, where)
    room = model.MAX_TEXT - fence.width(start.context) - fence.width(start.notice)
    reply = model.Reply() if where.untrusted else _to_prompt(event, where, room)
    todo = [one.afterwards for one in (start, reply) if one.afterwards]
    context = "\n\n".join(filter(None, (start.context, reply.context)))
    return model.Reply(
        context=context, notice=start.notice, sign=reply.sign, afterwards=lambda: _each(todo)
    )


def _each(todo: list[Callable[[], None]]) -> None:
    for one in todo:
        one()


def _to_prompt(event: model.Event, where: place.Place, most: int = model.MAX_TEXT) -> model.Reply:
    """The answer to a prompt, of at most so many characters."""
    if event.background or asking.is_own(event.text) or not event.text.strip():
        return model.Reply()
    prompt_entry = _event(event, where)
    silent = False

    def decide(earlier: list[Entry]) -> list[Entry]:
        nonlocal silent
        silent = sessions.is_background(earlier) or sessions.is_repeat(
            earlier, "prompt", _TWICE_SECONDS, turn_id=event.turn_id, text=prompt_entry.text
        )
        if where.project is not None and event.hears:
            prompt_entry["seen"] = sessions.seen(where.project)
        return [] if silent else [prompt_entry]

    earlier, noted = sessions.note(where.project, event.session_id, decide)
    if silent:
        return model.Reply()
    if not (event.hears and origin.is_persons(event.origin)):
        return model.Reply(afterwards=lambda: _keep(where, prompt_entry) if noted else None)
    if assent.is_all(event.text) and not _waits(event, where.project, earlier, prompt_entry):
        return model.Reply(afterwards=lambda: sessions.settle(where.project))
    from memory_store.handlers import (
        prompt_answer,  # which costs what such a prompt has no use for
    )

    return prompt_answer.give(event, where, earlier, prompt_entry, most, is_noted=bool(noted))


def _keep(where: place.Place, prompt_entry: Entry) -> None:
    from memory_store.handlers import prompt_answer  # see _to_prompt

    prompt_answer.keep(where, prompt_entry)


def _waits(
    event: model.Event, store: layout.Store | None, earlier: list[Entry], prompt: Entry
) -> bool:
    """Whether there may be something to tell, whatever the prompt says."""
    looked = next((one.get("seen") for one in reversed(earlier) if one.get("seen")), None)
    return (
        (looked is not None and looked != prompt.get("seen"))
        or (store is not None and arrivals.are_there(store))
        or any(one.source == "heard" for one in earlier)
        or (event.traits.flushes_to_person and _flush_waits(earlier))
    )


def _flush_waits(earlier: list[Entry]) -> bool:
    return sessions.last(sessions.since(earlier, "prompt"), "flush_requested") is not None


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
