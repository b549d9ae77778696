"""The data of the page: facts with their tiers, sessions, figures.

Asks the index at each request.
"""

from __future__ import annotations

import collections
import itertools
import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, errors, origin, place
from memory_store.cli import terminal
from memory_store.commands import event_lines, fact_lines, past
from memory_store.index import questions
from memory_store.journal import fields, read, sessions
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import config
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact


PAGE = 50
"""Facts and sessions on a page."""


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

    def is_read(self) -> bool:
        """Whether facts are to be read to tell which are wanted."""
        return any((self.text, self.entity, self.session, self.since, self.until))

    def fits(self) -> Callable[[Fact], bool]:
        """The test for the line of a fact that counts."""
        words = self.text.lower().split()
        entity = fields.sameness(self.entity.removeprefix("@"))

        def is_wanted(raw: Fact) -> bool:
            day = raw.text_of("created_at")[:10]
            content = raw.content.lower()
            return (
                all(one in content for one in words)
                and (not entity or any(fields.sameness(one) == entity for one in raw.entities))
                and raw.session_id.startswith(self.session)
                and self.since <= day
                and (not self.until or day <= self.until)
            )

        return is_wanted


class Reader:
    """Reads the stores of a project."""

    def __init__(self, directory: str) -> None:
        self.directory = directory

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
        return "-".join(files.signature(path) for path in paths)

    def waiting(self) -> int:
        """How many facts wait for a person's yes; 0 where the memory may not be read."""
        try:
            return self.facts(Wanted(tier=questions.CANDIDATE), most=0)[1]
        except errors.UsageError:
            return 0

    def records(self) -> list[questions.Records]:
        """The records of each store."""
        return list(map(questions.Records, self.stores()))

    def facts(
        self, wanted: Wanted, first: int = 0, most: int = PAGE
    ) -> tuple[list[fact_lines.Listed], int]:
        """Of the facts that are wanted, newest first, `most` from the place `first` on; and all.

        Returns:
            Those facts, and how many there are.
        """
        tiers = (wanted.tier,) if wanted.tier else questions.HOLDING
        asked = questions.Wanted(tiers, wanted.type or None)
        found: list[tuple[questions.Records, Fact]] = []
        count = 0
        for records in self.records():
            if wanted.scope not in ("", records.store.scope):
                continue
            facts = records.facts(asked)
            if wanted.is_read():
                fitting = list(filter(wanted.fits(), facts))
                facts, more = iter(fitting), len(fitting)
            else:
                more = records.count(asked)
            found += [(records, one) for one in itertools.islice(facts, first + most)]
            count += more
        found.sort(key=lambda pair: pair[1].text_of("created_at"), reverse=True)
        shown = found[first : first + most]
        return [fact_lines.Listed(records, one) for records, one in shown], count

    def fact(self, identity: str) -> fact_lines.Listed | None:
        """The fact with this id."""
        for records in self.records():
            fact = records.fact(identity)
            if fact is not None:
                return fact_lines.Listed(records, fact)
        return None

    def stale(self) -> list[fact_lines.Listed]:
        """The newest facts that hold, and that the code has outlived."""
        return [
            fact_lines.Listed(records, fact)
            for records in self.records()
            for fact in map(records.fact, records.outlived())
            if fact is not None
        ][:PAGE]

    def past_sessions(self) -> list[Record]:
        """The sessions, the newest first."""
        return past.newest_first(self.records())

    def session(
        self, identity: str, settings: config.Config
    ) -> tuple[list[Entry], event_lines.Lines]:
        """The events of a session in the order of time, and words in the settings' language."""
        stores = self.records()
        shown = [one for records in stores for one in records.events(identity)]
        shown.sort(key=lambda one: one.text_of("timestamp"))
        return shown, event_lines.Lines(stores, settings, why=True)


class Day(NamedTuple):
    """The hooks' work on a day: prompts, recalls, characters told."""

    prompts: int
    recalled: int
    characters: int


def days(reader: Reader, most: int) -> dict[str, Day]:
    """The last days of the journal, oldest first, by date."""
    counts_of: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0])
    for records in reader.records():
        names = read.daily_names(records.store)[-most:]
        said: dict[str, int] = {}
        for event in records.events(files=names, types=("prompt", "recalled")):
            day = counts_of[clock.local_date(event.moment)]
            if event.type == "prompt":
                day[0] += origin.is_persons(event.origin)
                continue
            day[1] += not event.source
            for one in event.record_ids:
                if one not in said:
                    fact = records.fact(one)
                    said[one] = len(fact.content) if fact else 0
                day[2] += said[one]
    return {name: Day(*counts_of[name]) for name in sorted(counts_of)[-most:]}
