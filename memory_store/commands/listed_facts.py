"""Facts as numbered lines for a person, with tier, day and author.

Must not choose facts.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.cli import terminal
from memory_store.commands import columns, identities
from memory_store.index import questions
from memory_store.journal import outlived, records, stored
from memory_store.recall import provenance
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store import config
    from memory_store.cli import table
    from memory_store.journal.stored import Fact

_STYLES = {
    questions.CANDIDATE: columns.YELLOW,
    questions.REPLACED: columns.DIM,
    questions.RETRACTED: columns.DIM,
}
_FORMER_CHARS = 120
_AUTHOR_CHARS = 40
_TOPIC_CELLS = 14
_COLUMNS = ("topic", "text", "type", "tier", "day", "author")
_TEXT = 2  # the number stands first
_GIVE_WAY = (6, 3, 5, 1, 4)  # author, type, day, topic, tier
SESSION_CHARS = 12
"""Of a session's id as people are shown it."""


class Listed:
    """A fact with its tier, former wording and sharing.

    Attributes:
        record: the newest line.
        store: where it stands.
        tier: what it is worth.
        former: what it says that this fact took the place of; "" for none.
        changed: what newer facts say instead of parts of it.
        outlived: what the code says against it.
        is_shared: whether somebody else may have written it.
    """

    __slots__ = ("changed", "former", "is_shared", "outlived", "record", "store", "tier")

    def __init__(self, past: questions.Records, record: Fact) -> None:
        identity = record.id
        self.record = record
        self.store = past.store
        self.tier = past.tier(identity)
        self.former = past.said_before(record)
        self.changed = past.said_since(record)
        self.outlived = past.code_says(identity)
        self.is_shared = past.is_others(identity)


def answer(listed: Sequence[Listed], call: table.Call, more: int = 0) -> model.Answer:
    """A numbered list, whose numbers other commands take from now on; exit 1 for no fact.

    `more` is how many facts there are beyond it.
    """
    if not listed:
        return model.Answer({"facts": []}, call.nothing(), 1)
    identities.note(call.stores, [one.record.id for one in listed])
    found = [
        {"number": at, "tier": one.tier, "scope": one.store.scope, **one.record}
        | ({provenance.CHANGED: one.changed} if one.changed else {})
        | ({outlived.OUTLIVED: one.outlived} if one.outlived else {})
        | ({"heard_by": one.record.heard_by} if one.tier == questions.CANDIDATE else {})
        for at, one in enumerate(listed, 1)
    ]

    def text() -> str:
        shown = (_table if terminal.is_read() else _plain)(listed, call.settings)
        return f"{shown}\n{call.say('more', count=more)}" if more else shown

    return model.Answer({"facts": found}, text)


def _plain(listed: Sequence[Listed], settings: config.Config) -> str:
    """The facts for a program that reads lines: nothing is cut, and each has its id."""
    return columns.rows([[str(at), *cells(one, settings)] for at, one in enumerate(listed, 1)])


def _table(listed: Sequence[Listed], settings: config.Config) -> str:
    """The facts for a person: what each is about first, and nothing wider than the terminal."""
    rows = []
    for at, one in enumerate(listed, 1):
        _, kind, tier, day, author, text = cells(one, settings)
        topic = columns.cut(clean.line(next(iter(one.record.entities), "")), _TOPIC_CELLS)
        type_ = terminal.say(settings, f"type_{kind}") if kind in records.TYPES else kind
        rows.append([str(at), topic, text, type_, tier, day, author])
    header = [terminal.say(settings, f"column_{one}") for one in _COLUMNS]
    styles = [_STYLES.get(one.tier, "") for one in listed]
    return columns.fitted(rows, ["", *header], _TEXT, _GIVE_WAY, styles)


def cells(fact: Listed, settings: config.Config) -> list[str]:
    """The columns of a fact, its id first and its text last."""
    return [
        clean.line(fact.record.id),
        clean.line(fact.record.type),
        terminal.say(settings, fact.tier),
        clock.local_date(fact.record.moment),
        who(fact, settings),
        told(fact, settings),
    ]


def told(fact: Listed, settings: config.Config) -> str:
    """What a fact says, what it took the place of, and what newer facts and the code say."""
    text = clean.line(fact.record.content)
    for name, said in (("was", [fact.former]), ("part_changed", fact.changed)):
        if other := clean.line("; ".join(said), _FORMER_CHARS):
            text += f" ({terminal.say(settings, name, text=other)})"
    return text + code_says(fact, settings)


def code_says(fact: Listed, settings: config.Config) -> str:
    """What the code says against a fact, in brackets; "" for nothing."""
    told: dict[str, object] = {outlived.OUTLIVED: fact.outlived}
    return provenance.code_says(told, terminal.spoken(settings), "outlived_for_you")


def who(fact: Listed, settings: config.Config) -> str:
    """The author of a fact: user, agent (cursor), captured, asked for (claude); pinned.

    Of a candidate what heard it, and how sure that is.
    """
    source = fact.record.source
    if fact.is_shared:
        author = clean.line(fact.record.author, _AUTHOR_CHARS)
        shared = terminal.say(settings, provenance.SHARED)
        return f"{shared} ({author})" if author else shared
    if fact.tier == questions.CANDIDATE:
        heard = terminal.say(settings, f"heard_{fact.record.heard_by}")
        return f"{heard} {fact.record.confidence:.0%}"
    is_asked = fact.record.via == stored.CAPTURE and fact.record.is_asked
    words = [terminal.say(settings, "asked" if is_asked else fact.record.told_via)]
    if source.get("host"):
        words[0] += f" ({clean.line(str(source['host']))})"
    if source.get(stored.HOW) == stored.ACCEPTED:
        words.append(terminal.say(settings, "accepted"))
    if fact.record.is_pinned:
        words.append(terminal.say(settings, "pinned"))
    if fact.record.visibility == stored.TEAM:
        words.append(terminal.say(settings, stored.TEAM))
    if fact.store.scope == provenance.USER:
        words.append(terminal.say(settings, "in_every_project"))
    return ", ".join(words)
