"""What a ranking needs of pieces beside their scores: script, length, kind, neighbours.

Reads a few rows by their ids. Must not weigh a feature (`recall.ranking`).
"""

from __future__ import annotations

from memory_store import model
from memory_store.index import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from memory_store.index import filters


class Features(model.Value):
    """The features of a piece.

    Attributes:
        kind: one of `piece.KINDS`.
        letters: its length in Latin letters, as `parsing.letters` counts them.
        han: whether it is written in Chinese, Japanese or Korean.
    """

    kind: str
    letters: int
    han: bool


def features(db: apsw.Connection, found: Iterable[int]) -> dict[int, Features]:
    """The features of pieces by their ids."""
    sql = f"SELECT id, kind, letters, han FROM piece WHERE id IN ({tables.listed(found)})"
    return {row[0]: Features(row[1], row[2], han=bool(row[3])) for row in tables.rows(db, sql)}


def neighbours(
    db: apsw.Connection, pieces: Iterable[int], wanted: filters.Filters
) -> dict[int, list[int]]:
    """The pieces written just before and after each piece in its session.

    Only pieces of the same kind that a search may find; a piece of no session has none.
    """
    condition, values = wanted.sql()
    sql = (
        "SELECT one.id, p.id FROM piece one JOIN piece p ON p.id IN (one.id - 1, one.id + 1)"
        f" WHERE one.id IN ({tables.listed(pieces)}) AND one.session <> ''"
        f" AND p.session = one.session AND p.kind = one.kind"
        f" AND {condition}"
    )
    beside: dict[int, list[int]] = {}
    for identity, other in tables.rows(db, sql, values):
        beside.setdefault(identity, []).append(other)
    return beside


def newest(db: apsw.Connection, limit: int, wanted: filters.Filters) -> list[int]:
    """The newest pieces that a search may find, with those of the future at the end.

    So a text that a wrong clock dated ahead pushes no other out.
    """
    condition, values = wanted.sql()
    sql = (
        f"SELECT p.id FROM piece p WHERE {condition}"
        " ORDER BY coalesce(p.created > ?, 0), p.created DESC, p.id DESC LIMIT ?"
    )
    return [row[0] for row in tables.rows(db, sql, [*values, wanted.now, limit])]
