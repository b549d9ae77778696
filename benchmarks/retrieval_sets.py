"""Sets of questions to which the answers are known, and the stores they are asked of.

Reads a folder of sets, writes each corpus into a store of its own, and tells which texts are the
same. Must not search, and leaves no text out or cut without saying so.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dateutil import parser as dates

from memory_store import clock, codec
from memory_store.journal import fields, records, schema
from memory_store.store import files, layout
from memory_store.text import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FACT, TURN = "fact", "turn"
KINDS = (FACT, TURN)
_LIMITS = {FACT: records.CONTENT_CHARS, TURN: records.TEXT_CHARS}
_UNDATED = 0.0


class Text(NamedTuple):
    """A text of a corpus; `moment` is in seconds since 1970, 0 where it has no date."""

    id: str
    text: str
    moment: float
    session: str


class Query(NamedTuple):
    """A question, and the ids of the texts that answer it."""

    text: str
    gold: tuple[str, ...]
    kind: str


class Collection(NamedTuple):
    """Texts that are kept in one store, and what is asked of them."""

    name: str
    texts: list[Text]
    queries: list[Query]

    def meaning_same(self) -> dict[str, str]:
        """For each id the first id whose text says the same, word for word.

        The product gives such texts once (`recall.results.distinct`), so either counts as found.
        """
        first: dict[str, str] = {}
        return {
            one.id: first.setdefault(fields.sameness(clean.text(one.text)), one.id)
            for one in self.texts
        }


Record = dict[str, object]


def read(folder: str, wanted: Iterable[str], limit: int | None) -> dict[str, list[Collection]]:
    """The sets of a folder by name, the smallest file first.

    Args:
        folder: holds a file `NAME.json` for each set, as the header of `retrieval` describes it.
        wanted: names of sets; none for all.
        limit: collections to take of each, None for all.

    Raises:
        ValueError: there is no such set, or it has another form; the message names it.
    """
    paths = sorted(Path(folder).glob("*.json"), key=lambda one: (one.stat().st_size, one.name))
    found = {path.stem: path for path in paths}
    missing = set(wanted) - found.keys()
    if missing or not found:
        raise ValueError(f"no set {', '.join(sorted(missing)) or 'at all'} in {folder}")
    chosen = {name: path for name, path in found.items() if not wanted or name in set(wanted)}
    return {name: _read_set(path)[:limit] for name, path in chosen.items()}


def _read_set(path: Path) -> list[Collection]:
    try:
        return [_collection(one) for one in json.loads(path.read_text("utf-8"))]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} is not a list of collections: {error!r}") from error


def _collection(raw: dict[str, Any]) -> Collection:
    texts = [
        Text(str(one["id"]), one["text"], _moment(one.get("ts")), str(one.get("session") or ""))
        for one in raw["corpus"]
    ]
    known = {one.id for one in texts}
    queries = [
        Query(one["q"], tuple(map(str, one["gold"])), str(one.get("kind") or ""))
        for one in raw["queries"]
    ]
    if len(known) != len(texts):
        raise ValueError(f"{raw['name']}: two texts have the same id")
    for query in queries:
        if not query.gold or not known.issuperset(query.gold):
            raise ValueError(f"{raw['name']}: no text for the gold of {query.text!r}")
    return Collection(str(raw["name"]), texts, queries)


def _moment(stated: object) -> float:
    """Seconds since 1970 of a date in any usual form, UTC where it names no zone."""
    if not isinstance(stated, str) or not stated.strip():
        return _UNDATED
    found = clock.parse(stated)
    if found is not None:
        return found
    parsed = dates.parse(stated, fuzzy=True, default=dt.datetime(1970, 1, 1, tzinfo=dt.UTC))
    return float(parsed.timestamp())


class Kept(NamedTuple):
    """A collection in a store.

    Attributes:
        store: the store.
        ids: the text's id by the id of a record, or by the name of a note.
        notes: how many texts were too long for the kind asked for, and so are notes.
        empty: how many texts have nothing in them, and so are not there.
    """

    store: layout.Store
    ids: dict[str, str]
    notes: int
    empty: int

    def id_of(self, record: str) -> str:
        """The text that a result comes from: a note is shown as `notes/7.md:3-9`."""
        return self.ids[record.partition(":")[0]]


def keep(collection: Collection, directory: Path, kind: str) -> Kept:
    """The collection in a store under `directory`, which is written unless it is there.

    Lines are those of the product's own writer, though no secret is taken out of them. A text that
    is longer than its kind may be becomes a note of its own, with the file's time as its date.

    Args:
        collection: what to keep; equal corpora share a store, and so their vectors.
        directory: where stores are kept.
        kind: what a text is kept as, one of KINDS.
    """
    project = directory / _fingerprint(collection, kind)
    store = layout.project_store(str(project))
    ids: dict[str, str] = {}
    lines: dict[str, list[str]] = {}
    notes: list[tuple[str, Text]] = []
    empty = 0
    for at, one in enumerate(collection.texts):
        length = len(clean.text(one.text).strip())
        if not length:
            empty += 1
        elif length > _LIMITS[kind]:
            notes.append((f"{layout.NOTES}/{at}.md", one))
            ids[notes[-1][0]] = one.id
        else:
            name, record = _MAKERS[kind](at, one)
            lines.setdefault(name, []).append(codec.render(record) + "\n")
            ids[str(record["id"])] = one.id
    if not project.exists():
        _write(project, lines, notes)
    return Kept(store, ids, len(notes), empty)


def _fingerprint(collection: Collection, kind: str) -> str:
    spelled = json.dumps([kind, collection.texts])
    return hashlib.blake2b(spelled.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _fact(at: int, one: Text) -> tuple[str, Record]:
    stamp = clock.stamp(one.moment)
    return layout.FACTS, {
        "id": f"f_{at:08d}",
        "type": "W",
        "content": one.text.strip(),
        "entities": [],
        "confidence": 0.8,
        "created_at": stamp,
        "updated_at": stamp,
        "source": {"session_id": one.session, "via": "import"},
        "evidence": [],
    }


def _turn(at: int, one: Text) -> tuple[str, Record]:
    return f"{layout.DAILY}/{clock.local_date(one.moment)}.jsonl", {
        "id": f"e_{at:08d}",
        "type": "prompt",
        "timestamp": clock.stamp(one.moment),
        "session_id": one.session,
        "host": "cursor",
        "text": one.text,
    }


_MAKERS: dict[str, Callable[[int, Text], tuple[str, Record]]] = {FACT: _fact, TURN: _turn}
_SCHEMAS = {layout.FACTS: "fact"}


def _write(project: Path, lines: dict[str, list[str]], notes: list[tuple[str, Text]]) -> None:
    """The store's files, under their name once they are whole."""
    fresh = project.with_name(f"{project.name}.{os.getpid()}")
    root = fresh / layout.STORE
    for directory in (root, root / layout.DAILY, root / layout.NOTES):
        files.make_directory(str(directory))
    for name, listed in lines.items():
        first = json.loads(listed[0])
        if faults := schema.faults(_SCHEMAS.get(name, "event"), first):
            raise ValueError(f"not a valid line of {name}: {faults}")
        (root / name).write_text("".join(listed), "utf-8", "replace", newline="\n")
    for name, one in notes:
        (root / name).write_text(one.text, "utf-8", "replace", newline="\n")
        os.utime(root / name, (one.moment, one.moment))
    fresh.rename(project)
