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
from memory_store.text import clean, digest, outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memory_store import config
    from memory_store.journal.stored import Fact

_ID_BYTES = 4


class Line(NamedTuple):
    """A list item of MEMORY.md.

    Attributes:
        number: which line, from 1.
        id: what names it while it says the same.
        text: what it says.
    """

    number: int
    id: str
    text: str

    def said(self) -> str:
        """What it says, without Markdown."""
        return outline.plain_text(self.text)


def accept(store: layout.Store, settings: config.Config, chosen: list[tuple[Fact, str]]) -> None:
    """Put facts into MEMORY.md, each under the heading of its kind, and note that they are there.

    Args:
        store: whose.
        settings: `core_lines` and `language`.
        chosen: facts, each with the text that the user wants.

    Raises:
        UsageError: there is no room, a text is empty, or MEMORY.md can't be read; nothing was
            changed.
        StoreError: it can't be written.
    """
    texts = [(fact, core_memory.item(text)) for fact, text in chosen]
    with lock.Held(store.path):
        state = sessions.core_state(store)
        before = after = core_memory.load(store)
        known = {fields.sameness(one) for one in core_memory.statements(store)}
        for fact, text in texts:
            if fields.sameness(text) not in known:
                section = core_memory.section_of(fact)
                after = core_memory.added(after, section, text, settings.word("language"))
        lines, most = len(outline.read(after)), settings.count("core_lines")
        if after != before and lines > most:  # also where it was over its budget before
            raise errors.UsageError(
                "{core} would have {lines} lines, over {most}",
                "take {number} lines out of it (memory-store promote --list has their ids,"
                " --drop takes them), or set core_lines",
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


def drop(store: layout.Store, wanted: Collection[str]) -> list[Line]:
    """Take the lines with these ids out of MEMORY.md, of equal lines the last; which went.

    Raises:
        UsageError: one is not there, or MEMORY.md can't be read; nothing was changed.
        StoreError: it can't be written.
    """
    with lock.Held(store.path):
        state = sessions.core_state(store)
        line_of = {one.id: one for one in items(store)}
        if missing := [one for one in wanted if one not in line_of]:
            raise errors.UsageError(
                "{core} has no line {missing}",
                "memory-store promote --list",
                core=layout.CORE,
                missing=", ".join(missing),
            )
        gone = [line_of[one] for one in dict.fromkeys(wanted)]
        left = outline.without(core_memory.load(store), {one.number - 1 for one in gone})
        core_memory.write(store, left, state)
    return gone


def mark(store: layout.Store, chosen: Iterable[Fact], decision: str) -> None:
    """Note that facts are `candidates.REFUSED` (not asked again) or PROPOSED (by the agent).

    Raises:
        StoreError: it can't be written.
    """
    lines = [fact.changed(**{candidates.FIELD: decision}) for fact in chosen]
    append.append(store, layout.FACTS, lines)


def items(store: layout.Store) -> list[Line]:
    """The list items of MEMORY.md.

    Raises:
        UsageError: MEMORY.md can't be read.
    """
    lines = outline.read(core_memory.load(store))
    return [
        Line(at + 1, _line_id(lines[at].text), clean.line(lines[at].text))
        for at in outline.items(lines)
    ]


def outdated(store: layout.Store) -> list[Line]:
    """The lines of MEMORY.md that went in by promotion, and whose facts hold no more.

    Errors as `items`.
    """
    promoted = candidates.promoted(store)
    return [one for one in items(store) if promoted.get(fields.sameness(one.said())) is False]


def standing(store: layout.Store, fact: Fact) -> list[Line]:
    """The lines of MEMORY.md that say a fact, in its words, promoted words, or alike.

    Errors as `items`.
    """
    wordings = candidates.wordings(fact)
    return [
        line
        for line in items(store)
        if any(relation.says_again(line.said(), one) for one in wordings)
    ]


def _line_id(text: str) -> str:
    """The id of a line by its text: `l_` and 8 hexadecimal digits."""
    return "l_" + digest.of_bytes(text.strip().encode("utf-8"), _ID_BYTES).hex()
