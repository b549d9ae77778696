"""Synchronises this machine with a remote of the same person: both get all records of both.

May be killed anywhere and run again. Must not lose a line or bring back a forgotten one.
"""

from __future__ import annotations

import os
import random
import time
from typing import NamedTuple

from memory_store import clock, codec, errors
from memory_store.forget import erasure, target
from memory_store.journal import append, forgotten, rewrite, tombstones
from memory_store.remotes import contract, entries, merging, shared_pages
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record


_LOCK = "remotes.lock"
_PAUSE_SECONDS = 1.0
_ATTEMPTS = 8
_NEVER = "9999"  # later than any stamp
_FILES = ((layout.FACTS, merging.FACT), (layout.SESSIONS, merging.SUMMARY))
_KINDS = ("facts", "summaries")


class Report(NamedTuple):
    """The result of a meeting.

    Attributes:
        brought: how many facts, summaries, tombstones (`forgotten`) and pages this machine did not
            have, by these names; none that are 0.
        went: lines, tombstones and pages that the remote did not have.
        kept_back: pages that are not shared: they hold a secret, or can't be read.
    """

    brought: dict[str, int]
    went: int
    kept_back: list[str]

    def record(self) -> Record:
        """As `--format json` has it, with the sum of what came."""
        return {**self._asdict(), "came": sum(self.brought.values())}


def meet(store: layout.Store, entry: entries.Entry, remote: contract.Remote) -> Report:
    """Pull, take in, push; again where another machine pushed in between.

    Raises:
        StoreError: the remote is not reached, or a store can't be read or written. What was taken
            in before stays, and the next meeting goes on.
    """
    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
    except OSError as error:
        raise errors.cannot("write", cache, error) from error
    with lock.Held(cache, 0.0, _LOCK):
        for _ in range(_ATTEMPTS - 1):
            try:
                return _meet_once(store, entry, remote)
            except contract.OutdatedError:
                time.sleep(random.random() * _PAUSE_SECONDS)  # noqa: S311  no secret hangs on it
        return _meet_once(store, entry, remote)


def _meet_once(store: layout.Store, entry: entries.Entry, remote: contract.Remote) -> Report:
    state = _state(store)
    cursor, met = entries.progress(store, entry)
    pulled = remote.pull(cursor)
    here, closed = shared_pages.read(store)
    if pulled.cursor == cursor != "":
        if state == met:
            return Report({}, 0, closed)
        pulled = remote.pull("")
        if pulled.cursor == cursor:
            pulled = pulled._replace(before=pulled.share.pages)
    there = [merging.texts(one) for one in (pulled.share.facts, pulled.share.summaries)]
    brought = _take_in(store, pulled.share, there)
    theirs = {
        name: text for name, text in pulled.share.pages.items() if shared_pages.is_page(name)
    }
    wanted = shared_pages.merged(pulled.before, here, theirs)
    wanted |= {name: theirs[name] for name in closed if name in theirs}
    written, is_whole = shared_pages.write(store, here, wanted)
    stones = tombstones.load(store)
    whole = [
        _whole(store, name, one, stones) for (name, _), one in zip(_FILES, there, strict=True)
    ]
    facts, summaries = (list(one.values()) for one in whole)
    share = contract.Share(facts, summaries, stones.records(), wanted)
    pushed = remote.push(share, pulled.cursor)
    if not is_whole:  # of a page that was edited meanwhile nothing says what both had
        pushed = ""
    entries.keep_progress(store, entry, pushed, state if state == _state(store) else "")
    went = len(
        stones.moments.keys() - tombstones.Tombstones(pulled.share.forgotten).moments.keys()
    )
    went += sum(len(one.keys() - texts) for one, texts in zip(whole, there, strict=True))
    went += sum(pulled.share.pages.get(name) != text for name, text in wanted.items())
    brought["pages"] = written
    return Report({name: count for name, count in brought.items() if count}, went, closed)


def _take_in(
    store: layout.Store, share: contract.Share, there: Sequence[dict[str, Record]]
) -> dict[str, int]:
    """Forget what others forgot, then append missing records, and count them by what they are."""
    known_stones = len(tombstones.load(store).moments)
    stones = _all_stones(store, share)
    came = {"forgotten": len(stones.moments) - known_stones}
    _forget(store, stones)
    for (name, field), kind, theirs in zip(_FILES, _KINDS, there, strict=True):
        known = merging.texts(rewrite.records(store, name))
        fresh = merging.shared({t: one for t, one in theirs.items() if t not in known}, stones)
        if fresh or known:
            came[kind] = _append(store, name, field, fresh, stones)
    return came


def _append(
    store: layout.Store,
    name: str,
    field: str,
    fresh: dict[str, Record],
    stones: tombstones.Tombstones,
) -> int:
    """Append the lines that a file lacks, and put the newest of each thing last; how many came."""
    with lock.Held(store.path):
        append.take_in(store)
        lines = rewrite.records(store, name)
        ids = {one["id"] for one in fresh.values()}
        same = merging.texts(one for one in lines if tombstones.id_of(one) in ids)
        new = [one for text, one in fresh.items() if text not in merging.shared(same, stones)]
        known = forgotten.load(store)
        refused = [one for one in new if known is not None and known.refuses(one)]
        _note(store, tombstones.make(map(tombstones.name_of, refused)), stones)
        new = [one for one in new if not stones.name(one)]
        again = merging.misplaced([*lines, *new], field)
        append.append_locked(store, name, [*new, *again], durable=True, is_own=False)
    return len(new)


def _all_stones(store: layout.Store, share: contract.Share) -> tombstones.Tombstones:
    """The tombstones of both sides, which this machine knows from now on."""
    stones = tombstones.load(store)
    with lock.Held(store.path):
        _note(store, tombstones.Tombstones(share.forgotten), stones)
    return stones


def _note(store: layout.Store, more: tombstones.Tombstones, stones: tombstones.Tombstones) -> None:
    """Append new tombstones, and add them to the known ones."""
    fresh = tombstones.Tombstones()
    fresh.moments = {
        name: moment
        for name, moment in more.moments.items()
        if moment < stones.moments.get(name, _NEVER)
    }
    append.append_locked(store, layout.FORGOTTEN, fresh.records(), durable=True)
    stones.moments |= fresh.moments


def _forget(store: layout.Store, stones: tombstones.Tombstones) -> None:
    """Remove from this store what another machine forgot."""
    lines = [one for name, _ in _FILES for one in rewrite.records(store, name) if stones.name(one)]
    if not lines:
        return
    wanted = target.Wanted()
    for line in {str(one["id"]): one for one in lines}.values():
        wanted.add_record(line)  # the journal here may hold what says it
    named = {tombstones.name_of(one) for one in lines}
    wanted.ids = {identity for identity, _ in named if (identity, "") in stones.moments}
    wanted.lines = named & stones.moments.keys()
    moment = max(stones.moments.values())
    erasure.carry_out(store, wanted, clock.parse(moment))


def _whole(
    store: layout.Store, name: str, there: dict[str, Record], stones: tombstones.Tombstones
) -> dict[str, Record]:
    """All lines that either side has of a file, as they are shared."""
    here = merging.texts(rewrite.approved(store, name))
    return merging.shared(there | here, stones, there.keys() & here.keys())


def _state(store: layout.Store) -> str:
    """A word that changes with the shared files: their sizes and times."""
    notes = os.path.join(store.path, layout.NOTES)
    names = [layout.FACTS, layout.SESSIONS, layout.FORGOTTEN, layout.CORE]
    if os.path.isdir(notes):
        names += [f"{layout.NOTES}/{name}" for name in sorted(os.listdir(notes))]
    states = []
    for name in names:
        try:
            state = os.lstat(os.path.join(store.path, name))
        except OSError:
            continue
        states.append([name, state.st_size, state.st_mtime_ns, state.st_ino])
    return codec.render(states)
