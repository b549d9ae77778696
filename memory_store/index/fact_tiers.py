"""The tiers of facts, and in SQL the line of each fact that counts, with its tier.

Must not ask an index itself, or decide what becomes of a fact (`facts`).
"""

from __future__ import annotations

from memory_store.index import tables
from memory_store.journal import stored

HOLDING = (*stored.STATUSES, "planned")
_STANDING, _CANDIDATE, _PLANNED = HOLDING
_REPLACED, _RETRACTED = ENDED = ("replaced", "retracted")
"""The tiers of a fact that does not hold now, because its day is to come (`planned`), another took
its place, or somebody took it back."""

PLANS = "EXISTS (SELECT 1 FROM line WHERE supersedes IS NOT NULL AND begins IS NOT NULL)"
"""Whether any fact with a day to come takes another's place: asked once, not for each fact."""
TIER = (
    f"CASE WHEN p.state = {tables.RETRACTED} THEN '{_RETRACTED}'"
    f" WHEN p.state = {tables.REPLACED} OR p.expires <= :now OR ({PLANS} AND EXISTS"
    " (SELECT 1 FROM line y WHERE y.supersedes = p.record AND y.begins IS NOT NULL"
    f" AND y.state < {tables.RETRACTED} AND (y.begins <= :now OR p.begins > :now)"
    f" AND y.id > p.id)) THEN '{_REPLACED}'"
    f" WHEN p.begins > :now THEN '{_PLANNED}'"
    f" WHEN p.stands THEN '{_STANDING}' ELSE '{_CANDIDATE}' END"
)
FACTS = (
    "SELECT p.id AS id, p.record AS record, p.type AS type, p.session AS session,"
    f" p.supersedes AS supersedes, min(p.created, :now) AS created, {TIER} AS tier"
    " FROM line p WHERE p.kind = 'fact' AND p.state IS NOT NULL"
)
"""The line of each fact that counts."""
