"""The remotes of a store, kept in the user's configuration.

A project's file may arrive with a clone, so it names no address. Must not reach a remote or keep a
password.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import codec, errors
from memory_store.store import derived, files, layout, lock
from memory_store.trust import ledger

if TYPE_CHECKING:
    from collections.abc import Sequence

_BYTES = 1 << 20
_NAME_CHARS = 40


class Entry(NamedTuple):
    """A remote of a store.

    Attributes:
        name: what the user calls it.
        url: where it is.
        store: the real path of the store.
        memory: what the store is called there: the same on each machine.
        numbers: what a store keeps that is moved or renamed (`ledger.numbers`).
    """

    name: str
    url: str
    store: str
    memory: str
    numbers: str = ""

    def is_of(self, store: layout.Store) -> bool:
        """Whether it belongs to a store, also if the store was moved."""
        if self.store == os.path.realpath(store.path):
            return True
        return self.numbers == _numbers(store) != "" and ledger.is_gone(self.store)


def load(store: layout.Store) -> list[Entry]:
    """The remotes of a store, in the order in which they were added."""
    return [one for one in _read() if one.is_of(store)]


def add(store: layout.Store, name: str, url: str, memory: str) -> Entry:
    """Note a remote.

    Raises:
        UsageError: the store has one of this name, or the name or the URL is none, or holds a
            password.
        StoreError: the configuration directory can't be written.
    """
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > _NAME_CHARS:
        raise errors.UsageError(
            "{name} is no name for a remote",
            "use up to 40 letters, digits, - and _",
            name=repr(name),
        )
    check(url)
    entry = Entry(name, _absolute(url), os.path.realpath(store.path), memory, _numbers(store))
    with _locked():
        known = _read()
        if any(one.name == name and one.is_of(store) for one in known):
            raise errors.UsageError(
                "there is a remote {name} already", "memory-store remote remove {name}", name=name
            )
        _write([*known, entry])
    return entry


def remove(store: layout.Store, name: str) -> Entry:
    """Forget a remote; its records stay there.

    Raises:
        UsageError: the store has none of this name.
        StoreError: the configuration directory can't be written.
    """
    gone = next((one for one in load(store) if one.name == name), None)
    if gone is None:
        raise errors.UsageError("there is no remote {name}", "memory-store remote list", name=name)
    with _locked():
        _write([one for one in _read() if one != gone])
    return gone


def check(url: str) -> None:
    """Refuse an address that no kind of remote has, or that holds a password; a UsageError."""
    if not url or url.startswith("-") or "::" in url or not url.isprintable():
        raise errors.UsageError(
            "{url} is no address of a remote",
            "give a bare git repository (a folder, ssh or https) or postgresql://HOST/DATABASE",
            url=repr(url),
        )
    from urllib import parse  # who meets a remote needs none of it

    found = parse.urlsplit(url) if "://" in url else None
    if found is not None and (found.password or "password" in found.query.lower()):
        raise errors.UsageError(
            "an address holds no password",
            "git asks its credential helper or ssh; PostgreSQL reads PGPASSFILE or PGPASSWORD",
        )


def progress(store: layout.Store, entry: Entry) -> tuple[str, str]:
    """The cursor and the state of the store at the last meeting with a remote; "" for none."""
    texts = codec.texts(derived.value(store, _progress_name(entry)))
    url, memory, cursor, state = [*texts, "", "", "", ""][:4]
    return (cursor, state) if (url, memory) == (entry.url, entry.memory) else ("", "")


def keep_progress(store: layout.Store, entry: Entry, cursor: str, state: str = "") -> None:
    """Note where a meeting ended, for `progress`."""
    derived.keep(store, _progress_name(entry), [entry.url, entry.memory, cursor, state])


def _progress_name(entry: Entry) -> str:
    return f"remote-{entry.name}.json"


def _absolute(url: str) -> str:
    """An address that means the same from any directory."""
    expanded = os.path.expanduser(url)
    is_folder = "://" not in url and (":" not in url.partition("/")[0] or os.path.isabs(url))
    return os.path.abspath(expanded) if is_folder else url


def _numbers(store: layout.Store) -> str:
    return " ".join(map(str, ledger.numbers(store.path)))


def _locked() -> lock.Held:
    where = layout.config_directory()
    try:
        files.make_directory(where)
    except OSError as error:
        raise errors.cannot("write", where, error) from error
    return lock.Held(where, name=f"{layout.REMOTES}.lock")


def _read() -> list[Entry]:
    try:
        record = codec.parse(
            files.read(layout.config_directory(), layout.REMOTES, _BYTES).decode("utf-8")
        )
    except (OSError, ValueError):
        return []
    listed = record.get("remotes") if isinstance(record, dict) else None
    entries = []
    for item in listed if isinstance(listed, list) else ():
        values = [
            item.get(field, "") if isinstance(item, dict) else None for field in Entry._fields
        ]
        texts = codec.texts(values)
        if len(texts) == len(values) and all(texts[:-1]):
            entries.append(Entry(*texts))
    return entries


def _write(entries: Sequence[Entry]) -> None:
    text = codec.render(
        {"schema_version": 1, "remotes": [one._asdict() for one in entries]}, ascii_text=True
    )
    where = layout.config_directory()
    try:
        files.replace(where, layout.REMOTES, f"{text}\n".encode("ascii"))
    except OSError as error:
        raise errors.cannot("write", layout.remotes(), error) from error
