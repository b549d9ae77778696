"""After each answer: journals the agent's words, and keeps the facts in its retain lines.

Must not capture the answers to our own requests.
"""

from __future__ import annotations

from memory_store import errors, model, place
from memory_store.capture import pipeline
from memory_store.journal import records, sessions
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry


_TWICE_SECONDS = 5.0


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """Nothing to say; the answer is in the journal."""
    return model.Reply(afterwards=capture(event, where))


def capture(event: model.Event, where: place.Place) -> Callable[[], None] | None:
    """Journal the answer in `event.text`; the work after the hook's answer, or None.

    An answer to our own request, an empty one, and one that another wiring noted are left out.
    """
    if event.background or not event.text.strip() or not where.config.switch("capture"):
        return None
    answer = records.event(  # before the lock is taken: a long text takes its time
        "response", event.session_id, event.host, turn_id=event.turn_id, text=event.text
    )

    def decide(earlier: list[Entry]) -> Entry | None:
        repeats = sessions.is_repeat(
            earlier, "response", _TWICE_SECONDS, turn_id=event.turn_id, text=answer.text
        )
        return None if repeats or answers_us(earlier) else answer

    _, written = sessions.note(where.project, event.session_id, decide)
    if not written:
        return None

    def afterwards() -> None:
        sessions.settle(where.project)
        pipeline.keep(where, [answer])
        _keep_summary(where, answer)

    return afterwards


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
