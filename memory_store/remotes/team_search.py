"""Searches teams' servers for shared facts, on the scale of this machine's results.

Must not wait beyond its time, or fail for a server that is away: the answer says so.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.journal import fields
from memory_store.recall import provenance, ranking
from memory_store.remotes import contract, entries, kinds, postgres
from memory_store.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store import config
    from memory_store.codec import Record
    from memory_store.embedders import base
    from memory_store.store import layout


_DIGITS = 4


def shared(
    stores: Sequence[layout.Store],
    question: str,
    settings: config.Config,
    limit: int,
    seconds: float,
) -> tuple[list[Record], list[str]]:
    """The teams' facts that bear on a question, and the servers that were not reached.

    Args:
        stores: whose teams are asked.
        question: what is looked for.
        settings: which embedder; a server of another model is asked by words.
        limit: results of each server, at most.
        seconds: after which the others are not asked, and a server is given up.

    Returns:
        Results as docs/interface.md 4 has them, and a sentence for each server that is away.
    """
    until = time.monotonic() + seconds
    results: list[Record] = []
    missing: list[str] = []
    for entry in _teams(stores):
        left = until - time.monotonic()
        if left <= 0:
            missing.append(
                errors.Message(
                    "team {name} was not asked: there was no time left", name=entry.name
                )
            )
            continue
        try:
            server = postgres.Server(entry.url, entry.memory, left)
            results += _asked(server, entry, question, settings, limit)
        except errors.StoreError as error:
            missing.append(
                errors.Message("team {name} was not asked: {error}", name=entry.name, error=error)
            )
    return results, missing


def _asked(
    server: postgres.Server,
    entry: entries.Entry,
    question: str,
    settings: config.Config,
    limit: int,
) -> list[Record]:
    from memory_store.embedders import models

    try:
        embedder = models.load(settings)
        asked = embedder.embed_query(question).tolist()
    except errors.StoreError:  # by words
        return ranked(server.search(question, None, limit), "", limit, entry.name)
    hits = server.search(question, postgres.spelled(asked), limit, embedder.name)
    return ranked(_earned(hits, asked, embedder), embedder.name, limit, entry.name)


def _earned(
    hits: list[postgres.Hit], asked: list[float], embedder: base.Embedder
) -> list[postgres.Hit]:
    """The hits, none nearer to the question than what it says.

    The vectors of the server are what members put beside their facts.
    """
    near = [one for one in hits if one.cosine]
    if not near:
        return hits
    said = embedder.embed_documents([str(one.record.get("content") or "") for one in near])
    true = {
        str(one.record["id"]): sum(a * b for a, b in zip(row, asked, strict=True))
        for one, row in zip(near, said.tolist(), strict=True)
    }  # of unit vectors
    return [
        one._replace(cosine=min(one.cosine, true.get(str(one.record["id"]), 0.0))) for one in hits
    ]


def ranked(hits: Sequence[postgres.Hit], model: str, limit: int, team: str) -> list[Record]:
    """The results of hits that say more than chance, best first, scored as local ones are.

    Args:
        hits: of a server.
        model: whose vectors were compared; "" for none.
        limit: how many, at most.
        team: the server's name in the list of remotes.
    """
    low, high = ranking.span_of(model)
    chance = ranking.by_chance().vector_score()
    results = []
    for hit in hits:
        near = max(0.0, (hit.cosine - low) / (high - low)) if hit.cosine else None
        scores = ranking.Scores(hit.text, near)
        if hit.text or scores.vector_score() > chance:
            results.append(_result(hit, scores, team))
    return sorted(results, key=lambda one: -float(str(one["score"])))[:limit]


def _teams(stores: Sequence[layout.Store]) -> list[entries.Entry]:
    remotes = [entry for store in stores for entry in entries.load(store)]
    return [
        entry
        for entry in remotes
        if (kind := kinds.kind(entry.url)) is not None and kind.audience == contract.TEAM
    ]


def _result(hit: postgres.Hit, scores: ranking.Scores, team: str) -> Record:
    fact = hit.record
    return {
        "id": clean.line(str(fact.get("id"))),
        "kind": "fact",
        "type": fact.get("type"),
        "text": clean.text(str(fact.get("content") or "")),
        "score": round(ranking.evidence(scores), _DIGITS),
        "vector_score": round(scores.vector_score(), _DIGITS),
        "text_score": round(scores.text_score(), _DIGITS),
        "source": {"file": f"{team}:{clean.line(hit.login)}", "line": 1, "end_line": 1},
        "session_id": None,
        "via": provenance.SHARED,
        "created_at": fact.get("created_at"),
        "entities": fields.entities(fact.get("entities")),
        "confidence": fact.get("confidence"),
        "status": "standing",
    }
