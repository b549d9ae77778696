"""What a test begins with and what it looks at after: facts of any age, events, payloads, trees.

It writes with the product's own writer, so that what is read is what the product would find. Must
not know how a hook or a command works.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from memory_store import clock, model, place
from memory_store.capture import pipeline
from memory_store.hosts import registry
from memory_store.journal import append, facts, read, records, stored
from memory_store.recall import composing, earlier
from memory_store.store import layout

PAYLOADS = Path(__file__).parent / "payloads"
RECORDED_PROJECT = "/home/dev/project"
SESSION = "session-of-the-test"

Record = dict[str, Any]


def where(store: layout.Store) -> place.Place:
    """The place of work that a hook or command in the store's project finds."""
    return place.resolve(store.project)


def composed(
    store: layout.Store, how: str, past: earlier.Sessions, language: str = "en"
) -> model.Told:
    """The briefing with a first part, earlier sessions, and what the store's facts say."""
    place_ = where(store)
    most = place_.config.count("briefing_chars")
    return composing.tell(composing.facts(place_, how, language, most, ""), past, language)


def moment(days: float = 0, *, at: str = "12:00:00") -> float:
    """`days` local calendar days ago at a time of day; now, for no days."""
    if not days:
        return clock.now()
    today = dt.datetime.fromtimestamp(clock.now()).date()  # noqa: DTZ006  local days are meant
    day = today - dt.timedelta(days=days)
    return dt.datetime.combine(day, dt.time.fromisoformat(at)).timestamp()


def fact(
    store: layout.Store,
    content: str,
    *,
    days: float = 0,
    at: str = "12:00:00",
    kind: str = "W",
    confidence: object = 0.8,
    session: str = "another session",
    **fields: Any,
) -> stored.Fact:
    """A fact in the store, saved so many days ago; the record as it stands in the file.

    `fields` may be anything, as in a file that somebody else wrote.
    """
    made, _ = records.fact(content, kind=kind, source={"session_id": session, "via": "agent"})
    then = moment(days, at=at)
    stamps = {"created_at": clock.stamp(then), "updated_at": clock.stamp(then)}
    own = {"id": records.new_id("f", then), "confidence": confidence}
    record = stored.Fact({**made, **own, **stamps, **fields})
    append.append(store, layout.FACTS, [record])
    return record


def unsaved_fact(identity: str, **fields: object) -> stored.Fact:
    """A fact with these fields that no file has."""
    return stored.Fact(
        {"id": identity, "content": f"content of {identity}", "type": "W", **fields}
    )


def retraction(store: layout.Store, known: stored.Fact) -> None:
    """The line that takes a fact back."""
    append.append(store, layout.FACTS, [known.retracted()])


def summary(
    store: layout.Store,
    topic: str,
    *,
    session: str,
    text: str = "what was done",
    decisions: list[str] | None = None,
    todos: list[str] | None = None,
    **fields: Any,
) -> stored.Summary:
    """A session's summary as an agent saved it."""
    source: dict[str, object] = {"session_id": session, "via": "agent"}
    made, _ = records.summary(
        session,
        topic=topic,
        text=text,
        decisions=decisions or [],
        todos=todos or [],
        source=source,
        origin="agent",
    )
    record = made.with_(**fields)
    append.append(store, layout.SESSIONS, [record])
    return record


def event(
    store: layout.Store,
    kind: str,
    session: str = SESSION,
    *,
    ago: float = 60,
    host: str = model.CURSOR,
    **fields: Any,
) -> stored.Entry:
    """An event in the journal, `ago` seconds old, in the file of its local day."""
    then = clock.now() - ago
    made = records.event(kind, session, host, **fields)
    record = made.at(then).with_(id=records.new_id("e", then))
    append.append(store, f"{layout.DAILY}/{clock.local_date(then)}.jsonl", [record])
    return record


def payload(name: str, project: str | Path, session: str = "", **changes: Any) -> Record:
    """A recorded payload (`cursor/stop`), its project put in place of the recorded one."""
    text = (PAYLOADS / f"{name}.json").read_text("utf-8")
    found: Record = json.loads(text.replace(RECORDED_PROJECT, json.dumps(str(project))[1:-1]))
    if session:
        found |= {key: session for key in ("session_id", "conversation_id") if key in found}
    return found | changes


def told(name: str, store: layout.Store, session: str = SESSION, **changes: Any) -> model.Event:
    """What a recorded payload says, as a handler is given it."""
    return registry.parse(payload(name, store.project, session, **changes))


def lines(store: layout.Store, name: str) -> list[Record]:
    """All records of one of the store's files, oldest first; none where there is no file."""
    path = Path(store.path, name)
    raw = path.read_text("utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in raw]


def living(store: layout.Store) -> list[stored.Fact]:
    """The facts that hold, newest first."""
    return list(facts.recent(store))


def kept(store: layout.Store, known: list[str], turns: list[str | list[str]]) -> list[str]:
    """The facts that hold once a session's turns were kept, each as `O: content`, sorted.

    `known` are facts of yesterday in the same form; a turn is a prompt, or a list of the event's
    type and text. A candidate is `O?: content`.
    """
    for one in known:
        kind, _, content = one.partition(": ")
        status = stored.CANDIDATE if kind.endswith("?") else stored.STANDING
        fact(store, content, days=1, kind=kind.rstrip("?"), status=status)
    for turn in turns:
        kind, text = ["prompt", turn] if isinstance(turn, str) else turn
        pipeline.keep(where(store), [event(store, kind, ago=0, text=text)])
    return sorted(f"{one.type}{'' if one.stands else '?'}: {one.content}" for one in living(store))


def journal(store: layout.Store, *kinds: str) -> list[stored.Entry]:
    """The journal's events of these kinds (of all, for none), oldest first."""
    days = sorted(Path(store.path, layout.DAILY).glob("*.jsonl"))
    found = [
        stored.Entry(one) for day in days for one in lines(store, f"{layout.DAILY}/{day.name}")
    ]
    return [one for one in found if not kinds or one.type in kinds]


def tree(root: str | Path) -> dict[str, str]:
    """Every path beneath `root` with its mode, size, time of change and content's digest."""
    found = {}
    for path in sorted(Path(root).rglob("*")):
        state = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        digest = hashlib.sha256(content).hexdigest()
        stamp = state.st_mtime_ns if path.is_file() else 0
        found[path.relative_to(root).as_posix()] = f"{state.st_mode:o} {stamp} {digest}"
    return found


def holding(text: str, *roots: str | Path) -> list[str]:
    """The files beneath `roots` that hold `text` anywhere, in UTF-8 or escaped as in JSON."""
    wanted = {text.encode(), json.dumps(text)[1:-1].encode()}
    files = [path for root in roots for path in Path(root).rglob("*") if path.is_file()]
    return [os.fspath(path) for path in files if any(one in path.read_bytes() for one in wanted)]


def place_of(store: layout.Store, fact: Record) -> list[int]:
    """Where the newest line of a fact stands: its offset and length in bytes; [] in another."""
    places = {
        one["id"]: [begin, len(line)]
        for begin, line in read.lines_from(store, layout.FACTS)
        for one in read.parse_line(line)
    }
    return places.get(fact["id"], [])


def imported(store: layout.Store, count: int, *, days: float = 60, length: int = 40) -> None:
    """Facts that were imported just now and are so many days old."""
    like = fact(
        store, "x", days=days, source={"host": "claude", "session_id": "", "via": "import"}
    )
    made = [
        {
            **like,
            "id": records.new_id("f", moment(days)),
            "content": f"service {one} listens on port {one + 4000} {'of ours ' * (length // 8)}",
        }
        for one in range(count)
    ]
    append.append(store, layout.FACTS, [like.retracted(), *made])
