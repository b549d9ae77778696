"""What several machines make of one store: all lines of all of them, the newest of each id last.

Pure. The same lines make the same memory, in whatever order they came; must not open a file.
"""

from __future__ import annotations

from memory_store import clock, codec
from memory_store.forget import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store.journal import tombstones

Record = dict[str, object]
Key = tuple[float, bool, str]

FACT, SUMMARY = "id", "session_id"
"""The field by which lines are of one thing: of facts.jsonl, and of sessions.jsonl."""


def shared(lines: Iterable[Record], stones: tombstones.Tombstones) -> dict[str, Record]:
    """The lines as they are shared, by their text and by time: no secret, nothing forgotten.

    Every machine makes the same of one line, so that none comes back as another.
    """
    found: dict[str, Record] = {}
    for one in {codec.render(line): line for line in lines}.values():
        if isinstance(one.get("id"), str) and not stones.name(one):
            kept = scan.without_secrets(stones.without(one))
            if kept is not None:
                found[codec.render(kept)] = kept
    return dict(sorted(found.items(), key=lambda item: _key(item[1])))


def misplaced(lines: Sequence[Record], field: str) -> list[Record]:
    """The lines that must be appended once more, so that who reads the last one reads the newest.

    A file is read by the place of its lines, and other machines' lines came late. That counts for
    the lines of one thing, and for a fact and the one that it took the place of: the later of the
    two decides whether the older holds.

    Args:
        lines: all lines of the file, as they stand.
        field: FACT or SUMMARY.
    """
    places: dict[str, int] = {}
    newest: dict[str, Record] = {}
    keys: dict[str, Key] = {}
    for at, line in enumerate(lines):
        name = line.get(field)
        if isinstance(name, str) and (field != FACT or _is_whole(line)):
            places[name] = at
            key = _key(line)
            if name not in keys or key >= keys[name]:
                newest[name], keys[name] = line, key
    wrong = {name for name, at in places.items() if _key(lines[at]) != keys[name]}
    links: dict[str, set[str]] = {}
    for name, line in newest.items():
        other = line.get("supersedes")
        if isinstance(other, str) and other in newest and other != name:
            links.setdefault(name, set()).add(other)
            links.setdefault(other, set()).add(name)
            if (keys[name] > keys[other]) != (places[name] > places[other]):
                wrong.add(name)
    waiting = list(wrong)
    while waiting:
        reached = links.get(waiting.pop(), set()) - wrong
        wrong |= reached
        waiting += reached
    return [newest[name] for name in sorted(wrong, key=keys.__getitem__)]


def _is_whole(line: Record) -> bool:
    """Whether a reader takes a fact's line for one."""
    content = line.get("content")
    return line.get("op") == "retract" or (isinstance(content, str) and bool(content.strip()))


def _key(line: Record) -> Key:
    """By time; at one moment a fact that holds counts more than one that was taken back."""
    moment = clock.parse(line.get("updated_at") or line.get("created_at")) or 0.0
    return moment, line.get("op") != "retract", codec.render(line)
