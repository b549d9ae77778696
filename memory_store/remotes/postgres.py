"""A team's remote in PostgreSQL with pgvector: shared facts, and a search of them.

Row-level security separates teams; the administrator assigns logins to teams (docs/team.md). Must
not send a private fact or wait without limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store import codec, errors
from memory_store.index import tokens
from memory_store.journal import records
from memory_store.remotes import connecting, contract
from memory_store.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    import psycopg

    from memory_store.codec import Record
    from memory_store.embedders import base
    from memory_store.remotes import entries
    from memory_store.store import layout


_SHARE_SECONDS = 60.0  # of which most may go by behind other members' shares
_PULLED = 10_000
_AT_ONCE = 500
NEAR = 0.27
"""The cosine that a hit by meaning has: more than unrelated texts have (`ranking.span_of`)."""
_BY_WORDS = "SELECT *, 0 FROM memory_store.by_words(%(memory)s, %(terms)s, %(limit)s)"
_BY_MEANING = """
SELECT record, login, 0, 1 - (meaning <=> %(vector)s::halfvec) AS near
  FROM memory_store.fact WHERE memory = %(memory)s AND meaning IS NOT NULL
 ORDER BY meaning <=> %(vector)s::halfvec LIMIT %(limit)s"""
_TRUE_WORDS = """
SELECT fact.id FROM memory_store.fact JOIN unnest(%s::text[], %s::text[]) AS told (id, words)
    ON fact.id = told.id
 WHERE memory = %s AND fact.words = to_tsvector('simple', told.words)"""
"""A member's own program may have put other words beside a fact than those it says."""
_KNOWN = """SELECT id, record ->> 'updated_at', login = session_user
  FROM memory_store.fact WHERE memory = %s AND id = ANY(%s)"""
_PUT = """INSERT INTO memory_store.fact (team, memory, id, record, words, meaning)
VALUES (memory_store.team(), %s, %s, %s, to_tsvector('simple', %s), %s)
ON CONFLICT (team, memory, id) DO UPDATE SET record = excluded.record, words = excluded.words,
  meaning = excluded.meaning, change = nextval('memory_store.change')
WHERE fact.login = session_user AND coalesce(fact.record ->> 'updated_at', '')
  < coalesce(excluded.record ->> 'updated_at', '')"""

_EMPTY = """UPDATE memory_store.fact SET words = '', meaning = NULL,
  record = jsonb_build_object('id', id, 'op', 'retract', 'updated_at', record -> 'updated_at'),
  change = nextval('memory_store.change')
WHERE memory = %s AND id = %s AND login = session_user AND record ? 'content'
  AND (%s = '' OR record ->> 'updated_at' = %s)"""


class Hit(NamedTuple):
    """A shared fact that a search found: its line, the login that said it, scores from 0 to 1."""

    record: Record
    login: str
    text_score: float
    vector_score: float


class Server:
    """A team's facts of a memory.

    Attributes:
        seconds: after which a statement is given up.
    """

    def __init__(self, url: str, memory: str, seconds: float = 10.0) -> None:
        self.seconds = seconds
        self._url, self._memory = url, memory

    def pull(self, after: str) -> contract.Pulled:
        """The facts of others that came after a cursor; as `contract.Remote.pull`."""
        with connecting.connected(self._url, self.seconds) as connection:
            identity = self._identity(connection)
            change = _change(after, identity)
            rows = connection.execute(
                "SELECT change, record FROM memory_store.fact WHERE memory = %s AND change > %s"
                " AND login <> session_user ORDER BY change LIMIT %s",
                (self._memory, change, _PULLED),
            ).fetchall()
        change = rows[-1][0] if rows else change
        return contract.Pulled(
            contract.Share([_as_fact(row[1]) for row in rows]), f"{identity}:{change}"
        )

    def standing(self) -> tuple[int, str]:
        """How many facts of others there are, and the cursor after them; errors as `pull`."""
        with connecting.connected(self._url, self.seconds) as connection:
            identity = self._identity(connection)
            row = connection.execute(
                "SELECT count(*), coalesce(max(change), 0) FROM memory_store.fact"
                " WHERE memory = %s AND login <> session_user",
                (self._memory,),
            ).fetchone()
        count, change = row or (0, 0)
        return count, f"{identity}:{change}"

    def push(self, share: contract.Share, after: str) -> str:
        """Add new facts in one transaction; as `contract.Remote.push`."""
        self.share(share, None)
        return after

    def share(self, share: contract.Share, embedder: base.Embedder | None) -> int:
        """Add facts that are new to the server, empty forgotten ones, and count both.

        A change of another login's fact is left out: it is theirs to change. A member who may
        only read shares nothing.

        Args:
            share: facts and tombstones; a team is given no more.
            embedder: for their vectors; one of another model than the server's gives none.
        """
        with connecting.connected(self._url, _SHARE_SECONDS) as connection:
            self._identity(connection)
            if connection.execute("SELECT memory_store.may_write()").fetchone() != (True,):
                return 0
            same_model = embedder is not None and _model(connection) == embedder.name
            fresh = self._fresh(connection, share.facts)
            parts = [fresh[at : at + _AT_ONCE] for at in range(0, len(fresh), _AT_ONCE)]
            embedded = [_vectors(embedder if same_model else None, one) for one in parts]
            # one after the other, so that who pulls later misses no lower number
            connection.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended(memory_store.team() || %s, 0))",
                (self._memory,),
            )
            self._empty(connection, share.forgotten)
            for part, vectors in zip(parts, embedded, strict=True):
                rows = [
                    (self._memory, one["id"], codec.render(one), words(one), vector)
                    for one, vector in zip(part, vectors, strict=True)
                ]
                with connection.cursor() as cursor:
                    cursor.executemany(_PUT, rows)
        return len(fresh)

    def search(self, question: str, vector: str | None, limit: int) -> list[Hit]:
        """Shared facts by words and, with a vector of the team's model, by meaning; best first.

        Raises:
            StoreError: the server can't be reached in time.
        """
        asked = {
            "memory": self._memory, "limit": limit, "vector": vector,
            "terms": _terms(question),
        }  # fmt: skip
        hit_of: dict[str, Hit] = {}
        with connecting.connected(self._url, self.seconds) as connection:
            connection.execute("SET LOCAL hnsw.iterative_scan = 'relaxed_order'")
            for sql in (_BY_WORDS, *([_BY_MEANING] if vector else [])):
                for row, login, score, near in connection.execute(sql, asked):
                    record = _as_fact(row)
                    identity = str(record["id"])
                    known = hit_of.get(identity, Hit(record, login, 0.0, 0.0))
                    hit_of[identity] = known._replace(
                        text_score=max(known.text_score, float(score)),
                        vector_score=max(known.vector_score, float(near)),
                    )
            earned = self._earned(connection, hit_of)
        hits = [
            one
            for one in earned
            if (one.text_score or one.vector_score >= NEAR) and one.record.get("op") != "retract"
        ]
        return sorted(hits, key=lambda one: -max(one.text_score, one.vector_score))[:limit]

    def model(self) -> str:
        """The name of the model whose vectors the server keeps; errors as `search`."""
        with connecting.connected(self._url, self.seconds) as connection:
            return _model(connection)

    def _earned(self, connection: psycopg.Connection[Any], hit_of: dict[str, Hit]) -> list[Hit]:
        """The hits; one that its own words did not find has no score of words."""
        said = [words(one.record) for one in hit_of.values()]
        rows = connection.execute(_TRUE_WORDS, (list(hit_of), said, self._memory)).fetchall()
        true = {row[0] for row in rows}
        return [
            one if identity in true else one._replace(text_score=0.0)
            for identity, one in hit_of.items()
        ]

    def _empty(self, connection: psycopg.Connection[Any], forgotten: Sequence[Record]) -> None:
        """Take the text out of own facts that were forgotten; a later wording may come again."""
        for one in forgotten:
            connection.execute(
                _EMPTY, (self._memory, one["id"], one.get("line", ""), one.get("line", ""))
            )

    def _fresh(self, connection: psycopg.Connection[Any], facts: Sequence[Record]) -> list[Record]:
        ids = [str(one["id"]) for one in facts]
        rows = connection.execute(_KNOWN, (self._memory, ids)).fetchall()
        known = {identity: (updated or "", is_own) for identity, updated, is_own in rows}
        newest = {str(one["id"]): one for one in sorted(facts, key=_updated)}
        return [
            one
            for identity, one in newest.items()
            if known.get(identity, ("", True))[1] and _updated(one) > known.get(identity, ("",))[0]
        ]

    def _identity(self, connection: psycopg.Connection[Any]) -> str:
        row = connection.execute(
            "SELECT value, memory_store.team() FROM memory_store.setting WHERE name = 'id'"
        ).fetchone()
        if row is None or row[1] is None:
            raise errors.StoreError(
                "{url} knows this login in no team",
                "its administrator adds members",
                url=self._url,
            )
        return str(row[0])


def load(entry: entries.Entry, store: layout.Store) -> Server:
    """The remote of an entry."""
    del store
    return Server(entry.url, entry.memory)


def _as_fact(row: Record) -> Record:
    """A row as long as a fact may be: a member's own program may have put in more."""
    if "content" not in row:
        return row
    return {**row, "content": clean.text(str(row["content"] or ""), records.CONTENT_CHARS)}


def spelled(vector: Sequence[float]) -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(f'{value:.6g}' for value in vector)}]"


def _model(connection: psycopg.Connection[Any]) -> str:
    row = connection.execute(
        "SELECT value FROM memory_store.setting WHERE name = 'model'"
    ).fetchone()
    return str(row[0]) if row else ""


def _vectors(embedder: base.Embedder | None, facts: Sequence[Record]) -> list[str | None]:
    if embedder is None:
        return [None] * len(facts)
    rows = embedder.embed_documents([_content(one) for one in facts])
    return [spelled(row.tolist()) if row.any() else None for row in rows]


def _content(fact: Record) -> str:
    return str(fact.get("content") or "")


def words(fact: Record) -> str:
    """The words by which a fact is found; the server's own parser would keep a path whole."""
    return "".join(one if one.isalnum() else " " for one in tokens.segment(_content(fact)))


def _terms(question: str) -> list[str]:
    """The search terms, each as a `tsquery` of letters and digits alone."""
    terms = (
        f"'{word}'{':*' if term.phrase.endswith('*') else ''}"
        for term in tokens.question(question).terms
        for word in term.words()
    )
    return list(dict.fromkeys(terms))


def _updated(fact: Record) -> str:
    return str(fact.get("updated_at") or "")


def _change(cursor: str, identity: str) -> int:
    """The number in a cursor of this server; 0 if the server was made anew."""
    known, _, change = cursor.partition(":")
    return int(change) if known == identity and change.isdigit() else 0
