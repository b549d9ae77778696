"""Facts as commands list them: with a number, the tier, the day and who said it.

Must not choose which.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.commands import identities, steering_words, tables
from memory_store.journal import facts, history, records
from memory_store.recall import provenance
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memory_store import config
    from memory_store.store import layout

Record = dict[str, object]
if TYPE_CHECKING:
    Filter = Callable[[Record], bool]

_STYLES = {
    history.CANDIDATE: tables.YELLOW,
    history.REPLACED: tables.DIM,
    history.RETRACTED: tables.DIM,
}
_FORMER_CHARS = 120
_AUTHOR_CHARS = 40
SESSION_CHARS = 12
"""Of a session's id as people are shown it."""


class Listed:
    """A fact with what its store knows of it.

    Attributes:
        record: the newest line.
        store: where it stands.
        tier: what it is worth.
        former: what it says that this fact took the place of; "" for none.
        is_shared: whether somebody else may have written it.
    """

    __slots__ = ("former", "is_shared", "record", "store", "tier")

    def __init__(self, past: history.History, record: Record) -> None:
        identity = str(record["id"])
        self.record = record
        self.store = past.store
        self.tier = past.tier(identity)
        self.former = past.said_before(identity)
        self.is_shared = past.is_others(identity)


def answer(
    found: Sequence[Listed], stores: Sequence[layout.Store], settings: config.Config
) -> model.Answer:
    """A numbered list, whose numbers other commands take from now on."""
    identities.note(stores, [str(one.record["id"]) for one in found])
    listed = [
        {"number": at, "tier": one.tier, "scope": one.store.scope, **one.record}
        for at, one in enumerate(found, 1)
    ]

    def text() -> str:
        shown = slice(1, None) if tables.is_terminal() else slice(None)  # ids are long
        rows = [[str(at), *cells(one, settings)[shown]] for at, one in enumerate(found, 1)]
        return tables.rows(rows, [_STYLES.get(one.tier, "") for one in found])

    return model.Answer({"facts": listed}, text)


def cells(one: Listed, settings: config.Config) -> list[str]:
    """The columns of a fact, its id first and its text last."""
    text = clean.line(str(one.record.get("content")))
    if one.former:
        former = clean.line(one.former, _FORMER_CHARS)
        text += f" ({steering_words.say(settings, 'was', text=former)})"
    return [
        clean.line(str(one.record["id"])),
        clean.line(str(one.record.get("type"))),
        steering_words.say(settings, one.tier),
        clock.local_date(records.moment_of(one.record)),
        who(one, settings),
        text,
    ]


def who(one: Listed, settings: config.Config) -> str:
    """Who said a fact: user, agent (cursor), captured (claude), asked for; pinned."""
    source = records.source_of(one.record)
    if one.is_shared:
        author = clean.line(str(one.record.get("author") or ""), _AUTHOR_CHARS)
        shared = steering_words.say(settings, provenance.SHARED)
        return f"{shared} ({author})" if author else shared
    via = str(source.get("via") or "")
    words = [steering_words.say(settings, via) if via in records.VIAS else clean.line(via)]
    if source.get("host"):
        words[0] += f" ({clean.line(str(source['host']))})"
    if source.get("via") == "capture" and facts.is_asked(one.record):
        words.append(steering_words.say(settings, "asked"))
    if source.get(facts.HOW) == facts.ACCEPTED:
        words.append(steering_words.say(settings, "accepted"))
    if one.record.get("pinned") is True:
        words.append(steering_words.say(settings, "pinned"))
    if one.record.get("visibility") == records.TEAM:
        words.append(steering_words.say(settings, records.TEAM))
    return ", ".join(words)
