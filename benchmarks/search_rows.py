"""The processes that `search.py` measures: cold searches, an idle sync, and one line more.

Each is set up so that it finds the store as its row says, and tells whether it did its work. Must
not know what a row may cost.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import time
from typing import TYPE_CHECKING

from benchmarks import generated, machine, rows, sentences, trials
from memory_store import place
from memory_store.cli import dispatch
from memory_store.journal import append, records
from memory_store.recall import searching
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks import spawned

FTS, GIVEN, EMBEDDED = "fts", "hybrid, vector given", "hybrid, with embedding"
SQLITE, OURS = "import apsw", "the imports of a search by words"
COMMON, IDLE, FRESH = "fts, common words", "sync with nothing to do", "fts, one line appended"

_WORK = ("facts", "merged", "summaries", "pieces", "vectors_added")
_QUESTIONS = 24
_SETTLED_SECONDS = 0.06  # a file changed so short ago is looked at again: index.bookmarks
_PROGRAM = (
    f"import sys; sys.path.append({str(machine.ROOT)!r}); "
    "from memory_store import __main__; __main__.main()"
)


def questions() -> list[str]:
    """Questions and keywords about what is stored, in both languages."""
    supply = sentences.Supply(generated.SEED + 7)
    return [supply.question() for _ in range(_QUESTIONS)]


def common() -> list[str]:
    """Questions of nothing but words that many texts have."""
    return [one for both in sentences.COMMON.values() for one in both]


def bring_up(where: machine.Machine) -> None:
    """Have nothing left to do: all learnt, indexed, and given its vectors."""
    at = place.resolve(str(where.project))
    dispatch.call("sync", [], at)
    time.sleep(_SETTLED_SECONDS)
    dispatch.call("sync", [], at)


@dataclasses.dataclass(frozen=True)
class Search:
    """The script as agents call it, with a store that is up to date.

    Attributes:
        method: of the search.
        asked: questions, one after another.
        is_new: each is asked for the first time, so that its vector is in no cache.
        is_known: each was asked before, so that it is.
    """

    method: str
    asked: Iterator[str]
    is_new: bool = False
    is_known: bool = False

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        bring_up(where)
        query = next(self.asked) + (f" {session[:8]}" if self.is_new else "")
        if self.is_known:
            at = place.resolve(str(where.project))
            searching.search(at.stores(), query, config=at.config, limit=1)
        return _trial(where, self.method, query, "")


@dataclasses.dataclass(frozen=True)
class Fresh:
    """A search for a word that one line has, appended after the last sync."""

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        bring_up(where)
        word = f"fresh{session[:8]}"
        told, _ = records.fact(
            f"{trials.supply.sentence()} ({word})", source={"session_id": session, "via": "agent"}
        )
        append.append(where.store, layout.FACTS, [told])
        return _trial(where, searching.FTS, word, word)


@dataclasses.dataclass(frozen=True)
class Idle:
    """`memory-store sync` where there is nothing to do."""

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        del session
        bring_up(where)

        def fault(run: spawned.Run) -> str:
            done = json.loads(run.out)
            worked = any(done[name] for name in _WORK)
            return f"it worked: {run.out:.500}" if worked else ""

        words = [
            sys.executable,
            "-I",
            "-c",
            _PROGRAM,
            "sync",
            "--format",
            "json",
            "--project",
            str(where.project),
        ]
        return trials.Trial(words, "", fault)


@dataclasses.dataclass(frozen=True)
class Imports:
    """A process that imports and ends at once, as the script does: what no question can undercut.

    Attributes:
        modules: what it imports, one after another.
    """

    modules: str

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        del where, session
        path = f"import os, sys; sys.path.append({str(machine.ROOT)!r}); "
        program = f"{path}import {self.modules}; os._exit(0)"
        return trials.Trial([sys.executable, "-I", "-c", program], "", lambda _: "")


def _trial(where: machine.Machine, method: str, query: str, holds: str) -> trials.Trial:
    flags = ["--project", str(where.project), "--method", method, "--", query]

    def fault(run: spawned.Run) -> str:
        answer = json.loads(run.out)
        texts = [one["text"] for one in answer["results"]]
        found = bool(texts) and holds in texts[0] and not answer["degraded"]
        return "" if found else f"{query!r} was answered {run.out:.1000}"

    words = shlex.split(place.command("search_memory", *flags))
    return trials.Trial(words, "", fault)


def cold(*, with_vectors: bool) -> list[rows.Row]:
    """The rows of a size, those that need vectors only if there are any."""
    found = [
        rows.Row(SQLITE, rows.FREE, Imports("apsw")),
        rows.Row(OURS, rows.FREE, Imports("memory_store.entry, memory_store.commands.search")),
        rows.Row(FTS, 2.5, Search(searching.FTS, _round(questions()))),
        rows.Row(COMMON, rows.FREE, Search(searching.FTS, _round(common()))),
        rows.Row(FRESH, rows.FREE, Fresh()),
        rows.Row(IDLE, 2.0, Idle()),
    ]
    if with_vectors:
        given = Search(searching.HYBRID, _round(questions()), is_known=True)
        embedded = Search(searching.HYBRID, _round(questions()), is_new=True)
        found += [rows.Row(GIVEN, 4.0, given), rows.Row(EMBEDDED, rows.FREE, embedded)]
    return found


def _round(texts: list[str]) -> Iterator[str]:
    """The texts for ever, one after another."""
    while True:
        yield from texts
