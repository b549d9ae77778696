"""Carries out the user's decisions about candidates: changes MEMORY.md, and notes the decision.

A decision is a line of facts.jsonl (`promotion`: accepted or refused), so nobody is asked twice.
Must not decide, drop a line unasked, or let MEMORY.md outgrow its budget.
"""

from __future__ import annotations

from typing import NamedTuple

from memory_store import errors
from memory_store.facts import relation
from memory_store.journal import append, fields, sessions
from memory_store.promotion import candidates, core_memory
from memory_store.store import layout, lock
from memory_store.text import clean, outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memory_store import config
    from memory_store.journal.stored import Fact

TWICE, GONE, QUIET, UNCONFIRMED = "twice", "gone", "quiet", "unconfirmed"
_REASONS = (TWICE, GONE, QUIET, UNCONFIRMED)
_ID_BYTES = 4


class Line(NamedTuple):
    """A line of MEMORY.md that might go.

    Attributes:
        number: which, from 1.
        id: what names it while it says the same.
        text: what it says.
        reason: TWICE (another line says it), GONE (its fact holds no more), QUIET (it went in by
            promotion; the one said longest ago first) or UNCONFIRMED (no fact says it).
    """

    number: int
    id: str
    text: str
    reason: str


def line_id(text: str) -> str:
    """The id of a line by its text: `l_` and 8 hexadecimal digits."""
    from hashlib import blake2b

    return "l_" + blake2b(text.strip().encode("utf-8"), digest_size=_ID_BYTES).hexdigest()


def accept(
    store: layout.Store,
    settings: config.Config,
    chosen: list[tuple[Fact, str]],
    drop: Collection[str] = (),
) -> list[Line]:
    """Put facts into MEMORY.md, each under the heading of its kind, and note that they are there.

    Args:
        store: whose.
        settings: `core_lines` and `language`.
        chosen: facts, each with the text that the user wants.
        drop: ids of lines that the user lets go for them.

    Returns:
        The lines that went, with their former numbers.

    Raises:
        UsageError: there is no room, a text is empty, a line to drop is not there, or MEMORY.md
            can't be read; nothing was changed.
        StoreError: it can't be written.
    """
    texts = [(fact, core_memory.item(text)) for fact, text in chosen]
    with lock.Held(store.path):
        state = sessions.core_state(store)
        before = core_memory.load(store)
        known = {fields.sameness(one) for one in core_memory.statements(store)}
        gone = _named(store, drop)
        after = outline.without(before, {one.number - 1 for one in gone})
        fresh = [one for one in texts if fields.sameness(one[1]) not in known]
        for fact, text in fresh:
            section = core_memory.section_of(fact)
            after = core_memory.added(after, section, text, settings.word("language"))
        lines, most = len(outline.read(after)), settings.count("core_lines")
        if fresh and lines > most:  # also where it was over its budget before
            raise errors.UsageError(
                "{core} would have {lines} lines, over {most}",
                "--drop {number} of those that memory-store promote --list proposes",
                core=layout.CORE,
                lines=lines,
                most=most,
                number=lines - most,
            )
        if after != before:
            core_memory.write(store, after, state)
        for fact, text in texts:
            edited = {candidates.TEXT_FIELD: text} if text != fact.content else {}
            line = fact.changed(**{candidates.FIELD: candidates.ACCEPTED}, **edited)
            append.append_locked(store, layout.FACTS, [line], durable=True)
    return gone


def mark(store: layout.Store, chosen: Iterable[Fact], decision: str) -> None:
    """Note that facts are `candidates.REFUSED` (not asked again) or PROPOSED (by the agent).

    Raises:
        StoreError: it can't be written.
    """
    lines = [fact.changed(**{candidates.FIELD: decision}) for fact in chosen]
    append.append(store, layout.FACTS, lines)


def surplus(store: layout.Store) -> list[Line]:
    """The list items of MEMORY.md that may go, best to drop first.

    Raises:
        UsageError: MEMORY.md can't be read.
    """
    lines = outline.read(core_memory.load(store))
    promoted = candidates.promoted(store)
    removable: list[tuple[int, float, int, Line]] = []
    seen: list[str] = []
    for at in outline.items(lines):
        text = outline.plain_text(lines[at].text)
        holds, last = promoted.get(fields.sameness(text), (None, 0.0))
        reason = UNCONFIRMED if holds is None else QUIET if holds else GONE
        if any(relation.says_again(text, other) for other in seen):
            reason = TWICE
        seen.append(text)
        line = Line(at + 1, line_id(lines[at].text), clean.line(lines[at].text), reason)
        removable.append((_REASONS.index(reason), last, at, line))
    return [line for *_, line in sorted(removable)]


def outdated(store: layout.Store) -> list[Line]:
    """The lines of MEMORY.md whose facts were replaced.

    Raises:
        UsageError: MEMORY.md can't be read.
    """
    return [line for line in surplus(store) if line.reason == GONE]


def standing(store: layout.Store, fact: Fact) -> list[Line]:
    """The lines of MEMORY.md that say a fact, in its words, promoted words, or alike.

    Raises:
        UsageError: MEMORY.md can't be read.
    """
    saying = [
        line
        for line in surplus(store)
        for text in [outline.plain_text(line.text)]
        if any(relation.says_again(text, one) for one in candidates.wordings(fact))
    ]
    return sorted(saying, key=lambda line: line.number)


def _named(store: layout.Store, wanted: Collection[str]) -> list[Line]:
    """The lines with these ids; of equal lines the last."""
    if not wanted:
        return []
    line_of = {one.id: one for one in sorted(surplus(store), key=lambda one: one.number)}
    missing = [one for one in wanted if one not in line_of]
    if missing:
        raise errors.UsageError(
            "{core} has no line {missing}",
            "memory-store promote --list",
            core=layout.CORE,
            missing=", ".join(missing),
        )
    return [line_of[one] for one in dict.fromkeys(wanted)]
