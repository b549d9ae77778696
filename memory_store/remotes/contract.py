"""What every remote promises: records are pulled from it and pushed to it, and none is lost.

A remote is a place that several machines reach. Must not know how it is reached, or what becomes
of pulled records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from memory_store import errors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memory_store.codec import Record


OWN, TEAM = "own", "team"
"""Whose a remote is: a person's own machines, which share everything; or a team, which is given
the facts with `visibility: "team"` alone (`selection.for_team`)."""


class Share(NamedTuple):
    """The records that machines share of a store.

    Attributes:
        facts: lines of facts.jsonl. Of one id there may be several; the newest by time wins.
        summaries: lines of sessions.jsonl, likewise.
        forgotten: tombstones, which name what was forgotten by ids and times and never by a text
            (`tombstones`). A remote drops what they name, for good.
        pages: MEMORY.md and notes, their texts by their names in the store.
    """

    facts: Sequence[Record] = ()
    summaries: Sequence[Record] = ()
    forgotten: Sequence[Record] = ()
    pages: Mapping[str, str] = {}


class Pulled(NamedTuple):
    """The records of a remote that are new to this machine.

    Attributes:
        share: what came. It may hold again what is known already.
        cursor: where the remote is now; the next `pull` goes on from there.
        before: the pages as they were at the cursor that was given, {} where that is not known:
            what tells a page that was deleted from one that was never there.
    """

    share: Share
    cursor: str
    before: Mapping[str, str] = {}


class OutdatedError(errors.StoreError):
    """Somebody pushed since the cursor: pull, and push again."""


class Remote(Protocol):
    """A remote. Each call ends within a time limit, whatever the network does."""

    def pull(self, after: str) -> Pulled:
        """The records after a cursor; all records for "".

        Raises:
            StoreError: the remote can't be reached, or refuses. Nothing has changed.
        """
        ...

    def push(self, share: Share, after: str) -> str:
        """Add records; the cursor at which the remote holds them.

        Whole or not at all, also by a kill or a cut in the middle. What is there already is not
        there twice. `share.pages` are all pages that are to be there; what is pushed of records is
        added to those that are there.

        Raises:
            OutdatedError: the remote can't add to what is no longer as it was at `after`.
            StoreError: it can't be reached, or refuses; nothing was added.
        """
        ...
