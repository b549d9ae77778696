"""A team's remote in PostgreSQL with pgvector: shared facts, and a search of them.

Row-level security separates teams; the administrator assigns logins to teams (docs/team.md). Must
not send a private fact or wait without limit.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store import codec, errors
from memory_store.index import tokens
from memory_store.journal import records
from memory_store.recall import ranking
from memory_store.remotes import connecting, contract
from memory_store.text import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import psycopg

    from memory_store.codec import Record
    from memory_store.embedders import base


_SHARE_SECONDS = 60.0
_LONGEST_TURN = 10.0
_PULLED = 10_000
_AT_ONCE = 100
_BY_WORDS = """SELECT record, login, 0, weights
  FROM memory_store.by_words(%(memory)s, %(terms)s, %(limit)s)"""
_BY_MEANING = """ UNION ALL (SELECT record, login, 1 - (meaning <=> %(vector)s::halfvec), NULL
  FROM memory_store.fact WHERE memory = %(memory)s AND meaning IS NOT NULL
   AND %(model)s = (SELECT value FROM memory_store.setting WHERE name = 'model')
 ORDER BY meaning <=> %(vector)s::halfvec LIMIT %(limit)s)"""
_STANDING = """SELECT value || '/' || (SELECT system_identifier FROM pg_control_system()),
  pg_current_snapshot()::text, memory_store.team() IS NOT NULL
  FROM memory_store.setting WHERE name = 'id'"""
_NEWS = """SELECT record FROM (SELECT record, written, id FROM memory_store.fact
  WHERE memory = %(memory)s AND login <> session_user
    AND written >= pg_snapshot_xmin(%(after)s::pg_snapshot)
    AND NOT pg_visible_in_snapshot(written, %(after)s::pg_snapshot)
  ORDER BY written DESC, id DESC LIMIT %(limit)s) AS newest ORDER BY written, id"""
_BEFORE_ALL = "1:1:"  # the snapshot that held nothing
_KNOWN = """SELECT memory_store.team() IS NOT NULL, memory_store.may_write(),
  (SELECT jsonb_object_agg(id, jsonb_build_array(coalesce(record ->> 'updated_at', ''),
    login = session_user, record ? 'content'))
  FROM memory_store.fact WHERE memory = %s AND id = ANY(%s))"""
_PUT = "SELECT memory_store.put(%s, %s::jsonb, %s)"
_BARE = """SELECT id, record ->> 'updated_at', record ->> 'content' FROM memory_store.fact
WHERE memory = %s AND login = session_user AND meaning IS NULL AND record ? 'content' AND id > %s
ORDER BY id LIMIT %s"""
_MEAN = """UPDATE memory_store.fact SET meaning = %s
WHERE memory = %s AND id = %s AND record ->> 'updated_at' IS NOT DISTINCT FROM %s"""


class Hit(NamedTuple):
    """A shared fact that a search found: its line, the login that said it, its evidence.

    Attributes:
        text: as `ranking.Scores` has it.
        cosine: of its vector and the question's; 0 for none.
    """

    record: Record
    login: str
    text: float
    cosine: float


class _Known(NamedTuple):
    """What the server has of a fact."""

    updated: str
    is_own: bool
    has_text: bool


class _Standing(NamedTuple):
    """What holds throughout a transaction of this login.

    Attributes:
        server: its id, another one where the database was restored elsewhere.
        snapshot: which transactions had ended.
    """

    server: str
    snapshot: str

    def cursor(self) -> str:
        """Where a reader is who has been given all that there is."""
        return f"{self.server}:{self.snapshot}"

    def after(self, cursor: str) -> str:
        """The snapshot of a cursor; the one before all if the cursor is none of this server."""
        _, _, snapshot = cursor.partition(":")
        return snapshot if are_of_one_server(cursor, self.cursor()) else _BEFORE_ALL


class Server:
    """A team's facts of a memory.

    Attributes:
        seconds: after which a statement is given up.
    """

    def __init__(self, url: str, memory: str, seconds: float = 10.0) -> None:
        self.seconds = seconds
        self._url, self._memory = url, memory
        self._took = 0.0  # the last share

    def pull(self, after: str) -> contract.Pulled:
        """The facts of others that came after a cursor, the newest; as `contract.Remote.pull`."""
        with self._read() as (connection, standing):
            asked = {
                "memory": self._memory, "after": standing.after(after), "limit": _PULLED
            }  # fmt: skip
            rows = connection.execute(_NEWS, asked).fetchall()
        share = contract.Share([_as_fact(record) for (record,) in rows])
        return contract.Pulled(share, standing.cursor())

    def standing(self) -> tuple[int, str]:
        """How many facts of others there are, and the cursor after them; errors as `pull`."""
        with self._read() as (connection, standing):
            (count,) = connection.execute(
                "SELECT count(*) FROM memory_store.fact"
                " WHERE memory = %s AND login <> session_user AND record ? 'content'",
                (self._memory,),
            ).fetchone() or (0,)
        return count, standing.cursor()

    @contextlib.contextmanager
    def _read(self) -> Iterator[tuple[psycopg.Connection[Any], _Standing]]:
        """A connection whose statements all see one snapshot."""
        with connecting.connected(self._url, self.seconds) as connection:
            from psycopg import IsolationLevel

            connection.isolation_level = IsolationLevel.REPEATABLE_READ
            yield connection, _standing(connection, self._url)

    def push(self, share: contract.Share, after: str) -> str:
        """Add new facts in one transaction; as `contract.Remote.push`."""
        self.share(share)
        return after

    def share(self, share: contract.Share) -> int | None:
        """Add facts that are new to the server, empty forgotten ones; how many were added.

        A change of another login's fact is left out: it is theirs to change. A member who may
        only read shares nothing: None where there was something to share. Others have them from
        now on; `add_vectors` comes after.

        Args:
            share: facts and tombstones; a team is given no more.
        """
        begun = time.monotonic()
        ids = [str(one["id"]) for one in (*share.facts, *share.forgotten)]
        with connecting.connected(self._url, _SHARE_SECONDS) as connection:
            connection.autocommit = True  # each statement is whole, and all that is written is one
            row = connection.execute(_KNOWN, (self._memory, ids)).fetchone()
            is_member, may_write, held = row or (False, False, None)
            if not is_member:
                raise _stranger(self._url)
            if not may_write:
                return None if share.facts else 0
            known = {identity: _Known(*one) for identity, one in (held or {}).items()}
            fresh = _fresh(share.facts, known)
            emptied = [one for one in share.forgotten if _holds(known.get(str(one["id"])), one)]
            if fresh or emptied:
                given = [{"record": one, "words": words(one)} for one in fresh]
                gone = [str(one["id"]) for one in emptied]
                connection.execute(_PUT, (self._memory, codec.render(given), gone))
        self._took = time.monotonic() - begun
        return len(fresh)

    def add_vectors(self, load: Callable[[], base.Embedder | None]) -> None:
        """Give own facts that have no vector theirs, wherever it was lost.

        A vector costs the server more than its text, and nobody waits for it: twice as long as the
        text took, that of others goes first.

        Args:
            load: gives the embedder, and is asked only where a vector is missing. One of another
                model than the server's gives none.
        """
        time.sleep(min(2 * self._took, _LONGEST_TURN))
        with connecting.connected(self._url, _SHARE_SECONDS) as connection:
            rows = self._bare(connection, "")
            embedder = load() if rows else None
            if embedder is None or _model(connection) != embedder.name:
                return
            while rows:
                connection.commit()  # no transaction waits for the embedder
                vectors = embedder.embed_documents([content for *_, content in rows])
                with connection.cursor() as cursor:
                    cursor.executemany(
                        _MEAN,
                        [
                            (spelled(vector.tolist()), self._memory, identity, updated)
                            for (identity, updated, _), vector in zip(rows, vectors, strict=True)
                            if vector.any()
                        ],
                    )
                connection.commit()  # what was given stays, whatever follows
                rows = self._bare(connection, rows[-1][0])

    def _bare(self, connection: psycopg.Connection[Any], after: str) -> list[tuple[str, str, str]]:
        return connection.execute(_BARE, (self._memory, after, _AT_ONCE)).fetchall()

    def search(self, question: str, vector: str | None, limit: int, model: str = "") -> list[Hit]:
        """Shared facts by words and, with a vector of the team's model, by meaning, unranked.

        Args:
            question: what is looked for.
            vector: its meaning as `spelled` has it; None to ask by words alone.
            limit: how many of either, at most.
            model: whose vector it is; a server of another model is asked by words.

        Raises:
            StoreError: the server can't be reached in time.
        """
        terms = _terms(question)
        asked = {
            "memory": self._memory, "limit": limit, "vector": vector, "model": model,
            "terms": [f"'{word}'{':*' if is_start else ''}" for word, is_start in terms],
        }  # fmt: skip
        sql = _BY_WORDS + (_BY_MEANING if vector else "")
        with connecting.connected(self._url, self.seconds) as connection:
            rows = connection.execute(sql, asked).fetchall()
        weights = next((row[3] for row in rows if row[3]), ())
        near_of: dict[str, float] = {}
        for record, _, near, _ in rows:
            identity = str(record["id"])
            near_of[identity] = max(near_of.get(identity, 0.0), float(near))
        hits = []
        for record, login in {str(row[0]["id"]): row[:2] for row in rows}.values():
            if record.get("op") != "retract":
                fact = _as_fact(record)
                score = _text_score(terms, weights, words(fact))
                hits.append(Hit(fact, login, score, near_of[str(record["id"])]))
        return hits


def are_of_one_server(cursor: str, other: str) -> bool:
    """Whether two cursors are of one server, and of releases that write them alike."""
    return cursor.partition(":")[0] == other.partition(":")[0]


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


def _standing(connection: psycopg.Connection[Any], url: str) -> _Standing:
    row = connection.execute(_STANDING).fetchone()
    if row is None or not row[2]:
        raise _stranger(url)
    return _Standing(*row[:2])


def _stranger(url: str) -> errors.StoreError:
    return errors.StoreError(
        "{url} knows this login in no team",
        "its administrator adds members",
        url=url.partition("?")[0],
    )


def _fresh(facts: Sequence[Record], known: Mapping[str, _Known]) -> list[Record]:
    """The newest line of each fact that the server lacks, and that is not another's."""
    newest = {str(one["id"]): one for one in sorted(facts, key=_updated)}
    return [
        one
        for identity, one in newest.items()
        if (there := known.get(identity)) is None
        or (there.is_own and _updated(one) > there.updated)
    ]


def _holds(there: _Known | None, stone: Record) -> bool:
    """Whether the server still has the text that a tombstone names; a later wording may stay."""
    if there is None or not (there.is_own and there.has_text):
        return False
    return stone.get("line", "") in ("", there.updated)


def _content(fact: Record) -> str:
    return str(fact.get("content") or "")


def words(fact: Record) -> str:
    """The words by which a fact is found; the server's own parser would keep a path whole."""
    return "".join(one if one.isalnum() else " " for one in tokens.segment(_content(fact)))


def _terms(question: str) -> list[tuple[str, bool]]:
    """The search terms, of letters and digits alone, and whether each is a word's beginning."""
    terms = (
        (word, term.phrase.endswith("*"))
        for term in tokens.question(question).terms
        for word in term.words()
    )
    return list(dict.fromkeys(terms))


def _text_score(terms: Sequence[tuple[str, bool]], weights: Sequence[float], said: str) -> float:
    """A text's BM25, a word counted once, as `ranking` puts that of local texts on its scale.

    By what the text says itself: a member's own program may have put other words beside a fact.
    """
    held = said.casefold().split()
    found = 0.0
    for (word, is_start), weight in zip(terms, weights, strict=bool(weights)):
        if any(one.startswith(word) for one in held) if is_start else word in held:
            found += weight
    return found / (ranking.BM25_PEAK * max(ranking.LEAST_POSSIBLE, sum(weights)))


def _updated(fact: Record) -> str:
    return str(fact.get("updated_at") or "")
