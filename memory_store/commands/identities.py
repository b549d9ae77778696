"""Finds the record that a person means: a number of the last list, or the beginning of an id.

The numbers are kept in the cache of each store.
"""

from __future__ import annotations

import re

from memory_store import codec, errors
from memory_store.journal import facts, read
from memory_store.store import derived, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from memory_store.journal.stored import Fact


BEGINNING = re.compile(r"[fse]_[0-9a-z]{1,40}")
HELP = "a number of the last list, an id, or its beginning"

_WHOLE = re.compile(r"[fse]_[0-9a-z]{20,40}")
_ID = re.compile(rb'"id":"([fse]_[0-9a-z]+)"')
_SHOWN = 3
_LISTED = "listed.json"


def note(stores: Iterable[layout.Store], ids: Sequence[str]) -> None:
    """Keep which id each number of a list stands for, counted from 1."""
    for store in stores:
        if store.exists():
            derived.keep(store, _LISTED, list(ids))


def is_whole(identity: str) -> bool:
    """Whether a text has the length of an id."""
    return _WHOLE.fullmatch(identity) is not None


def whole(stores: Sequence[layout.Store], word: str) -> str:
    """The id that a word means; the word itself if it means none.

    For who found no record with that very id.

    Raises:
        UsageError: several ids begin so.
    """
    word = numbered(stores, word)
    if not BEGINNING.fullmatch(word):
        return word
    return _only(word, {one for store in stores for one in _beginning_with(store, word)}) or word


def among(stores: Sequence[layout.Store], word: str, known: Iterable[str]) -> str:
    """The known id that a word means.

    Raises:
        UsageError: it is none of them, or the beginning of several.
    """
    wanted = numbered(stores, word)
    listed = set(known)
    if wanted in listed:
        return wanted
    identity = _only(wanted, {one for one in listed if wanted and one.startswith(wanted)})
    if not identity:
        raise errors.UsageError(
            f"nothing that can be meant is {word!r}",
            "give an id, or a number of the last list: memory-store list, or todos",
        )
    return identity


def fact(stores: Sequence[layout.Store], word: str) -> tuple[layout.Store, Fact]:
    """The newest line of the fact that a word means, and the store that holds it.

    Raises:
        UsageError: no fact is meant, or several.
    """
    for identity in _readings(stores, word):
        for store in stores:
            lines = lines_with(store, f'"{identity}"') if identity else []
            newest = [
                one for one in lines if one.id == identity and isinstance(one.get("content"), str)
            ]
            if newest:
                return store, newest[-1]
    hint = "memory-store list shows ids and numbers; search too"
    if numbered(stores, word) != word:
        raise errors.UsageError(f"number {word} of the last list is no fact", hint)
    raise errors.UsageError(f"no fact has the id {word}", hint)


def _readings(stores: Sequence[layout.Store], word: str) -> Iterator[str]:
    """The ids that a word may be; most call an id whole, and the rest costs a look at all ids."""
    yield word
    yield whole(stores, word)


def held(store: layout.Store, identity: str, *, or_plan: bool = False) -> Fact | None:
    """The fact of this id, if it holds; with `or_plan` also if it is planned."""
    lines = lines_with(store, f'"{identity}"')[::-1]
    known = [*facts.living(lines), *(facts.planned(lines) if or_plan else ())]
    return next((one for one in known if one.id == identity), None)


def newest(store: layout.Store, identity: str) -> Fact | None:
    """The newest line of the fact with this id; None if no fact has it."""
    lines = [one for one in lines_with(store, f'"{identity}"') if one.id == identity != ""]
    return lines[-1] if lines else None


def lines_with(store: layout.Store, wanted: str) -> list[Fact]:
    """The records of the lines of the facts that hold a text, oldest first."""
    from memory_store.journal import rewrite  # a plain save names no fact

    mark, readable = wanted.encode(), read.shown(store, layout.FACTS)
    try:
        lines = list(rewrite.holding(store, layout.FACTS, lambda some: mark in some))
    except errors.StoreError:
        return []
    return [one for _, _, line in lines for one in facts.parse(readable(line))]


def numbered(stores: Iterable[layout.Store], word: str) -> str:
    """The id behind a number of the last list; the word itself if it is no number."""
    if not (word.isascii() and word.isdigit()):
        return word
    for store in stores:
        ids = codec.texts(derived.value(store, _LISTED))
        if 0 < int(word) <= len(ids):
            return ids[int(word) - 1]
    return word


def _only(beginning: str, matching: set[str]) -> str:
    """The only id of a set; "" for an empty one."""
    if len(matching) > 1:
        shown = sorted(matching)
        more = f" and {len(matching) - _SHOWN} more" if len(matching) > _SHOWN else ""
        raise errors.UsageError(
            f"{len(matching)} ids begin with {beginning}: {', '.join(shown[:_SHOWN])}{more}",
            "give more of it",
        )
    return matching.pop() if matching else ""


def _beginning_with(store: layout.Store, beginning: str) -> set[str]:
    kind = {"f": [layout.FACTS], "s": [layout.SESSIONS]}
    wanted = beginning.encode()
    matching: set[str] = set()
    for name in kind.get(beginning[0]) or read.daily_names(store):
        try:
            for _, line in read.lines_from(store, name):
                if b'"' + wanted in line:
                    matching.update(
                        one.decode() for one in _ID.findall(line) if one.startswith(wanted)
                    )
        except OSError:
            continue
    return matching
