"""Finds the record that a person means: a number of the last list, or the beginning of an id.

The numbers are kept in the cache of each store.
"""

from __future__ import annotations

import re

from memory_store import clock, codec, errors
from memory_store.index import questions
from memory_store.store import derived, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from memory_store.journal.stored import Fact


BEGINNING = re.compile(r"[fse]_[0-9a-z]{1,40}")

_WHOLE = re.compile(r"[fse]_[0-9a-z]{20,40}")
_SHOWN = 3
_LISTED = "listed.json"


class _List:
    """The last list of a store.

    Attributes:
        moment: when it was shown.
        projects: the paths of the projects' stores that it is of; none for the user's alone.
        ids: what its numbers stand for; of a colleague's fact `ID SERVER:LOGIN`.
    """

    def __init__(self, store: layout.Store) -> None:
        record = derived.record(store, _LISTED)
        self.moment = clock.parse(record.get("at")) or 0.0
        self.projects = codec.texts(record.get("projects"))
        self.ids = codec.texts(record.get("ids"))


def note(stores: Sequence[layout.Store], ids: Sequence[str]) -> None:
    """Keep which id each number of a list of these stores stands for, counted from 1.

    A fact that a colleague shared is `ID SERVER:LOGIN`.
    """
    projects = [one.path for one in stores if one.scope == "project"]
    listed = {"at": clock.stamp(clock.now()), "projects": projects, "ids": list(ids)}
    for store in stores:
        if store.exists():
            derived.keep(store, _LISTED, listed)


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
    known: set[str] = set()
    for store in stores:
        with questions.Records(store) as records:
            known |= records.ids_from(word)
    return _only(word, known) or word


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
            "nothing that can be meant is {word}",
            "give an id, or a number of the last list: memory-store list, or todos",
            word=repr(word),
        )
    return identity


def fact(stores: Sequence[layout.Store], word: str) -> tuple[layout.Store, Fact]:
    """The newest line of the fact that a word means, and the store that holds it.

    Raises:
        UsageError: no fact is meant, or several.
    """
    for identity in _readings(stores, word):
        for store in stores:
            with questions.Records(store) as records:
                found = records.fact(identity)
            if found is not None:
                return store, found
    hint = "memory-store list shows ids and numbers; search too"
    listed = numbered(stores, word)
    if " " in listed:
        template = "number {word} of the last list is a fact of {owner}, theirs to change"
        told = "memory-store search shows it; save-fact says it anew as yours"
        raise errors.UsageError(template, told, word=word, owner=listed.partition(" ")[2])
    if listed != word:
        template = "number {word} of the last list is {id}, no fact"
        raise errors.UsageError(template, hint, word=word, id=listed)
    if _is_number(word):
        count = len(_listed(stores))
        template = "the last list has {count} numbers, and no {word}"
        if not count:
            template = "nothing was listed here yet that a number {word} may stand for"
        if not count and any(_List(one).ids for one in stores):
            template = "the last list was of another memory too, so {word} stands for nothing here"
        raise errors.UsageError(
            template,
            "memory-store list numbers anew; a search numbers too",
            count=count,
            word=word,
        )
    raise errors.UsageError("no fact has the id {word}", hint, word=word)


def _readings(stores: Sequence[layout.Store], word: str) -> Iterator[str]:
    """The ids that a word may be; most call an id whole, and the rest costs a look at all ids."""
    yield word
    yield whole(stores, word)


def numbered(stores: Sequence[layout.Store], word: str) -> str:
    """The id behind a number of the last list; the word itself if it is no number."""
    if not _is_number(word):
        return word
    ids = _listed(stores)
    return ids[int(word) - 1] if 0 < int(word) <= len(ids) else word


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _listed(stores: Sequence[layout.Store]) -> list[str]:
    """The ids that the numbers of the last list stand for, unless it was another project's."""
    paths = {one.path for one in stores}
    ours = [one for one in map(_List, stores) if paths.issuperset(one.projects)]
    return max(ours, key=lambda one: one.moment).ids if ours else []


def _only(beginning: str, matching: set[str]) -> str:
    """The only id of a set; "" for an empty one."""
    if len(matching) > 1:
        shown = sorted(matching)
        template = "{count} ids begin with {beginning}: {shown}"
        raise errors.UsageError(
            template if len(matching) <= _SHOWN else f"{template} and {{more}} more",
            "give more of it",
            count=len(matching),
            beginning=beginning,
            shown=", ".join(shown[:_SHOWN]),
            more=len(matching) - _SHOWN,
        )
    return matching.pop() if matching else ""
