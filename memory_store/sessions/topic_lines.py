"""Reads the line `S @topic: …` with which an agent ends a task: the session's summary.

Must not look for other lines.
"""

from __future__ import annotations

from memory_store import clock, model, origin
from memory_store.journal import read, records, sessions, stored
from memory_store.language import wording
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Entry, Summary

_MARK = "S @"
_TODO = ("TODO:", "TODOs:", "Todo:", "待办:", "待辦:")
_NOTHING = ("none", "nothing", "n/a", "无", "無", "暂无", "没有")
_TOPIC_CHARS = 120
_LEAST_CHARS = 4
_UNNAMED = ("topic", "主题")
_MOST_TODOS = 50  # that a session leaves open
_SUMMARIES_BYTES = 1 << 18


class Line(model.Value):
    """A topic line: its topic, its result, and its todos."""

    topic: str
    text: str
    todos: list[str]


def parse(answer: str) -> list[Line]:
    """The topic lines of an answer, in order; lines in a code block are examples."""
    if _MARK not in answer:
        return []
    from memory_store.language import pasted  # few answers have such a line

    parsed: list[Line] = []
    is_listing = False
    for raw in pasted.outside_code(pasted.unfenced(answer)):
        bare = pasted.unlisted(raw)
        if is_listing and bare != raw.strip():
            parsed[-1].todos += _todos(bare)
            continue
        line = _parsed(clean.line(bare.strip("`") if bare[:1] == "`" else bare))
        is_listing = line is not None and bare.replace("：", ":").endswith(_TODO)
        parsed += [line] if line is not None else []
    return parsed


def _parsed(line: str) -> Line | None:
    if not line.startswith(_MARK):
        return None
    about = line[len(_MARK) :].replace("：", ":", 1)
    topic, _, text = about.partition(":")
    is_form = topic.strip()[:1] == text.strip()[:1] == "<"  # as the session start shows it
    topic, text = topic.strip("<> "), text.strip()
    if is_form or not topic or len(topic) > _TOPIC_CHARS or len(text) < _LEAST_CHARS:
        return None
    narrow = text.replace("：", ":")
    at = min((at for one in _TODO if (at := narrow.find(one)) >= 0), default=len(text))
    said = text[:at].rstrip(" ;；,，") or text
    todos = _todos(narrow[at:].partition(":")[2])
    return Line(said[:_TOPIC_CHARS] if topic.lower() in _UNNAMED else topic, said, todos)


def _todos(listed: str) -> list[str]:
    todos = [one.removeprefix("[ ]").strip(" 。") for one in listed.replace("；", ";").split(";")]
    return [one for one in todos if one.strip(" .-()（）").lower() not in ("", *_NOTHING)]


def keep(store: layout.Store, events: Iterable[Entry]) -> int:
    """Write the summaries that the topic lines of these events state, each once; how many.

    A session's summary holds of each topic the last line, the newest first, and is named by the
    topic with the most lines. The last answer with such lines says what is open. What the agent
    saved before by the command stands in front, with its topic and its todos.

    Raises:
        StoreError: they can't be written.
    """
    stated = [*filter(_states, events)]
    if not stated:
        return 0
    from memory_store.journal import append
    from memory_store.store import lock  # few answers have such a line

    written = 0
    for event in {one.session_id: one for one in stated}.values():
        with lock.Held(store.path):
            summary = _summary(store, event)
            if summary is not None:
                append.append_locked(store, layout.SESSIONS, [summary], durable=True)
                append.append_locked(store, sessions.today(), [_note(summary)], durable=False)
                written += 1
    return written


def _states(event: Entry) -> bool:
    is_persons = event.type == "response" and origin.is_persons(event.origin)
    return is_persons and bool(parse(event.text))


def _summary(store: layout.Store, newest: Entry) -> Summary | None:
    """The summary of a session's topic lines; None if it is written already, or older."""
    session = newest.session_id
    stated = [*filter(_states, read.session_events(store, session)), newest]
    events_by_id = {_identity(one): one for one in stated}
    lines = read.summaries(store, _SUMMARIES_BYTES)
    written = [one for one in lines if one.session_id == session]
    before = [one for one in written if one.is_by_agent]
    if any(one.id == _identity(newest) for one in before):
        return None
    if before and before[0].moment > newest.moment:
        return None
    saved = next((one for one in before if one.id not in events_by_id), None)
    made = _record(saved, list(events_by_id.values()), newest)
    done = written[0].done if written else []
    return made.with_(todos=[one for one in made.todos if one not in done], done=done)


def _record(saved: Summary | None, events: list[Entry], newest: Entry) -> Summary:
    lines = [line for one in events for line in parse(one.text)]
    told_of = {one.topic: one.text for one in lines}
    topics = [one.topic for one in lines]
    newest_first = list(dict.fromkeys(reversed(topics)))
    parts = [f"{one}: {told_of[one]}" for one in newest_first]
    topic = max(newest_first, key=topics.count)
    if saved is not None:
        topic, parts = saved.topic, [saved.text, *parts]
    elif len(parts) == 1:
        parts = [told_of[topic]]
    before = saved or stored.Summary()
    left = [*before.todos, *(todo for one in parse(newest.text) for todo in one.todos)]
    summary, _ = records.summary(
        newest.session_id,
        topic=topic,
        text=wording.PART.join(parts),
        decisions=before.decisions,
        todos=list(dict.fromkeys(left))[:_MOST_TODOS],
        source={
            "host": newest.host,
            "session_id": newest.session_id,
            "via": "agent",
        },
        origin="agent",
    )
    return summary.with_(id=_identity(newest), created_at=clock.stamp(newest.moment))


def _identity(event: Entry) -> str:
    """The id of the summary that an answer's topic lines make: the same each time."""
    from memory_store.journal import imported_ids  # see keep

    return imported_ids.identity("s", event.moment, event.id)


def _note(summary: Summary) -> Entry:
    host = str(summary.source.get("host"))
    return records.event("summary", summary.session_id, host, record_id=summary.id)
