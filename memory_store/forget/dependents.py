"""What goes with a prompt that is forgotten: its answers, and automatic summaries that tell them.

An answer alone tells what was asked, and would be taken for that to an earlier prompt. Must not
change anything.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.journal import fields, read, rewrite
from memory_store.sessions import prose
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Record = dict[str, object]

_TELLING_CHARS = 8  # a shorter sentence may be anybody's
_BEGIN_CHARS = 24  # a summary may cut a sentence, but not before
_AUTOMATIC = "automatic"


def ids(store: layout.Store, prompts: Iterable[Record]) -> set[str]:
    """The ids of the answers to these prompts, and of the summaries that tell them.

    An answer belongs to the prompt of its turn, or else to the prompt before it. An agent's own
    summary is no quotation of an answer, and stays.

    Raises:
        StoreError: a file can't be read.
    """
    gone: dict[object, set[object]] = {}
    for one in prompts:
        gone.setdefault(one.get("session_id"), set()).add(one.get("id"))
    if not gone:
        return set()
    answers = [
        answer
        for session, events in _sessions(store, set(gone)).items()
        for answer in _answers(events, gone[session])
    ]
    found = [*answers, *_telling(store, answers)]
    return {str(one["id"]) for one in found if isinstance(one.get("id"), str)}


def _sessions(store: layout.Store, wanted: set[object]) -> dict[object, list[Record]]:
    """What was said in these sessions, as it happened."""
    marks = [codec.render(one).encode("utf-8", "replace") for one in wanted]
    found: dict[object, list[Record]] = {}
    for name in rewrite.names(store):
        if not name.startswith(f"{layout.DAILY}/"):
            continue
        for line in rewrite.lines(store, name):
            for one in read.parse_line(line) if any(mark in line for mark in marks) else ():
                if one.get("session_id") in wanted and one.get("type") in ("prompt", "response"):
                    found.setdefault(one.get("session_id"), []).append(one)
    return {session: read.in_order(events) for session, events in found.items()}


def _answers(events: list[Record], gone: set[object]) -> Iterator[Record]:
    """The answers among a session's events to the prompts with these ids."""
    of_turn = {
        one["turn_id"]: one.get("id")
        for one in events
        if one.get("type") == "prompt" and one.get("turn_id")
    }
    asked: object = None
    for one in events:
        if one.get("type") == "prompt":
            asked = one.get("id")
        elif of_turn.get(one.get("turn_id"), asked) in gone:
            yield one


def _telling(store: layout.Store, answers: list[Record]) -> Iterator[Record]:
    """The automatic summaries of the answers' sessions that tell a sentence of them."""
    told: dict[object, list[str]] = {}
    for one in answers:
        said = [fields.sameness(part) for part in prose.own_sentences(str(one.get("text") or ""))]
        begins = [part[:_BEGIN_CHARS] for part in said if len(part) >= _TELLING_CHARS]
        told.setdefault(one.get("session_id"), []).extend(begins)
    for line in rewrite.lines(store, layout.SESSIONS) if told else ():
        for one in read.parse_line(line):
            if one.get("origin") != _AUTOMATIC:
                continue
            texts = [
                str(one.get("topic")),
                str(one.get("summary")),
                *codec.texts(one.get("todos")),
            ]
            whole = fields.sameness("\n".join([*texts, *codec.texts(one.get("decisions"))]))
            if any(part in whole for part in told.get(one.get("session_id"), ())):
                yield one
