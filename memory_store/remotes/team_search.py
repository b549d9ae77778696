"""Searches teams' servers for shared facts, which are listed after this machine's results.

Must not wait beyond its time, or fail for a server that is away: the answer says so.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.journal import fields
from memory_store.recall import provenance
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
    embedder = None
    try:
        from memory_store.embedders import models

        loaded = models.load(settings)
        embedder = loaded if server.model() == loaded.name else None
    except errors.StoreError:
        embedder = None  # by words
    if embedder is None:
        hits = server.search(question, None, limit)
    else:
        asked = embedder.embed_query(question).tolist()
        hits = server.search(question, postgres.spelled(asked), limit)
        hits = _earned(hits, asked, embedder)
    return [_result(one, entry) for one in hits]


def _earned(
    hits: list[postgres.Hit], asked: list[float], embedder: base.Embedder
) -> list[postgres.Hit]:
    """The hits, best first, none nearer to the question than what it says.

    The vectors of the server are what members put beside their facts.
    """
    if not hits:
        return []
    said = embedder.embed_documents([str(one.record.get("content") or "") for one in hits])
    near = [
        sum(a * b for a, b in zip(row, asked, strict=True)) for row in said.tolist()
    ]  # of unit vectors
    true = [
        one._replace(vector_score=min(one.vector_score, max(0.0, cosine)))
        for one, cosine in zip(hits, near, strict=True)
    ]
    kept = [one for one in true if one.text_score or one.vector_score >= postgres.NEAR]
    return sorted(kept, key=lambda one: -max(one.text_score, one.vector_score))


def _teams(stores: Sequence[layout.Store]) -> list[entries.Entry]:
    remotes = [entry for store in stores for entry in entries.load(store)]
    return [
        entry
        for entry in remotes
        if (kind := kinds.kind(entry.url)) is not None and kind.audience == contract.TEAM
    ]


def _result(hit: postgres.Hit, entry: entries.Entry) -> Record:
    fact = hit.record
    return {
        "id": clean.line(str(fact.get("id"))),
        "kind": "fact",
        "type": fact.get("type"),
        "text": clean.text(str(fact.get("content") or "")),
        "score": round(max(hit.text_score, hit.vector_score), _DIGITS),
        "vector_score": round(hit.vector_score, _DIGITS),
        "text_score": round(hit.text_score, _DIGITS),
        "source": {"file": f"{entry.name}:{clean.line(hit.login)}", "line": 1, "end_line": 1},
        "session_id": None,
        "via": provenance.SHARED,
        "created_at": fact.get("created_at"),
        "entities": fields.entities(fact.get("entities")),
        "confidence": fact.get("confidence"),
        "status": "standing",
    }
