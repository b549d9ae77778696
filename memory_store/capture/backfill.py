"""Adds the turns that hooks missed to the journal, from the hosts' own transcripts.

Every turn is cleaned, redacted and checked like any event, and is added once however often this
runs. Only sessions that the journal knows are looked at. Must not run before a hook's answer is
out, read a file outside the host's own directory, or take turns from a time when `capture` was
off.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model, origin, place
from memory_store.journal import read, records
from memory_store.store import derived, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.capture import known_sessions
    from memory_store.hosts import turns as host_turns
    from memory_store.journal.stored import Entry

MOST_BYTES = 16 << 20
"""Of transcripts, read in one run; the rest is the next run's. Of a longer file, its end."""

_NAME = "transcripts.json"
_QUIET_SECONDS = 60.0
_SLACK_SECONDS = 10.0


class File:
    """A session's transcript on the disk.

    Attributes:
        session: whose it is.
        root, name: the host's directory, and the file's name beneath it.
        state: when it changed, in nanoseconds since 1970, and its bytes.
    """

    __slots__ = ("name", "root", "session", "state")

    def __init__(
        self, session: known_sessions.Session, root: str, name: str, state: list[int]
    ) -> None:
        self.session = session
        self.root = root
        self.name = name
        self.state = state

    def is_settled(self) -> bool:
        """Whether hooks are done with its last turn: the session ended, or a minute is past.

        Till then a hook may be about to capture the very same.
        """
        changed = self.state[0] / 1e9
        ended = self.session.ended >= changed - _SLACK_SECONDS
        return ended or clock.now() - changed > _QUIET_SECONDS


def transcripts(store: layout.Store) -> list[File]:
    """The transcripts of the sessions of the last seven journal days, the newest first."""
    from memory_store.capture import known_sessions  # with capture off nothing is looked at
    from memory_store.hosts import transcripts as hosts_own

    found = []
    for session in known_sessions.sessions(store):
        located = hosts_own.locate(session.host, store.project, session.id, session.transcript)
        if located is None:
            continue
        try:
            state = os.lstat(os.path.join(*located))
        except OSError:  # gone a moment ago
            continue
        found.append(File(session, *located, [state.st_mtime_ns, state.st_size]))
    return sorted(found, key=lambda file: file.state, reverse=True)


def outside(store: layout.Store) -> list[str]:
    """The transcripts of last week's sessions that no run reads, since another directory has them.

    Who typed a prompt of such a session is not checked.
    """
    from memory_store.capture import known_sessions  # see transcripts
    from memory_store.hosts import transcripts as hosts_own

    return [
        one.transcript
        for one in known_sessions.sessions(store)
        if one.host in hosts_own.DIALECTS
        and os.path.isfile(one.transcript)
        and hosts_own.locate(one.host, store.project, one.id, one.transcript) is None
    ]


def take_in(where: place.Place, store: layout.Store) -> int:
    """Append the turns that hooks missed to the journal; how many.

    Looks at the last seven journal days, at files that changed, and reads 16 MiB at most.

    Raises:
        StoreError: the journal can't be written.
    """
    if not where.config.switch("capture"):
        return 0
    from memory_store.hosts import transcripts as hosts_own  # see transcripts

    found = transcripts(store)
    before = derived.record(store, _NAME)
    done = {file.name: before.get(file.name) for file in found}
    taken, left = 0, MOST_BYTES
    for file in found:
        if done[file.name] == file.state or file.session.host not in hosts_own.DIALECTS:
            continue
        left -= min(file.state[1], MOST_BYTES)
        if left < 0:
            break
        is_settled = file.is_settled()
        found_turns = _take(store, file, is_settled=is_settled)
        if found_turns is None:
            continue
        taken += found_turns
        done[file.name] = file.state if is_settled else None
        derived.keep(store, _NAME, done)
    return taken


def confirm(where: place.Place, event: model.Event) -> dict[str, str]:
    """Look in the transcript of a session that just stopped for turns that no person typed.

    What they have made is taken back. A fault is told in the log, and the next run looks again.

    Returns:
        The origin of each turn that turned out to be no person's, by its id.
    """
    store = where.project
    if store is None or event.background or not where.config.switch("capture"):
        return {}
    from memory_store.hosts import transcripts as hosts_own
    from memory_store.sessions import evidence  # the answer is out

    content = evidence.transcript(store, event.host, event.session_id, event.transcript)
    if event.host not in hosts_own.DIALECTS:
        return {}
    if content is None:
        if os.path.isfile(event.transcript):
            told = f"who typed a prompt of {event.host} is not checked: {event.transcript} lies"
            log.write("origin", f"{told} outside its own directory")
        return {}
    if not origin.may_be_apart(content, store.project):
        return {}
    from memory_store.capture import disowning  # few transcripts hold more than one's own turns

    said = hosts_own.dialect(event.host).parse(content, event.session_id)
    name = records.session_name(event.session_id)
    try:
        turns = [found for _, found in own_turns(store, event.host, name, said.turns)]
        elsewhere = [one for one in _elsewhere(store, said.turns) if one.role == model.PROMPT]
        for turn in elsewhere:  # an agent may go on elsewhere with what was asked here
            turn.origin = turn.origin or origin.RELAYED
        apart = _events(event.host, name, [*elsewhere, *said.apart])
        return disowning.check(store, read.session_events(store, name), turns, apart)
    except errors.MemoryStoreError as error:
        log.write("origin", error)
        return {}


def _take(store: layout.Store, file: File, *, is_settled: bool) -> int | None:
    """Append the turns of a transcript that the journal lacks, and count them.

    None where it can't be read: a later run tries again.
    """
    from memory_store.hosts import transcripts as hosts_own  # most transcripts are as they were
    from memory_store.journal import append
    from memory_store.sessions import evidence

    session = file.session
    content = evidence.transcript(store, session.host, session.id, session.transcript, MOST_BYTES)
    if content is None:
        return None
    said = hosts_own.dialect(session.host).parse(content, session.id)
    settled = set(said.turns if is_settled else said.turns[: said.settled])
    stated = [
        (turn, event)
        for turn, event in own_turns(store, session.host, session.id, said.turns)
        if session.covers(turn.moment)
    ]
    from memory_store.capture import disowning  # see above

    # another directory says nothing here: this memory may have stood in it and was moved
    apart = _events(session.host, session.id, said.apart)
    disowning.check(store, session.events(), [event for _, event in stated], apart)
    if not _missing(session, stated, settled):
        return 0
    with lock.Held(store.path):
        lines = _missing(session, stated, settled)  # another process may have been quicker
        by_day: dict[str, list[Entry]] = {}
        for line in lines:
            day = clock.local_date(line.moment)
            by_day.setdefault(f"{layout.DAILY}/{day}.jsonl", []).append(line)
        for name, of_day in by_day.items():
            append.append_locked(store, name, of_day, durable=True)
    return len(lines)


def own_turns(
    store: layout.Store, host: str, session_id: str, said: list[host_turns.Turn]
) -> list[tuple[host_turns.Turn, Entry]]:
    """The turns of a session that belong here, as events that could be written.

    No copies, and nothing of another project's directory, whose memory is to have it.
    """
    others = set(_elsewhere(store, said))
    own = [turn for turn in said if turn not in others and not turn.copied_from]
    events = [(turn, _event(host, session_id, turn)) for turn in own]
    return [(turn, event) for turn, event in events if event is not None]


def _events(host: str, session_id: str, said: list[host_turns.Turn]) -> list[Entry]:
    """Turns as events that could be written."""
    return [*filter(None, (_event(host, session_id, turn) for turn in said))]


def _elsewhere(store: layout.Store, said: list[host_turns.Turn]) -> list[host_turns.Turn]:
    """The turns that were said in another project's directory."""
    here = {
        name: not os.path.isdir(name) or place.find_project(name) == store.project
        for name in {turn.directory for turn in said}
    }
    return [turn for turn in said if not (here[turn.directory] or turn.copied_from)]


def _event(host: str, session_id: str, turn: host_turns.Turn) -> Entry | None:
    """The journal event of a turn; None if no part of it may be kept."""
    try:
        event = records.event(
            turn.role,
            session_id,
            host,
            turn_id=turn.key,
            origin=turn.origin or None,
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
    settled: set[host_turns.Turn],
) -> list[Entry]:
    """The events of settled turns that have no pair in the journal, each with its time.

    A turn without a time of its own comes right behind what is known before it; one that stands
    before all that hooks captured is left out, unless the journal saw the session begin.
    """
    from memory_store.capture import pairing  # see _take

    missing: list[Entry] = []
    at = session.began if session.is_begun else None
    pairs = pairing.pairs([event for _, event in stated], session.events())
    for (turn, event), pair in zip(stated, pairs, strict=True):
        if pair is not None:
            at = pair.moment
        elif turn in settled and (turn.moment is not None or at is not None):
            at = turn.moment if turn.moment is not None else (at or 0.0) + 0.001
            missing.append(event.at(min(at, clock.now())))
    return missing
