"""The questions that are asked of a store's sessions: what was said, by whom, and when.

Must not write into the index, or choose what of a session is told.
"""

from __future__ import annotations

from memory_store import clock, codec, model
from memory_store.index import fact_tiers, line_reader, piece
from memory_store.journal import read, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from memory_store.journal.stored import Entry, Summary

_JOURNAL = f"kind IN ('{piece.TURN}', '{piece.EVENT}')"
_OF_SESSIONS = (
    f" FROM line WHERE session <> '' AND ({_JOURNAL} OR kind = '{piece.SUMMARY}')"
    " AND (kind <> 'summary' OR session <> record)"
)
_SESSIONS = (
    "SELECT session, min(created), max(iif(created > :ahead, NULL, created)),"
    " max(created > :ahead),"
    f" sum(kind = '{piece.TURN}' AND type = 'prompt' AND stands),"
    f" (SELECT count(*) FROM ({fact_tiers.FACTS} AND p.session = line.session)"
    f" WHERE tier = '{stored.STANDING}'),"
    " (SELECT host FROM line h WHERE h.session = line.session AND h.kind <> 'fact'"
    f" ORDER BY h.kind = '{piece.SUMMARY}', h.file, h.id LIMIT 1),"
    f" max(iif(kind = '{piece.SUMMARY}' AND state = 0, id, 0))"
    f"{_OF_SESSIONS} AND (:ids IS NULL OR session IN (SELECT value FROM json_each(:ids)))"
    " GROUP BY session"
)
_ACTIVE = (
    f"SELECT max(iif(created > :ahead, NULL, created)), session {_OF_SESSIONS} GROUP BY session"
)
_BEGAN = (
    f"SELECT session, id, min(created) FROM line WHERE kind = '{piece.TURN}' AND type = 'prompt'"
    " AND stands AND session IN (SELECT value FROM json_each(:ids)) GROUP BY session"
)
_DAY_SECONDS = 86_400.0


class Session(model.Value):
    """What a store has of a session.

    Attributes:
        session_id, host: its id, and the host that held it; "" if unknown.
        first, last: stamps of its first and last record; those dated ahead count as undated, so
            that `first` is "" where one is, and `last` where all are.
        prompts, kept: how many prompts a person typed, and how many facts of it stand.
        topic: the title of its summary; "" for none.
    """

    session_id: str
    host: str
    first: str
    last: str
    prompts: int
    kept: int
    topic: str


class Sessions(line_reader.LineReader):
    """The sessions of a store."""

    def events(
        self,
        session: str | None = None,
        files: Iterable[str] | None = None,
        types: Iterable[str] | None = None,
        most: int = -1,
    ) -> list[Entry]:
        """Events of the journal as they happened, each turn with the origin that turned out.

        Args:
            session: the id of the only session that is wanted; None for all.
            files: the journal days that are wanted, as `daily/2026-11-26.jsonl`; None for all.
            types: the types that are wanted; None for all.
            most: how many of the last ones are wanted; -1 for all.
        """
        sql = f"SELECT id FROM line WHERE {_JOURNAL} AND type <> ''"
        values: dict[str, object] = {}
        if session is not None:
            sql += " AND session = :session"
            values["session"] = session
        for column, wanted in (("file", files), ("type", types)):
            if wanted is not None:
                sql += f" AND {column} IN (SELECT value FROM json_each(:{column}))"
                values[column] = codec.render(list(wanted))
        newest_first = f"{sql} ORDER BY file DESC, id DESC LIMIT {most}"
        return read.in_order(self._entries(newest_first, **values)[::-1])

    def naming(self, identities: Iterable[str], kind: str) -> list[Entry]:
        """The events of a kind that name any of these records, oldest first."""
        sql = (
            "SELECT DISTINCT line.id FROM about JOIN line ON line.id = about.line"
            " WHERE about.record IN (SELECT value FROM json_each(:named)) AND type = :kind"
            " ORDER BY file, line.id"
        )
        return self._entries(sql, named=codec.render(list(identities)), kind=kind)

    def turns(self, identities: Iterable[str]) -> list[Entry]:
        """The events with these ids, oldest first."""
        named = "SELECT value FROM json_each(:named)"
        sql = f"SELECT id FROM line WHERE {_JOURNAL} AND record IN ({named}) ORDER BY file, id"
        return self._entries(sql, named=codec.render(list(identities)))

    def session_ids(self) -> set[str]:
        """The sessions that the journal knows."""
        return set(self._column(f"SELECT DISTINCT session FROM line WHERE {_JOURNAL}")) - {""}

    def active(self) -> list[tuple[float, str]]:
        """When each session of the journal or of a summary was last heard of, and its id."""
        rows = self._ask(_ACTIVE, ahead=self._now + _DAY_SECONDS)
        return [(moment or 0.0, identity) for moment, identity in rows]

    def sessions(self, ids: Iterable[str] | None = None) -> list[Session]:
        """The sessions of the journal and of the summaries; with `ids` those alone."""
        listed = None if ids is None else codec.render(list(ids))
        rows = self._ask(_SESSIONS, ahead=self._now + _DAY_SECONDS, ids=listed)
        summaries = [one for *_, one in rows if one]
        topics = dict(self._numbered(summaries))

        def session(row: tuple[Any, ...]) -> Session:
            identity, first, last, is_ahead, prompts, kept, host, summary = row
            first = "" if is_ahead else clock.stamp(min(first, self._now))
            last = "" if last is None else clock.stamp(min(last, self._now))
            topic = stored.Summary(topics.get(summary, {})).topic
            return Session(identity, host, first, last, prompts, kept, topic)

        return list(map(session, rows))

    def first_prompts(self, sessions: Iterable[str]) -> dict[str, str]:
        """What a person typed first in each of some sessions."""
        rows = self._ask(_BEGAN, ids=codec.render(list(sessions)))
        said = dict(self._numbered([line for _, line, _ in rows]))
        return {one: stored.Entry(said[line]).text for one, line, _ in rows if line in said}

    def summaries(self) -> list[Summary]:
        """The newest summary of each session, the last written first."""
        sql = f"SELECT id FROM line WHERE kind = '{piece.SUMMARY}' AND state = 0 ORDER BY id DESC"
        return [stored.Summary(one) for one in self._read(self._column(sql))]
