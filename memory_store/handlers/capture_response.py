"""After each answer: journals the agent's words, and keeps the facts in its retain lines.

Of an answer to our own request it takes the lines alone.
"""

from __future__ import annotations

from memory_store import errors, model, origin, place
from memory_store.capture import pipeline, retain_lines
from memory_store.journal import records, sessions
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


_TWICE_SECONDS = 5.0


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """Nothing to say; the answer is in the journal."""
    answer = said(event, where)
    if answer is None:
        return model.Reply()
    _, kept = sessions.note(
        where.project, event.session_id, lambda earlier: heard(answer, event, earlier)
    )
    return model.Reply(afterwards=(lambda: keep(where, answer)) if kept else None)


def said(event: model.Event, where: place.Place) -> Entry | None:
    """The event of the answer in `event.text`; None for an empty one, or where none is captured.

    Made before a lock is taken: a long text takes its time.
    """
    if event.background or not event.text.strip() or not where.config.switch("capture"):
        return None
    return records.event(
        "response", event.session_id, event.host, turn_id=event.turn_id, text=event.text
    )


def heard(answer: Entry, event: model.Event, earlier: list[Entry]) -> list[Entry]:
    """What is journalled of an answer: nothing of one that another wiring noted.

    Of an answer to our own request all but its lines for the memory is left out.
    """
    if sessions.is_repeat(
        earlier, "response", _TWICE_SECONDS, turn_id=event.turn_id, text=answer.text
    ):
        return []
    if answers_us(earlier):
        answer["text"] = retain_lines.alone(answer.text)
        if not answer.text:
            return []
    if found := origin.of_answer(earlier, event.turn_id):
        answer["origin"] = found
    return [answer]


def keep(where: place.Place, answer: Entry) -> None:
    """Keep what a journalled answer states; for after the hook's answer."""
    sessions.settle(where.project)
    pipeline.keep(where, [answer])
    _keep_summary(where, answer)


def _keep_summary(where: place.Place, answer: Entry) -> None:
    """Keep the topic line with which the agent ended a task, which few answers have."""
    from memory_store.sessions import topic_lines  # the answer is out

    if where.project is None or not where.config.switch("extract"):
        return
    try:
        topic_lines.keep(where.project, [answer])
    except errors.MemoryStoreError as error:  # the next run does it
        log.write("summary", error)


def answers_us(earlier: list[Entry]) -> bool:
    """Whether the agent is answering a request of ours: nothing was asked by a person since."""
    newest = sessions.last(earlier, "prompt", "save_requested")
    return newest is not None and newest.type == "save_requested"
