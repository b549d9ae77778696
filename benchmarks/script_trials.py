"""How a run of each script is set up, and how to tell that it did its work.

Scripts are called as agents are told to call them. Must not know what a row may cost.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from typing import TYPE_CHECKING

from benchmarks import generated, trials
from memory_store import model, place
from memory_store.journal import append, read, records
from memory_store.store import layout

if TYPE_CHECKING:
    from benchmarks import machine, spawned

_QUERIES = {"en": "Zephyrine release trains", "zh": "青鸾 结算批处理"}


@dataclasses.dataclass(frozen=True)
class Save:
    """`save_fact` as agents are told to call it, with a fact that is new.

    With `replaces`, one that takes the place of another, which was saved before.
    """

    language: str
    replaces: bool = False

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        said = trials.supply
        content = f"{said.sentence()} ({session[:8]})"
        if self.language == "zh":
            content = f"{said.word('zh_service')}由{said.word('zh_person')}值守，编号 {session}"
        flags = ["--project", str(where.project), "--session", session, "--type", "W"]
        trials.live(where.store, model.CURSOR, session, 1, self.language)
        if self.replaces:
            older, _ = records.fact(f"{content} before", source={"via": "user"})
            append.append(where.store, layout.FACTS, [older])
            flags += ["--supersedes", older.id]

        def fault(run: spawned.Run) -> str:
            answer = json.loads(run.out)
            last = next(read.newest_first(where.store, layout.FACTS, trials.TAIL_BYTES))
            noted = [one["type"] for one in read.session_events(where.store, session)]
            saved = answer["status"] == "saved" and answer["id"] == last["id"]
            right = saved and last["content"] == content and noted == ["prompt", "fact"]
            return "" if right else f"it answered {answer}; last is {last}; noted {noted}"

        return trials.Trial(_script("save_fact", *flags, "--content", content), "", fault)


@dataclasses.dataclass(frozen=True)
class Search:
    """`search --method fts` for the needle, a turn and a fact after the last sync."""

    language: str

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        trials.live(where.store, model.CURSOR, session, 2, self.language)
        told, _ = records.fact(
            trials.supply.sentence(), source={"session_id": session, "via": "agent"}
        )
        append.append(where.store, layout.FACTS, [told])

        def fault(run: spawned.Run) -> str:
            answer = json.loads(run.out)
            texts = [one["text"] for one in answer["results"]]
            found = (
                bool(texts) and trials.RARE[self.language] in texts[0] and not answer["degraded"]
            )
            return "" if found else f"it answered {run.out:.2000}"

        flags = ["--project", str(where.project), "--method", "fts", _QUERIES[self.language]]
        return trials.Trial(_script("search_memory", *flags), "", fault)


@dataclasses.dataclass(frozen=True)
class Get:
    """`get` of the needle by its id."""

    language: str

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        del session

        def fault(run: spawned.Run) -> str:
            right = json.loads(run.out).get("content") == generated.NEEDLES[self.language]
            return "" if right else f"it answered {run.out:.500}"

        words = _script(
            "get_memory", "--project", str(where.project), where.needles[self.language]
        )
        return trials.Trial(words, "", fault)


@dataclasses.dataclass(frozen=True)
class Forget:
    """`forget` of one fact by its id, the index up to date."""

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        content = f"{trials.supply.sentence()} ({session})"
        told, _ = records.fact(content, source={"session_id": session, "via": "agent"})
        append.append(where.store, layout.FACTS, [told])
        trials.live(where.store, model.CURSOR, session, 0, "en")

        def fault(run: spawned.Run) -> str:
            answer = json.loads(run.out)
            return "" if answer["status"] == "forgotten" else f"it answered {run.out:.500}"

        words = [sys.executable, "-m", "memory_store", "forget", told.id, "--yes"]
        words += ["--format", "json", "--project", str(where.project)]
        return trials.Trial(words, "", fault)


@dataclasses.dataclass(frozen=True)
class LookBack:
    """A command that looks at all facts, or at what came lately."""

    name: str

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        trials.live(where.store, model.CURSOR, session, 0, "en")
        words = [sys.executable, "-m", "memory_store", self.name, "--format", "json"]
        words += ["--project", str(where.project)]
        return trials.Trial(words, "", lambda run: "" if json.loads(run.out) else "nothing")


def _script(name: str, *arguments: str) -> list[str]:
    return shlex.split(place.command(name, *arguments))
