"""Adds the turns that hooks missed to the journal, from the hosts' own transcripts.

Every turn is cleaned, redacted and checked like any event, and is added once however often this
runs. Only sessions that the journal knows are looked at. Must not run before a hook's answer is
out, read a file outside the host's own directory, or take turns from a time when `capture` was
off.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, place
from memory_store.journal import read, records
from memory_store.store import derived, files, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.capture import known_sessions
    from memory_store.hosts import turns as host_turns
    from memory_store.journal.stored import Entry

Mark = tuple[int, int, int, int]

MOST_BYTES = 16 << 20
"""Of transcripts, read in one run; the rest is the next run's."""

_NAME = "transcripts.json"
_QUIET_SECONDS = 60.0
_SLACK_SECONDS = 10.0
_CHECKED_BYTES = 4_096
_EVER = float("inf")
_NEVER: Mark = (-1, 0, 0, 0)


class File:
    """A session's transcript on the disk.

    Attributes:
        session: whose it is.
        root, name: the host's directory, and the file's name beneath it.
        size, changed: bytes, and nanoseconds since 1970.
    """

    __slots__ = ("changed", "dialect", "name", "root", "session", "size")

    def __init__(
        self,
        session: known_sessions.Session,
        dialect: host_turns.Dialect,
        root: str,
        name: str,
        state: os.stat_result,
    ) -> None:
        self.session = session
        self.dialect = dialect
        self.root = root
        self.name = name
        self.size = state.st_size
        self.changed = state.st_mtime_ns

    def key(self) -> str:
        """Its name among the marks."""
        return f"{self.session.host}/{self.name}"

    def is_settled(self) -> bool:
        """Whether hooks are done with its last turn: the session ended, or a minute is past.

        Till then a hook may be about to capture the very same.
        """
        changed = self.changed / 1e9
        ended = self.session.ended >= changed - _SLACK_SECONDS
        return ended or clock.now() - changed > _QUIET_SECONDS


def take_in(where: place.Place, store: layout.Store) -> int:
    """Append the turns that hooks missed to the journal; how many.

    Looks at the sessions of the last seven journal days, at files that changed since the last
    time, the newest first, and reads 16 MiB at most.

    Raises:
        StoreError: the journal can't be written.
    """
    if not where.config.switch("capture"):
        return 0
    from memory_store.capture import known_sessions  # with capture off nothing is looked at

    before = _load(store)
    transcripts = [
        file for one in known_sessions.sessions(store) if (file := locate(store, one)) is not None
    ]
    transcripts.sort(key=lambda file: file.changed, reverse=True)
    done = {file.key(): before.get(file.key(), _NEVER) for file in transcripts}
    taken, left = 0, MOST_BYTES
    for file in transcripts:
        mark = done[file.key()]
        if mark[:2] == (file.size, file.changed):
            continue
        if left <= 0 or (left < min(file.size, MOST_BYTES) and not file.dialect.GROWS):
            break
        try:
            added, spent, done[file.key()] = _take(store, file, mark, left)
        except OSError as error:  # a link, a second name, somebody else's: nothing to read
            log.write("transcripts", f"{file.name}: {error.strerror}")
            added, spent, done[file.key()] = 0, 0, (file.size, file.changed, 0, 0)
        taken, left = taken + added, left - spent
        derived.keep(store, _NAME, done)
    return taken


def _load(store: layout.Store) -> dict[str, Mark]:
    """How far each transcript was read: its size and time then, where to go on, and a check."""
    return {
        name: (mark[0], mark[1], mark[2], mark[3])
        for name, mark in derived.record(store, _NAME).items()
        if isinstance(mark, list) and [type(one) for one in mark] == [int] * len(_NEVER)
    }


def locate(store: layout.Store, session: known_sessions.Session) -> File | None:
    """The session's transcript, where its host has one."""
    from memory_store.hosts import transcripts  # see take_in

    location = transcripts.locate(session.host, store.project, session.id, session.transcript)
    if location is None:
        return None
    root, name = location
    try:
        state = os.lstat(os.path.join(root, name))
    except OSError:  # gone a moment ago
        return None
    dialect = transcripts.dialect(session.host)
    root = os.path.realpath(dialect.root())
    return File(session, dialect, root, name, state)


def _take(store: layout.Store, file: File, mark: Mark, most: int) -> tuple[int, int, Mark]:
    """Add one transcript's turns from its mark on: turns appended, bytes read, the new mark."""
    descriptor = files.open_beneath(file.root, file.name)
    try:
        start = mark[2] if file.dialect.GROWS and _stands(descriptor, mark) else 0
        content = files.read_at(descriptor, start, most)
        is_whole = len(content) < most or not file.dialect.GROWS
        parsed = file.dialect.parse(content, file.session.id)
        settled = is_whole and file.is_settled()
        skips = not is_whole and parsed.resume == 0  # a turn longer than a run: go on within it
        turns = parsed.turns if settled or skips else parsed.turns[: parsed.settled]
        resume = start + ((parsed.end or len(content)) if skips else parsed.resume)
        resume = resume if file.dialect.GROWS else 0
        check = _check(descriptor, resume)
    finally:
        os.close(descriptor)
    since = next((one.moment for one in turns if start and one.moment), 0.0)
    until = next((one.moment for one in parsed.turns[len(turns) :] if one.moment), _EVER)
    added = _append(store, file.session, turns, (since, until))
    size = file.size if settled else _NEVER[0]
    return added, len(content), (size, file.changed, resume, check)


def _check(descriptor: int, offset: int) -> int:
    """A checksum of the bytes before an offset, which tells whether the file was rewritten."""
    import zlib  # most transcripts are as they were

    start = max(0, offset - _CHECKED_BYTES)
    return zlib.crc32(files.read_at(descriptor, start, offset - start))


def _stands(descriptor: int, mark: Mark) -> bool:
    return os.fstat(descriptor).st_size >= mark[2] and _check(descriptor, mark[2]) == mark[3]


def _append(
    store: layout.Store,
    session: known_sessions.Session,
    turns: list[host_turns.Turn],
    span: tuple[float, float],
) -> int:
    """Append the turns of a session that the journal lacks, and count them.

    `span` is when they were said, from the first one to before the one that follows them.
    """
    from memory_store.journal import append  # see _check

    stated = [
        (turn, event)
        for turn in turns
        if session.covers(turn.moment) and (event := _event(session, turn)) is not None
    ]
    session.read_events()
    if not stated or not _missing(session, stated, span):
        return 0
    with lock.Held(store.path):
        session.read_events()  # another process may have been quicker
        lines = _missing(session, stated, span)
        by_day: dict[str, list[Entry]] = {}
        for line in lines:
            day = clock.local_date(line.moment)
            by_day.setdefault(f"{layout.DAILY}/{day}.jsonl", []).append(line)
        for name, of_day in by_day.items():
            append.append_locked(store, name, of_day, durable=True)
    return len(lines)


def _event(session: known_sessions.Session, turn: host_turns.Turn) -> Entry | None:
    """The journal event of a turn; None if no part of it may be kept."""
    try:
        event = records.event(
            turn.role,
            session.id,
            session.host,
            turn_id=turn.key,
            text=turn.text,
            source=read.FROM_TRANSCRIPT,
        )
    except errors.UsageError as error:
        log.write("transcripts", error)
        return None
    return event if event.text.strip() else None


def _missing(
    session: known_sessions.Session,
    stated: list[tuple[host_turns.Turn, Entry]],
    span: tuple[float, float],
) -> list[Entry]:
    """The events of turns that have no pair in the journal, each with its time.

    A turn without a time of its own comes right behind what is known before it; one that stands
    before all that hooks captured is left out, unless the journal saw the session begin.
    """
    from memory_store.capture import pairing  # see _check

    captured = pairing.within(span, {turn.key for turn, _ in stated}, session.events)
    missing: list[Entry] = []
    at = session.began if session.is_begun else None
    pairs = pairing.pairs([event for _, event in stated], captured)
    for (turn, event), pair in zip(stated, pairs, strict=True):
        if pair is not None:
            at = pair.moment
        elif turn.moment is not None or at is not None:
            at = turn.moment if turn.moment is not None else (at or 0.0) + 0.001
            missing.append(event.at(min(at, clock.now())))
    return missing
