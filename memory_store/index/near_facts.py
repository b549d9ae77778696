"""The questions for facts that are near: to a fact, to the last turns, to today.

Must not write into the index, or decide what two near facts are to each other (`facts`).
"""

from __future__ import annotations

from memory_store import codec
from memory_store.index import line_reader, parsing, piece
from memory_store.journal import fields, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_LAST_TURNS = "SELECT id FROM piece WHERE kind = 'turn' ORDER BY id DESC LIMIT 12"


class NearFacts(line_reader.LineReader):
    """The facts of a store that are near."""

    def same(self, content: str, kind: str) -> Fact | None:
        """The fact of type `kind` that says the same but for case, width and blanks."""
        sql = (
            "SELECT p.id FROM part JOIN line p ON p.id = part.line WHERE part.same = :same"
            " AND p.type = :kind AND coalesce(p.expires > :now, 1) LIMIT 1"
        )
        return next(iter(self._facts(sql, same=parsing.sameness(content), kind=kind)), None)

    def lasting(self, limit: int) -> list[Fact]:
        """The facts that last and the plans: rules first, the newest of both."""
        facts: list[Fact] = []
        for sign in ("=", "<>"):
            sql = (
                "SELECT id FROM line WHERE state = 0 AND (lasts = 1 OR begins IS NOT NULL)"
                f" AND type {sign} 'O' ORDER BY created DESC LIMIT :limit"
            )
            facts += self._facts(sql, limit=limit - len(facts))
        return facts

    def recent(self, limit: int, since: float) -> list[Fact]:
        """The newest facts made after a moment, in seconds since 1970, by their ids."""
        sql = (
            "SELECT id FROM line WHERE kind = 'fact' AND state = 0 AND record >= :first"
            " AND created >= :since ORDER BY record DESC LIMIT :limit"
        )
        first = fields.spelled("f", since, 0)
        return self._facts(sql, first=first, since=since, limit=limit)

    def near_work(self, limit: int) -> list[Fact]:
        """The newest facts that age or wait; first those that the last turns come nearest to."""
        from memory_store.index import backends  # few ask for nearness

        sql = (
            "SELECT place, id FROM piece WHERE kind = 'fact' AND type IN ('W', 'O')"
            " AND lasts = 0 ORDER BY record DESC LIMIT :limit"
        )
        parts = dict(self._ask(sql, limit=limit))
        nearness = dict.fromkeys(parts.values(), 0.0)
        db, backend = self._index.db, backends.backend(self._index.db)
        if parts and backend.load(db):
            for turn in self._column(_LAST_TURNS):
                vector = backend.vector_of(db, turn)
                near = backend.cosines(db, vector, nearness) if vector else {}
                nearness |= {one: max(nearness[one], cosine) for one, cosine in near.items()}
        lines = sorted(parts, key=lambda line: nearness[parts[line]], reverse=True)
        return list(self._facts_of(lines))

    def similar(self, fact: Fact, limit: int) -> list[tuple[Fact, float | None]] | None:
        """The facts nearest to a fact, by words and by meaning.

        Args:
            fact: a fact of the store.
            limit: how many of each kind of nearness, at most.

        Returns:
            Each with the cosine of both, None where one of them has no vector; those that share
            the rarest words first, then those that are near by meaning alone. None where the fact
            does not hold.
        """
        from memory_store.index import backends, filters, query, tokens  # see near_work

        own_part = self._column("SELECT id FROM piece WHERE record = :id", id=fact.id)
        if not own_part:
            return None
        db, backend = self._index.db, backends.backend(self._index.db)
        wanted = filters.Filters(now=self._now, kinds=(piece.FACT,))
        phrases = [one.phrase for one in tokens.question(fact.content).terms if not one.bonus]
        ids = query.sharing(db, phrases, limit + 1, wanted)
        cosines: dict[int, float] = {}
        vector = backend.vector_of(db, own_part[0]) if backend.load(db) else None
        if vector:
            near = backend.by_vector(db, vector, limit + 1, wanted)
            ids += [one for one in near if one not in ids]
            cosines = backend.cosines(db, vector, ids)
        sql = "SELECT line, id FROM part WHERE id IN (SELECT value FROM json_each(:ids))"
        others = [one for one in ids if one != own_part[0]]
        parts = dict(self._ask(sql, ids=codec.render(others)))
        lines = self._numbered(sorted(parts, key=lambda line: ids.index(parts[line])))
        return [(stored.Fact(one), cosines.get(parts[line])) for line, one in lines]

    def places(self, identities: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Where the lines of facts that hold stand in `facts.jsonl`: offset and length."""
        sql = (
            "SELECT record, offset, length FROM line WHERE kind = 'fact' AND state = 0"
            " AND record IN (SELECT value FROM json_each(:ids))"
        )
        rows = self._ask(sql, ids=codec.render(list(identities)))
        return {record: (offset, length) for record, offset, length in rows}
