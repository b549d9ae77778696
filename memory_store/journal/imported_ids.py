"""Ids of imported records: the same for the same origin, so that an import is recognised again.

Must not be used for new records.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import fields
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from memory_store.journal.stored import Fact, Summary

    Kind = TypeVar("Kind", Fact, Summary)

_CHARS = 16
_BYTES = 10


def identity(prefix: str, moment: float, *words: str) -> str:
    """An id as `records.new_id` makes it, of a moment and of words that tell where it is from.

    The words are in its last 16 characters alone: 80 bits of BLAKE2b (RFC 7693).
    """
    drawn = digest.of_bytes("\0".join(words).encode("utf-8", "replace"), _BYTES)
    return fields.spelled(prefix, moment, int.from_bytes(drawn, "big"))


def part(name: object) -> str:
    """The part of an id that tells its origin, whatever the moment."""
    return str(name)[-_CHARS:]


def dated(record: Kind, moment: float, words: Iterable[str]) -> Kind:
    """A new fact or summary with its original date, and an id made from its origin."""
    moment = min(moment, clock.now())
    made = identity(record.id.partition("_")[0], moment, *words)
    stamp = clock.stamp(moment)
    changes = {"updated_at": stamp} if "updated_at" in record else {}
    return record.with_(id=made, created_at=stamp, **changes)
