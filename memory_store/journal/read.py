"""Reads a store's files line by line: from an offset, or the newest first.

A bad line costs that line alone. Must not write, or hold more than its limit.
"""

from __future__ import annotations

import errno
import os
import stat

from memory_store import clock, codec
from memory_store.journal import stored
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memory_store.codec import Record


TAIL_BYTES = 1 << 20
MAX_LINE_BYTES = 1 << 20

_KNOWN = (layout.FACTS, layout.SESSIONS, layout.FORGOTTEN)
_NO_RECORD_BYTES = 1 << 18  # a longer line is none of ours: a record has 8,000 characters
_BLOCK_BYTES = 1 << 22
_WINDOWS = 64
_DAY_SECONDS = 86_400

FROM_TRANSCRIPT = "transcript"
"""The `source` of a prompt or response that no hook captured: it may stand behind later ones."""


WARNING = "warning"
"""The type of an event that tells what turns have turned out to be."""

IMPORTED = "import"
"""The `source` of a prompt or response that was said before there was a memory here."""

WAITS = "others changed it: memory-store trust shows what is new"

_SESSION = b'"session_id":"'
WHOLE_BYTES = 1 << 30
"""More than any file of records has."""


def parse_line(line: bytes) -> list[Record]:
    """The records of a line: one, none (blank or damaged), or several (joined by a crash).

    Byte order marks, carriage returns and bytes that are no UTF-8 are survived. Where carriage
    returns alone end the lines of a file, damage costs what stands up to the next one.
    """
    if not line.strip() or len(line) > MAX_LINE_BYTES:
        return []
    records, is_whole = _values(line)
    if not is_whole and b"\r" in line.rstrip():
        return [one for part in line.split(b"\r") for one in _values(part)[0]]
    return records


def entries(line: bytes) -> list[stored.Entry]:
    """The events of one line of the journal, as `parse_line` finds them."""
    return [stored.Entry(one) for one in parse_line(line)]


def _values(part: bytes) -> tuple[list[Record], bool]:
    """The objects that a line begins with, and whether it is these and nothing else."""
    text = part.decode("utf-8", "replace").strip("\ufeff\r\n\t \0")
    records: list[Record] = []
    at, is_whole = 0, True
    while at < len(text):
        try:
            value, at = codec.parse_at(text, at)
        except ValueError:
            return records, False
        if isinstance(value, dict):
            records.append(value)
        else:
            is_whole = False
    return records, is_whole and bool(records)


def tail(store: layout.Store, name: str, limit: int = TAIL_BYTES) -> list[bytes]:
    """The whole lines in the last `limit` bytes of a file, oldest first.

    Where one overlong line fills most of them (zeros of a crash), those before it are looked at.
    """
    block = _tail(store, name, limit)
    return block.split(b"\n") if block else []


def tail_with(
    store: layout.Store, name: str, wanted: bytes, limit: int = TAIL_BYTES, *others: bytes
) -> list[bytes]:
    """The lines of the tail that hold `wanted`, oldest first; quick where few do.

    Behind them those that hold each of the `others`.
    """
    block = _tail(store, name, limit)
    lines: list[bytes] = []
    for one in (wanted, *others):
        at = block.find(one)
        while at >= 0:
            begin, end = block.rfind(b"\n", 0, at) + 1, block.find(b"\n", at)
            end = len(block) if end < 0 else end
            lines.append(block[begin:end])
            at = block.find(one, end)
    return lines


def _tail(store: layout.Store, name: str, limit: int) -> bytes:
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return b""
    try:
        end = os.fstat(descriptor).st_size
        lines = b""
        for _ in range(_WINDOWS):
            start = max(0, end - limit)
            block = files.read_at(descriptor, start, end - start)
            cut = block.partition(b"\n")[0]
            whole = block[len(cut) + 1 :] if start else block
            lines = whole + b"\n" + lines if lines else whole
            filled = len(cut) > max(limit // 2, _NO_RECORD_BYTES)
            if not start or (lines.strip(b"\n") and not filled):
                break
            end = start
    finally:
        os.close(descriptor)
    return shown(store, name)(lines)


def shown(store: layout.Store, name: str) -> Callable[[bytes], bytes]:
    """Gives lines of a file as they may be read: blanks for those that wait for the user's yes."""
    if name not in store.withheld:
        return lambda lines: lines
    from memory_store.trust import approved_lines  # few stores have lines that wait

    known = approved_lines.load(store)
    return lambda lines: approved_lines.masked(lines, known)


def text(store: layout.Store, name: str, limit: int) -> bytes:
    """The first `limit` bytes of a file that a person or an agent writes, as MEMORY.md.

    Raises:
        OSError: as `files.read` and `check_shown`.
    """
    check_shown(store, name)
    return files.read(store.path, name, limit)


def check_shown(store: layout.Store, name: str) -> None:
    """Refuse a file that waits for the user's yes; of a file of lines only the new lines wait.

    Raises:
        PermissionError: others changed it.
    """
    if name in store.withheld and not name.endswith(layout.LINES):
        raise PermissionError(errno.EPERM, WAITS, name)


def between(store: layout.Store, name: str, start: int, end: int) -> list[bytes]:
    """The whole lines within these bytes of a file, oldest first; none if it is not there."""
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return []
    try:
        before = max(0, start - 1)  # a line that begins at `start` is whole
        lines = shown(store, name)(files.read_at(descriptor, before, end - before)).split(b"\n")
    finally:
        os.close(descriptor)
    return lines[1:] if start else lines


def lines_at(store: layout.Store, name: str, spans: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    """The lines that stand at these places, each an offset and a length in bytes.

    Raises:
        OSError: the file can't be opened.
    """
    readable = shown(store, name)
    descriptor = files.open_beneath(store.path, name)
    try:
        for offset, length in spans:
            yield readable(files.read_at(descriptor, offset, length))
    finally:
        os.close(descriptor)


def newest_first(store: layout.Store, name: str, limit: int = TAIL_BYTES) -> Iterator[Record]:
    """The records in the last `limit` bytes of a file, the last line first."""
    for line in reversed(tail(store, name, limit)):
        yield from reversed(parse_line(line))


def summaries(store: layout.Store, limit: int = TAIL_BYTES) -> Iterator[stored.Summary]:
    """The summaries in the last `limit` bytes of a store's, the last line first."""
    return map(stored.Summary, newest_first(store, layout.SESSIONS, limit))


def summaries_of(store: layout.Store, session_ids: Iterable[str]) -> Iterator[stored.Summary]:
    """All summaries of these sessions, the last line first; other lines are hardly parsed."""
    ids = [codec.render(one).encode("utf-8", "replace")[1:] for one in session_ids]
    wanted = {one.partition(b'"')[0] for one in ids}
    for line in reversed(tail(store, layout.SESSIONS, WHOLE_BYTES)):
        named = [one.partition(b'"')[0] for one in line.split(_SESSION)[1:]]
        if not named or not wanted.isdisjoint(named):
            yield from map(stored.Summary, reversed(parse_line(line)))


def lines_from(store: layout.Store, name: str, offset: int = 0) -> Iterator[tuple[int, bytes]]:
    """Each whole line from byte `offset` on, with the byte it begins at, without its newline.

    A last line without its newline, as editors leave it, is whole if it is a record: who goes on
    where the file ended then meets the newline first, with which the next writer seals it. Any
    other is left for the next time: its writer may not be done. A line of more than
    `MAX_LINE_BYTES` is passed over without being held.

    Raises:
        OSError: the file can't be opened.
    """
    readable = shown(store, name)
    descriptor = files.open_beneath(store.path, name)
    try:
        for begin, line in _lines(descriptor, offset):
            yield begin, readable(line)
    finally:
        os.close(descriptor)


def records(store: layout.Store, name: str) -> list[Record]:
    """All records of a file, oldest first; none if it can't be opened."""
    try:
        return [one for _, line in lines_from(store, name) for one in parse_line(line)]
    except OSError:
        return []


def _lines(descriptor: int, offset: int) -> Iterator[tuple[int, bytes]]:
    begin, kept, overlong = offset, b"", False
    while True:
        block = files.read_at(descriptor, begin + len(kept), _BLOCK_BYTES)
        if not block:
            if kept and _values(kept.rstrip().rpartition(b"\r")[2])[1]:
                yield begin, kept
            return
        pieces = (kept + block).split(b"\n")
        for piece in pieces[:-1]:
            if not overlong and len(piece) <= MAX_LINE_BYTES:
                yield begin, piece
            overlong = False
            begin += len(piece) + 1
        kept = pieces[-1]
        if len(kept) > MAX_LINE_BYTES:
            begin, kept, overlong = begin + len(kept), b"", True


def holds_records(store: layout.Store) -> bool:
    """Whether a fact, a summary or an event was ever written to a store."""
    names = (layout.FACTS, layout.SESSIONS, *daily_names(store))
    return any(files.size(store.path, one) for one in names)


def daily_names(store: layout.Store) -> list[str]:
    """The journal's files, `daily/YYYY-MM-DD.jsonl`, oldest first, without links."""
    return sorted(
        f"{layout.DAILY}/{name}"
        for name, entry in _days(store).items()
        if is_daily(name) and entry.is_file(follow_symlinks=False)
    )


def daily_files(store: layout.Store) -> dict[str, os.stat_result]:
    """The journal's files by name, as `daily_names` gives them, each with its state."""
    entry_of = _days(store)
    state_of = {}
    for name in sorted(filter(is_daily, entry_of)):
        try:
            state = os.lstat(entry_of[name].path)  # an entry's own has no inode on Windows
        except OSError:
            continue  # deleted a moment ago
        if stat.S_ISREG(state.st_mode):
            state_of[f"{layout.DAILY}/{name}"] = state
    return state_of


def _days(store: layout.Store) -> dict[str, os.DirEntry[str]]:
    """Whatever lies in the journal's directory, by name: there may be hundreds."""
    directory = os.path.join(store.path, layout.DAILY)
    if os.path.islink(directory):
        return {}
    try:
        with os.scandir(directory) as entries:
            return {one.name: one for one in entries}
    except OSError:
        return {}


def note_names(store: layout.Store) -> list[str]:
    """The names of a store's notes within it, in order."""
    try:
        names = os.listdir(os.path.join(store.path, layout.NOTES))
    except OSError:
        return []
    return sorted(filter(is_note, (f"{layout.NOTES}/{name}" for name in names)))


def is_note(name: str) -> bool:
    """Whether a name is that of a note, `notes/….md`, and nothing that could lead elsewhere."""
    folder, _, own = name.rpartition("/")
    is_plain = own.endswith(".md") and not own.startswith(".") and "\\" not in own
    return folder == layout.NOTES and is_plain


def strays(store: layout.Store) -> list[str]:
    """Files of lines that nobody reads, as the copies that a sync service makes of a conflict."""
    strangers = []
    for directory in (layout.DAILY, ""):
        try:
            names = os.listdir(os.path.join(store.path, directory))
        except OSError:
            continue
        for name in sorted(names):
            known = is_daily(name) if directory else name in _KNOWN
            if name.endswith(".jsonl") and not known:
                strangers.append(f"{directory}/{name}" if directory else name)
    return strangers


def is_daily(name: str) -> bool:
    """Whether a file name is a journal day's: `YYYY-MM-DD.jsonl` and nothing else."""
    if name[4:8:3] + name[10:] != "--.jsonl":
        return False
    digits = name[:4] + name[5:7] + name[8:10]
    return digits.isascii() and digits.isdigit()


def recent_days(store: layout.Store, days: int = 2) -> list[str]:
    """The last files of the journal, oldest first.

    Days that a wrong clock put after tomorrow don't count: they would hide today's for ever.
    """
    tomorrow = _tomorrow()
    entry_of = _days(store)
    recent: list[str] = []
    for name in sorted(entry_of, reverse=True):
        if len(recent) == days:
            break
        if name <= tomorrow and is_daily(name) and entry_of[name].is_file(follow_symlinks=False):
            recent.append(f"{layout.DAILY}/{name}")
    return recent[::-1]


def days_ahead(store: layout.Store) -> list[str]:
    """The journal's files of days after tomorrow, which a wrong clock made."""
    tomorrow = f"{layout.DAILY}/{_tomorrow()}"
    return [name for name in daily_names(store) if name > tomorrow]


def _tomorrow() -> str:
    return f"{clock.local_date(clock.now() + _DAY_SECONDS)}.jsonl"


def session_events(
    store: layout.Store, session_id: str, limit: int = TAIL_BYTES
) -> list[stored.Entry]:
    """The events of a session in the ends of the last two journal days, oldest first."""
    names = recent_days(store)
    return [one for name in names for one in of_session(store, name, session_id, limit)]


def of_session(
    store: layout.Store, name: str, session_id: str, limit: int = TAIL_BYTES
) -> list[stored.Entry]:
    """The events of a session in the last `limit` bytes of a journal day, oldest first."""
    wanted = codec.render(session_id).encode("utf-8", "replace")
    lines = tail_with(store, name, wanted, limit)
    found = [one for line in lines for one in entries(line)]
    return in_order([one for one in found if one.session_id == session_id])


def in_order(events: list[stored.Entry]) -> list[stored.Entry]:
    """Events as they happened: as they stand, but by their time where a transcript added some.

    Each turn has the origin that turned out later.
    """
    events = with_origins(events)
    if any(one.source == FROM_TRANSCRIPT for one in events):
        return sorted(events, key=lambda one: one.text_of("timestamp"))
    return events


def with_origins(events: list[stored.Entry]) -> list[stored.Entry]:
    """Events, each turn with the origin that a later warning tells of it."""
    late = {
        identity: one.origin
        for one in events
        if one.type == WARNING and one.origin
        for identity in one.record_ids
    }
    if not late:
        return events
    return [one.with_(origin=late[one.id]) if one.id in late else one for one in events]


def by_session(events: Iterable[stored.Entry]) -> dict[str, list[stored.Entry]]:
    """The events of each session as they happened, by its id; "" for those of none."""
    events_of: dict[str, list[stored.Entry]] = {}
    for event in events:
        events_of.setdefault(event.session_id, []).append(event)
    return {session: in_order(turns) for session, turns in events_of.items()}


def session_in(line: bytes) -> str:
    """The session's id as a line spells it, without parsing the line; "" for none."""
    return line.partition(_SESSION)[2].partition(b'"')[0].decode("utf-8", "replace")
