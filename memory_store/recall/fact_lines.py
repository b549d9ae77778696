"""Reads the lines of a store's facts that a session start can need.

Reads the ends of `facts.jsonl`, and of what is older the lines that consolidation lists, whatever
the store's size. Must not decide which facts are told.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.journal import facts, read, stored
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import config
    from memory_store.journal.stored import Fact

RULES = "rules.jsonl"
_RULES_BYTES = 65_536
_MAX_OFFSET = 1 << 40
_WINDOW_BYTES = 16_384
_LASTING = (
    b'"type":"O"', b'"op":', b'"supersedes":', b'"valid_from":', b'"how":"asked"', b'"via":"user"',
    b'"pinned":true', b'"confidence":1',
)  # fmt: skip
_MOST_LASTING = 100  # no start tells more
_SPARE = 5  # some of them may say the same or be taken back


def listed(store: layout.Store) -> tuple[list[Fact], int]:
    """The list of consolidation, and how many bytes of `facts.jsonl` it looked at.

    Of each fact its id, its place in the file, and whether it waits. Nothing where the facts are
    another file by now, or a shorter one: somebody edited it.
    """
    try:
        raw = files.read(layout.cache_directory(store), RULES, _RULES_BYTES)
        state = os.stat(os.path.join(store.path, layout.FACTS), follow_symlinks=False)
    except OSError:
        return [], 0
    head, *rest = [one for line in raw.split(b"\n") for one in read.parse_line(line)] or [{}]
    covered = head.get("size")
    if not isinstance(covered, int) or not 0 <= covered <= state.st_size:
        return [], 0
    if head.get("inode") != state.st_ino:
        return [], 0
    return [stored.Fact(one) for one in rest if isinstance(one.get("id"), str)], covered


def needed(
    store: layout.Store, old: list[Fact], covered: int, settings: config.Config
) -> Iterator[Fact]:
    """The lines of a store's facts that can matter, newest first, then the lasting ones.

    All of the newest 16 KB; more where these hold too few recent facts, as far as the list doesn't
    cover them; of what is older only lines about rules, and only those that the list doesn't cover
    yet.
    """
    size = files.size(store.path, layout.FACTS)
    window = _WINDOW_BYTES
    tail = read.tail(store, layout.FACTS, window)
    parsed = _parsed(tail)
    most = min(size - covered, read.TAIL_BYTES)  # what stands before is listed, also the recent
    while window < most and not _has_all_recent(parsed, settings, is_listed=covered > 0):
        window *= 2
        known, tail = len(tail), read.tail(store, layout.FACTS, window)
        parsed += _parsed(tail[: len(tail) - known])
    yield from parsed
    end = size - window  # what is listed of the window was read with it
    old = [one for one in old if _span(one)[0] < end]
    start = max(covered, size - read.TAIL_BYTES)
    if start < end:
        # and the line that the window cuts; what is read twice counts once
        lines = read.between(store, layout.FACTS, start, end + _WINDOW_BYTES)
        yield from _lasting(lines, read.TAIL_BYTES if covered else _MOST_LASTING)
    yield from _as_they_stand(store, old)


def _lasting(lines: list[bytes], most: int) -> Iterator[Fact]:
    """What lines say about facts that last, the newest first, until so many of them were met.

    Where older ones are listed, none is left out: it may take one of these back.
    """
    for line in reversed(lines):
        if most <= 0:
            return
        if any(mark in line for mark in _LASTING):
            for fact in reversed(facts.parse(line)):
                most -= fact.lasts
                yield fact


def _parsed(lines: list[bytes]) -> list[Fact]:
    return [one for line in reversed(lines) for one in reversed(facts.parse(line))]


def _has_all_recent(newest_first: list[Fact], settings: config.Config, *, is_listed: bool) -> bool:
    """Whether nothing older is told but rules: enough that is let in, or too old already.

    A change says nothing of what stands before it; nor does what was imported, unless the recent
    facts before it are listed.
    """
    today = clock.local_day(clock.now())
    wanted = settings.count("facts_limit")
    oldest, full = settings.number("sure_days"), settings.number("full_days")
    sure_from = settings.number("sure_confidence")
    fresh = old = 0
    for line in newest_first:
        age = today - clock.local_day(line.stated_at or 0.0)
        is_placed = not line.op and (is_listed or not line.is_imported)
        if age >= oldest:
            old += is_placed
        is_sure = is_placed and age < oldest and line.confidence >= sure_from
        if 0 <= age < full or (age >= 0 and is_sure):
            fresh += line.stands and not line.lasts
        if fresh >= wanted + _SPARE or old > wanted:
            return True
    return False


def _as_they_stand(store: layout.Store, old: list[Fact]) -> Iterator[Fact]:
    """The listed facts as they stand in their file."""
    try:
        lines = list(read.lines_at(store, layout.FACTS, [_span(entry) for entry in old]))
    except OSError:
        return
    for entry, line in zip(old, lines, strict=True):
        yield from [one for one in facts.parse(line) if one.id == entry.id][-1:]


def _span(entry: Fact) -> tuple[int, int]:
    """Where the list says that a fact stands, in bytes; no bytes where it says nothing sound."""
    at = entry.get("at")
    if not isinstance(at, list) or [type(part) for part in at] != [int, int]:
        return 0, 0
    offset, length = at
    is_sound = 0 <= offset < _MAX_OFFSET and 0 < length <= read.MAX_LINE_BYTES
    return (offset, length) if is_sound else (0, 0)
