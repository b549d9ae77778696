"""The briefing of the next session, made behind the answer of whatever changed it.

The cache has it in two parts: what facts say, and the whole text with the sessions. Each has a key
of all that it depends on. A start that finds both prints; any other makes what is missing, to the
same letters. Must not tell a session of itself.
"""

from __future__ import annotations

import os
import sys
import time

from memory_store import __version__, clock, codec, model, place
from memory_store.journal import arrivals, own, read
from memory_store.start import past
from memory_store.store import files, layout
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Given = tuple[model.Told, Callable[[], None] | None]

END = ".json"
_DERIVED = ("rules.jsonl", "outlived.json", "memories.json", arrivals.NAME)
"""What lasts, what the code has outlived, and what other hosts and teammates have, in a cache."""

_SHAPE = {
    "facts_key": str, "made": float, "until": float, "session": str, "rules": str, "most": int,
    "covered": float, "sessions_key": str, "told": [str, [str], [str], int, int, int],
}  # fmt: skip
"""Of what `made` gives, but for the facts, which `making.read` looks at."""

_MOST_BYTES = 1 << 20
_HEX = "0123456789abcdef"
_LEAST_ID = 8  # a shorter id may stand in the text by chance


def given(wanted: past.Wanted, *, is_new: bool) -> Given:
    """The briefing of a session, and what keeps it for the next one, behind the answer.

    Args:
        wanted: whose.
        is_new: whether the journal has nothing of the session.
    """
    store = wanted.where.project
    if store is None or not (is_new and _may_be_kept(wanted, store)):
        from memory_store.start import making  # most sessions are new, in a project with a memory

        return making.told(wanted), None
    name = _name(wanted)
    kept, is_fresh = made(wanted, store, read_kept(store, name))
    found = model.Told(*kept["told"])
    found.text = found.text.replace(kept["session"], wanted.session)
    return found, lambda: keep(store, name, kept, is_fresh=is_fresh)


def rules(wanted: past.Wanted) -> tuple[str, Callable[[], None] | None]:
    """What a sub-agent of a session begins with, and what prepares it for the next one.

    It goes by facts alone, so that a session that works leaves it as it was.
    """
    store = wanted.where.project
    may_be_kept = store is not None and not waits(wanted.where)
    kept = read_kept(store, _name(wanted)) if store is not None and may_be_kept else {}
    if _has_facts(kept, _facts_key(wanted)):
        return kept["rules"], None
    from memory_store.start import making  # most find what was kept

    def prepare() -> None:
        wanted.session = _stand_in(wanted.session)
        _, later = given(wanted, is_new=True)
        if later is not None:
            later()

    return making.rules(wanted, making.facts(wanted)), prepare if may_be_kept else None


def _name(wanted: past.Wanted) -> str:
    return f"{layout.BRIEFING}{wanted.host}-{wanted.spoken}{END}"


def _stand_in(session: str) -> str:
    """An id as long as a session's, which no session has."""
    return os.urandom(len(session)).hex()[: len(session)]


def _has_facts(kept: dict[str, Any], key: str) -> bool:
    """Whether what was kept says what facts say now."""
    return kept.get("facts_key") == key and bool(kept["made"] <= clock.now() < kept["until"])


def read_kept(store: layout.Store, name: str) -> dict[str, Any]:
    """What was kept under a name, the facts as a text; {} for nothing."""
    try:
        raw = files.read(layout.cache_directory(store), name, _MOST_BYTES)
    except OSError:
        return {}
    return _parsed(raw) or {}


def _parsed(raw: bytes) -> dict[str, Any] | None:
    """What a kept text says; None where it is not of the shape that `keep` writes."""
    try:
        head, _, facts = raw.decode().partition("\n")
        kept = codec.parse(head)
    except ValueError:
        return None
    if not (isinstance(kept, dict) and codec.fits(kept, _SHAPE)):
        return None
    is_stand_in = len(kept["session"]) >= _LEAST_ID and not kept["session"].strip(_HEX)
    return {**kept, "facts": facts} if is_stand_in else None


def keep(store: layout.Store, name: str, kept: dict[str, Any], *, is_fresh: bool) -> None:
    """Keep a text, or note that it was asked for."""
    if not is_fresh:
        os.utime(os.path.join(layout.cache_directory(store), name))
        return
    from memory_store.store import derived  # most starts find what was kept

    facts = kept.pop("facts")
    derived.keep_text(store, name, f"{codec.render(kept)}\n{facts}")


def made(
    wanted: past.Wanted, store: layout.Store, kept: dict[str, Any]
) -> tuple[dict[str, Any], bool]:
    """The text and its parts: as they were kept, or else made; and whether anything was made.

    In them an id as long as the session's stands for it, which no text can name.
    """
    key, now = _facts_key(wanted), clock.now()
    said = _said(store)
    has_facts = _has_facts(kept, key)
    if has_facts:
        covered = kept["covered"]
        at_work = past.seen(store, wanted.recent, wanted.session, covered)
        if kept["sessions_key"] == _sessions_key(said, at_work, covered):
            return kept, False
    from memory_store.start import making  # most starts find what was kept

    facts = making.read(kept["facts"]) if has_facts else None
    if facts is None:
        session = _stand_in(wanted.session)
        facts = making.facts(wanted, session)
        kept = {"facts_key": key, "made": now, "until": facts.until, "session": session}
    at_work = past.seen(store, wanted.recent, wanted.session)
    found, covered = making.with_others(wanted, facts, at_work)
    return {
        **kept,
        "facts": making.written(facts),
        "rules": making.rules(wanted, facts),
        "most": wanted.most,
        "covered": covered,
        "sessions_key": _sessions_key(said, at_work, covered),
        "told": list(vars(found).values()),
    }, True


def _may_be_kept(wanted: past.Wanted, store: layout.Store) -> bool:
    """Whether any new session would be told the same: no summary is of this one."""
    session = wanted.session
    if len(session) < _LEAST_ID or place.quote(session) != session or waits(wanted.where):
        return False
    return not read.tail_with(store, layout.SESSIONS, codec.render(session).encode())


def waits(where: place.Place) -> bool:
    """Whether something waits for the user's yes, which each start looks at."""
    return any(store.withheld for store in where.stores())


def _facts_key(wanted: past.Wanted) -> str:
    """A word that changes with all that facts are told by, but for the moment (see `until`)."""
    return digest.of_text(codec.render(_parts(wanted))).hex()


def _parts(wanted: past.Wanted) -> dict[str, object]:
    where, now = wanted.where, clock.now()
    paths, digests = [], []
    for one in where.stores():
        paths += [os.path.join(one.path, name) for name in (layout.FACTS, layout.CORE)]
        paths += [os.path.join(layout.cache_directory(one), name) for name in _DERIVED]
        digests.append(own.known(one))
    return {
        "program": [__version__, sys.executable, os.path.dirname(__file__)],
        "on the PATH": place.is_on_path(),
        "project": where.directory,
        "settings": where.config.values,
        "host": [wanted.host, wanted.spoken, wanted.most, len(wanted.session)],
        "day": [clock.local_date(now), time.localtime(now).tm_zone],
        "authors": [one if one is None else digest.of_bytes(one).hex() for one in digests],
        "files": [[path, files.signature(path, follow_links=False)] for path in paths],
    }


def _sessions_key(said: list[object], at_work: list[past.Seen], covered: float) -> str:
    """A word that changes with all that `past.others` depends on."""
    told_of = [one for one in at_work if one.is_open or one.asked > covered]
    parts = [said, [one.key(covered) for one in told_of]]
    return digest.of_text(codec.render(parts)).hex()


def _said(store: layout.Store) -> list[object]:
    """What shows new summaries, and turns that are no more looked at."""
    days = read.recent_days(store)
    cut = [max(0, files.size(store.path, one) - read.TAIL_BYTES) for one in days]
    return [
        files.signature(os.path.join(store.path, layout.SESSIONS), follow_links=False),
        days,
        cut,
    ]
