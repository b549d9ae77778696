"""This machine and a remote of the same person meet: each has all that either had.

May be killed anywhere and run again. Must not lose a line, nor bring back what was forgotten.
"""

from __future__ import annotations

import os
import random
import time
from typing import NamedTuple

from memory_store import clock, codec, errors, files, layout, lock
from memory_store.forget import erasure, query
from memory_store.journal import append, checkpoints, forgotten, read, tombstones
from memory_store.remotes import contract, merging, pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.remotes import entries

Record = dict[str, object]

_LOCK = "remotes.lock"
_CURSOR_BYTES = 1 << 16
_ATTEMPTS = 8
_NEVER = "9999"  # later than any stamp
_FILES = ((layout.FACTS, merging.FACT), (layout.SESSIONS, merging.SUMMARY))


class Report(NamedTuple):
    """What a meeting did.

    Attributes:
        came: lines and pages that this machine did not have.
        went: lines and pages that the remote did not have.
        kept_back: pages that are not shared: they hold a secret, or can't be read.
    """

    came: int
    went: int
    kept_back: list[str]


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
        raise errors.StoreError(f"cannot write {cache}: {error.strerror}") from error
    with lock.Held(cache, 0.0, _LOCK):
        for attempt in range(_ATTEMPTS):
            pulled = remote.pull(_cursor(store, entry))
            came = _take_in(store, pulled.share)
            here, closed = pages.read(store)
            theirs = {n: text for n, text in pulled.share.pages.items() if pages.is_page(n)}
            wanted = pages.merged(pulled.before, here, theirs)
            wanted |= {name: theirs[name] for name in closed if name in theirs}
            came += pages.write(store, here, wanted)
            share = _whole(store, pulled.share)._replace(pages=wanted)
            try:
                _keep_cursor(store, entry, remote.push(share, pulled.cursor))
            except contract.OutdatedError:
                if attempt == _ATTEMPTS - 1:
                    raise
                time.sleep(random.random() * 0.1 * 2**attempt)  # noqa: S311  no secret hangs on it
                continue
            return Report(came, _new_in(share, pulled.share), closed)
    raise AssertionError  # the last attempt returns or raises


def _take_in(store: layout.Store, share: contract.Share) -> int:
    """Forget what others forgot, then append what this machine lacks; how many lines."""
    stones = _all_stones(store, share)
    _forget(store, stones)
    shared = [merging.shared(theirs, stones) for theirs in (share.facts, share.summaries)]
    came = 0
    with lock.Held(store.path):
        append.take_in(store)
        known = forgotten.load(store)
        for (name, field), there in zip(_FILES, shared, strict=True):
            lines = _lines(store, name)
            fresh = _lacking(lines, there, stones)
            refused = [one for one in fresh if known is not None and known.refuses(one)]
            _note(store, tombstones.of(map(tombstones.name_of, refused)), stones)
            fresh = [one for one in fresh if not stones.name(one)]
            again = merging.misplaced([*lines, *fresh], field)
            append.append_locked(store, name, [*fresh, *again], durable=True, is_own=False)
            came += len(fresh)
    return came


def _lacking(
    lines: list[Record], there: dict[str, Record], stones: tombstones.Tombstones
) -> list[Record]:
    """Those of a remote's lines that are not among a store's, as both are shared."""
    here = {*map(codec.render, lines)}
    fresh = {text: one for text, one in there.items() if text not in here}
    ids = {one["id"] for one in fresh.values()}
    same = merging.shared((one for one in lines if one.get("id") in ids), stones)
    return [one for text, one in fresh.items() if text not in same]


def _all_stones(store: layout.Store, share: contract.Share) -> tombstones.Tombstones:
    """The tombstones of both sides, which this machine knows from now on."""
    stones = tombstones.load(store)
    with lock.Held(store.path):
        _note(store, tombstones.Tombstones(share.forgotten), stones)
    return stones


def _note(store: layout.Store, more: tombstones.Tombstones, stones: tombstones.Tombstones) -> None:
    """Write down the tombstones that are new among some, and add them to those that are known."""
    fresh = tombstones.Tombstones()
    fresh.moments = {
        name: moment
        for name, moment in more.moments.items()
        if moment < stones.moments.get(name, _NEVER)
    }
    append.append_locked(store, layout.FORGOTTEN, fresh.records(), durable=True)
    stones.moments |= fresh.moments


def _forget(store: layout.Store, stones: tombstones.Tombstones) -> None:
    """Take out of this store what was forgotten on another machine."""
    lines = [one for name, _ in _FILES for one in _lines(store, name)]
    named = {tombstones.name_of(one) for one in lines if stones.name(one)}
    if not named:
        return
    wanted = query.Wanted()
    wanted.ids = {identity for identity, _ in named if (identity, "") in stones.moments}
    wanted.lines = {one for one in named if one in stones.moments}
    moments = [clock.parse(one) or 0.0 for name, one in stones.moments.items()]
    erasure.carry_out(store, wanted, max(moments))


def _whole(store: layout.Store, pulled: contract.Share) -> contract.Share:
    """All that either side has of facts, summaries and tombstones."""
    stones = tombstones.load(store)
    facts, summaries = (
        list(merging.shared([*_lines(store, name), *theirs], stones).values())
        for (name, _), theirs in zip(_FILES, (pulled.facts, pulled.summaries), strict=True)
    )
    return contract.Share(facts, summaries, stones.records())


def _lines(store: layout.Store, name: str) -> list[Record]:
    try:
        lines = [line for _, line in read.lines_from(store, name)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise errors.StoreError(
            f"cannot read {os.path.join(store.path, name)}: {error.strerror}"
        ) from error
    return [one for line in lines for one in read.parse_line(line)]


def _new_in(share: contract.Share, pulled: contract.Share) -> int:
    """How much of what was pushed the remote did not have."""

    def added(now: Sequence[Record], before: Sequence[Record]) -> int:
        return len({*map(codec.render, now)} - {*map(codec.render, before)})

    pairs = ((share.facts, pulled.facts), (share.summaries, pulled.summaries))
    lines = sum(added(now, before) for now, before in pairs)
    return lines + sum(pulled.pages.get(name) != text for name, text in share.pages.items())


def _cursor(store: layout.Store, entry: entries.Entry) -> str:
    """Where the last meeting with this very remote ended; "" where there was none."""
    try:
        raw = files.read(layout.cache_directory(store), _cursor_name(entry), _CURSOR_BYTES)
        found = codec.texts(codec.parse(raw.decode("utf-8")))
    except (OSError, ValueError):
        return ""
    return found[2] if found[:2] == [entry.url, entry.memory] and len(found) == 3 else ""  # noqa: PLR2004


def _keep_cursor(store: layout.Store, entry: entries.Entry, cursor: str) -> None:
    checkpoints.keep(store, _cursor_name(entry), codec.render([entry.url, entry.memory, cursor]))


def _cursor_name(entry: entries.Entry) -> str:
    return f"remote-{entry.name}.json"
