"""What a prompt is given: news, relevant memories, a flush that is still to be told, a question.

Behind the answer it keeps what the prompt states. Must not journal the prompt.
"""

from __future__ import annotations

from memory_store import errors, model, origin, place
from memory_store.capture import cues, nudge, pipeline
from memory_store.journal import sessions, stored
from memory_store.recall import core_copies, fence, news, relevant
from memory_store.start import asking, past
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


def give(
    event: model.Event,
    where: place.Place,
    earlier: list[Entry],
    prompt: Entry,
    most: int,
    *,
    is_noted: bool,
) -> model.Reply:
    """The answer, of at most so many characters.

    Args:
        event: the prompt.
        where: the place of work.
        earlier: the session's journal events before it.
        prompt: its own.
        most: characters.
        is_noted: whether the journal has it.
    """
    spoken = past.spoken(where, [*earlier, prompt])
    fresh = news.since(where, event.session_id, earlier, prompt, spoken)
    parts = [_flush(event, where, earlier, spoken), fresh.text]
    room = most - sum(fence.width(part) + 1 for part in parts)
    known = [*earlier, stored.Entry(record_ids=fresh.ids)]
    recalled = relevant.to_prompt(
        where, event.text, known, spoken, _is_unsaved, room, host=event.host
    )
    _tell_otherwise(event, where, fresh.text)
    nudged, parts, sign = nudge.Nudge(), [*parts, recalled.text], ""
    if origin.may_ask(event.origin):
        nudged = nudge.to_prompt(where, prompt.text, earlier, spoken)
        parts += [nudged.text, *nudge.undone(where, prompt, spoken, to_agent=True)]
        sign = _sign(event, where, prompt, spoken)

    def afterwards() -> None:
        if is_noted:
            keep(where, prompt)
            news.note(where, event, fresh)
            relevant.note(where, event, recalled)
            nudge.note(where, event, nudged)
            core_copies.keep(where.project)

    context = "\n\n".join(part for part in parts if part)
    return model.Reply(context=context, sign=sign, afterwards=afterwards)


def _sign(event: model.Event, where: place.Place, prompt: Entry, spoken: str) -> str:
    """The line for the person about what the prompt asked for in vain; "" for none."""
    if not (event.shows and where.config.switch("signs")):
        return ""
    from memory_store.language import wording  # few hosts show a line

    said = nudge.undone(where, prompt, spoken, to_agent=False)
    listed = wording.say(spoken, "semicolon").join(said)
    return wording.say(spoken, "sign", listed=listed) if said else ""


def _is_unsaved(request: str) -> bool:
    """Whether an earlier request was not to be kept."""
    if not cues.may_stand_in(request, cues.UNSAVED):
        return False
    from memory_store.capture import explicit  # few requests come so far

    return explicit.is_unsaved(request)


def keep(where: place.Place, prompt: Entry) -> None:
    """Keep the statements of a prompt that the journal has, behind the answer."""
    sessions.settle(where.project)
    pipeline.keep(where, [prompt])
    if origin.is_persons(prompt.origin):
        from memory_store.capture import hearing  # the answer is out

        hearing.hear(where, prompt)


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
