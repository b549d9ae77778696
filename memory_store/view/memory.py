"""The data of the page: facts with their tiers, sessions, figures.

Reads the files at each request; of large files only the new part. Must not write.
"""

from __future__ import annotations

import collections
import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, codec, errors, origin, place
from memory_store.cli import terminal
from memory_store.commands import event_lines, fact_lines
from memory_store.commands import sessions as session_list
from memory_store.journal import events, fields, history, sessions
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import config
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact


PAGE = 50
"""Facts and sessions on a page."""

HOLDING = (history.STANDING, history.CANDIDATE, history.PLANNED)
TIERS = (*HOLDING, history.REPLACED, history.RETRACTED)


class Wanted(NamedTuple):
    """Which facts are wanted; "" for any.

    Attributes:
        text: words that stand in it, in any order.
        tier, type, scope: one of each.
        entity: a name that it is about.
        session: the id of the session that said it, or its beginning.
        since, until: days, as YYYY-MM-DD, both included.
    """

    text: str = ""
    tier: str = ""
    type: str = ""
    scope: str = ""
    entity: str = ""
    session: str = ""
    since: str = ""
    until: str = ""

    def fits(self) -> Callable[[Fact], bool]:
        """The test for a fact's newest line."""
        words = self.text.lower().split()
        entity = fields.sameness(self.entity.removeprefix("@"))

        def is_wanted(raw: Fact) -> bool:
            day = raw.text_of("created_at")[:10]
            content = raw.content.lower()
            return (
                all(one in content for one in words)
                and self.type in ("", raw.type)
                and (not entity or any(fields.sameness(one) == entity for one in raw.entities))
                and raw.session_id.startswith(self.session)
                and self.since <= day
                and (not self.until or day <= self.until)
            )

        return is_wanted


class Reader:
    """Reads the stores of a project; keeps each history as far as its file has grown."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self._known: dict[str, tuple[str, history.History]] = {}

    def place(self) -> place.Place:
        """The place of work as it is now: settings and trust may have changed."""
        return place.resolve(self.directory)

    def stores(self) -> list[layout.Store]:
        """The stores that may be read.

        Raises:
            UsageError: the project's memory is not trusted, or memory is switched off.
        """
        where = self.place()
        terminal.refuse_if_off(where)
        return terminal.stores_of(where, None)

    def stamp(self) -> str:
        """A word that changes with the files of the memory."""
        where = self.place()
        names = (layout.FACTS, layout.SESSIONS, layout.CORE, layout.SETTINGS, sessions.today())
        paths = [os.path.join(one.path, name) for one in where.stores() for name in names]
        return "-".join(_stamp(path) for path in paths)

    def waiting(self) -> int:
        """How many facts wait for a person's yes; 0 where the memory may not be read."""
        try:
            return self.facts(Wanted(tier=history.CANDIDATE), most=0)[1]
        except errors.UsageError:
            return 0

    def histories(self) -> list[history.History]:
        """The history of each store's facts."""
        return [self._history(store) for store in self.stores()]

    def _history(self, store: layout.Store) -> history.History:
        stamp = _stamp(os.path.join(store.path, layout.FACTS))
        before = self._known.get(store.path)
        if before is None or before[0] != stamp:
            known = before[1] if before is not None else None
            self._known[store.path] = stamp, history.History(store, before=known)
        return self._known[store.path][1]

    def facts(
        self, wanted: Wanted, first: int = 0, most: int = PAGE
    ) -> tuple[list[fact_lines.Listed], int]:
        """Of the facts that are wanted, newest first, `most` from the place `first` on; and all.

        Returns:
            Those facts, and how many there are.
        """
        tiers = (wanted.tier,) if wanted.tier else HOLDING
        fits = wanted.fits()
        wanted_facts = [
            (past, one)
            for past in self.histories()
            if wanted.scope in ("", past.store.scope)
            for one in past.which(*tiers, is_wanted=fits)
        ]
        wanted_facts.sort(key=lambda pair: pair[1].text_of("created_at"), reverse=True)
        shown = wanted_facts[first : first + most]
        return [fact_lines.Listed(past, one) for past, one in shown], len(wanted_facts)

    def fact(self, identity: str) -> fact_lines.Listed | None:
        """The fact with this id."""
        for past in self.histories():
            if identity in past.of:
                return fact_lines.Listed(past, past.newest(identity))
        return None

    def past_sessions(self) -> list[Record]:
        """The sessions, the newest first."""
        return session_list.newest_first(self.stores())

    def session(
        self, identity: str, settings: config.Config
    ) -> tuple[list[Entry], event_lines.Lines]:
        """The events of a session in the order of time, and words in the settings' language."""
        stores = self.stores()
        marks = (codec.render(identity),)
        shown = [
            one
            for store in stores
            for one in events.load(store, holding=marks)
            if one.session_id == identity
        ]
        shown.sort(key=lambda one: one.text_of("timestamp"))
        return shown, event_lines.Lines(stores, settings, why=True)


class Day(NamedTuple):
    """The hooks' work on a day: prompts, recalls, characters told."""

    prompts: int
    recalled: int
    characters: int


def days(reader: Reader, most: int) -> dict[str, Day]:
    """The last days of the journal, oldest first, by date."""
    contents = {
        identity: len(past.newest(identity).content)
        for past in reader.histories()
        for identity in past.of
    }
    counts_of: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0])
    for store in reader.stores():
        for event in events.load(store, holding=('"type":"prompt"', '"type":"recalled"')):
            day = counts_of[clock.local_date(event.moment)]
            if event.type == "prompt":
                day[0] += origin.is_persons(event.origin)
                continue
            day[1] += not event.source
            day[2] += sum(contents.get(one, 0) for one in event.record_ids)
    return {name: Day(*counts_of[name]) for name in sorted(counts_of)[-most:]}


def _stamp(path: str) -> str:
    try:
        state = os.stat(path)
    except OSError:
        return ""
    return f"{state.st_ino:x}.{state.st_size:x}.{state.st_mtime_ns:x}"
