"""One line for a memory: its type, its day, who said it, and its scope.

Must not choose memories, or let stored text begin a line.
"""

from __future__ import annotations

import os

from memory_store import clock, codec
from memory_store.journal import outlived, own, records, stored
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact, Summary
    from memory_store.store import layout


SCOPE = "scope"
"""The field that says which store a record was read from; whatever a file says there is lost."""

WAS = "was"
"""The field with what a fact took the place of; whatever a file says there is lost."""

CHANGED = "changed"
"""The field with what newer facts say instead of parts of a fact; a file's own word is lost."""

TAKEN_BACK = "taken_back"
"""The field of a turn that stated a fact which was taken back since."""

USER = "user"
SHARED = "shared"
"""In its place for what others may have written, whatever it says of who said it."""

_ENTRY_CHARS = 400
_TURN_CHARS = 1_200
_WAS_CHARS = 120
_PROMOTED = "accepted"
_TOLD = ("what", "where", "day")
_HOSTS = ("claude", "codex", "qwen")  # that have a memory of their own


def who(record: Fact | Summary) -> str:
    """Who said a record: agent, user, capture or import; promoted if MEMORY.md has it.

    shared for what others may have written, asked for what a person asked in words to keep.
    """
    if record.text_of(SCOPE) == SHARED:
        return SHARED
    if not isinstance(record, stored.Fact):
        return record.via
    if record.promotion == _PROMOTED:
        return "promoted"
    return "asked" if record.is_asked and record.via == stored.CAPTURE else record.told_via


def scope_in(store: layout.Store, fact_: Fact, listed: bytes | None) -> str:
    """The scope of a fact in a store; SHARED if this machine did not write it."""
    return SHARED if own.is_others(fact_, listed) else store.scope


def mark(parts: list[str], via: object, scope: object, spoken: str) -> str:
    """The brackets before a memory: `[W 2026-11-21 agent]`, `[… user, in every project]`."""
    from memory_store.language import wording  # who is answered in JSON is told no sentence

    said = wording.say(spoken, f"via_{via}") if via else ""
    words = [part for part in (*parts, said) if part]
    everywhere = wording.say(spoken, "everywhere") if scope == USER else ""
    return f"[{' '.join(words)}{everywhere}]"


def fact(record: Fact, spoken: str) -> str:
    """A fact on one line: type, day, author, scope, entities, text."""
    said = record.content
    about = [f"@{one}" for one in record.entities if one not in said]
    head = mark(
        [record.type, clock.local_date(record.moment)],
        who(record),
        record.get(SCOPE),
        spoken,
    )
    text = short(" ".join([*about, said]))
    planned = _planned(record, spoken)
    was = "" if planned else _aside(record.get(WAS), "was", spoken)
    return f"- {head} {planned}{text}{was}{changed(record, spoken)}"


def asides(record: Record, spoken: str) -> str:
    """What a search result took the place of, and what newer facts and the code say of it."""
    back = ""
    if record.get(TAKEN_BACK) is True:
        from memory_store.language import wording  # see mark

        back = wording.say(spoken, "taken_back")
    return _aside(record.get(WAS), "was", spoken) + back + changed(record, spoken)


def changed(record: Record, spoken: str) -> str:
    """What newer facts say instead of parts of a fact or a hit, and what the code says."""
    return _aside(record.get(CHANGED), "part_changed", spoken) + code_says(record, spoken)


def code_says(record: Record, spoken: str, outdated: str = "outlived") -> str:
    """What the code says against a fact or a search result, in brackets; "" for nothing.

    `outdated` is the sentence for what no longer holds: it says to its reader what to do.
    """
    marks = record.get(outlived.OUTLIVED)
    if not isinstance(marks, list) or not marks:
        return ""
    from memory_store.language import wording  # see mark

    said = [
        wording.say(spoken, f"code_{one['how']}", **{name: short(one.get(name)) for name in _TOLD})
        for one in marks
        if isinstance(one, dict) and one.get("how") in outlived.HOWS
    ]
    name = outdated if outlived.is_gone(marks) else "code_moved_on"
    return wording.say(spoken, name, text="; ".join(said)) if said else ""


def _planned(record: Fact, spoken: str) -> str:
    """The day from which a plan holds; "" for other facts."""
    begins = record.begins
    if begins is None or begins <= clock.now():
        return ""
    from memory_store.language import wording  # see mark

    return wording.say(spoken, "planned", day=clock.local_date(begins))


def _aside(said: object, name: str, spoken: str) -> str:
    """Other statements in brackets: what a fact replaced, or may have, or what changed of it."""
    others = [short(one, _WAS_CHARS) for one in codec.texts(said)]
    if not others:
        return ""
    from memory_store.language import wording  # see mark

    return wording.say(spoken, name, text="; ".join(others))


def hit(record: Record, spoken: str) -> str:
    """A search result on one line, with its id."""
    day = clock.local_date(clock.parse(record.get("created_at")) or clock.now())
    words = [*kind(record, spoken), day, short(record["id"])]
    head = mark(words, record.get("via"), scope_of(record), spoken)
    most = _TURN_CHARS if record["kind"] == "turn" else _ENTRY_CHARS
    said = doubt(record, spoken) + short(record["text"], most)
    return f"- {head} {said}{asides(record, spoken)}"


def kind(hit_: Record, spoken: str) -> list[str]:
    """The kind of a search result in words, and the type of a fact; of a turn `via` tells it."""
    from memory_store.language import wording  # see mark

    type_ = str(hit_.get("type") or "")
    if type_ == stored.TODO:
        return [wording.say(spoken, f"kind_{stored.TODO}")]
    said = wording.say(spoken, f"kind_{hit_['kind']}")
    return [said] if hit_["kind"] == "turn" else [said, type_]


def doubt(hit_: Record, spoken: str) -> str:
    """The word before a search result that nobody confirmed; "" for others."""
    if hit_.get("kind") != "fact" or hit_.get("status") != stored.CANDIDATE:
        return ""
    from memory_store.language import wording  # see mark

    return wording.say(spoken, "unconfirmed")


def scope_of(hit_: Record) -> str:
    """The scope of the store that a search result was found in."""
    if hit_.get("via") in _HOSTS:
        return "project"  # that is all of its memory that is told
    source = hit_.get("source")
    file = source.get("file") if isinstance(source, dict) else ""
    return USER if str(file).startswith("~") or os.path.isabs(str(file)) else "project"


def short(value: object, limit: int = _ENTRY_CHARS) -> str:
    """Stored text on one line, unable to leave the fence, with a mark where it is cut."""
    return clean.fenced(records.cut(clean.line(str(value or "")), limit))
