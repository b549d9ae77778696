"""Merges the lines of several machines into one store, the newest of each id last.

The same lines give the same memory in any order. Pure. Must not open a file.
"""

from __future__ import annotations

from memory_store import clock, codec
from memory_store.forget import scan
from memory_store.journal import stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from memory_store.codec import Record
    from memory_store.journal import tombstones


FACT, SUMMARY = "id", "session_id"
"""The field by which lines are of one thing: of facts.jsonl, and of sessions.jsonl."""


def texts(lines: Iterable[Record]) -> dict[str, Record]:
    """The lines by their text as it was before any import, each once."""
    return {codec.render(stored.as_written(one)): one for one in lines}


def shared(
    lines: Mapping[str, Record], stones: tombstones.Tombstones, sound: Container[str] = ()
) -> dict[str, Record]:
    """The lines as they are shared, by their text and by time: no secret, nothing forgotten.

    Every machine makes the same of one line, so that none comes back as another.

    Args:
        lines: as `texts` gives them.
        stones: what was forgotten.
        sound: texts that need no look for secrets: both sides have them already.
    """
    kept_lines: dict[str, Record] = {}
    for text, record in lines.items():
        if not isinstance(record.get("id"), str) or stones.name(record):
            continue
        written = stored.as_written(record)
        bare = stones.without(written)
        if text in sound and bare == written:
            kept_lines[text] = written
        elif (kept := scan.without_secrets(bare)) is not None:
            kept_lines[codec.render(kept)] = kept
    return dict(sorted(kept_lines.items(), key=lambda item: (*_when(item[1]), item[0])))


def misplaced(lines: Sequence[Record], field: str) -> list[Record]:
    """The lines to append again, so that the last line of an id is its newest.

    A file is read by the place of its lines, and other machines' lines came late. That counts for
    the lines of one thing, and for a fact and the one that it took the place of: the later of the
    two decides whether the older holds.

    Args:
        lines: all lines of the file, as they stand.
        field: FACT or SUMMARY.
    """
    places: dict[str, int] = {}
    newest: dict[str, Record] = {}
    for at, line in enumerate(lines):
        name = line.get(field)
        if isinstance(name, str) and (field != FACT or _is_whole(line)):
            places[name] = at
            if name not in newest or not _is_later(newest[name], line):
                newest[name] = line
    wrong = {name for name, at in places.items() if _is_later(newest[name], lines[at])}
    links: dict[str, set[str]] = {}
    for name, line in newest.items():
        other = line.get("supersedes")
        if isinstance(other, str) and other in newest and other != name:
            links.setdefault(name, set()).add(other)
            links.setdefault(other, set()).add(name)
            if _is_later(line, newest[other]) != (places[name] > places[other]):
                wrong.add(name)
    waiting = list(wrong)
    while waiting:
        reached = links.get(waiting.pop(), set()) - wrong
        wrong |= reached
        waiting += reached
    again = texts(newest[name] for name in wrong)
    return [again[text] for text in sorted(again, key=lambda one: (*_when(again[one]), one))]


def _is_whole(line: Record) -> bool:
    """Whether a fact's line is readable."""
    content = line.get("content")
    return line.get("op") == "retract" or (isinstance(content, str) and bool(content.strip()))


def _is_later(line: Record, other: Record) -> bool:
    """Whether a line counts more than another: by time, then by content."""
    times = _when(line), _when(other)
    if times[0] != times[1]:
        return times[0] > times[1]
    if line is other:
        return False
    return codec.render(stored.as_written(line)) > codec.render(stored.as_written(other))


def _when(line: Record) -> tuple[float, bool]:
    """A line's time; at one moment holding facts count more than those taken back."""
    moment = clock.parse(line.get("updated_at") or line.get("created_at")) or 0.0
    return moment, line.get("op") != "retract"
