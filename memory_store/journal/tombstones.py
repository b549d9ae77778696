"""Tombstones: which records and lines were forgotten, without their text.

Shared stores carry them, so that a text that was forgotten on one machine goes from the others.
Must not hold a text or a digest of it.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import fields, read
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.codec import Record

Name = tuple[str, str]
"""An id and the time of one of its lines; "" for all of its lines."""

_LINKS = ("evidence", "related", "amended_by")


class Tombstones:
    """Some tombstones.

    Attributes:
        moments: by what they name, when that was forgotten first, as a stamp.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        """Take in the tombstones among these records; whatever else they are is passed over."""
        self.moments: dict[Name, str] = {}
        for one in records:
            identity, line, moment = one.get("id"), one.get("line", ""), one.get("forgotten_at")
            if fields.is_id(identity) and isinstance(line, str) and clock.parse(moment):
                name, stamp = (str(identity), line), str(moment)
                self.moments[name] = min(stamp, self.moments.get(name, stamp))

    def records(self) -> list[Record]:
        """A line of forgotten.jsonl for each, in the same order on every machine."""
        return [
            {"id": identity, **({"line": line} if line else {}), "forgotten_at": moment}
            for (identity, line), moment in sorted(self.moments.items())
        ]

    def name(self, record: Record) -> bool:
        """Whether a line of a fact or a summary was forgotten."""
        named = name_of(record)
        return named in self.moments or (named[0], "") in self.moments

    def without(self, record: Record) -> Record:
        """A record without its links to facts that were forgotten."""
        if not self.moments:
            return record
        kept = dict(record)
        for field in _LINKS:
            listed = kept.get(field)
            if isinstance(listed, list):
                kept[field] = [one for one in listed if (str(one), "") not in self.moments]
        if (str(kept.get("supersedes")), "") in self.moments:
            del kept["supersedes"]
        return kept


def id_of(record: Record) -> str:
    """The id of a record of anybody's, as text: a foreign file may hold a list there."""
    return str(record.get("id"))


def name_of(record: Record) -> Name:
    """The name of a line of a fact or a summary."""
    return id_of(record), str(record.get("updated_at") or record.get("created_at"))


def make(names: Iterable[Name]) -> Tombstones:
    """Tombstones of records that are forgotten now."""
    made, moment = Tombstones(), clock.stamp(clock.now())
    made.moments = dict.fromkeys(names, moment)
    return made


def load(store: layout.Store) -> Tombstones:
    """The tombstones of a store."""
    return Tombstones(read.records(store, layout.FORGOTTEN))
