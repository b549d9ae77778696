"""The text a model reads at session start: what is said, in which order, within which budget.

Reads the plain files alone, their tails only, so that its cost does not grow with the store.
Must not write, and must not let stored text out of its fence.
"""

from __future__ import annotations

import os

from memory_store import clock, files, layout
from memory_store.journal import create, read, records
from memory_store.recall import decay
from memory_store.text import clean, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place

Record = dict[str, object]

_CORE_BYTES = 65_536
_SESSIONS_BYTES = 65_536
_ENTRY_CHARS = 400
_SUMMARY_CHARS = 1_800
_WORD_CHARS = 40


def compose(where: place.Place, how: str, last: Record | None, language: str) -> str:
    """The briefing, best first: how to use memory, rules, core memory, last session, facts.

    Args:
        where: the place of work.
        how: the first part, how memory is used here; never left out.
        last: the last session's summary, or None.
        language: zh or en.

    Returns:
        Text of at most `briefing_chars` characters. Whole entries are left out where the budget
        ends, and their number is told. "" where no project has a memory and nothing is to say.
    """
    rules, recent = decay.select(where)
    tag = f"memory-{os.urandom(4).hex()}"
    head = f"{wording.say(language, 'head')}\n{how}"
    fence = f"{wording.say(language, 'fence', tag=f'<{tag}>')}\n<{tag}>"
    room = Room(where.config.count("briefing_chars") - len(head) - len(fence) - len(tag) - 6)
    room.entries(wording.say(language, "rules"), [line(one) for one in rules], language)
    _core(where, room, language)
    _last_session(last, room, language)
    room.entries(wording.say(language, "facts"), [line(one) for one in recent], language)
    if room.lines:
        return "\n".join([head, fence, *room.lines, f"</{tag}>"])
    return head if where.project is not None else ""


class Room:
    """The lines that still fit a budget of characters."""

    __slots__ = ("left", "lines")

    def __init__(self, characters: int) -> None:
        self.left = characters
        self.lines: list[str] = []

    def add(self, text: str) -> bool:
        """Take `text` in if it fits whole."""
        size = width(text)
        if size > self.left:
            return False
        self.lines.append(text)
        self.left -= size
        return True

    def entries(self, title: str, entries: list[str], language: str) -> None:
        """A titled list: whole entries while there is room, then how many are left out."""
        more = wording.say(language, "more", count=len(entries))
        spare = len(more) + 2
        if not entries or len(title) + width(entries[0]) + spare > self.left:
            return
        self.add(title)
        for index, entry in enumerate(entries):
            if width(entry) + spare > self.left:
                self.add(wording.say(language, "more", count=len(entries) - index))
                return
            self.add(entry)


def width(text: str) -> int:
    """What a line costs of a budget: its characters as hosts count them (UTF-16), and its end."""
    return len(text) + 1 + sum(one > "\uffff" for one in text)


def line(fact: Record) -> str:
    """One fact on one line: kind, day, where it comes from, what it says."""
    day = clock.local_date(records.moment_of(fact))
    via = _short(records.source_of(fact).get("via") or "?", _WORD_CHARS)
    said, names = str(fact["content"]), fact.get("entities")
    about = [f"@{one}" for one in names if one not in said] if isinstance(names, list) else []
    return f"- [{fact['type']} {day} {via}] {_short(' '.join([*about, said]))}"


def core(store: layout.Store) -> str:
    """A store's MEMORY.md as it may be shown: cleaned, without comments; "" if it says nothing."""
    try:
        text = files.read(store.path, layout.CORE, _CORE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    if create.is_template(text):
        return ""
    return clean.text(_without_comments(text)).strip()


def _without_comments(text: str) -> str:
    """Markdown without its HTML comments; one that is never closed reaches to the end."""
    kept = ""
    while "<!--" in text:
        before, _, rest = text.partition("<!--")
        kept += before
        text = rest.partition("-->")[2]
    return kept + text


def _core(where: place.Place, room: Room, language: str) -> None:
    budget = where.config.count("core_chars")
    both = [(where.user, "core_user"), (where.project, "core_project")]
    for store, title in both:
        if store is None or not store.exists():
            continue
        lines = [clean.fenced(one) for one in core(store).split("\n") if one.strip()]
        shown = 0
        if not lines or not room.add(wording.say(language, title)):
            continue
        for text in lines:
            if len(text) + 1 > min(budget, room.left - 120):
                break
            room.add(text)
            budget -= len(text) + 1
            shown += 1
        if shown < len(lines):
            path = os.path.join(store.path, layout.CORE)
            left = f"{len(lines) - shown}{'+' if _is_long(path) else ''}"
            room.add(wording.say(language, "core_more", count=left, path=path))


def _is_long(path: str) -> bool:
    """Whether a MEMORY.md has more than was read of it."""
    try:
        return os.path.getsize(path) > _CORE_BYTES
    except OSError:
        return False


def _last_session(last: Record | None, room: Room, language: str) -> None:
    if last is None:
        return
    day = clock.local_date(records.moment_of(last))
    topic = f"- [{day}] {wording.say(language, 'topic')}: {_short(last.get('topic'))}"
    entries = [topic, f"- {_short(last.get('summary'), _SUMMARY_CHARS)}"]
    for field, name in (("decisions", "decided"), ("todos", "open")):
        found = last.get(field)
        for text in found if isinstance(found, list) else []:
            entries.append(f"- {wording.say(language, name)}: {_short(text)}")
    room.entries(wording.say(language, "last"), entries, language)


def _short(value: object, limit: int = _ENTRY_CHARS) -> str:
    """Stored text on one line, unable to leave the fence, with a mark where it was cut."""
    return clean.fenced(records.cut(clean.line(str(value or "")), limit))


def last_summary(store: layout.Store, without_session: str) -> Record | None:
    """The newest summary of another session than this one; None if there is none."""
    for record in read.newest_first(store, layout.SESSIONS, _SESSIONS_BYTES):
        if isinstance(record.get("topic"), str) and record.get("session_id") != without_session:
            return record
    return None


def hit_line(hit: Record) -> str:
    """One search result on one line: kind, day, text, and the id to ask for more."""
    day = clock.local_date(clock.parse(hit.get("created_at")) or clock.now())
    kind = f"{hit['kind']} {hit['type']}" if hit.get("type") else str(hit["kind"])
    return f"- [{kind} {day} {_short(hit['id'])}] {_short(hit['text'])}"
