"""The conditions of a search (kind, type, session, time) as SQL on `piece p`.

Must not put a value into the SQL text: every value is bound.
"""

from __future__ import annotations

from memory_store import model
from memory_store.index import piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A fact that begins at a moment takes another's place from then on, so that no row can tell it.
_HOLDS = (
    "(p.expires IS NULL OR p.expires > ?) AND (p.begins IS NULL OR p.begins <= ?)"
    " AND NOT EXISTS (SELECT 1 FROM line y WHERE y.supersedes = p.record AND p.kind = 'fact'"
    " AND y.begins IS NOT NULL AND y.begins <= ? AND y.state < 2 AND y.id > p.place)"
)


class Filters(model.Value):
    """The conditions of a hit; empty values are no condition.

    Attributes:
        kinds, types: any of them.
        session: the session it comes from.
        beside: a session that it does not come from.
        since, until: when it was made, seconds since 1970, both ends included.
        now: the present, for what has expired or doesn't hold yet.
    """

    now: float
    kinds: Sequence[str] = ()
    types: Sequence[str] = ()
    session: str = ""
    beside: str = ""
    since: float | None = None
    until: float | None = None

    def sql(self) -> tuple[str, list[object]]:
        """A condition on `piece p`, and its values."""
        created = (
            "min(coalesce(p.created,"
            " (SELECT b.changed FROM bookmark b WHERE b.file = p.file), 0), ?)"
        )
        parts = [_HOLDS]
        values: list[object] = [self.now, self.now, self.now]
        for column, allowed in (("kind", self.kinds), ("type", self.types)):
            if allowed:
                parts.append(f"p.{column} IN ({', '.join('?' * len(allowed))})")
                values += allowed
        for sign, session in (("=", self.session), ("<>", self.beside)):
            if session:
                parts.append(f"p.session {sign} ?")
                values.append(piece.sound(session))
        for sign, moment in ((">=", self.since), ("<=", self.until)):
            if moment is not None:
                parts.append(f"{created} {sign} ?")
                values += [self.now, moment]
        return " AND ".join(parts), values

    def only(self, kinds: Sequence[str]) -> Filters:
        """The same for some kinds alone."""
        return Filters(**{**vars(self), "kinds": kinds})

    def is_narrow(self) -> bool:
        """Whether more is asked than to hold now."""
        return bool(self.kinds or self.types or self.session or self.is_bounded())

    def is_bounded(self) -> bool:
        """Whether a span of time is asked for."""
        return self.since is not None or self.until is not None
